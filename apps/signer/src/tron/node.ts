/** One node of Tron by the HTTP API of java-tron, or TronGrid, as the exchange's watcher reads it. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { NodeError, NodeHttp } from '../node-http.ts';
import { digitsOf } from './address.ts';
import { transferWords } from './transaction.ts';

/** Networks by their first blocks. */
export const NETWORKS = {
  main: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
  shasta: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
} as const;
export type TronNetwork = keyof typeof NETWORKS;

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const BYTES_MAX = 32 * 1024 * 1024;

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zHex = z.string().check(z.regex(/^([0-9a-f]{2})*$/));
/** Whole numbers that JSON carries exactly; amounts of TRX in all are less. */
const zCount = z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const zBlock = z.object({
  blockID: zHash,
  block_header: z.object({
    raw_data: z.object({ number: z.optional(zCount), timestamp: z.optional(zCount) }),
  }),
});
const zTransaction = z.object({
  txID: zHash,
  raw_data_hex: zHex,
  ret: z.optional(z.array(z.object({ contractRet: z.optional(z.string()) }))),
});
const zInfo = z.object({
  id: zHash,
  fee: z.optional(zCount),
  blockNumber: zCount,
  result: z.optional(z.string()),
  receipt: z.object({ result: z.optional(z.string()) }),
  log: z.optional(
    z.array(z.object({ address: zHex, topics: z.optional(z.array(zHex)), data: z.optional(zHex) })),
  ),
});
const zAccount = z.object({ address: z.string(), balance: z.optional(z.number()) });
const zResources = z.object({
  EnergyLimit: z.optional(zCount),
  EnergyUsed: z.optional(zCount),
});
const zParameters = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: z.optional(z.number()) })),
});
const zConstant = z.object({
  result: z.object({ result: z.optional(z.boolean()), code: z.optional(z.string()) }),
  energy_used: z.optional(zCount),
  constant_result: z.optional(z.array(zHex)),
  transaction: z.optional(
    z.object({ ret: z.optional(z.array(z.object({ ret: z.optional(z.string()) }))) }),
  ),
});
const zBroadcast = z.object({ result: z.optional(z.boolean()), code: z.optional(z.string()) });
const zNothing = z.strictObject({});

export interface SolidBlock {
  readonly height: number;
  readonly hash: string;
  readonly timeMs: number;
}

/** What solid blocks say of a transaction. Solid is what two thirds of the producers have built upon: it stays. */
export type TronEvidence =
  | { readonly kind: 'paid'; readonly fee: bigint }
  /** It cost a fee and moved nothing. */
  | { readonly kind: 'failed'; readonly reason: string; readonly fee: bigint }
  /** The token moved something else than was asked for. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'absent' };

export interface SentPayment {
  readonly txId: string;
  readonly from: string;
  readonly address: string;
  readonly contract: string | undefined;
  readonly units: bigint;
}

/** Prices in sun. */
export interface TronPrices {
  readonly energy: bigint;
  readonly bandwidth: bigint;
  readonly account: bigint;
}

export class TronNode {
  readonly #http: NodeHttp;

  constructor(url: string) {
    this.#http = new NodeHttp(url, 'TRON-PRO-API-KEY');
  }

  /** The name of the first block: of the network. */
  async genesis(): Promise<string> {
    return (await this.block(0))?.hash ?? '';
  }

  /** The latest solid block. */
  async solid(): Promise<SolidBlock> {
    return toBlock(parse(zBlock, await this.#call('/walletsolidity/getnowblock', {})));
  }

  /** A solid block; undefined for one that is none, or that the node has not. */
  async block(height: number): Promise<SolidBlock | undefined> {
    const read = await this.#call('/walletsolidity/getblockbynum', { num: height });
    if (isNothing(read)) return undefined;
    const block = toBlock(parse(zBlock, read));
    if (block.height !== height) throw new NodeError('the node gives another block than asked for');
    return block;
  }

  async evidence(sent: SentPayment): Promise<TronEvidence> {
    const body = { value: sent.txId };
    const readTransaction = await this.#call('/walletsolidity/gettransactionbyid', body);
    const readInfo = await this.#call('/walletsolidity/gettransactioninfobyid', body);
    if (isNothing(readTransaction) && isNothing(readInfo)) return { kind: 'absent' };
    const transaction = parse(zTransaction, readTransaction);
    const info = parse(zInfo, readInfo);
    // Its name is the digest of what it says: what is told of it is told of exactly what was signed.
    const digest = createHash('sha256').update(Buffer.from(transaction.raw_data_hex, 'hex'));
    if (info.id !== sent.txId || digest.digest('hex') !== sent.txId)
      throw new NodeError('the node gives another transaction than asked for');
    return evidenceOf(sent, transaction, info);
  }

  /** Whether it has it in any block, or waiting for one. */
  async knows(txId: string): Promise<boolean> {
    const body = { value: txId };
    return (
      !isNothing(await this.#call('/wallet/gettransactionbyid', body)) ||
      !isNothing(await this.#call('/wallet/gettransactionfrompending', body))
    );
  }

  /** Sun of an account; 0 when there is no such account. */
  async trx(address: string): Promise<bigint> {
    const { balance = 0 } = (await this.#account(address)) ?? {};
    return BigInt(parse(zCount, balance));
  }

  async hasAccount(address: string): Promise<boolean> {
    return (await this.#account(address)) !== undefined;
  }

  async tokens(address: string, contract: string): Promise<bigint> {
    const call = { function_selector: 'balanceOf(address)', parameter: word(digitsOf(address)) };
    const read = await this.#constant({
      owner_address: address,
      contract_address: contract,
      ...call,
    });
    const [held = ''] = read.constant_result ?? [];
    if (held.length !== 64) throw new NodeError('the contract does not say a balance');
    return BigInt(`0x${held}`);
  }

  /** Energy that a token's payment takes; undefined when it would fail. */
  async energy({ from, address, contract, units }: Omit<SentPayment, 'txId'>) {
    const read = await this.#constant({
      owner_address: from,
      contract_address: contract,
      function_selector: 'transfer(address,uint256)',
      parameter: transferWords(address, units),
    });
    const isBad = read.transaction?.ret?.some(({ ret }) => ret === 'FAILED') ?? false;
    if (read.result.result !== true || isBad) return undefined;
    if (read.energy_used === undefined) throw new NodeError('the node does not say the energy');
    return BigInt(read.energy_used);
  }

  /** Energy of stakes that an account may still use. */
  async staked(address: string): Promise<bigint> {
    const body = { address, visible: true };
    const read = parse(zResources, await this.#call('/wallet/getaccountresource', body));
    const left = BigInt(read.EnergyLimit ?? 0) - BigInt(read.EnergyUsed ?? 0);
    return left > 0n ? left : 0n;
  }

  async prices(): Promise<TronPrices> {
    const read = parse(zParameters, await this.#call('/wallet/getchainparameters', {}));
    const priceOf = (key: string): bigint => {
      const value = read.chainParameter.find((each) => each.key === key)?.value;
      if (!Number.isSafeInteger(value) || (value ?? 0) <= 0)
        throw new NodeError(`the node does not say ${key}`);
      return BigInt(value ?? 0);
    };
    return {
      energy: priceOf('getEnergyFee'),
      bandwidth: priceOf('getTransactionFee'),
      account: priceOf('getCreateNewAccountFeeInSystemContract') + priceOf('getCreateAccountFee'),
    };
  }

  /** Hands signed bytes to the node. An error says nothing of whether they are on their way. */
  async broadcast(raw: string): Promise<void> {
    const read = parse(zBroadcast, await this.#call('/wallet/broadcasthex', { transaction: raw }));
    if (read.result === true) return;
    const code = /^[A-Z_]{1,60}$/.test(read.code ?? '') ? read.code : 'no code';
    throw new NodeError(`the node did not take it: ${code}`);
  }

  async #account(address: string) {
    const read = await this.#call('/wallet/getaccount', { address, visible: true });
    return isNothing(read) ? undefined : parse(zAccount, read);
  }

  async #constant(body: object) {
    const whole = { ...body, visible: true };
    return parse(zConstant, await this.#call('/wallet/triggerconstantcontract', whole));
  }

  async #call(path: string, body: object): Promise<unknown> {
    const response = await this.#http.fetch(path, body);
    if (!response.ok) {
      await response.body?.cancel();
      throw new NodeError(`the node answers ${response.status}`);
    }
    try {
      return JSON.parse(await readBounded(response));
    } catch {
      throw new NodeError('the node does not speak the API of Tron');
    }
  }
}

const word = (digits: string): string => digits.padStart(64, '0');

function toBlock({ blockID: hash, block_header: { raw_data: header } }: z.infer<typeof zBlock>) {
  const { number: height = 0, timestamp: timeMs = 0 } = header;
  // A block's name begins with its height.
  if (BigInt(`0x${hash.slice(0, 16)}`) !== BigInt(height))
    throw new NodeError('the node gives a block that is none');
  return { height, hash, timeMs };
}

function evidenceOf(
  { from, address, contract, units }: SentPayment,
  { ret }: z.infer<typeof zTransaction>,
  { fee = 0, result, receipt, log = [] }: z.infer<typeof zInfo>,
): TronEvidence {
  const cost = BigInt(fee);
  const [{ contractRet = '' } = {}, ...others] = ret ?? [];
  if (others.length > 0 || contractRet === '') throw new NodeError('the node says no result');
  const isGood = contractRet === 'SUCCESS' && result !== 'FAILED';
  if (!isGood) return { kind: 'failed', reason: reasonOf(contractRet), fee: cost };
  if (contract === undefined) return { kind: 'paid', fee: cost };
  if (receipt.result !== 'SUCCESS') throw new NodeError('the node says two results');
  const moves = log.filter(
    (each) => each.address.slice(-40) === digitsOf(contract) && each.topics?.[0] === TRANSFER,
  );
  const wanted = [TRANSFER, word(digitsOf(from)), word(digitsOf(address))].join();
  const isWanted = moves.some(
    ({ topics, data = '' }) =>
      topics?.join() === wanted && data.length === 64 && BigInt(`0x${data}`) === units,
  );
  if (isWanted) return { kind: 'paid', fee: cost };
  // A token may say that all is well and move nothing (D3), or take a fee of its own out of what it moves.
  return moves.length > 0
    ? { kind: 'unclear' }
    : { kind: 'failed', reason: 'no_transfer', fee: cost };
}

/** `OUT_OF_ENERGY` → `out_of_energy`; a node's word is told only where it is one. */
const reasonOf = (result: string): string =>
  /^[A-Z_]{1,40}$/.test(result) ? result.toLowerCase() : 'failed';

/** The API answers an empty object for what it does not know. */
const isNothing = (value: unknown): boolean => zNothing.safeParse(value).success;

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new NodeError('the node does not speak the API of Tron');
  return parsed.data;
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new NodeError('the node sends too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
