/** Indicators that the chart library has not: average true range, and the day's price weighted by volume. */
import { DAY_MS } from '@fairlead/units';

export interface RangeBar {
  readonly timestamp: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number | undefined;
}

/** How far a bar reached, the gap from the close before it included. */
const trueRange = ({ high, low }: RangeBar, before: RangeBar | undefined): number =>
  before === undefined
    ? high - low
    : Math.max(high - low, Math.abs(high - before.close), Math.abs(low - before.close));

/**
 * Wilder's average true range (New Concepts in Technical Trading Systems, 1978): the plain mean of the first `length`
 * ranges, then (before × (length − 1) + range) ÷ length. Undefined before there are so many. O(n).
 */
export function averageTrueRange(
  bars: readonly RangeBar[],
  length: number,
): (number | undefined)[] {
  let average = 0;
  return bars.map((bar, index) => {
    const range = trueRange(bar, bars[index - 1]);
    if (index < length) average += range / length;
    else average = (average * (length - 1) + range) / length;
    return index < length - 1 ? undefined : average;
  });
}

/**
 * What was paid for a unit on average since the day began in UTC: Σ (high + low + close) ÷ 3 × volume, over Σ volume.
 * Undefined while nothing was traded. O(n).
 */
export function volumeWeighted(bars: readonly RangeBar[]): (number | undefined)[] {
  let day = Number.NaN;
  let paid = 0;
  let volume = 0;
  return bars.map((bar) => {
    const own = Math.floor(bar.timestamp / DAY_MS);
    if (own !== day) {
      day = own;
      paid = 0;
      volume = 0;
    }
    paid += ((bar.high + bar.low + bar.close) / 3) * (bar.volume ?? 0);
    volume += bar.volume ?? 0;
    return volume === 0 ? undefined : paid / volume;
  });
}
