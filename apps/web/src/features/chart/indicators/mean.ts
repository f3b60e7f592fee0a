/** The time-share's mean: what was paid for a unit on average over the last 24 hours, weighted by volume. */

const MEAN_WINDOW_MS = 86_400_000;

export interface MeanCandle {
  readonly timestamp: number;
  readonly close: number;
  readonly volume?: number | undefined;
  readonly turnover?: number | undefined;
}

/** One value a candle; the plain mean of closes where nothing was traded in the window. O(n). */
export function meanLine(candles: readonly MeanCandle[]): number[] {
  const sums = { volume: 0, turnover: 0, close: 0 };
  let first = 0;
  const add = ({ volume = 0, turnover = 0, close }: MeanCandle, sign: 1 | -1) => {
    sums.volume += sign * volume;
    sums.turnover += sign * turnover;
    sums.close += sign * close;
  };
  return candles.map((candle, index) => {
    add(candle, 1);
    for (let old = candles[first]; old && old.timestamp <= candle.timestamp - MEAN_WINDOW_MS; ) {
      add(old, -1);
      first += 1;
      old = candles[first];
    }
    const hasVolume = sums.volume > Number.EPSILON && sums.turnover > 0;
    return hasVolume ? sums.turnover / sums.volume : sums.close / (index - first + 1);
  });
}
