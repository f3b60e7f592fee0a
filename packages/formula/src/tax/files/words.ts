/** What the writers of files are told of currencies and times. */
import { formatDecimal } from '@fairlead/units';
import type { CurrencyAmount, Movement } from '../movement.ts';

export interface FileWords {
  nameOf(currencyId: number): string;
  scaleOf(currencyId: number): number;
  /** The account's currency. */
  readonly currencyId: number;
  /** What the exchange calls itself. */
  readonly exchange: string;
  /** The date there, e.g. "2026-03-31". */
  dateOf(timeMs: number): string;
  /** "2026-03-31 09:30:00", UTC. */
  utcOf(timeMs: number): string;
  /** ISO 8601 with the zone's offset. */
  timeOf(timeMs: number): string;
}

/** Undefined is an empty cell. */
export type FileCell = string | number | undefined;

export function amountText({ currencyId, amount }: CurrencyAmount, words: FileWords): string {
  return formatDecimal(amount, words.scaleOf(currencyId));
}

/** What an entry gave and brought, and the fee of it: at most one each, but for what somebody did with oneself. */
export interface Sides {
  readonly out: CurrencyAmount | undefined;
  readonly into: CurrencyAmount | undefined;
  readonly fee: CurrencyAmount | undefined;
}

/** One row each; an entry with two that came or went is as many rows. */
export function sidesOf({ changes, fees }: Movement): Sides[] {
  const out = changes.filter(({ amount }) => amount < 0n);
  const into = changes.filter(({ amount }) => amount > 0n);
  const feeOf = (...sides: (CurrencyAmount | undefined)[]): CurrencyAmount | undefined =>
    fees.find(({ currencyId }) => sides.some((side) => side?.currencyId === currencyId));
  if (out.length === 1 && into.length === 1)
    return [{ out: out[0], into: into[0], fee: feeOf(into[0], out[0]) }];
  return changes.map((change) => {
    const isIn = change.amount > 0n;
    return {
      out: isIn ? undefined : change,
      into: isIn ? change : undefined,
      fee: feeOf(change),
    };
  });
}
