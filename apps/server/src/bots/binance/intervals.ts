/** Binance's candle lengths from those we keep; buckets that nothing traded in are flat, as there. */
import type { Candle, Period } from '@fairlead/contract';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  maximum,
  minimum,
  PRICE_SCALE,
  parseDecimal,
  SECOND_MS,
} from '@fairlead/units';
import { shortDecimal } from '../../core/http/figures.ts';
import { type SeriesPeriod, VOLUME_SCALE } from '../../market/candles/index.ts';
import { bucketStartMs } from '../../market/feeds/index.ts';
import { BinanceError } from './errors.ts';

export interface Interval {
  /** As Binance writes it. */
  readonly name: string;
  /** What it is joined from. */
  readonly period: Period;
  /** So many of which make one. */
  readonly count: number;
  /** By which name a running series knows it; none does of seconds, which are made of trades. */
  readonly series: SeriesPeriod | undefined;
  /** Start of the bucket that holds a time. */
  startMs(timeMs: number): number;
}

const kept = (name: string, period: Period): Interval => ({
  name,
  period,
  count: 1,
  series: period,
  startMs: (timeMs) => bucketStartMs(period, timeMs),
});
const joined = (
  name: Exclude<SeriesPeriod, Period>,
  period: Period,
  lengths: { ms: number; count: number },
): Interval => ({
  name,
  period,
  count: lengths.count,
  series: name,
  startMs: (timeMs) => Math.floor(timeMs / lengths.ms) * lengths.ms,
});
/** Of no candles that are kept. */
export const SECOND: Interval = {
  name: '1s',
  period: '1m',
  count: 1,
  series: undefined,
  startMs: (timeMs) => Math.floor(timeMs / SECOND_MS) * SECOND_MS,
};

export const INTERVALS: ReadonlyMap<string, Interval> = new Map(
  [
    SECOND,
    kept('1m', '1m'),
    joined('3m', '1m', { ms: 3 * MINUTE_MS, count: 3 }),
    kept('5m', '5m'),
    kept('15m', '15m'),
    kept('30m', '30m'),
    kept('1h', '60m'),
    joined('2h', '60m', { ms: 2 * HOUR_MS, count: 2 }),
    joined('4h', '60m', { ms: 4 * HOUR_MS, count: 4 }),
    joined('6h', '60m', { ms: 6 * HOUR_MS, count: 6 }),
    joined('8h', '60m', { ms: 8 * HOUR_MS, count: 8 }),
    joined('12h', '60m', { ms: 12 * HOUR_MS, count: 12 }),
    kept('1d', '1d'),
    joined('3d', '1d', { ms: 3 * DAY_MS, count: 3 }),
    kept('1w', '1w'),
    kept('1M', '1M'),
  ].map((interval) => [interval.name, interval]),
);

/** Throws -1120. */
export function intervalNamed(name: string): Interval {
  const interval = INTERVALS.get(name);
  if (interval === undefined) throw new BinanceError(-1120, 'Invalid interval.');
  return interval;
}

/** Start of the bucket after the one that holds a time: no bucket is longer than 32 days. */
export function nextStartMs(interval: Interval, timeMs: number): number {
  const startMs = interval.startMs(timeMs);
  const guessMs = interval.name === '1M' ? 32 * DAY_MS : lengthMs(interval);
  return interval.startMs(startMs + guessMs);
}

const PERIOD_MS: Readonly<Record<Exclude<Period, '1M'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '60m': HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Of a bucket; of months the shortest. */
export function lengthMs({ period, count, series }: Interval): number {
  if (series === undefined) return SECOND_MS;
  return period === '1M' ? 28 * DAY_MS : PERIOD_MS[period] * count;
}

/** Candles of the base period, ascending, as those of the interval. */
export function joinCandles(candles: readonly Candle[], interval: Interval): Candle[] {
  if (interval.count === 1) return [...candles];
  const wide: Candle[] = [];
  for (const candle of candles) {
    const time = interval.startMs(candle.time);
    const last = wide.at(-1);
    if (last?.time === time) wide[wide.length - 1] = joinTwo(last, candle);
    else wide.push({ ...candle, time });
  }
  return wide;
}

/** The candle of a bucket that holds both; `later` follows `earlier`. */
export function joinTwo(earlier: Candle, later: Candle): Candle {
  const pick = (left: string, right: string, better: typeof maximum): string => {
    const chosen = better(numberOf(left, PRICE_SCALE), numberOf(right, PRICE_SCALE));
    return chosen === numberOf(left, PRICE_SCALE) ? left : right;
  };
  const sum = (left: string, right: string): string =>
    shortDecimal(numberOf(left, VOLUME_SCALE) + numberOf(right, VOLUME_SCALE), VOLUME_SCALE);
  return {
    ...earlier,
    high: pick(earlier.high, later.high, maximum),
    low: pick(earlier.low, later.low, minimum),
    close: later.close,
    volume: sum(earlier.volume, later.volume),
    turnover: sum(earlier.turnover, later.turnover),
  };
}

const numberOf = (text: string, scale: number): bigint => parseDecimal(text, scale) ?? 0n;

/** Ascending candles without gaps from the first to `toMs`; a bucket without trades has the close before it. */
export function fillCandles(
  candles: readonly Candle[],
  interval: Interval,
  { toMs, countMax }: { readonly toMs: number; readonly countMax: number },
): Candle[] {
  const filled: Candle[] = [];
  let at = 0;
  let last = candles[0];
  for (
    let time = last?.time ?? toMs + 1;
    time <= toMs && filled.length < countMax && last !== undefined;
    time = nextStartMs(interval, time)
  ) {
    const own = candles[at]?.time === time ? candles[at] : undefined;
    if (own !== undefined) at += 1;
    const { close } = last;
    last = own ?? {
      ...last,
      time,
      open: close,
      high: close,
      low: close,
      volume: '0',
      turnover: '0',
    };
    filled.push(last);
  }
  return filled;
}
