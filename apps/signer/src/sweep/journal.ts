/**
 * What the sweeping signer has signed, on disk before anything is told or sent: the steps of every signer's journal, with
 * numbers of its own. A sweep that waits too long may have versions, of which one pays: they share its number, and the nonce or
 * the coins. While one of them is open its addresses, or its coins, are in no other sweep.
 */
import type { Hex } from 'viem';
import * as z from 'zod/mini';
import {
  SIGNED_SHAPE,
  type SignedTx,
  StepJournal,
  type Steps,
  type Writing,
  zDigits,
} from '../journal.ts';
import { intentHash } from '../policy.ts';

const SWEEP_SHAPE = {
  ...SIGNED_SHAPE,
  to: z.enum(['hot', 'cold', 'gas']),
  address: z.string().check(z.minLength(1)),
  /** The most that it can cost, in the smallest units of the chain's coin. */
  most: zDigits,
};

export interface SweepTx extends SignedTx {
  readonly to: 'hot' | 'cold' | 'gas';
  /** Of the policy; of gas the deposit address that gets it. */
  readonly address: string;
  readonly most: bigint;
  readonly raw: string;
}

/** What is about to be written down; its number and its hash follow from it. */
export type NewSweep<Own extends SweepTx> = Omit<Own, 'id' | 'intentHash' | 'signed'>;

export class SweepJournal<Own extends SweepTx> extends StepJournal<Own> {
  readonly #chain: string;

  constructor(file: string, chain: string, writing: Writing<Own>) {
    super(file, writing);
    this.#chain = chain;
  }

  open(): readonly (Own & Steps)[] {
    return this.entries().filter(({ final }) => final === undefined);
  }

  /** Of each open sweep what was signed last. */
  latest(): readonly (Own & Steps)[] {
    return [...new Map(this.open().map((sweep) => [sweep.id, sweep])).values()];
  }

  /** A version of one that was signed before has its number. */
  begin(sweep: NewSweep<Own>, id = this.entries().length + 1): Own & Steps {
    const { address, currencyId, units } = sweep;
    const amount = String(units);
    const hash = intentHash({ id, chain: this.#chain, address, amount, currency_id: currencyId });
    return this.signed({ ...sweep, id, intentHash: hash, signed: undefined } as unknown as Own);
  }
}

export interface EthereumSweep extends SweepTx {
  readonly txId: Hex;
  readonly address: Hex;
  readonly raw: Hex;
  /** Whose address it is from; absent of the reserve's. */
  readonly index: number | undefined;
  readonly from: Hex;
  readonly nonce: number;
}

const zAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));
const zEthereum = z.strictObject({
  ...SWEEP_SHAPE,
  index: z.optional(z.number().check(z.int(), z.gt(0))),
  from: zAddress,
  address: zAddress,
  nonce: z.number().check(z.int(), z.gte(0)),
  tx_id: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  raw: z.string().check(z.regex(/^0x[0-9a-f]+$/)),
});

export class EthereumSweepJournal extends SweepJournal<EthereumSweep> {
  constructor(file: string) {
    super(file, 'ERC20', {
      line: zEthereum,
      write: ({ to, address, most, index, from, nonce, raw }) => ({
        ...{ to, address, from, nonce, raw, most: String(most) },
        ...(index !== undefined && { index }),
      }),
      read: (line) => {
        const { to, address, most, index, from, nonce, raw } = zEthereum.parse(line);
        const hex = { address: address as Hex, from: from as Hex, raw: raw as Hex };
        return { ...hex, to, most: BigInt(most), index, nonce };
      },
    });
  }
}

export interface SweptCoin {
  readonly txId: string;
  readonly index: number;
  /** The user at whose address it lies; absent in a journal of before. */
  readonly owner: number | undefined;
}

export interface BitcoinSweep extends SweepTx {
  readonly coins: readonly SweptCoin[];
  /** How many addresses they lie at. */
  readonly sources: number;
}

const zBitcoin = z.strictObject({
  ...SWEEP_SHAPE,
  coins: z.array(
    z.strictObject({ tx_id: z.string(), index: z.number(), owner: z.optional(z.number()) }),
  ),
  sources: z.number(),
  raw: z.string().check(z.regex(/^([0-9a-f]{2})+$/)),
});

export class BitcoinSweepJournal extends SweepJournal<BitcoinSweep> {
  constructor(file: string) {
    super(file, 'OMNI', {
      line: zBitcoin,
      write: ({ to, address, most, coins, sources, raw }) => ({
        ...{ to, address, sources, raw, most: String(most) },
        coins: coins.map(({ txId, index, owner }) => ({
          ...{ tx_id: txId, index },
          ...(owner !== undefined && { owner }),
        })),
      }),
      read: (line) => {
        const { to, address, most, coins, sources, raw } = zBitcoin.parse(line);
        const spent = coins.map(({ tx_id: txId, index, owner }) => ({ txId, index, owner }));
        return { to, address, most: BigInt(most), coins: spent, sources, raw };
      },
    });
  }
}
