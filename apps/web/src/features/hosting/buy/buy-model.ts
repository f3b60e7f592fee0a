/** The purchase of locked funds: what was typed, what keeps it from going, what is sent; pure. */
import type { RequestOf } from '@fairlead/contract';
import { finishDecimal } from '@fairlead/ui';
import {
  type AmountMinor,
  amountMinor,
  formatDecimal,
  formatRate,
  minimum,
  parseDecimal,
} from '@fairlead/units';
import type { ProductTerms } from '../terms.ts';

export interface BuyInputs {
  readonly terms: ProductTerms;
  /** In the trust account; undefined for guests and until it is known. */
  readonly available: AmountMinor | undefined;
}

export type BuyProblem =
  | 'required'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'soldOut'
  | 'aboveRemaining'
  | 'insufficient';

/** What was typed; undefined while it is no number. "5." counts as 5. */
export function typedMinor(text: string, scale: number): AmountMinor | undefined {
  const padded = text.startsWith('.') ? `0${text}` : text;
  const value = parseDecimal(finishDecimal(padded) ?? '', scale);
  return value === undefined ? undefined : amountMinor(value);
}

/** Whether less is left of a product than its minimum. */
export const isSoldOut = ({ remainingMinor, minMinor }: ProductTerms): boolean =>
  remainingMinor < minMinor;

/** Whether what is left of a product is less than one order may be for. */
export const isScarce = (terms: ProductTerms): boolean => terms.remainingMinor < terms.maxMinor;

/** The first that applies; undefined when it may go. */
export function buyProblem(text: string, { terms, available }: BuyInputs): BuyProblem | undefined {
  const { scale, minMinor, maxMinor, remainingMinor } = terms;
  if (isSoldOut(terms)) return 'soldOut';
  const amount = typedMinor(text, scale);
  if (amount === undefined || amount === 0n) return 'required';
  if (amount < minMinor) return 'belowMinimum';
  if (amount > maxMinor) return 'aboveMaximum';
  if (amount > remainingMinor) return 'aboveRemaining';
  if (available !== undefined && amount > available) return 'insufficient';
  return undefined;
}

/** The most that could be locked now: what there is, at most what one order and the product take. */
export function mostMinor({ terms, available }: BuyInputs): AmountMinor | undefined {
  if (available === undefined) return undefined;
  return minimum<AmountMinor>(minimum(available, terms.maxMinor), terms.remainingMinor);
}

const PERCENT = 100n;

/** A share of the most, rounded down, as one would type it. */
export function shareText(inputs: BuyInputs, percent: number): string {
  const most = mostMinor(inputs) ?? 0n;
  const text = formatDecimal((most * BigInt(percent)) / PERCENT, inputs.terms.scale);
  return text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;
}

/** What is missing in the trust account for an amount; undefined when nothing is, or nobody knows. */
export function missingMinor(
  text: string,
  { terms, available }: BuyInputs,
): AmountMinor | undefined {
  const amount = typedMinor(text, terms.scale);
  if (amount === undefined || available === undefined || amount <= available) return undefined;
  return amountMinor(amount - available);
}

export const buyRequest = (amount: AmountMinor, terms: ProductTerms): RequestOf<'buyHosting'> => ({
  product_id: terms.productId,
  amount: formatDecimal(amount, terms.scale),
  agreed: true,
  shown_daily_yield: formatRate(terms.dailyYieldPpm),
  shown_damages_rate: formatRate(terms.damagesRatePpm),
  shown_days: terms.days,
});
