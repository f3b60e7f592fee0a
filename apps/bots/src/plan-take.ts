/** What the taker should do next. Pure: funds, prices and draws in, a request or nothing out. */
import type { RequestOf } from '@fairlead/contract';
import { divFloor, formatDecimal } from '@fairlead/units';
import {
  dollarsOf,
  leastLots,
  lotsWorth,
  type MarketView,
  priceText,
  quantityText,
} from './market-view.ts';
import { policyOf, TAKE_EVERY_MS } from './policy.ts';
import type { Draw } from './random.ts';

export interface TakeInputs {
  readonly markets: readonly MarketView[];
  /** Those that prices of quote currencies are taken from, where they are more. */
  readonly priced?: readonly MarketView[];
  /** Available funds by currency, of 10^-18. */
  readonly funds: ReadonlyMap<string, bigint>;
  readonly draw: Draw;
}

/** One order uses at most this part of what there is of a currency. */
const FUNDS_PART = 10n;
const SMALLEST_DOLLARS = 15;
const SPREAD_DOLLARS = 1_600;
/** How far through the index a limit order may reach, ppm: beyond the best level, within the book. */
const REACH_PPM = 1_500n;
const PPM = 1_000_000n;
const E10 = 10n ** 10n;
/** Half, of 10^-16: sums of both sides are dollars, of which an order takes half. */
const HALF_E16 = 5n * 10n ** 15n;

/** Time until the next order, as if people came independently: exponentially distributed. */
export const nextTakeMs = (draw: Draw): number =>
  Math.min(-Math.log(1 - draw()) * TAKE_EVERY_MS, 10 * TAKE_EVERY_MS);

/** The next order; undefined when the picked market cannot be traded now or the funds do not reach. */
export function planTake(inputs: TakeInputs): RequestOf<'placeOrder'> | undefined {
  const { draw, funds } = inputs;
  const market = pick(inputs.markets, draw);
  if (market === undefined || !market.isOpen || market.indexE8 === undefined) return undefined;
  const indexE8 = market.indexE8;
  const quoteDollarsE8 = dollarsOf(market.quote, inputs.priced ?? inputs.markets);
  if (quoteDollarsE8 === undefined) return undefined;
  const baseE18 = funds.get(market.base) ?? 0n;
  const quoteE18 = shareOf(market, inputs);
  const side = draw() < buyChance({ market, indexE8, baseE18, quoteE18 }) ? 'buy' : 'sell';
  const affordableE8 =
    side === 'buy'
      ? divFloor(quoteE18, FUNDS_PART * E10)
      : divFloor(baseE18 * indexE8, FUNDS_PART * 10n ** 18n);
  // Most orders are small, a few are large.
  const dollars = SMALLEST_DOLLARS + SPREAD_DOLLARS * draw() ** 4;
  const wantedE8: bigint = divFloor(
    BigInt(Math.round(dollars * policyOf(market.base).weight)) * HALF_E16,
    quoteDollarsE8,
  );
  const notionalE8 = wantedE8 < affordableE8 ? wantedE8 : affordableE8;
  const lots = Math.max(lotsWorth(market, notionalE8, indexE8), leastLots(market, indexE8));
  if (BigInt(lots) * market.lotE18 * indexE8 > affordableE8 * 10n ** 18n) return undefined;
  return order(market, { side, lots, indexE8, kind: draw() });
}

function order(
  market: MarketView,
  take: {
    readonly side: 'buy' | 'sell';
    readonly lots: number;
    readonly indexE8: bigint;
    readonly kind: number;
  },
): RequestOf<'placeOrder'> {
  const { side, lots, indexE8, kind } = take;
  const { symbol } = market;
  const quantity = quantityText(market, lots);
  if (kind < 0.3) {
    const reach = side === 'buy' ? PPM + REACH_PPM : PPM - REACH_PPM;
    const priceTicks = Math.max(1, Number(divFloor(indexE8 * reach, PPM * market.tickE8)));
    const price = priceText(market, priceTicks);
    return { symbol, side, type: 'limit', price, quantity, time_in_force: 'ioc' };
  }
  if (side === 'buy' && kind < 0.5) {
    // Two decimals are enough for a currency people pay with; every scale has them.
    const cents = divFloor(BigInt(lots) * market.lotE18 * indexE8, 10n ** 24n);
    if (cents >= divFloor(market.minNotionalE8, 1_000_000n) && cents > 0n) {
      return { symbol, side, type: 'market', amount: formatDecimal(cents, 2) };
    }
  }
  return { symbol, side, type: 'market', quantity };
}

/** Buys more often while there is less of the base than of its share of the quote, so that neither runs out. */
export function buyChance(holdings: {
  readonly market: MarketView;
  readonly indexE8: bigint;
  readonly baseE18: bigint;
  readonly quoteE18: bigint;
}): number {
  const baseValue = Number(divFloor(holdings.baseE18 * holdings.indexE8, 10n ** 18n));
  const quoteValue = Number(divFloor(holdings.quoteE18, E10));
  if (baseValue + quoteValue === 0) return 0.5;
  const baseShare = baseValue / (baseValue + quoteValue);
  return Math.min(0.85, Math.max(0.15, 0.5 + 0.8 * (0.5 - baseShare)));
}

/** The part of the quote currency that belongs to this market: equal parts. */
function shareOf(market: MarketView, { markets, funds }: TakeInputs): bigint {
  const sharing = markets.filter(({ quote }) => quote === market.quote).length;
  return divFloor(funds.get(market.quote) ?? 0n, BigInt(Math.max(sharing, 1)));
}

function pick(markets: readonly MarketView[], draw: Draw): MarketView | undefined {
  const weights = markets.map(({ base }) => policyOf(base).weight);
  let left = draw() * weights.reduce((sum, weight) => sum + weight, 0);
  return markets.find((_market, at) => {
    left -= weights[at] ?? 0;
    return left < 0;
  });
}
