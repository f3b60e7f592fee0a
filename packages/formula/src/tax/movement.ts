/** What is put into a tax ledger, and the lines that come out of it. */
import type { Lot } from './lots.ts';
import type { IncomeFigure, MovementReason, ResultFigure } from './rules.ts';

export interface CurrencyAmount {
  readonly currencyId: number;
  readonly amount: bigint;
}

/** One journal entry as one owner has it. */
export interface Movement {
  readonly entryId: number;
  readonly timeMs: number;
  readonly reason: MovementReason;
  readonly reference: string;
  /** What it changed of all the owner's accounts together, a currency once; nothing by a transfer. */
  readonly changes: readonly CurrencyAmount[];
  /** Fees that are in it: for the record, they are part of what was given or not received. */
  readonly fees: readonly CurrencyAmount[];
}

/** Sums an entry's postings by currency; what adds up to nothing is left out. */
export function netChanges(postings: readonly CurrencyAmount[]): CurrencyAmount[] {
  const sums = new Map<number, bigint>();
  for (const { currencyId, amount } of postings)
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amount);
  return [...sums].flatMap(([currencyId, amount]) =>
    amount === 0n ? [] : [{ currencyId, amount }],
  );
}

/** The figures of a report, each the sum of its lines. */
export const TAX_FIGURES = [
  'gains',
  'interest',
  'rebates',
  'bonuses',
  'futures',
  'options',
  'penalties',
  'corrections',
  'fees',
  'deposits',
  'withdrawals',
] as const satisfies readonly (IncomeFigure | ResultFigure | string)[];

export type TaxFigure = (typeof TAX_FIGURES)[number];

/** Why a line has no value. */
export type Missing = 'price' | 'cost';

/** One part of one figure, of one entry and currency. */
export interface TaxLine {
  readonly figure: TaxFigure;
  readonly entryId: number;
  readonly timeMs: number;
  readonly reason: MovementReason;
  readonly currencyId: number;
  /** What came or, below zero, went. A disposal has what was disposed of, above zero. */
  readonly quantity: bigint;
  /** Its worth in the account's currency, of a disposal the proceeds, with the sign of the quantity. */
  readonly value: bigint | undefined;
  /** Of a disposal, a withdrawal and a deposit: what it had cost. */
  readonly cost?: bigint | undefined;
  /** Of a disposal: value − cost. */
  readonly gain?: bigint | undefined;
  readonly missing?: Missing;
  /** What it was taken from. */
  readonly lots?: readonly Lot[];
}

/** A lot that came to a currency's lots. */
export interface LotChange {
  readonly currencyId: number;
  readonly lot: Lot;
}

/** All that one movement did. */
export interface Applied {
  readonly movement: Movement;
  readonly lines: readonly TaxLine[];
  readonly taken: readonly LotChange[];
  readonly added: readonly LotChange[];
}
