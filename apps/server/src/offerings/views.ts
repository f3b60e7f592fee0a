/** Offerings and subscriptions as the wire shows them. */

import type { Offering, OfferingStatus, Subscription } from '@fairlead/contract';
import type { Currency, OfferingRow, SubscriptionRow } from '@fairlead/engine';
import { accumulatedReturn, expectedReturn, quoteScale, totalReturn } from '@fairlead/formula';
import { PRICE_SCALE, type PriceE8 } from '@fairlead/units';
import { amountText, rateText, shortDecimal } from '../core/http/figures.ts';
import type { Say } from '../core/texts/texts.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';
import { sayReason } from '../notices/index.ts';

/**
 * By the clock: sold out from the closing whatever remains, redeeming from the launch. What an operator
 * has closed while it is on sale counts as sold out.
 */
export function offeringStatus(offering: OfferingRow, nowMs: number): OfferingStatus {
  if (nowMs >= offering.launchesAtMs) return 'redeeming';
  if (nowMs < offering.startsAtMs) return 'upcoming';
  const isLeft = offering.totalMinor - offering.soldMinor >= offering.minMinor;
  const isOnSale = nowMs < offering.closesAtMs && offering.isOpen && isLeft;
  return isOnSale ? 'subscribing' : 'sold_out';
}

/** Whether users see it: a closed one that nobody has bought of is an operator's draft. */
export const isListed = ({ isOpen, soldMinor }: OfferingRow): boolean => isOpen || soldMinor > 0n;

interface Surroundings {
  readonly terms: Terms;
  readonly marketData: MarketData;
  readonly clock: { now(): number };
}

interface Pair {
  readonly sold: Currency;
  readonly payment: Currency;
  /** The fresh index of a market of the two; undefined without one. */
  readonly indexPrice: PriceE8 | undefined;
}

const pairOf = (
  { terms, marketData }: Surroundings,
  { currencyId, paymentCurrencyId }: Pick<OfferingRow, 'currencyId' | 'paymentCurrencyId'>,
): Pair => {
  const [sold, payment] = [terms.knownCurrency(currencyId), terms.knownCurrency(paymentCurrencyId)];
  const indexPrice = marketData.indexPrice(`${sold.name}/${payment.name}`)?.price;
  return { sold, payment, indexPrice };
};

/** Shows offerings by the server's clock and the present index. */
export const offeringViewer =
  (surroundings: Surroundings) =>
  (offering: OfferingRow): Offering => {
    const { sold, payment, indexPrice } = pairOf(surroundings, offering);
    const expected = expectedReturn(offering.issuePrice, indexPrice);
    const amount = (minor: bigint) => shortDecimal(minor, sold.scale);
    return {
      id: offering.offeringId,
      currency_id: sold.currencyId,
      currency: sold.name,
      name: sold.fullName,
      issue_price: shortDecimal(offering.issuePrice, PRICE_SCALE),
      payment_currency_id: payment.currencyId,
      payment_currency: payment.name,
      total: amount(offering.totalMinor),
      remaining: amount(offering.totalMinor - offering.soldMinor),
      min_amount: amount(offering.minMinor),
      max_amount: amount(offering.maxMinor),
      lockup_days: offering.lockupDays,
      starts_at: offering.startsAtMs,
      closes_at: offering.closesAtMs,
      launches_at: offering.launchesAtMs,
      ...(expected !== undefined && { expected_return: rateText(expected) }),
      status: offeringStatus(offering, surroundings.clock.now()),
    };
  };

/** Shows subscriptions with what they have gained at the present index; a ready-made reason is told by `say`. */
export const subscriptionViewer =
  (surroundings: Surroundings, say: Say) =>
  (subscription: SubscriptionRow): Subscription => {
    const { sold, payment, indexPrice } = pairOf(surroundings, subscription);
    const { amount, paid, issuePrice, status, reason } = subscription;
    const scale = quoteScale({ base: sold.scale, quote: payment.scale });
    const isPassed = status === 'passed';
    const gained = isPassed
      ? accumulatedReturn(amount, { issuePrice, indexPrice }, scale)
      : undefined;
    const share = totalReturn(gained, paid);
    return {
      id: subscription.subscriptionId,
      offering_id: subscription.offeringId,
      currency_id: sold.currencyId,
      currency: sold.name,
      amount: amountText(amount, sold),
      issue_price: shortDecimal(issuePrice, PRICE_SCALE),
      paid: amountText(paid, payment),
      payment_currency: payment.name,
      status,
      ...(reason !== undefined && { reason: sayReason(reason, say) }),
      ...(isPassed && {
        unlocks_at: subscription.unlocksAtMs,
        released: subscription.isReleased,
      }),
      ...(gained !== undefined && { accumulated_return: amountText(gained, payment) }),
      ...(share !== undefined && { total_return: rateText(share) }),
      time: subscription.createdAtMs,
    };
  };

/** On sale first, those that close soonest before; then upcoming by their start; then ended, the newest launch first. */
export function inListOrder(
  offerings: readonly OfferingRow[],
  nowMs: number,
): readonly OfferingRow[] {
  const rank = (offering: OfferingRow): readonly [number, number] => {
    const status = offeringStatus(offering, nowMs);
    if (status === 'subscribing') return [0, offering.closesAtMs];
    if (status === 'upcoming') return [1, offering.startsAtMs];
    return [2, -offering.launchesAtMs];
  };
  return offerings.toSorted((left, right) => {
    const [[place, time], [otherPlace, otherTime]] = [rank(left), rank(right)];
    return place - otherPlace || time - otherTime || left.offeringId - right.offeringId;
  });
}
