/** Candles of our trades, as many and from where they are asked for. */
import type { Candle } from '@fairlead/contract';
import type { Candles } from '../../market/candles/index.ts';
import { fillCandles, type Interval, joinCandles, lengthMs, nextStartMs } from './intervals.ts';
import { JOINED_CANDLES_MAX } from './limits.ts';

export interface KlineQuery {
  readonly interval: Interval;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** Times of which all candles are known: a source may give less than it was asked for. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where candles come from: those that are kept, or trades. */
export interface CandleSource {
  /** Those that open within a span, ascending, and of which part of it they are all; `end` is where to begin when there are too many. */
  within(
    span: Span,
    end: 'first' | 'last',
  ): Promise<Span & { readonly candles: readonly Candle[] }>;
  /** The last that opens before a time. */
  before(timeMs: number): Promise<Candle | undefined>;
  /** When the first opens at or after a time. */
  firstTime(fromMs: number): Promise<number | undefined>;
}

/** Those that are kept. */
export function keptCandles(
  candles: Pick<Candles, 'range' | 'firstTime'>,
  symbol: string,
  { period }: Interval,
): CandleSource {
  const series = { symbol, period, kind: 'trade' } as const;
  return {
    within: async (span) => ({
      ...span,
      candles: await candles.range({ ...series, ...span, limit: JOINED_CANDLES_MAX }),
    }),
    before: async (timeMs) =>
      (await candles.range({ ...series, toMs: timeMs - 1, limit: 1 })).at(0),
    firstTime: (fromMs) => candles.firstTime(series, fromMs),
  };
}

/** Ascending: from `fromMs` the first ones, else the last ones until `toMs` or now. */
export async function klines(source: CandleSource, query: KlineQuery): Promise<Candle[]> {
  const { interval, fromMs, toMs, limit, nowMs } = query;
  const countMax = Math.min(limit, Math.floor(JOINED_CANDLES_MAX / interval.count));
  const endMs = Math.min(toMs ?? nowMs, nowMs);
  const askedMs = firstBucketMs(query, endMs, countMax);
  const last = await source.before(askedMs);
  // Before the first candle there is none: the first ones are meant.
  const firstMs =
    last !== undefined || fromMs === undefined
      ? askedMs
      : Math.max(askedMs, interval.startMs((await source.firstTime(askedMs)) ?? endMs + 1));
  const lastMs = Math.min(endMs, firstMs + countMax * longestMs(interval) - 1);
  if (lastMs < firstMs) return [];
  const end = fromMs === undefined ? 'last' : 'first';
  const found = await source.within({ fromMs: firstMs, toMs: lastMs }, end);
  const wide = joinCandles(found.candles, interval);
  // What was known when the first bucket began makes it flat where nothing traded in it.
  const isSeeded = last !== undefined && found.fromMs === firstMs && wide[0]?.time !== firstMs;
  const filled = fillCandles([...(isSeeded ? [flat(last, firstMs)] : []), ...wide], interval, {
    toMs: found.toMs,
    countMax: JOINED_CANDLES_MAX,
  });
  return fromMs === undefined ? filled.slice(-countMax) : filled.slice(0, countMax);
}

/** Of the buckets that begin at or after what was asked for, or of the last ones. */
function firstBucketMs({ interval, fromMs }: KlineQuery, endMs: number, countMax: number): number {
  if (fromMs === undefined) {
    const aheadMs = (countMax - 1) * longestMs(interval);
    return Math.max(0, interval.startMs(interval.startMs(endMs) - aheadMs));
  }
  const startMs = interval.startMs(fromMs);
  return Math.max(0, startMs < fromMs ? nextStartMs(interval, fromMs) : fromMs);
}

const flat = ({ close, ...candle }: Candle, time: number): Candle => ({
  ...candle,
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume: '0',
  turnover: '0',
});

const longestMs = (interval: Interval): number =>
  interval.name === '1M' ? 31 * 86_400_000 : lengthMs(interval);

/** The field that is of no use there: "1" where some of the candle is a demo's made-up past. */
export const unusedField = ({ source }: Candle): string => (source === 'simulated' ? '1' : '0');

/** As Binance writes a candle. Trades and the takers' share are not counted by us: zero. */
export const klineView = (candle: Candle, interval: Interval): unknown[] => [
  candle.time,
  candle.open,
  candle.high,
  candle.low,
  candle.close,
  candle.volume,
  nextStartMs(interval, candle.time) - 1,
  candle.turnover,
  0,
  '0',
  '0',
  unusedField(candle),
];
