/** Wire candles as the chart library's bars. Numbers only to draw; money is never computed here. */
import type { Candle } from '@fairlead/contract';

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

/** What to say of where candles are from: simulated if any is, else as most exchanges' names. */
export const hasSimulated = (bars: readonly Bar[]): boolean =>
  bars.some((bar) => bar.source === 'simulated');
