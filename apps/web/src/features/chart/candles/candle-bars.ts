/** Wire candles as the chart library's bars. Numbers only to draw; money is never computed here. */
import type { Candle } from '@fairlead/contract';
import { type CandlePeriod, openTimeMs } from '../settings/periods.ts';

export interface Bar {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
  readonly source: Candle['source'];
  readonly [key: string]: unknown;
}

export const toBar = (candle: Candle): Bar => ({
  timestamp: candle.time,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  volume: Number(candle.volume),
  turnover: Number(candle.turnover),
  source: candle.source,
});

/** Candles of a page that may overlap what is there: ascending, each time once, all before `beforeMs`. */
export function olderBars(candles: readonly Candle[], beforeMs: number | undefined): Bar[] {
  const byTime = new Map<number, Bar>();
  for (const candle of candles) {
    if (beforeMs === undefined || candle.time < beforeMs) byTime.set(candle.time, toBar(candle));
  }
  return [...byTime.values()].sort((left, right) => left.timestamp - right.timestamp);
}

/** One bar of those that follow one another in it; undefined of none. Simulated if any of them is. */
function mergedBar(timestamp: number, bars: readonly Bar[]): Bar | undefined {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    timestamp,
    open: first.open,
    high: Math.max(...bars.map((bar) => bar.high)),
    low: Math.min(...bars.map((bar) => bar.low)),
    close: last.close,
    volume: bars.reduce((sum, bar) => sum + bar.volume, 0),
    turnover: bars.reduce((sum, bar) => sum + bar.turnover, 0),
    source: hasSimulated(bars) ? 'simulated' : last.source,
  };
}

/** Longer bars of shorter ones, both ascending; the first may lack what was before them. */
export function foldBars(period: CandlePeriod, bars: readonly Bar[]): Bar[] {
  const byOpen = new Map<number, Bar[]>();
  for (const bar of bars) {
    const openMs = openTimeMs(period, bar.timestamp);
    byOpen.set(openMs, [...(byOpen.get(openMs) ?? []), bar]);
  }
  return [...byOpen].flatMap(([openMs, parts]) => mergedBar(openMs, parts) ?? []);
}

/** What to say of where candles are from: simulated if any is, else as most exchanges' names. */
export const hasSimulated = (bars: readonly Bar[]): boolean =>
  bars.some((bar) => bar.source === 'simulated');
