import { maximum, minimum, type PriceE8, priceE8 } from '@fairlead/units';
import {
  aggregateCandles,
  bucketStartMs,
  estimatedTurnoverE8,
  type FeedCandle,
  MINUTE_MS,
} from './candle.ts';
import { foldedDraw, hash32, hashText } from './random.ts';
import type { SimulatedTerms } from './simulated-terms.ts';
import { moodThousandths, stepE12, type WalkOf, walkOf } from './simulated-walk.ts';

const DAY_MS = 86_400_000;
const MINUTES_A_DAY = 1_440;
/** Root of 60, in thousandths: a minute's deviation from a second's. */
const ROOT_60_THOUSANDTHS = 7_746;
/** How far beyond its ends a minute reaches: half of the minute's deviation, on average of its draws. */
const REACH_PART = 0.5;
/** Share of the day's volume in each UTC hour, in thousandths of the average hour. */
const HOUR_THOUSANDTHS = [
  900, 860, 820, 780, 740, 720, 760, 860, 960, 1010, 1000, 980, 1040, 1240, 1420, 1460, 1360, 1220,
  1100, 1020, 980, 960, 930, 880,
] as const;
/** Seen backwards, the path returns to its end within about a month: a walk alone strays too far in 90 days. */
const PULL_MINUTES = 30 * MINUTES_A_DAY;
/** A salt of the draws of history, so that its minutes do not repeat the live walk's seconds. */
const HISTORY = hashText('history');
/** Days of one-minute candles: finer history is of no use further back. */
const MINUTE_DAYS = 3;

export interface SimulatedHistory {
  readonly '1m': readonly FeedCandle[];
  readonly '15m': readonly FeedCandle[];
  readonly '1d': readonly FeedCandle[];
}

/**
 * What the charts of a new installation show: candles labelled simulated that end at `endPrice` in the last whole
 * minute before `endMs`. One minute's for three days, 15 minutes' and days' for `days` whole UTC days and
 * today; all are sums of the same minutes, so they agree wherever they overlap. The last 15-minute and day
 * candle are as far as the minutes go.
 */
export function simulatedHistory(input: {
  readonly symbol: string;
  readonly seed: number;
  readonly endMs: number;
  readonly endPrice: PriceE8;
  readonly days: number;
}): SimulatedHistory {
  const minutes = simulatedMinutes(input);
  const minuteFromMs = bucketStartMs('1m', input.endMs) - MINUTE_DAYS * DAY_MS;
  const quarters = aggregateCandles(minutes, '15m');
  return {
    '1m': minutes.filter((candle) => candle.openTimeMs >= minuteFromMs),
    '15m': quarters,
    '1d': aggregateCandles(quarters, '1d'),
  };
}

/** All minutes of the history, ascending; made backwards from the end so that it meets the present price. */
export function simulatedMinutes(input: {
  readonly symbol: string;
  readonly seed: number;
  readonly endMs: number;
  readonly endPrice: PriceE8;
  readonly days: number;
}): FeedCandle[] {
  const { symbol, endPrice } = input;
  const walk = walkOf(hash32(input.seed, HISTORY), symbol);
  const endMs = bucketStartMs('1m', input.endMs);
  const startMs = bucketStartMs('1d', input.endMs) - input.days * DAY_MS;
  const count = Math.round((endMs - startMs) / MINUTE_MS);
  const minutes: FeedCandle[] = new Array(count);
  let close = endPrice;
  for (let at = count - 1; at >= 0; at -= 1) {
    const minute = simulatedMinute(walk, startMs + at * MINUTE_MS, { close, endPrice });
    minutes[at] = minute;
    close = minute.open;
  }
  return minutes;
}

/** The minute that ends at `close`, on a path that ends at `endPrice`. */
function simulatedMinute(
  walk: WalkOf,
  openTimeMs: number,
  path: { readonly close: PriceE8; readonly endPrice: PriceE8 },
): FeedCandle {
  const { close, endPrice } = path;
  const deviationE12 = (walk.terms.secondDeviationE12 * ROOT_60_THOUSANDTHS) / 1_000;
  const step = stepE12(walk, openTimeMs, deviationE12) / 1e12;
  const pull = (Number(close) / Number(endPrice) - 1) / PULL_MINUTES;
  const open = priceE8(maximum(BigInt(Math.round(Number(close) / (1 + step + pull))), 1n));
  const reach = (deviationE12 / 1e12) * REACH_PART * (moodThousandths(walk, openTimeMs) / 1_000);
  const seed = hash32(walk.ownSeed, HISTORY, Math.floor(openTimeMs / MINUTE_MS));
  const above = scaled(maximum(open, close), 1 + reach * foldedDraw(seed ^ 1));
  const below = scaled(minimum(open, close), 1 - reach * foldedDraw(seed ^ 2));
  const volumeE8 = minuteVolumeE8(walk.terms, openTimeMs, {
    moved: Math.abs(step) / (deviationE12 / 1e12),
    drawn: foldedDraw(seed ^ 3),
  });
  const prices = {
    open,
    high: priceE8(maximum(above, maximum(open, close))),
    low: priceE8(maximum(minimum(below, minimum(open, close)), 1n)),
    close,
  };
  const turnoverE8 = estimatedTurnoverE8({ ...prices, volumeE8 });
  return { openTimeMs, ...prices, volumeE8, turnoverE8, source: 'simulated' };
}

/** More in busy hours and where the price moves. */
function minuteVolumeE8(
  terms: SimulatedTerms,
  openTimeMs: number,
  activity: { readonly moved: number; readonly drawn: number },
): bigint {
  const hour = Math.floor((openTimeMs % DAY_MS) / 3_600_000);
  const season = (HOUR_THOUSANDTHS[hour] ?? 1_000) / 1_000;
  // Both draws average 0.8, so the factor averages 1.
  const factor = season * (0.2 + 0.6 * activity.moved + 0.4 * activity.drawn);
  return BigInt(Math.round((terms.dayVolume / MINUTES_A_DAY) * factor * 1e8));
}

const scaled = (price: bigint, factor: number): bigint =>
  BigInt(Math.round(Number(price) * factor));
