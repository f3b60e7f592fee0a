/** What is drawn of another market's closes beside a chart's own, in percent from the left edge. */
import { formatNumber } from '@fairlead/ui';
import type { AxisCreateTicksParams, AxisRange, AxisTick } from 'klinecharts';

interface Close {
  readonly timestamp: number;
  readonly close: number;
}

/** Of each time the last close at or before it, both ascending; undefined before the first. O(n). */
export function closesAt(
  times: readonly Pick<Close, 'timestamp'>[],
  bars: readonly Close[],
): readonly (number | undefined)[] {
  let at = 0;
  let last: number | undefined;
  return times.map(({ timestamp }) => {
    for (let bar = bars[at]; bar !== undefined && bar.timestamp <= timestamp; bar = bars[at]) {
      last = bar.close;
      at += 1;
    }
    return last;
  });
}

/** A share as "+1.25%"; a dash for none. */
export function percentText(share: number | undefined, decimals = 2): string {
  if (share === undefined || !Number.isFinite(share)) return '–';
  const text = formatNumber(Math.abs(share * 100).toFixed(decimals));
  const isZero = /^[0.]+$/.test(text);
  return `${isZero ? '' : share > 0 ? '+' : '\u2212'}${text}%`;
}

/** Of a label, from the next one and from the edge. */
const LABEL_PX = 40;
const EDGE_PX = 12;

/** A step of 1, 2 or 5 of some decimal place. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power;
}

/** Labels of the prices' axis in percent of `base`, which is 0%. */
export function percentTicks(
  { range, bounding }: Pick<AxisCreateTicksParams, 'range' | 'bounding'>,
  base: number,
): AxisTick[] {
  const [low, high] = [range.realFrom / base - 1, range.realTo / base - 1];
  if (!(high > low) || bounding.height <= 0) return [];
  const step = niceStep(((high - low) * LABEL_PX) / bounding.height);
  const decimals = Math.max(0, Math.min(4, -Math.floor(Math.log10(step * 100) + 1e-9)));
  const ticks: AxisTick[] = [];
  for (let count = Math.ceil(low / step); count * step <= high; count += 1) {
    const share = count * step;
    const coord = ((high - share) / (high - low)) * bounding.height;
    if (coord < EDGE_PX || coord > bounding.height - EDGE_PX) continue;
    ticks.push({ coord, value: base * (1 + share), text: percentText(share, decimals) });
  }
  return ticks;
}

const MARK = 1e-8;
const MARKS = 997;

/**
 * A range that the values fit into too. The library makes labels anew only where the range is another one, so what else they
 * depend on is marked in its last digits.
 */
export function widened(range: AxisRange, values: readonly number[], mark: number): AxisRange {
  const least = values.reduce((low, value) => Math.min(low, value), range.realFrom);
  const most = values.reduce((high, value) => Math.max(high, value), range.realTo);
  const to = most + (most - least) * ((Math.abs(mark) % MARKS) + 1) * MARK;
  return {
    ...range,
    from: least,
    to,
    range: to - least,
    realFrom: least,
    realTo: to,
    realRange: to - least,
    displayFrom: least,
    displayTo: to,
    displayRange: to - least,
  };
}
