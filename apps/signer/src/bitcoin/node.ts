/** The chain by an Esplora HTTP API (electrs, mempool), as the exchange's watcher reads it; best one of your own. */
import * as z from 'zod/mini';
import { NodeError, NodeHttp } from '../node-http.ts';
import { NETWORKS, type NetworkName } from './network.ts';

const zHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const zCount = z.number().check(z.int(), z.gte(0));
const zStatus = z.object({ confirmed: z.boolean(), block_height: z.optional(zCount) });
const zCoins = z.array(
  z.object({
    txid: zHash,
    vout: zCount,
    value: zCount.check(z.lte(2_100_000_000_000_000)),
    status: zStatus,
  }),
);
const zAddress = z.object({
  chain_stats: z.object({ funded_txo_sum: zCount, spent_txo_sum: zCount }),
});
const zSpend = z.object({
  spent: z.boolean(),
  txid: z.optional(zHash),
  status: z.optional(zStatus),
});
const zRates = z.record(z.string(), z.number().check(z.gt(0)));
const zRaw = z.string().check(z.regex(/^([0-9a-f]{2})+$/));

/** An unspent output as the node tells of it. */
export interface FoundCoin {
  readonly txId: string;
  readonly index: number;
  readonly units: bigint;
  readonly confirmations: number;
}

/** `waiting`: in no block, but known. */
export type Whereabouts = 'absent' | 'waiting' | { readonly confirmations: number };

export class Esplora {
  readonly #http: NodeHttp;

  constructor(url: string) {
    this.#http = new NodeHttp(url);
  }

  /** The name of the first block: of the network. */
  async genesis(): Promise<string> {
    return parse(zHash, (await this.#text('/block-height/0'))?.trim());
  }

  async height(): Promise<number> {
    return parse(zCount, Number(await this.#text('/blocks/tip/height')));
  }

  async coins(address: string): Promise<readonly FoundCoin[]> {
    const height = await this.height();
    const found = parse(zCoins, await this.#json(`/address/${address}/utxo`));
    return found.map(({ txid, vout, value, status }) => ({
      txId: txid,
      index: vout,
      units: BigInt(value),
      confirmations: confirmationsOf(status, height),
    }));
  }

  /** What lies at an address in blocks, in however many coins: of more than it lists a node lists none. */
  async balance(address: string): Promise<bigint> {
    const { chain_stats: stats } = parse(zAddress, await this.#json(`/address/${address}`));
    return BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum);
  }

  /** A whole transaction. */
  async raw(txId: string): Promise<Uint8Array> {
    const text = parse(zRaw, (await this.#text(`/tx/${txId}/hex`))?.trim());
    return Buffer.from(text, 'hex');
  }

  async whereabouts(txId: string): Promise<Whereabouts> {
    const height = await this.height();
    const read = await this.#json(`/tx/${txId}/status`);
    // Esplora answers this for what it does not know too.
    const status = read === undefined ? undefined : parse(zStatus, read);
    if (status?.confirmed) return { confirmations: confirmationsOf(status, height) };
    return (await this.#text(`/tx/${txId}/hex`)) === undefined ? 'absent' : 'waiting';
  }

  /** What spent a coin in a block, and how deep that is; undefined while nothing has. */
  async spentBy(coin: {
    readonly txId: string;
    readonly index: number;
  }): Promise<{ readonly txId: string; readonly confirmations: number } | undefined> {
    const height = await this.height();
    const read = await this.#json(`/tx/${coin.txId}/outspend/${coin.index}`);
    const spend = read === undefined ? undefined : parse(zSpend, read);
    if (!spend?.spent || spend.txid === undefined || !spend.status?.confirmed) return undefined;
    return { txId: spend.txid, confirmations: confirmationsOf(spend.status, height) };
  }

  /** Satoshis a virtual byte for a block within so many, rounded up; at least 1. */
  async rate(blocks: number): Promise<bigint> {
    const rates = parse(zRates, await this.#json('/fee-estimates'));
    const at = Object.keys(rates)
      .map(Number)
      .filter((target) => target <= blocks);
    const rate = rates[String(Math.max(...at))];
    if (rate === undefined) throw new NodeError('the node knows no price of blocks');
    return BigInt(Math.max(1, Math.ceil(rate)));
  }

  /** Hands signed bytes to the node. An error says nothing of whether they are on their way. */
  async broadcast(raw: string): Promise<void> {
    const response = await this.#http.fetch('/tx', raw);
    if (!response.ok) throw new NodeError(`the node did not take it: ${response.status}`);
  }

  async #json(path: string): Promise<unknown> {
    const text = await this.#text(path);
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      throw new NodeError('the node does not speak the Esplora API');
    }
  }

  /** Undefined for what the node does not know. */
  async #text(path: string): Promise<string | undefined> {
    const response = await this.#http.fetch(path);
    if (response.status === 404) return undefined;
    if (!response.ok) throw new NodeError(`the node answers ${response.status}`);
    return response.text();
  }
}

/** Throws when the node serves another network than the policy names. */
export async function checkNetwork(node: Esplora, network: NetworkName): Promise<void> {
  const genesis = await node.genesis();
  const wanted: readonly string[] = NETWORKS[network].genesis;
  if (!wanted.includes(genesis))
    throw new NodeError(`the node serves another network, the policy is for ${network}`);
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
