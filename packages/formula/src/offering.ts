/**
 * The sums of new-coin subscription, for the engine that enforces them and the screens that show them. A price is of one
 * whole unit sold in the payment currency; `scale` is quoteScale of the currency sold and the payment currency.
 */
import {
  type AmountMinor,
  amountMinor,
  assert,
  divCeil,
  divFloor,
  PPM_ONE,
  type PriceE8,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import type { QuoteScale } from './futures.ts';

/** What an amount costs at its issue price, in the payment currency: rounded up, so that nothing is bought for less. */
export function subscriptionCost(
  amount: AmountMinor,
  issuePrice: PriceE8,
  { numerator, denominator }: QuoteScale,
): AmountMinor {
  assert(amount >= 0n && issuePrice > 0n, 'an amount is not negative and a price is above nothing');
  return amountMinor(divCeil(amount * issuePrice * numerator, denominator));
}

/** Index ÷ issue price − 1, rounded down; undefined without an index price. */
export function expectedReturn(
  issuePrice: PriceE8,
  indexPrice: PriceE8 | undefined,
): RatePpm | undefined {
  if (indexPrice === undefined) return undefined;
  return ratePpm(divFloor((indexPrice - issuePrice) * PPM_ONE, issuePrice));
}

/** The prices that a return lies between. */
interface ReturnPrices {
  readonly issuePrice: PriceE8;
  /** Undefined without a market that has a price. */
  readonly indexPrice: PriceE8 | undefined;
}

/**
 * amount × (index − issue price) in the payment currency, rounded down: below zero for a loss. Undefined without an
 * index price.
 */
export function accumulatedReturn(
  amount: AmountMinor,
  { issuePrice, indexPrice }: ReturnPrices,
  { numerator, denominator }: QuoteScale,
): AmountMinor | undefined {
  if (indexPrice === undefined) return undefined;
  return amountMinor(divFloor(amount * (indexPrice - issuePrice) * numerator, denominator));
}

/** What was won of what was paid, rounded down; undefined where the return is, or nothing was paid. */
export function totalReturn(
  accumulated: AmountMinor | undefined,
  paid: AmountMinor,
): RatePpm | undefined {
  if (accumulated === undefined || paid <= 0n) return undefined;
  return ratePpm(divFloor(accumulated * PPM_ONE, paid));
}
