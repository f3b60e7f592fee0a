/** Locked funds as the wire shows them: products, orders, and the rules of a product. */
import type { HostingOrder, HostingProduct as HostingProductView } from '@fairlead/contract';
import type { Currency, HostingProduct, HostingRow } from '@fairlead/engine';
import {
  hostingDayInterest,
  hostingDueAtMs,
  hostingExpectedReturn,
  hostingRedemption,
} from '@fairlead/formula';
import { amountMinor, type RatePpm } from '@fairlead/units';
import { amountText, rateText, shortDecimal } from '../core/http/figures.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import type { OfferedProduct } from './desk.ts';

/** Interest is posted each day. */
const CYCLE_DAYS = 1;
/** The rules' example is of an order with so many days left, as long as the product has them. */
const EXAMPLE_DAYS_LEFT = 3;

export function hostingProductView(
  product: OfferedProduct,
  currency: Currency,
  say: Say,
): HostingProductView {
  const { days, dailyYieldPpm, minMinor } = product;
  return {
    id: product.productId,
    currency_id: currency.currencyId,
    currency: currency.name,
    name: say('hosting.product', { currency: currency.name, days }),
    days,
    min_amount: shortDecimal(minMinor, currency.scale),
    max_amount: shortDecimal(product.maxMinor, currency.scale),
    daily_yield: rateText(dailyYieldPpm),
    total_yield: rateText(dailyYieldPpm * BigInt(days)),
    cycle: CYCLE_DAYS,
    expected_return_30d: amountText(hostingExpectedReturn(minMinor, dailyYieldPpm), currency),
    damages_rate: rateText(product.damagesRatePpm),
    remaining_capacity: amountText(product.remaining, currency),
  };
}

/** What an order comes to in its present state; in hosting, if it were ended now. */
function endOf(row: HostingRow): {
  readonly damages: bigint;
  readonly penalty: bigint;
  readonly returned: bigint;
} {
  if (row.status === 'hosting') return hostingRedemption(row);
  const { amount, damages, penalty } = row;
  return { damages, penalty, returned: amount - damages - penalty };
}

export function hostingView(row: HostingRow, terms: Terms): HostingOrder {
  const currency = terms.knownCurrency(row.currencyId);
  const { days, postedDays, interest, endedAtMs } = row;
  const { damages, penalty, returned } = endOf(row);
  const text = (amount: bigint) => amountText(amountMinor(amount), currency);
  return {
    id: row.hostingId,
    product_id: row.productId,
    currency_id: row.currencyId,
    currency: currency.name,
    amount: text(row.amount),
    days,
    remaining_days: days - postedDays,
    daily_yield: rateText(row.dailyYieldPpm),
    damages_rate: rateText(row.damagesRatePpm),
    earned: text(row.earned),
    expected_total: text(interest),
    damages: text(damages),
    penalty: text(penalty),
    redeemable_amount: text(returned),
    status: row.status,
    paid_at: row.paidAtMs,
    completes_at: row.completesAtMs,
    ...(endedAtMs !== undefined && { completed_at: endedAtMs }),
    ...(row.status === 'hosting' && {
      next_at: hostingDueAtMs(row.paidAtMs, postedDays + 1),
      next_amount: text(hostingDayInterest(interest, postedDays + 1, days)),
    }),
  };
}

const percent = (rate: RatePpm): string => `${shortDecimal(rate, 4)}%`;

/** Paragraphs, with an example in figures of the product's minimum. */
export function hostingRules(product: HostingProduct, currency: Currency, say: Say): string[] {
  const { days, dailyYieldPpm, damagesRatePpm, minMinor } = product;
  const daysLeft = Math.min(EXAMPLE_DAYS_LEFT, days);
  const amount = minMinor;
  const postedDays = days - daysLeft;
  const example = hostingRedemption({ amount, days, dailyYieldPpm, damagesRatePpm, postedDays });
  const text = (value: bigint) => shortDecimal(value, currency.scale);
  const name = currency.name;
  return [
    say('hosting.rules.interest', { rate: percent(dailyYieldPpm), days }),
    say('hosting.rules.principal', { days }),
    say('hosting.rules.early', { rate: percent(damagesRatePpm) }),
    say('hosting.rules.example', {
      amount: text(amount),
      currency: name,
      days: daysLeft,
      damages: text(example.damages),
      penalty: text(example.penalty),
      returned: text(example.returned),
    }),
    say('hosting.rules.terms'),
    say('hosting.rules.treasury', { currency: name }),
  ];
}
