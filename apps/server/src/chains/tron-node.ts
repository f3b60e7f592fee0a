/**
 * TRC-20 on Tron by a full node's HTTP API or TronGrid. Only solid blocks are read, which two thirds of the
 * producers have built upon (D14).
 */
import * as z from 'zod/mini';
import { tronAddress, tronBytes } from './address.ts';
import {
  type Asset,
  type BlockHeader,
  ChainMismatchError,
  type ChainNode,
  type Movement,
  NodeError,
  type NodeIdentity,
  type Proof,
} from './chain-node.ts';
import { NodeHttp } from './node-http.ts';

/** Blocks of height 0. */
const NETWORKS: Readonly<Record<string, NodeIdentity['network']>> = {
  '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc': 'main',
  // Nile and Shasta.
  '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc': 'test',
  '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e': 'test',
};

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zCount = z.number().check(z.int(), z.gte(0));
const zHex = z.string().check(z.regex(/^[0-9a-f]*$/));
const zTransaction = z.object({
  txID: zHash,
  ret: z.optional(z.array(z.object({ contractRet: z.optional(z.string()) }))),
  raw_data: z.object({
    contract: z.array(
      z.object({
        parameter: z.object({ value: z.object({ owner_address: z.optional(z.string()) }) }),
      }),
    ),
  }),
});
const zBlock = z.object({
  blockID: zHash,
  block_header: z.object({
    raw_data: z.object({
      number: z.optional(zCount),
      parentHash: zHash,
      timestamp: z.optional(zCount),
    }),
  }),
  transactions: z.optional(z.array(zTransaction)),
});
const zLog = z.object({
  address: zHex,
  topics: z.optional(z.array(zHex)),
  data: z.optional(zHex),
});
const zInfo = z.object({
  id: zHash,
  blockNumber: zCount,
  receipt: z.object({ result: z.optional(z.string()) }),
  log: z.optional(z.array(zLog)),
});
const zNothing = z.strictObject({});
type Block = z.infer<typeof zBlock>;
type Transaction = z.infer<typeof zTransaction>;
type Info = z.infer<typeof zInfo>;

export class TronNode implements ChainNode {
  readonly #http: NodeHttp;
  readonly #asset: Asset;
  /** The token's contract as 40 hex digits, as logs name it. */
  readonly #contract: string;

  constructor(url: string, asset: Asset & { readonly contract: string }) {
    this.#http = new NodeHttp(url, 'TRON-PRO-API-KEY');
    this.#asset = asset;
    this.#contract = tronBytes(asset.contract) ?? '';
  }

  async identify(): Promise<NodeIdentity> {
    const first = await this.#block(0);
    const network = first === undefined ? undefined : NETWORKS[first.blockID];
    if (first === undefined || network === undefined)
      throw new ChainMismatchError(`${first?.blockID} is the first block of no network of Tron`);
    return { networkId: first.blockID, network };
  }

  async checkAssets(): Promise<void> {
    const read = await this.#http.json({
      path: '/wallet/triggerconstantcontract',
      body: {
        owner_address: this.#asset.contract,
        contract_address: this.#asset.contract,
        function_selector: 'decimals()',
        visible: true,
      },
    });
    const answer = parse(z.object({ constant_result: z.optional(z.array(zHex)) }), read);
    const word = answer.constant_result?.[0] ?? '';
    if (word.length !== 64) throw new ChainMismatchError('TOKEN_USDT_TRC20 is no token');
    if (BigInt(`0x${word}`) !== BigInt(this.#asset.decimals))
      throw new ChainMismatchError(
        `TOKEN_USDT_TRC20 has ${BigInt(`0x${word}`)} decimals, the ledger ${this.#asset.decimals}`,
      );
  }

  async head(): Promise<number> {
    const read = await this.#http.json({ path: '/walletsolidity/getnowblock', body: {} });
    return heightOf(parse(zBlock, read));
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    const block = await this.#block(height);
    if (block === undefined) return undefined;
    const { parentHash, timestamp } = block.block_header.raw_data;
    if (heightOf(block) !== height) throw new NodeError(`asked for block ${height}, got another`);
    return { height, hash: block.blockID, parentHash, timeMs: timestamp ?? 0 };
  }

  async movements({ height, hash }: BlockHeader): Promise<readonly Movement[]> {
    const block = await this.#block(height);
    if (block?.blockID !== hash) throw new NodeError(`block ${height} went away`);
    const successful = new Set(
      (block.transactions ?? []).filter(isSuccessful).map(({ txID }) => txID),
    );
    const read = await this.#http.json({
      path: '/walletsolidity/gettransactioninfobyblocknum',
      body: { num: height },
    });
    const infos = parse(z.array(zInfo), read ?? []);
    // Every transaction has a receipt: a list without them all may hide one.
    const known = new Set(infos.map(({ id }) => id));
    if (!(block.transactions ?? []).every(({ txID }) => known.has(txID)))
      throw new NodeError(`block ${height} is not whole`);
    return infos
      .filter((info) => successful.has(info.id) && info.blockNumber === height)
      .flatMap((info) => this.#transfers(info).map(({ movement }) => movement));
  }

  async prove({ txId, outputIndex }: Parameters<ChainNode['prove']>[0]): Promise<Proof> {
    const body = { value: txId };
    const [info, transaction] = await Promise.all([
      this.#http.json({ path: '/walletsolidity/gettransactioninfobyid', body }),
      this.#http.json({ path: '/walletsolidity/gettransactionbyid', body }),
    ]);
    if (isNothing(info) || isNothing(transaction)) return { kind: 'absent' };
    const receipt = parse(zInfo, info);
    const signed = parse(zTransaction, transaction);
    if (receipt.id !== txId || signed.txID !== txId)
      throw new NodeError(`asked for ${txId}, got another`);
    if (!isSuccessful(signed)) return { kind: 'failed' };
    const found = this.#transfers(receipt).find(
      ({ movement }) => movement.outputIndex === outputIndex,
    );
    if (found === undefined) return { kind: 'failed' };
    const header = await this.header(receipt.blockNumber);
    if (header === undefined) return { kind: 'absent' };
    const owner = signed.raw_data.contract[0]?.parameter.value.owner_address ?? '';
    return {
      kind: 'found',
      movement: {
        ...found.movement,
        height: receipt.blockNumber,
        blockHash: header.hash,
        senders: [found.from, tronAddress(Buffer.from(owner.slice(-40), 'hex'))],
        payers: [found.from],
      },
    };
  }

  async balanceOf({ address }: Parameters<ChainNode['balanceOf']>[0]): Promise<bigint> {
    const read = await this.#http.json({
      path: '/walletsolidity/triggerconstantcontract',
      body: {
        owner_address: address,
        contract_address: this.#asset.contract,
        function_selector: 'balanceOf(address)',
        parameter: (tronBytes(address) ?? '').padStart(64, '0'),
        visible: true,
      },
    });
    const answer = parse(z.object({ constant_result: z.optional(z.array(zHex)) }), read);
    const word = answer.constant_result?.[0] ?? '';
    if (word.length !== 64) throw new NodeError('the contract does not say a balance');
    return BigInt(`0x${word}`);
  }

  /** Transfers of the configured contract, and of no other whatever it calls itself (D4, D6). */
  #transfers({ id, log, receipt }: Info): { movement: Movement; from: string }[] {
    if (receipt.result !== 'SUCCESS') return [];
    return (log ?? []).flatMap(({ address, topics = [], data = '' }, position) => {
      const [topic, from, to] = topics;
      const isTransfer =
        address.slice(-40) === this.#contract && topic === TRANSFER && topics.length === 3;
      if (!isTransfer || from === undefined || to === undefined || data.length !== 64) return [];
      const units = BigInt(`0x${data}`);
      if (units === 0n) return [];
      const movement: Movement = {
        txId: id,
        outputIndex: position + 1,
        address: tronAddress(Buffer.from(to.slice(-40), 'hex')),
        currencyId: this.#asset.currencyId,
        units,
      };
      return [{ movement, from: tronAddress(Buffer.from(from.slice(-40), 'hex')) }];
    });
  }

  async #block(height: number): Promise<Block | undefined> {
    const read = await this.#http.json({
      path: '/walletsolidity/getblockbynum',
      body: { num: height },
    });
    return isNothing(read) ? undefined : parse(zBlock, read);
  }
}

const heightOf = (block: Block): number => block.block_header.raw_data.number ?? 0;

function isSuccessful({ ret }: Transaction): boolean {
  return ret !== undefined && ret.length > 0 && ret.every((one) => one.contractRet === 'SUCCESS');
}

/** The API answers an empty object for what it does not know. */
function isNothing(value: unknown): boolean {
  return value === undefined || zNothing.safeParse(value).success;
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new NodeError('the node does not speak the API of Tron');
  return parsed.data;
}
