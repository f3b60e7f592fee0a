/**
 * Bitcoin by an Esplora HTTP API (blockstream's electrs, mempool). Only outputs in blocks are told of: a
 * payment that waits can be replaced (D13).
 */
import * as z from 'zod/mini';
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

/** Blocks of height 0: Bitcoin's networks have no other name. */
const NETWORKS: Readonly<Record<string, Omit<NodeIdentity, 'networkId'>>> = {
  '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f': {
    network: 'main',
    prefix: 'bc',
  },
  '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943': {
    network: 'test',
    prefix: 'tb',
  },
  '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043': {
    network: 'test',
    prefix: 'tb',
  },
  '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6': {
    network: 'test',
    prefix: 'tb',
  },
  '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206': {
    network: 'test',
    prefix: 'bcrt',
  },
};

/** Transactions on one page of a block, as Esplora cuts them. */
const PAGE = 25;
/** Pages asked for at once. */
const PAGES_AT_ONCE = 4;

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zCount = z.number().check(z.int(), z.gte(0));
const zSats = z.number().check(z.int(), z.gte(0), z.lte(2_100_000_000_000_000));
const zBlock = z.object({
  id: zHash,
  height: zCount,
  timestamp: zCount,
  tx_count: zCount,
  previousblockhash: z.nullish(zHash),
});
const zTransaction = z.object({
  txid: zHash,
  vin: z.array(
    z.object({
      is_coinbase: z.optional(z.boolean()),
      prevout: z.nullish(z.object({ scriptpubkey_address: z.optional(z.string()) })),
    }),
  ),
  vout: z.array(z.object({ scriptpubkey_address: z.optional(z.string()), value: zSats })),
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.optional(zCount),
    block_hash: z.optional(zHash),
  }),
});
const zAddress = z.object({
  chain_stats: z.object({ funded_txo_sum: zCount, spent_txo_sum: zCount }),
});
type Transaction = z.infer<typeof zTransaction>;

/** Which network a first block begins; undefined for one of none. */
export const networkOf = (genesis: string): Omit<NodeIdentity, 'networkId'> | undefined =>
  NETWORKS[genesis];

export class BitcoinNode implements ChainNode {
  readonly #http: NodeHttp;
  readonly #asset: Asset;

  constructor(url: string, asset: Asset) {
    this.#http = new NodeHttp(url);
    this.#asset = asset;
  }

  async identify(): Promise<NodeIdentity> {
    const networkId = await this.#hashAt(0);
    const known = networkId === undefined ? undefined : networkOf(networkId);
    if (networkId === undefined || known === undefined)
      throw new ChainMismatchError(`${networkId} is the first block of no network of Bitcoin`);
    return { networkId, ...known };
  }

  async checkAssets(): Promise<void> {
    if (this.#asset.decimals !== 8 || this.#asset.scale !== 8)
      throw new ChainMismatchError('BTC must have 8 decimals in the ledger');
  }

  async head(): Promise<number> {
    const text = await this.#http.text({ path: '/blocks/tip/height' });
    if (text === undefined || !/^\d{1,9}$/.test(text)) throw new NodeError('there is no height');
    return Number(text);
  }

  async header(height: number): Promise<BlockHeader | undefined> {
    const hash = await this.#hashAt(height);
    if (hash === undefined) return undefined;
    const block = await this.#block(hash);
    if (block === undefined) return undefined;
    if (block.id !== hash || block.height !== height)
      throw new NodeError(`block ${height} has two names`);
    return {
      height,
      hash,
      parentHash: block.previousblockhash ?? '',
      timeMs: block.timestamp * 1_000,
    };
  }

  async movements({ hash, height }: BlockHeader): Promise<readonly Movement[]> {
    const block = await this.#block(hash);
    if (block === undefined) throw new NodeError(`block ${height} went away`);
    const starts = Array.from({ length: Math.ceil(block.tx_count / PAGE) }, (_, n) => n * PAGE);
    const transactions: Transaction[] = [];
    for (let next = 0; next < starts.length; next += PAGES_AT_ONCE) {
      const pages = starts.slice(next, next + PAGES_AT_ONCE);
      const read = await Promise.all(pages.map((start) => this.#page(hash, start)));
      transactions.push(...read.flat());
    }
    if (new Set(transactions.map(({ txid }) => txid)).size !== block.tx_count)
      throw new NodeError(`block ${height} is not whole`);
    return transactions.filter(isSpendable).flatMap((transaction) => this.#outputs(transaction));
  }

  async prove({ txId, outputIndex }: Parameters<ChainNode['prove']>[0]): Promise<Proof> {
    const read = await this.#http.json({ path: `/tx/${txId}` });
    if (read === undefined) return { kind: 'absent' };
    const transaction = parse(zTransaction, read);
    const { confirmed, block_height: height, block_hash: blockHash } = transaction.status;
    if (!confirmed || height === undefined || blockHash === undefined) return { kind: 'absent' };
    if (transaction.txid !== txId) throw new NodeError(`asked for ${txId}, got another`);
    const output = isSpendable(transaction)
      ? this.#outputs(transaction).find((one) => one.outputIndex === outputIndex)
      : undefined;
    if (output === undefined) return { kind: 'failed' };
    const senders = transaction.vin.flatMap(({ prevout }) => prevout?.scriptpubkey_address ?? []);
    return { kind: 'found', movement: { ...output, height, blockHash, senders, payers: senders } };
  }

  #outputs({ txid, vout }: Transaction): Movement[] {
    return vout.flatMap(({ scriptpubkey_address: address, value }, outputIndex) =>
      address === undefined || value === 0
        ? []
        : [
            {
              txId: txid,
              outputIndex,
              address,
              currencyId: this.#asset.currencyId,
              units: BigInt(value),
            },
          ],
    );
  }

  /** Of outputs in blocks. */
  async balanceOf({ address }: Parameters<ChainNode['balanceOf']>[0]): Promise<bigint> {
    const read = await this.#http.json({ path: `/address/${address}` });
    const { chain_stats: stats } = parse(zAddress, read);
    return BigInt(stats.funded_txo_sum - stats.spent_txo_sum);
  }

  async #hashAt(height: number): Promise<string | undefined> {
    const text = await this.#http.text({ path: `/block-height/${height}` });
    if (text === undefined) return undefined;
    return parse(zHash, text.trim());
  }

  async #block(hash: string): Promise<z.infer<typeof zBlock> | undefined> {
    const read = await this.#http.json({ path: `/block/${hash}` });
    return read === undefined ? undefined : parse(zBlock, read);
  }

  async #page(hash: string, start: number): Promise<Transaction[]> {
    const read = await this.#http.json({ path: `/block/${hash}/txs/${start}` });
    return parse(z.array(zTransaction), read);
  }
}

/** New coins may not be spent for 100 blocks, so they are nobody's deposit. */
function isSpendable({ vin }: Transaction): boolean {
  return !vin.some(({ is_coinbase: isCoinbase }) => isCoinbase === true);
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new NodeError('the node does not speak the Esplora API');
  return parsed.data;
}
