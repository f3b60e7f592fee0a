/** Candles by the charting library's questions: a time range, or so many before its end. */
import { CANDLES_LIMIT_MAX, type Candle } from '@fairlead/contract';
import type { Candles } from '../../market/candles/index.ts';
import { PERIOD_OF, type UdfSymbol } from './symbols.ts';

export interface HistoryQuery {
  readonly symbol: UdfSymbol;
  readonly resolution: string;
  /** Seconds since 1970. */
  readonly from: number | undefined;
  /** Excluded. */
  readonly to: number;
  /** So many candles before `to`, whatever `from` says. */
  readonly countback: number | undefined;
}

/** Undefined for a resolution we have not. The library takes numbers: money is shown here, never counted. */
export async function history(
  candles: Pick<Candles, 'range'>,
  { symbol, resolution, from, to, countback }: HistoryQuery,
): Promise<object | undefined> {
  const period = PERIOD_OF.get(resolution);
  if (period === undefined) return undefined;
  const { market, kind } = symbol;
  const series = { symbol: market.symbol, period, kind };
  const toMs = to * 1_000 - 1;
  const limit = Math.min(Math.max(countback ?? CANDLES_LIMIT_MAX, 1), CANDLES_LIMIT_MAX);
  const fromMs = countback === undefined && from !== undefined ? { fromMs: from * 1_000 } : {};
  const bars = await candles.range({ ...series, ...fromMs, toMs, limit });
  if (bars.length > 0) return columns(bars, kind);
  // Where a chart that finds nothing has to look next, if there is anything.
  const beforeMs = countback === undefined && from !== undefined ? from * 1_000 - 1 : toMs;
  const [earlier] = await candles.range({ ...series, toMs: beforeMs, limit: 1 });
  return {
    s: 'no_data',
    ...(earlier !== undefined && { nextTime: earlier.time / 1_000 }),
  };
}

const columns = (bars: readonly Candle[], kind: UdfSymbol['kind']): object => ({
  s: 'ok',
  t: bars.map(({ time }) => time / 1_000),
  o: bars.map(({ open }) => Number(open)),
  h: bars.map(({ high }) => Number(high)),
  l: bars.map(({ low }) => Number(low)),
  c: bars.map(({ close }) => Number(close)),
  v: bars.map(({ volume }) => Number(volume)),
  // A field of ours: at some of these prices nobody traded.
  ...(kind === 'trade' &&
    bars.some(({ source }) => source === 'simulated') && {
      source: bars.map(({ source }) => source),
    }),
});
