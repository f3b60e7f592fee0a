/**
 * Bitcoin's chain as the cold wallet needs it, by the Esplora APIs of `RPC_BTC`. The first one is asked for coins, bytes and what blocks
 * cost: bytes are known by their digest, and a coin that is not pays nothing. What became of a payment counts once all of them say so.
 */
import * as z from 'zod/mini';
import { NodeError, NodeHttp, networkOf } from '../chains/index.ts';
import { COLD_HISTORY_PAGES_MAX } from '../core/http/limits.ts';

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zCount = z.number().check(z.int(), z.gte(0));
const zStatus = z.object({ confirmed: z.boolean(), block_height: z.optional(zCount) });
const zCoins = z.array(z.object({ txid: zHash, vout: zCount, value: zCount, status: zStatus }));
const zStats = z.object({ tx_count: zCount, funded_txo_sum: zCount, spent_txo_sum: zCount });
const zAddress = z.object({ chain_stats: zStats, mempool_stats: zStats });
const zHistory = z.array(
  z.object({
    txid: zHash,
    vin: z.array(z.object({ txid: zHash, vout: zCount })),
    vout: z.array(z.object({ scriptpubkey_address: z.optional(z.string()), value: zCount })),
    status: zStatus,
  }),
);
const zSpend = z.object({
  spent: z.boolean(),
  txid: z.optional(zHash),
  status: z.optional(zStatus),
});
const zRates = z.record(z.string(), z.number().check(z.gt(0)));
const zRaw = z.string().check(z.regex(/^([0-9a-f]{2})+$/));

export interface FoundCoin {
  readonly txId: string;
  readonly index: number;
  readonly units: bigint;
  readonly confirmations: number;
}

/** What an address holds, as far as the node tells. */
export interface FoundCoins {
  readonly coins: readonly FoundCoin[];
  /** Satoshis in blocks beyond these coins: there are more than a node lists, and its history is longer than is read. */
  readonly unlisted: bigint;
}

/** Esplora's words for an address with more coins than it lists; it has no code of its own. */
const TOO_MANY = 400;

/** `absent`: no node knows it. `waiting`: in no block that all of them have. */
export type Whereabouts = 'absent' | 'waiting' | { readonly confirmations: number };

interface Point {
  readonly txId: string;
  readonly index: number;
}

export class ColdNode {
  readonly #nodes: readonly NodeHttp[];
  readonly #network: 'main' | 'test';
  #prefix: string | undefined;

  constructor(urls: readonly string[], network: 'main' | 'test') {
    this.#nodes = urls.map((url) => new NodeHttp(url));
    this.#network = network;
  }

  /** With what its addresses begin. Throws NodeError for a node of another network. */
  async prefix(): Promise<string> {
    if (this.#prefix !== undefined) return this.#prefix;
    const known = await Promise.all(
      this.#nodes.map(async (node) => {
        const text = await node.text({ path: '/block-height/0' });
        return networkOf(text?.trim() ?? '');
      }),
    );
    const [first] = known;
    if (first?.prefix === undefined || known.some((one) => one?.network !== this.#network))
      throw new NodeError('a node serves another network');
    this.#prefix = first.prefix;
    return first.prefix;
  }

  /** Whether anybody ever paid an address. */
  async isUsed(address: string): Promise<boolean> {
    const read = parse(zAddress, await this.#first.json({ path: `/address/${address}` }));
    return read.chain_stats.tx_count + read.mempool_stats.tx_count > 0;
  }

  /** Satoshis of outputs in blocks, however many there are. */
  async balance(address: string): Promise<bigint> {
    const { chain_stats: stats } = parse(
      zAddress,
      await this.#first.json({ path: `/address/${address}` }),
    );
    return BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
  }

  /** Strangers can pay so many coins of next to nothing that a node lists none of them: then its history is read. */
  async coins(address: string): Promise<FoundCoins> {
    const height = await heightOf(this.#first);
    try {
      const found = parse(zCoins, await this.#first.json({ path: `/address/${address}/utxo` }));
      const coins = found.map(({ txid, vout, value, status }) => ({
        txId: txid,
        index: vout,
        units: BigInt(value),
        confirmations: confirmationsOf(status, height),
      }));
      return { coins, unlisted: 0n };
    } catch (error) {
      if (!(error instanceof NodeError) || error.status !== TOO_MANY) throw error;
      return this.#coinsOfHistory(address, height);
    }
  }

  /** The newest first, so that what spent a coin is read before what made it. */
  async #coinsOfHistory(address: string, height: number): Promise<FoundCoins> {
    const spent = new Set<string>();
    const coins: FoundCoin[] = [];
    const read = async (path: string): Promise<string | undefined> => {
      const page = parse(zHistory, await this.#first.json({ path }));
      for (const { vin } of page) for (const one of vin) spent.add(`${one.txid}:${one.vout}`);
      for (const { txid, vout, status } of page)
        for (const [index, { scriptpubkey_address: paid, value }] of vout.entries())
          if (paid === address && !spent.has(`${txid}:${index}`))
            coins.push({
              ...{ txId: txid, index, units: BigInt(value) },
              confirmations: confirmationsOf(status, height),
            });
      return page.at(-1)?.txid;
    };
    await read(`/address/${address}/txs/mempool`);
    let last: string | undefined = '';
    for (let page = 0; page < COLD_HISTORY_PAGES_MAX && last !== undefined; page += 1)
      last = await read(`/address/${address}/txs/chain${last === '' ? '' : `/${last}`}`);
    const known = coins
      .filter(({ confirmations }) => confirmations > 0)
      .reduce((sum, { units }) => sum + units, 0n);
    const rest = (await this.balance(address)) - known;
    return { coins, unlisted: rest > 0n ? rest : 0n };
  }

  /** A whole transaction. */
  async raw(txId: string): Promise<Uint8Array> {
    const text = await this.#first.text({ path: `/tx/${txId}/hex` });
    return Buffer.from(parse(zRaw, text?.trim()), 'hex');
  }

  /** Satoshis a virtual byte for a block within so many, rounded up; at least 1. */
  async rate(blocks: number): Promise<bigint> {
    const rates = parse(zRates, await this.#first.json({ path: '/fee-estimates' }));
    const targets = Object.keys(rates)
      .map(Number)
      .filter((target) => target <= blocks);
    const rate = rates[String(Math.max(...targets))];
    if (rate === undefined) throw new NodeError('the node knows no price of blocks');
    return BigInt(Math.max(1, Math.ceil(rate)));
  }

  /** Hands it to every node; what it throws says nothing of whether the payment is on its way. */
  async broadcast(raw: string): Promise<void> {
    await Promise.any(this.#nodes.map((node) => node.text({ path: '/tx', body: raw })));
  }

  async whereabouts(txId: string): Promise<Whereabouts> {
    const said = await Promise.all(this.#nodes.map((node) => whereaboutsAt(node, txId)));
    if (said.every((one) => one === 'absent')) return 'absent';
    const depths = said.flatMap((one) => (typeof one === 'string' ? [] : [one.confirmations]));
    return depths.length < said.length ? 'waiting' : { confirmations: Math.min(...depths) };
  }

  /** What spent a coin in a block, as all nodes say, and how deep that is; undefined while nothing has. */
  async spentBy(
    coin: Point,
  ): Promise<{ readonly txId: string; readonly confirmations: number } | undefined> {
    const said = await Promise.all(this.#nodes.map((node) => spentAt(node, coin)));
    const [first] = said;
    if (first === undefined || said.some((one) => one?.txId !== first.txId)) return undefined;
    const depths = said.map((one) => one?.confirmations ?? 0);
    return { txId: first.txId, confirmations: Math.min(...depths) };
  }

  get #first(): NodeHttp {
    const [first] = this.#nodes;
    if (first === undefined) throw new NodeError('there is no node');
    return first;
  }
}

async function heightOf(node: NodeHttp): Promise<number> {
  return parse(zCount, Number((await node.text({ path: '/blocks/tip/height' })) ?? Number.NaN));
}

async function whereaboutsAt(node: NodeHttp, txId: string): Promise<Whereabouts> {
  const height = await heightOf(node);
  const read = await node.json({ path: `/tx/${txId}/status` });
  // Esplora answers this for what it does not know too.
  const status = read === undefined ? undefined : parse(zStatus, read);
  if (status?.confirmed) return { confirmations: confirmationsOf(status, height) };
  return (await node.text({ path: `/tx/${txId}/hex` })) === undefined ? 'absent' : 'waiting';
}

async function spentAt(node: NodeHttp, { txId, index }: Point) {
  const height = await heightOf(node);
  const read = await node.json({ path: `/tx/${txId}/outspend/${index}` });
  const spend = read === undefined ? undefined : parse(zSpend, read);
  if (!spend?.spent || spend.txid === undefined || !spend.status?.confirmed) return undefined;
  return { txId: spend.txid, confirmations: confirmationsOf(spend.status, height) };
}

const confirmationsOf = (status: z.infer<typeof zStatus>, height: number): number =>
  status.confirmed && status.block_height !== undefined
    ? Math.max(0, height - status.block_height + 1)
    : 0;

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new NodeError('the node does not speak the Esplora API');
  return parsed.data;
}
