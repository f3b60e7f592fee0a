/** One candle in exact integers, how bars join into longer ones, and their forms in the table and on the wire. */
import { type Candle, PERIODS, type Period } from '@fairlead/contract';
import {
  assert,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  maximum,
  minimum,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
} from '@fairlead/units';
import { roundedPrice, shortDecimal } from '../../core/http/figures.ts';
import { bucketStartMs, type CandleSource, type FeedCandle } from '../feeds/candle.ts';
import type { Candle as StoredCandle } from '../queries.ts';

/** As many decimals as any currency may have, so that volumes of all markets are exact. */
export const VOLUME_SCALE = 18;

export interface Bar {
  /** Start of its bucket, ms UTC. */
  readonly openTimeMs: number;
  readonly open: PriceE8;
  readonly high: PriceE8;
  readonly low: PriceE8;
  readonly close: PriceE8;
  /** Base currency of 10^-18. */
  readonly volumeE18: bigint;
  /** Quote currency of 10^-18. */
  readonly turnoverE18: bigint;
  readonly source: CandleSource;
}

/** The periods that are kept in the table. */
export const BASE_PERIODS = ['1m', '15m', '1d'] as const;
export type BasePeriod = (typeof BASE_PERIODS)[number];

/** What each period is joined from, and of how many at most. */
export const PERIOD_BASES: Readonly<
  Record<Period, { readonly base: BasePeriod; readonly count: number }>
> = {
  '1m': { base: '1m', count: 1 },
  '5m': { base: '1m', count: 5 },
  '15m': { base: '15m', count: 1 },
  '30m': { base: '15m', count: 2 },
  '60m': { base: '15m', count: 4 },
  '1d': { base: '1d', count: 1 },
  '1w': { base: '1d', count: 7 },
  '1M': { base: '1d', count: 31 },
};

/** Lengths that only programs ask for, whose bars are neither rows nor the app's: counted from 1970-01-01 UTC. */
const PROGRAM_MS = {
  '3m': 3 * MINUTE_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '3d': 3 * DAY_MS,
} as const;

/** Every length that a running series knows the present bar of. */
export type SeriesPeriod = Period | keyof typeof PROGRAM_MS;
export const SERIES_PERIODS: readonly SeriesPeriod[] = [
  ...PERIODS,
  ...(Object.keys(PROGRAM_MS) as (keyof typeof PROGRAM_MS)[]),
];

/** The start of the bucket that holds a time. */
export function seriesStartMs(period: SeriesPeriod, timeMs: number): number {
  if (!(period in PROGRAM_MS)) return bucketStartMs(period as Period, timeMs);
  const lengthMs = PROGRAM_MS[period as keyof typeof PROGRAM_MS];
  return Math.floor(timeMs / lengthMs) * lengthMs;
}

/** The bar of a longer bucket that holds both; `later` follows `earlier`. */
export function joinBars(earlier: Bar, later: Bar): Bar {
  return {
    openTimeMs: earlier.openTimeMs,
    open: earlier.open,
    high: maximum(earlier.high, later.high),
    low: minimum(earlier.low, later.low),
    close: later.close,
    volumeE18: earlier.volumeE18 + later.volumeE18,
    turnoverE18: earlier.turnoverE18 + later.turnoverE18,
    source: earlier.source,
  };
}

/** A bar as the first part of the bucket of a longer period. */
export const widenBar = (bar: Bar, period: SeriesPeriod): Bar => ({
  ...bar,
  openTimeMs: seriesStartMs(period, bar.openTimeMs),
});

/** Joins ascending bars of a shorter period into those of `period`. Nothing is made up for empty buckets. */
export function joinAll(bars: Iterable<Bar>, period: SeriesPeriod): Bar[] {
  const joined: Bar[] = [];
  for (const bar of bars) {
    const wide = widenBar(bar, period);
    const last = joined.at(-1);
    if (last?.openTimeMs === wide.openTimeMs) joined[joined.length - 1] = joinBars(last, bar);
    else joined.push(wide);
  }
  return joined;
}

/** Reads a row of the table. */
export function barOfStored(row: StoredCandle): Bar {
  return {
    openTimeMs: row.openTimeMs,
    open: storedPrice(row.open),
    high: storedPrice(row.high),
    low: storedPrice(row.low),
    close: storedPrice(row.close),
    volumeE18: storedNumber(row.volume, VOLUME_SCALE),
    turnoverE18: storedNumber(row.turnover, VOLUME_SCALE),
    source: row.source as CandleSource,
  };
}

export function storedOfBar(bar: Bar): StoredCandle {
  return {
    openTimeMs: bar.openTimeMs,
    open: shortDecimal(bar.open, PRICE_SCALE),
    high: shortDecimal(bar.high, PRICE_SCALE),
    low: shortDecimal(bar.low, PRICE_SCALE),
    close: shortDecimal(bar.close, PRICE_SCALE),
    volume: shortDecimal(bar.volumeE18, VOLUME_SCALE),
    turnover: shortDecimal(bar.turnoverE18, VOLUME_SCALE),
    source: bar.source,
  };
}

/**
 * A candle as the wire shows it: prices with the decimals of the market's tick. The index has more, which are
 * rounded; trades have more only when their tick was finer, and what was traded is shown as it was.
 */
export function candleView(bar: Bar, priceDecimals: number): Candle {
  const text = (price: PriceE8) =>
    bar.source === 'trade'
      ? shortDecimal(price, PRICE_SCALE, priceDecimals)
      : roundedPrice(price, priceDecimals);
  return {
    time: bar.openTimeMs,
    open: text(bar.open),
    high: text(bar.high),
    low: text(bar.low),
    close: text(bar.close),
    volume: shortDecimal(bar.volumeE18, VOLUME_SCALE),
    turnover: shortDecimal(bar.turnoverE18, VOLUME_SCALE),
    source: bar.source,
  };
}

/**
 * A candle of a feed's history as a bar of the index. The index has no volume: what a venue or a simulation
 * traded is not ours to show.
 */
export function barOfFeed(candle: FeedCandle): Bar {
  const { openTimeMs, open, high, low, close, source } = candle;
  return { openTimeMs, open, high, low, close, volumeE18: 0n, turnoverE18: 0n, source };
}

function storedNumber(text: string, scale: number): bigint {
  const value = parseDecimal(text, scale);
  assert(value !== undefined, 'a stored candle holds plain decimals');
  return value;
}

const storedPrice = (text: string): PriceE8 => priceE8(storedNumber(text, PRICE_SCALE));
