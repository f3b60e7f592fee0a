/** Candles of our trades, as many and from where they are asked for. */
import type { Candle } from '@fairlead/contract';
import type { Candles } from '../../market/candles/index.ts';
import { fillCandles, type Interval, joinCandles, lengthMs, nextStartMs } from './intervals.ts';
import { JOINED_CANDLES_MAX } from './limits.ts';

export interface KlineQuery {
  readonly symbol: string;
  readonly interval: Interval;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** Ascending: from `fromMs` the first ones, else the last ones until `toMs` or now. */
export async function klines(
  candles: Pick<Candles, 'range'>,
  { symbol, interval, fromMs, toMs, limit, nowMs }: KlineQuery,
): Promise<Candle[]> {
  const countMax = Math.min(limit, Math.floor(JOINED_CANDLES_MAX / interval.count));
  const endMs = Math.min(toMs ?? nowMs, nowMs);
  // Buckets that begin at or after it.
  const firstMs =
    fromMs === undefined
      ? Math.max(
          0,
          interval.startMs(interval.startMs(endMs) - (countMax - 1) * longestMs(interval)),
        )
      : Math.max(0, interval.startMs(fromMs) < fromMs ? nextStartMs(interval, fromMs) : fromMs);
  const lastMs = Math.min(endMs, firstMs + countMax * longestMs(interval) - 1);
  if (lastMs < firstMs) return [];
  const range = {
    symbol,
    period: interval.period,
    kind: 'trade',
    limit: JOINED_CANDLES_MAX,
  } as const;
  const found = await candles.range({ ...range, fromMs: firstMs, toMs: lastMs });
  const before = await candles.range({ ...range, toMs: firstMs - 1, limit: 1 });
  const wide = joinCandles(found, interval);
  const [last] = before;
  // What was known when the first bucket began makes it flat where nothing traded in it.
  const seed = last === undefined || wide[0]?.time === firstMs ? [] : [flat(last, firstMs)];
  const filled = fillCandles([...seed, ...wide], interval, {
    toMs: lastMs,
    countMax: JOINED_CANDLES_MAX,
  });
  return fromMs === undefined ? filled.slice(-countMax) : filled.slice(0, countMax);
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
