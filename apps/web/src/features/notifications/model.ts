/** Price alerts: what can be said of a price before it is sent; pure. */
import type { Alert, Quotation } from '@fairlead/contract';
import { divFloor, formatDecimal, PRICE_SCALE, parseDecimal } from '@fairlead/units';

const FRACTION_SCALE = 4;

export type PriceProblem = 'required' | 'tick' | 'reached' | 'stale';

type Market = Pick<Quotation, 'index_price' | 'tick_size' | 'is_stale'>;

/** Why an alert at this price cannot be set; undefined when it can. The server has the last word. */
export function priceProblem(text: string, market: Market): PriceProblem | undefined {
  const price = parseDecimal(text, PRICE_SCALE);
  if (price === undefined || price <= 0n) return 'required';
  const tick = parseDecimal(market.tick_size, PRICE_SCALE);
  if (tick !== undefined && tick > 0n && price % tick !== 0n) return 'tick';
  const index = indexOf(market);
  if (index === undefined) return 'stale';
  // Less than a tick away it would fire at the next sample.
  const away = index > price ? index - price : price - index;
  return away < (tick ?? 1n) ? 'reached' : undefined;
}

const indexOf = ({ index_price, is_stale }: Market): bigint | undefined =>
  is_stale || index_price === undefined ? undefined : parseDecimal(index_price, PRICE_SCALE);

/** How far a price is from the index, as a fraction rounded to the hundredth of a percent; undefined without either. */
export function distanceOf(text: string, indexPrice: string | undefined): string | undefined {
  const price = parseDecimal(text, PRICE_SCALE);
  const index = indexPrice === undefined ? undefined : parseDecimal(indexPrice, PRICE_SCALE);
  if (price === undefined || price <= 0n || index === undefined || index <= 0n) return undefined;
  const scaled = (price - index) * 10n ** BigInt(FRACTION_SCALE);
  return formatDecimal(divFloor(scaled * 2n + index, index * 2n), FRACTION_SCALE);
}

/** Steps away from the index that are one tap away, in percent. */
export const STEPS = [-5, -1, 1, 5] as const;

/** The price so many percent from the index, on the market's tick, rounded down; undefined without a live one. */
export function priceAt(percent: number, market: Market): string | undefined {
  const index = indexOf(market);
  const tick = parseDecimal(market.tick_size, PRICE_SCALE);
  if (index === undefined || tick === undefined || tick <= 0n) return undefined;
  const exact = divFloor(index * BigInt(100 + percent), 100n);
  const price = divFloor(exact, tick) * tick;
  const text = formatDecimal(price, PRICE_SCALE);
  return price > 0n ? text.replace(/(?:\.|(?<![.0]))0+$/, '') : undefined;
}

/** Those that wait, and those that fired. */
export function splitAlerts(alerts: readonly Alert[]): {
  readonly waiting: readonly Alert[];
  readonly fired: readonly Alert[];
} {
  return {
    waiting: alerts.filter(({ is_fired }) => !is_fired),
    fired: alerts.filter(({ is_fired }) => is_fired),
  };
}
