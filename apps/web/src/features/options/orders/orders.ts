/** Option orders as the app shows them: which run, how they stand, what came of them; pure. */
import type { OptionOrder, OptionResult } from '@fairlead/contract';
import {
  deliveryOutcome,
  deliveryPrice,
  optionPaid,
  optionPayout,
  optionResult,
} from '@fairlead/formula';
import { directionOf } from '@fairlead/ui';
import {
  type AmountMinor,
  amountMinor,
  decimalsOf,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
  RATE_SCALE,
  ratePpm,
} from '@fairlead/units';
import type { Sample } from '../chart/samples.ts';

const price = (text: string | undefined): PriceE8 | undefined => {
  const value = text === undefined ? undefined : parseDecimal(text, PRICE_SCALE);
  return value === undefined ? undefined : priceE8(value);
};

export interface OrderAmounts {
  readonly scale: number;
  readonly stake: AmountMinor;
  readonly fee: AmountMinor;
  readonly payout: AmountMinor;
}

/** An order's sums as integers. The pay-out is computed as the engine does. */
export function amountsOf(
  order: Pick<OptionOrder, 'amount' | 'fee' | 'payout_ratio'>,
): OrderAmounts {
  const scale = Math.max(decimalsOf(order.amount), decimalsOf(order.fee));
  const read = (text: string) => amountMinor(parseDecimal(text, scale) ?? 0n);
  const stake = read(order.amount);
  const ratio = ratePpm(parseDecimal(order.payout_ratio, RATE_SCALE) ?? 0n);
  return { scale, stake, fee: read(order.fee), payout: optionPayout(stake, ratio) };
}

/** How an order would end if no more samples came. */
export interface Standing {
  readonly result: OptionResult;
  /** What would be won or lost, decimal text. */
  readonly net: string;
  /** The price that is compared with the strike, and by how much it is away from it; decimal texts. */
  readonly price: string;
  readonly difference: string;
  /** Samples of the window that came; 0 before it begins, when the price is the present one. */
  readonly windowCount: number;
}

/** Those of the order's window, by the rule [T − w, T). */
export function windowSamples(
  { delivers_at, window_seconds }: Pick<OptionOrder, 'delivers_at' | 'window_seconds'>,
  samples: readonly Sample[],
): readonly Sample[] {
  const fromMs = delivers_at - window_seconds * 1000;
  return samples.filter(
    ({ timeMs, price: text }) => text !== undefined && timeMs >= fromMs && timeMs < delivers_at,
  );
}

/** Before the window by the present price, within it by the mean so far. Undefined without a price. */
export function standing(
  order: Pick<
    OptionOrder,
    | 'direction'
    | 'purchase_price'
    | 'delivers_at'
    | 'window_seconds'
    | 'amount'
    | 'fee'
    | 'payout_ratio'
  >,
  samples: readonly Sample[],
  present: string | undefined,
): Standing | undefined {
  const strike = price(order.purchase_price);
  const inWindow = windowSamples(order, samples);
  const taken = inWindow.length > 0 ? inWindow.map((sample) => sample.price) : [present];
  const prices = taken.map(price).filter((one) => one !== undefined);
  if (strike === undefined || prices.length === 0) return undefined;
  const sums = { count: prices.length, sum: prices.reduce((sum, one) => sum + one, 0n) };
  const result = optionResult(order.direction, deliveryOutcome(sums, strike));
  const amounts = amountsOf(order);
  const mean = deliveryPrice(sums);
  return {
    result,
    net: formatDecimal(optionPaid(result, amounts) - amounts.stake - amounts.fee, amounts.scale),
    price: formatDecimal(mean, PRICE_SCALE),
    difference: formatDecimal(mean - strike, PRICE_SCALE),
    windowCount: inWindow.length,
  };
}

/** An order as it came by an answer or an event, and when. */
export interface HeardOrder {
  readonly order: OptionOrder;
  readonly atMs: number;
}

/**
 * What runs, the nearest due first: the list that was read, without what was heard to be settled, and with what was
 * heard to be bought since.
 */
export function runningOrders(
  read: { readonly list: readonly OptionOrder[]; readonly atMs: number },
  heard: readonly HeardOrder[],
): readonly OptionOrder[] {
  const byId = new Map(
    read.list.filter(({ status }) => status === 'open').map((order) => [order.id, order]),
  );
  for (const { order, atMs } of heard) {
    if (order.status === 'settled') byId.delete(order.id);
    else if (atMs > read.atMs) byId.set(order.id, order);
  }
  return [...byId.values()].sort(
    (left, right) => left.delivers_at - right.delivers_at || left.id - right.id,
  );
}

/**
 * How many decimals tell two prices apart: as many as the market shows, more where cutting would make a higher price
 * look even.
 */
export function decimalsApart(left: string, right: string, decimals: number): number {
  const [first, second] = [price(left), price(right)];
  if (first === undefined || second === undefined || first === second) return decimals;
  for (let shown = decimals; shown < PRICE_SCALE; shown += 1) {
    const unit = 10n ** BigInt(PRICE_SCALE - shown);
    if (first / unit !== second / unit) return shown;
  }
  return PRICE_SCALE;
}

/** The colour of what was won or lost. */
export function profitTone(profit: string | undefined): string {
  const way = directionOf(profit);
  return way === 'rise' ? 'text-rise' : way === 'fall' ? 'text-fall' : 'text-muted';
}
