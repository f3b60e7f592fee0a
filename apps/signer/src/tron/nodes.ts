/**
 * Several nodes as one. What they do not all say is not so: one that lies or lags makes payments wait, it gets none made
 * twice. That a payment is in no block is believed of two at least.
 */
import { isDeepStrictEqual } from 'node:util';
import { NodeError } from '../node-http.ts';
import {
  NETWORKS,
  type SentPayment,
  type SolidBlock,
  type TronEvidence,
  type TronNetwork,
  TronNode,
  type TronPrices,
} from './node.ts';

const MINUTE_MS = 60_000;
/** Behind one name there may be machines of different heights: by then the slowest is past it. */
export const LAG_MS = 10 * MINUTE_MS;
/** Solid blocks are about a minute old. One much older or of tomorrow: the chain stands still, or a clock is wrong. */
const SKEW_MS = 5 * MINUTE_MS;
const WITNESSES_MIN = 2;

/** What a payment takes of the wallet, by the worst that a node says. */
export interface Needs {
  readonly prices: TronPrices;
  /** Undefined when it would fail. */
  readonly energy: bigint | undefined;
  readonly staked: bigint;
  readonly trx: bigint;
  /** Of the token. */
  readonly units: bigint;
  readonly isNewAccount: boolean;
}

export class TronNodes {
  readonly #nodes: readonly TronNode[];

  /** Throws for a node that is named twice: it would be its own witness. */
  constructor(urls: readonly string[]) {
    if (new Set(urls.map((url) => new URL(url).host)).size < urls.length)
      throw new NodeError('a node is named twice');
    this.#nodes = urls.map((url) => new TronNode(url));
  }

  /** Whether they are enough to prove that something is not there. */
  get areWitnesses(): boolean {
    return this.#nodes.length >= WITNESSES_MIN;
  }

  /** Throws when one serves another network than the policy names. */
  async check(network: TronNetwork): Promise<void> {
    for (const genesis of await this.#all((node) => node.genesis()))
      if (genesis !== NETWORKS[network])
        throw new NodeError(`a node serves another network, the policy is for ${network}`);
  }

  /** The latest block that is solid for all of them. */
  async solid(): Promise<SolidBlock> {
    const heads = await this.#all((node) => node.solid());
    const height = Math.min(...heads.map((head) => head.height));
    return this.#shared(await this.#all((node) => node.block(height)), `block ${height}`);
  }

  /** What all of them say of a payment in solid blocks; undefined while they do not say the same. */
  async evidence(sent: SentPayment): Promise<TronEvidence | undefined> {
    const [first, ...others] = await this.#all((node) => node.evidence(sent));
    return others.every((other) => isDeepStrictEqual(other, first)) ? first : undefined;
  }

  /** How many have it, in a block or waiting for one: all, some or none. */
  async know(txId: string): Promise<'all' | 'some' | 'none'> {
    const known = await this.#all((node) => node.knows(txId));
    return known.every(Boolean) ? 'all' : known.some(Boolean) ? 'some' : 'none';
  }

  /**
   * Whether a payment is in no block and never will be: each of them, and they are two at least, has the block that it
   * refers to, has a solid block well after it expires, and has it nowhere. A block holds a payment only if the block
   * before is of an earlier time than it expires, and every later block builds upon a solid one.
   */
  async isDead(
    sent: SentPayment & {
      readonly expirationMs: number;
      readonly reference: { readonly height: number; readonly hash: string };
    },
  ): Promise<boolean> {
    if (!this.areWitnesses) return false;
    const { reference, expirationMs } = sent;
    // What is solid is asked before what is there: a node that is on its way forward is not taken for one that is there.
    const isPast = await this.#all(async (node) => {
      const { timeMs } = await node.solid();
      const block = await node.block(reference.height);
      return timeMs >= expirationMs + LAG_MS && block?.hash === reference.hash;
    });
    if (!isPast.every(Boolean)) return false;
    const isAbsent = await this.#all(async (node) => {
      const { kind } = await node.evidence(sent);
      return kind === 'absent' && !(await node.knows(sent.txId));
    });
    return isAbsent.every(Boolean);
  }

  async needs(payment: Omit<SentPayment, 'txId'>): Promise<Needs> {
    const { from, address, contract } = payment;
    const [first, ...others] = await this.#all(async (node): Promise<Needs> => {
      const prices = await node.prices();
      const trx = await node.trx(from);
      const isNewAccount = contract === undefined && !(await node.hasAccount(address));
      if (contract === undefined)
        return { prices, energy: 0n, staked: 0n, trx, units: trx, isNewAccount };
      const [energy, staked] = [await node.energy(payment), await node.staked(from)];
      const units = await node.tokens(from, contract);
      return { prices, energy, staked, trx, units, isNewAccount };
    });
    if (first === undefined) throw new NodeError('no node is named');
    return others.reduce(worse, first);
  }

  /** Hands signed bytes to all. Throws when none says that it took them, which says nothing of whether one did. */
  async broadcast(raw: string): Promise<void> {
    const results = await Promise.allSettled(this.#nodes.map((node) => node.broadcast(raw)));
    if (results.some(({ status }) => status === 'fulfilled')) return;
    const [failure] = results.filter((result) => result.status === 'rejected');
    throw failure?.reason ?? new NodeError('no node is named');
  }

  #all<Answer>(ask: (node: TronNode) => Promise<Answer>): Promise<Answer[]> {
    return Promise.all(this.#nodes.map(ask));
  }

  #shared(blocks: readonly (SolidBlock | undefined)[], what: string): SolidBlock {
    const [first, ...others] = blocks;
    if (first === undefined || !others.every((other) => isDeepStrictEqual(other, first)))
      throw new NodeError(`the nodes do not agree on ${what}`);
    return first;
  }
}

/** Whether a clock and the chain tell the same time, as far as a payment's end is measured by both. */
export const isInTime = ({ timeMs }: SolidBlock, nowMs: number): boolean =>
  Math.abs(nowMs - timeMs) <= SKEW_MS;

const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function worse(one: Needs, other: Needs): Needs {
  return {
    prices: {
      energy: higher(one.prices.energy, other.prices.energy),
      bandwidth: higher(one.prices.bandwidth, other.prices.bandwidth),
      account: higher(one.prices.account, other.prices.account),
    },
    energy:
      one.energy === undefined || other.energy === undefined
        ? undefined
        : higher(one.energy, other.energy),
    staked: lower(one.staked, other.staked),
    trx: lower(one.trx, other.trx),
    units: lower(one.units, other.units),
    isNewAccount: one.isNewAccount || other.isNewAccount,
  };
}
