/** The form of a subscription: rules, summarize, validate; pure. Sums are those the engine enforces. */
import type { CurrencyInfo, Offering, RequestOf } from '@fairlead/contract';
import { quoteScale, subscriptionCost } from '@fairlead/formula';
import { finishDecimal } from '@fairlead/ui';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  formatDecimal,
  maximum,
  minimum,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
} from '@fairlead/units';
import { tidy } from '../../../data/tidy.ts';

const PERCENT = 100n;

/** An offering as exact integers, with what its reader has. */
export interface PurchaseRules {
  /** Decimals of what is sold, and of what pays. */
  readonly scale: number;
  readonly paymentScale: number;
  readonly price: PriceE8;
  readonly min: AmountMinor;
  /** What the reader may still subscribe for, of what one person may. */
  readonly rest: AmountMinor;
  readonly remaining: AmountMinor;
  /** Of the payment currency in the coin account. */
  readonly available: AmountMinor;
}

export interface RuleSources {
  readonly offering: Offering & {
    readonly available?: string | undefined;
    readonly subscribed?: string | undefined;
  };
  readonly currencies: readonly CurrencyInfo[];
}

/** Undefined where a currency is not known, or the reader is a guest. */
export function purchaseRules({ offering, currencies }: RuleSources): PurchaseRules | undefined {
  const scaleOf = (id: number) => currencies.find((one) => one.currency_id === id)?.scale;
  const scale = scaleOf(offering.currency_id);
  const paymentScale = scaleOf(offering.payment_currency_id);
  const { available, subscribed } = offering;
  if (scale === undefined || paymentScale === undefined) return undefined;
  if (available === undefined || subscribed === undefined) return undefined;
  const amount = (text: string, decimals = scale) =>
    amountMinor(parseDecimal(text, decimals) ?? 0n);
  const rest = amount(offering.max_amount) - amount(subscribed);
  return {
    scale,
    paymentScale,
    price: priceE8(parseDecimal(offering.issue_price, PRICE_SCALE) ?? 0n),
    min: amount(offering.min_amount),
    rest: amountMinor(maximum(0n, rest)),
    remaining: amount(offering.remaining),
    available: amount(available, paymentScale),
  };
}

const scalesOf = ({ scale, paymentScale }: PurchaseRules) =>
  quoteScale({ base: scale, quote: paymentScale });

/** What an amount costs at the issue price, rounded up. */
const costOf = (amount: AmountMinor, rules: PurchaseRules): AmountMinor =>
  subscriptionCost(amount, rules.price, scalesOf(rules));

/** The most that the balance pays for, rounded down: one minor unit more would cost more than there is. */
export function affordable(rules: PurchaseRules): AmountMinor {
  const { numerator, denominator } = scalesOf(rules);
  if (rules.price <= 0n) return amountMinor(0n);
  return amountMinor(divFloor(rules.available * denominator, rules.price * numerator));
}

/** The most that can be subscribed for: the person's rest, what is left in all, what the balance pays for. */
export const mostOf = (rules: PurchaseRules): AmountMinor =>
  minimum(minimum(rules.rest, rules.remaining), affordable(rules));

/** Why nothing can be subscribed for, whatever the amount: all taken by the person, or by all together. */
export type Closed = 'limit' | 'soldOut';

export function closedBy({ min, rest, remaining }: PurchaseRules): Closed | undefined {
  if (remaining < min) return 'soldOut';
  return rest < min ? 'limit' : undefined;
}

/** A share of the most, rounded down, as one would type it; undefined where that is nothing. */
export function percentOf(percent: number, rules: PurchaseRules): string | undefined {
  const amount = divFloor(mostOf(rules) * BigInt(percent), PERCENT);
  return amount > 0n ? trimmed(formatDecimal(amount, rules.scale)) : undefined;
}

const trimmed = (text: string): string =>
  text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;

export interface PurchaseSummary {
  /** As typed; undefined while it is no number. */
  readonly amount: AmountMinor | undefined;
  /** What it costs. */
  readonly cost: AmountMinor | undefined;
  /** Of the payment currency, what is missing; undefined when the balance suffices. */
  readonly missing: AmountMinor | undefined;
}

export function summarize(text: string, rules: PurchaseRules): PurchaseSummary {
  const finished = finishDecimal(text.startsWith('.') ? `0${text}` : text);
  const parsed = finished === undefined ? undefined : parseDecimal(finished, rules.scale);
  if (parsed === undefined || parsed === 0n)
    return { amount: undefined, cost: undefined, missing: undefined };
  const amount = amountMinor(parsed);
  const cost = costOf(amount, rules);
  const missing = cost > rules.available ? amountMinor(cost - rules.available) : undefined;
  return { amount, cost, missing };
}

/** In the order of the server's own refusals. */
export type PurchaseProblem =
  | 'required'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'soldOut'
  | 'insufficient';

export function validate(
  { amount, missing }: PurchaseSummary,
  { min, rest, remaining }: PurchaseRules,
): PurchaseProblem | undefined {
  if (amount === undefined) return 'required';
  if (amount < min) return 'belowMinimum';
  if (amount > rest) return 'aboveMaximum';
  if (amount > remaining) return 'soldOut';
  return missing === undefined ? undefined : 'insufficient';
}

/** An amount for people, before it is grouped. */
export const shownAmount = (amount: AmountMinor, scale: number): string =>
  tidy(formatDecimal(amount, scale));

export const purchaseRequest = (
  { id, issue_price, lockup_days, launches_at }: Offering,
  amount: AmountMinor,
  { scale }: PurchaseRules,
): RequestOf<'subscribe'> => ({
  offering_id: id,
  amount: trimmed(formatDecimal(amount, scale)),
  shown_issue_price: issue_price,
  shown_lockup_days: lockup_days,
  shown_launches_at: launches_at,
});
