import type { BalanceSheet, ResponseOf } from '@fairlead/contract';
import { isZeroDecimal } from '@fairlead/units';
import { sumOf } from '../../books/amounts.ts';

/** What the house has apart from what lies outside and what is in transit. */
export function houseTotal({ house }: Pick<BalanceSheet, 'house'>): string | undefined {
  const own = house.filter(({ account }) => !APART.has(account));
  return sumOf(own.map(({ total }) => total));
}

const APART: ReadonlySet<string> = new Set([
  'external',
  'other_engines',
  'withdrawals_in_transit',
  'deposits_in_transit',
]);

export const isDrifted = ({ sum }: Pick<BalanceSheet, 'sum'>): boolean => !isZeroDecimal(sum);

export type Verdict = 'sound' | 'unchecked' | 'drift';

/** What may be said of the whole: a sum that is off counts even where no check has seen it yet. */
export function verdictOf({
  is_sound,
  checked_at,
  currencies,
}: Pick<ResponseOf<'balanceSheet'>, 'is_sound' | 'checked_at' | 'currencies'>): Verdict {
  if (!is_sound || currencies.some(isDrifted)) return 'drift';
  return checked_at === undefined ? 'unchecked' : 'sound';
}
