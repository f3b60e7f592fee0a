/** Products and orders of locked funds as exact integers, read once from the wire; pure. */
import type { HostingOrder, HostingProduct } from '@fairlead/contract';
import {
  type AmountMinor,
  amountMinor,
  decimalsOf,
  formatDecimal,
  parseDecimal,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import { tidy } from '../../data/tidy.ts';

export interface ProductTerms {
  readonly productId: number;
  readonly currencyId: number;
  readonly currency: string;
  /** Decimals of the currency. */
  readonly scale: number;
  readonly days: number;
  readonly dailyYieldPpm: RatePpm;
  readonly damagesRatePpm: RatePpm;
  readonly minMinor: AmountMinor;
  readonly maxMinor: AmountMinor;
  /** What may still be bought of it. */
  readonly remainingMinor: AmountMinor;
}

/** The wire writes an amount with every decimal of its currency; the longest says how many there are. */
const scaleOfAll = (...texts: readonly string[]): number => Math.max(...texts.map(decimalsOf));

/** Undefined when a figure cannot be read: then nothing exact can be said of the product. */
export function productTerms(product: HostingProduct): ProductTerms | undefined {
  const { min_amount, max_amount, remaining_capacity } = product;
  const scale = scaleOfAll(min_amount, max_amount, remaining_capacity);
  const min = parseDecimal(min_amount, scale);
  const max = parseDecimal(max_amount, scale);
  const remaining = parseDecimal(remaining_capacity, scale);
  const dailyYield = parseDecimal(product.daily_yield, RATE_SCALE);
  const damagesRate = parseDecimal(product.damages_rate, RATE_SCALE);
  if (min === undefined || max === undefined || remaining === undefined) return undefined;
  if (dailyYield === undefined || damagesRate === undefined) return undefined;
  return {
    productId: product.id,
    currencyId: product.currency_id,
    currency: product.currency,
    scale,
    days: product.days,
    dailyYieldPpm: ratePpm(dailyYield),
    damagesRatePpm: ratePpm(damagesRate),
    minMinor: amountMinor(min),
    maxMinor: amountMinor(max),
    remainingMinor: amountMinor(remaining),
  };
}

export interface OrderFigures {
  readonly scale: number;
  readonly amount: AmountMinor;
  readonly earned: AmountMinor;
  /** All its interest. */
  readonly expected: AmountMinor;
  readonly damages: AmountMinor;
  readonly penalty: AmountMinor;
  readonly returned: AmountMinor;
  readonly dailyYieldPpm: RatePpm;
  readonly postedDays: number;
}

/** The server's own figures of an order. Undefined when one cannot be read. */
export function orderFigures(order: HostingOrder): OrderFigures | undefined {
  const { amount, earned, expected_total, damages, penalty, redeemable_amount } = order;
  const texts = [amount, earned, expected_total, damages, penalty, redeemable_amount];
  const scale = scaleOfAll(...texts);
  const read = texts.map((text) => parseDecimal(text, scale));
  const dailyYield = parseDecimal(order.daily_yield, RATE_SCALE);
  if (dailyYield === undefined || read.some((value) => value === undefined)) return undefined;
  const at = (index: number): AmountMinor => amountMinor(read[index] ?? 0n);
  return {
    scale,
    amount: at(0),
    earned: at(1),
    expected: at(2),
    damages: at(3),
    penalty: at(4),
    returned: at(5),
    dailyYieldPpm: ratePpm(dailyYield),
    postedDays: order.days - order.remaining_days,
  };
}

/** Minor units for people: two decimals, further ones where they say something. */
export const moneyText = (minor: bigint, scale: number): string =>
  tidy(formatDecimal(minor, scale));

/** The least of an amount's digits: "100.000000" → "100", "0.00500000" → "0.005". */
export const plainAmount = (text: string): string =>
  text.includes('.') ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : text;
