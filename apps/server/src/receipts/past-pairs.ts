/** What a receipt and a row both say, and how values are written to be compared. */
import { formatDecimal, PRICE_SCALE } from '@fairlead/units';
import type { PastReceipt, PastStep } from './past-queries.ts';

export type Said = string | number | bigint | null | undefined;
/** A member, what the receipt says, what the row says; and whether a receipt need not have it. */
export type Pair = readonly [name: string, receipt: Said, row: Said];

export const price = (value: bigint | null): string | null =>
  value === null ? null : formatDecimal(value, PRICE_SCALE);

export function scaleOf(receipt: PastReceipt, { currencies }: PastStep) {
  const currency = currencies.get(String(receipt.own['currency']));
  if (currency === undefined) throw new Error('its currency is not known');
  return currency;
}
