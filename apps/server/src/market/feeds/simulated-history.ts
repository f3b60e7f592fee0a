import { assert, DAY_MS, MINUTE_MS, type PriceE8, priceE8 } from '@fairlead/units';
import { aggregateCandles, bucketStartMs, type FeedCandle } from './candle.ts';
import { openDraws } from './draws.ts';
import { foldedDraw, hash32, hashText } from './random.ts';
import type { SimulatedTerms } from './simulated-terms.ts';
import { moodThousandths, stepE12, type WalkOf } from './simulated-walk.ts';

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
/** A salt of what a minute is made of beside its step. */
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
  readonly terms: SimulatedTerms;
  readonly seed: number;
  readonly endMs: number;
  readonly endPrice: PriceE8;
  readonly days: number;
}): SimulatedHistory {
  const minutes = simulatedMinutes(input).candles();
  const minuteFromMs = bucketStartMs('1m', input.endMs) - MINUTE_DAYS * DAY_MS;
  const quarters = aggregateCandles(minutes, '15m');
  return {
    '1m': minutes.filter((candle) => candle.openTimeMs >= minuteFromMs),
    '15m': quarters,
    '1d': aggregateCandles(quarters, '1d'),
  };
}

/** All minutes of the history; made backwards from the end so that it meets the present price. */
export function simulatedMinutes(input: {
  readonly symbol: string;
  readonly terms: SimulatedTerms;
  readonly seed: number;
  readonly endMs: number;
  readonly endPrice: PriceE8;
  readonly days: number;
}): SimulatedMinutes {
  const { symbol, terms, endPrice } = input;
  assert(endPrice <= BigInt(Number.MAX_SAFE_INTEGER), 'a simulated price stays below 90 million');
  const ownSeed = hash32(input.seed, HISTORY, hashText(symbol));
  const walk = { draws: openDraws(input.seed, symbol), terms, ownSeed };
  const endMs = bucketStartMs('1m', input.endMs);
  const startMs = bucketStartMs('1d', input.endMs) - input.days * DAY_MS;
  const count = Math.round((endMs - startMs) / MINUTE_MS);
  const minutes = new SimulatedMinutes(startMs, count);
  const endE8 = Number(endPrice);
  let closeE8 = endE8;
  for (let at = count - 1; at >= 0; at -= 1) {
    const minute = simulatedMinute(walk, startMs + at * MINUTE_MS, { closeE8, endE8 });
    minutes.put(at, minute);
    closeE8 = minute.openE8;
  }
  return minutes;
}

/** Columns of a minute among the numbers. */
const COLUMNS = ['openE8', 'highE8', 'lowE8', 'closeE8', 'volumeE8'] as const;

/** Minutes without a gap, ascending. 40 bytes each: a candle is made when it is asked for, and is ten times that. */
export class SimulatedMinutes {
  readonly #startMs: number;
  readonly #count: number;
  readonly #numbers: Float64Array;

  constructor(startMs: number, count: number) {
    this.#startMs = startMs;
    this.#count = count;
    this.#numbers = new Float64Array(count * COLUMNS.length);
  }

  put(at: number, minute: Minute): void {
    for (const [column, name] of COLUMNS.entries())
      this.#numbers[at * COLUMNS.length + column] = minute[name];
  }

  /** Those with `fromMs` ≤ open time < `toMs`, ascending. */
  candles(fromMs = 0, toMs = Number.MAX_SAFE_INTEGER): FeedCandle[] {
    const placeOf = (timeMs: number) =>
      Math.min(Math.max(Math.ceil((timeMs - this.#startMs) / MINUTE_MS), 0), this.#count);
    const first = placeOf(fromMs);
    return Array.from({ length: Math.max(placeOf(toMs) - first, 0) }, (_, at) =>
      candleOf(this.#minute(first + at)),
    );
  }

  #minute(at: number): Minute {
    const number = (column: number) => this.#numbers[at * COLUMNS.length + column] ?? Number.NaN;
    return {
      openTimeMs: this.#startMs + at * MINUTE_MS,
      openE8: number(0),
      highE8: number(1),
      lowE8: number(2),
      closeE8: number(3),
      volumeE8: number(4),
    };
  }
}

/** A minute in whole numbers of 10^-8, kept as numbers while it is made, which costs less than bigints. */
interface Minute {
  readonly openTimeMs: number;
  readonly openE8: number;
  readonly highE8: number;
  readonly lowE8: number;
  readonly closeE8: number;
  readonly volumeE8: number;
}

/** The minute that ends at `closeE8`, on a path that ends at `endE8`. */
function simulatedMinute(
  walk: WalkOf & { readonly ownSeed: number },
  openTimeMs: number,
  path: { readonly closeE8: number; readonly endE8: number },
): Minute {
  const { closeE8, endE8 } = path;
  const deviationE12 = (walk.terms.secondDeviationE12 * ROOT_60_THOUSANDTHS) / 1_000;
  const deviation = deviationE12 / 1e12;
  const step = stepE12(walk, openTimeMs, deviationE12) / 1e12;
  const pull = (closeE8 / endE8 - 1) / PULL_MINUTES;
  const openE8 = Math.max(Math.round(closeE8 / (1 + step + pull)), 1);
  const reach = deviation * REACH_PART * (moodThousandths(walk, openTimeMs) / 1_000);
  const seed = hash32(walk.ownSeed, Math.floor(openTimeMs / MINUTE_MS));
  const highE8 = Math.round(Math.max(openE8, closeE8) * (1 + reach * foldedDraw(seed ^ 1)));
  const lowE8 = Math.round(Math.min(openE8, closeE8) * (1 - reach * foldedDraw(seed ^ 2)));
  const activity = { moved: Math.abs(step) / deviation, drawn: foldedDraw(seed ^ 3) };
  const volumeE8 = minuteVolumeE8(walk.terms, openTimeMs, activity);
  return { openTimeMs, openE8, highE8, lowE8: Math.max(lowE8, 1), closeE8, volumeE8 };
}

function candleOf(minute: Minute): FeedCandle {
  const { openTimeMs, openE8, highE8, lowE8, closeE8, volumeE8 } = minute;
  const meanE8 = (openE8 + highE8 + lowE8 + closeE8) / 4;
  return {
    openTimeMs,
    open: priceE8(BigInt(openE8)),
    high: priceE8(BigInt(highE8)),
    low: priceE8(BigInt(lowE8)),
    close: priceE8(BigInt(closeE8)),
    volumeE8: BigInt(volumeE8),
    turnoverE8: BigInt(Math.round((volumeE8 / 1e8) * meanE8)),
    source: 'simulated',
  };
}

/** More in busy hours and where the price moves. */
function minuteVolumeE8(
  terms: SimulatedTerms,
  openTimeMs: number,
  activity: { readonly moved: number; readonly drawn: number },
): number {
  const hour = Math.floor((openTimeMs % DAY_MS) / 3_600_000);
  const season = (HOUR_THOUSANDTHS[hour] ?? 1_000) / 1_000;
  // Both draws average 0.8, so the factor averages 1.
  const factor = season * (0.2 + 0.6 * activity.moved + 0.4 * activity.drawn);
  return Math.round((terms.dayVolume / MINUTES_A_DAY) * factor * 1e8);
}
