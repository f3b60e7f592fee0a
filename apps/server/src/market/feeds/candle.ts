import type { Period } from '@fairlead/contract';
import { DAY_MS, divFloor, MINUTE_MS, maximum, minimum, type PriceE8 } from '@fairlead/units';

/** Where a candle's prices come from; the wire's word. */
export type CandleSource = 'trade' | 'index' | 'venue' | 'simulated';

/** One candle in integers: prices in quote per base, volume in base, turnover in quote, all of 10^-8. */
export interface FeedCandle {
  /** Start of its bucket, ms UTC. */
  readonly openTimeMs: number;
  readonly open: PriceE8;
  readonly high: PriceE8;
  readonly low: PriceE8;
  readonly close: PriceE8;
  readonly volumeE8: bigint;
  readonly turnoverE8: bigint;
  readonly source: CandleSource;
}

/** 1970-01-05, the first Monday. */
const MONDAY_MS = 4 * DAY_MS;

const FIXED_MS: Readonly<Record<Exclude<Period, '1w' | '1M'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '60m': 60 * MINUTE_MS,
  '1d': DAY_MS,
};

/** The start of the bucket that holds `timeMs`: UTC days, weeks from Monday, calendar months. */
export function bucketStartMs(period: Period, timeMs: number): number {
  if (period === '1M') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  if (period === '1w') {
    return timeMs - ((((timeMs - MONDAY_MS) % (7 * DAY_MS)) + 7 * DAY_MS) % (7 * DAY_MS));
  }
  return Math.floor(timeMs / FIXED_MS[period]) * FIXED_MS[period];
}

/** Joins candles of a shorter period, ascending, into those of `period`. Each keeps the first's source. */
export function aggregateCandles(candles: Iterable<FeedCandle>, period: Period): FeedCandle[] {
  const joined: FeedCandle[] = [];
  let current: FeedCandle | undefined;
  for (const candle of candles) {
    const openTimeMs = bucketStartMs(period, candle.openTimeMs);
    if (current !== undefined && current.openTimeMs === openTimeMs) {
      current = {
        ...current,
        high: maximum(current.high, candle.high),
        low: minimum(current.low, candle.low),
        close: candle.close,
        volumeE8: current.volumeE8 + candle.volumeE8,
        turnoverE8: current.turnoverE8 + candle.turnoverE8,
      };
    } else {
      if (current !== undefined) joined.push(current);
      current = { ...candle, openTimeMs };
    }
  }
  if (current !== undefined) joined.push(current);
  return joined;
}

/** Turnover where only prices and volume are known: volume at the mean of the four, rounded down. */
export function estimatedTurnoverE8(candle: {
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volumeE8: bigint;
}): bigint {
  const sum = candle.open + candle.high + candle.low + candle.close;
  return divFloor(sum * candle.volumeE8, 400_000_000n);
}
