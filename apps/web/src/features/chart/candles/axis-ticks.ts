/** Which labels an axis shows: no zeros that say nothing, none that is cut by the edge. */
import { formatNumber } from '@fairlead/ui';
import { DAY_MS } from '@fairlead/units';
import type { AxisCreateTicksCallback, AxisTick } from 'klinecharts';
import { type CandlePeriod, closeTimeMs } from '../settings/periods.ts';

/** Zeros after the point that all labels share: "64,400.00" and "64,800.50" share one. */
function sharedZeros(texts: readonly string[]): number {
  const zeros = texts.map((text) =>
    text.includes('.') ? text.length - text.replace(/(?<!0)0+$/, '').length : 0,
  );
  return zeros.length === 0 ? 0 : Math.min(...zeros);
}

/** Numbers in groups; one that stands in thousands or millions already has its word. */
export const groupedText = (value: string | number): string =>
  /^-?[\d.]+$/.test(String(value)) ? formatNumber(String(value)) : String(value);

export function trimTicks(ticks: readonly AxisTick[]): AxisTick[] {
  const zeros = sharedZeros(ticks.map((tick) => tick.text));
  return ticks.map((tick) => ({
    ...tick,
    text: zeros === 0 ? tick.text : tick.text.slice(0, -zeros).replace(/\.$/, ''),
  }));
}

/** Prices beside the candles. */
export const priceTicks: AxisCreateTicksCallback = ({ defaultTicks }) => trimTicks(defaultTicks);

/** Of the last price's label with the time that is left below it. */
const LAST_ABOVE_PX = 18;
const LAST_BELOW_PX = 34;

/** Without those that the label of the last price would cover. */
export function clearOfLast(ticks: readonly AxisTick[], lastPx: number | undefined): AxisTick[] {
  return ticks.filter(
    ({ coord }) =>
      lastPx === undefined || coord < lastPx - LAST_ABOVE_PX || coord > lastPx + LAST_BELOW_PX,
  );
}

/** One label is enough beside a pane of 56: the highest. */
export const subTicks: AxisCreateTicksCallback = ({ defaultTicks }) => {
  const [highest] = [...defaultTicks].sort((left, right) => left.coord - right.coord);
  return highest === undefined ? [] : trimTicks([highest]);
};

const LABEL_PX = 104;
/** Half a label, so that none is cut. */
const EDGE_PX = 42;
const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 36, 48, 72, 96, 144, 288, 576] as const;

/** Candles from one label to the next: a count that days and hours are made of. */
export const tickStep = (barPx: number): number => {
  const least = LABEL_PX / barPx;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least);
};

/** Weeks begin on Mondays; the first of 1970 was the fifth of January. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Counts candles of a period from a fixed one, so that labels stay with their candles while the chart moves. */
export function candleNumber(period: CandlePeriod, openMs: number): number {
  if (period === '1M') {
    const open = new Date(openMs);
    return open.getUTCFullYear() * 12 + open.getUTCMonth();
  }
  const fromMs = period === '1w' ? openMs - FIRST_MONDAY_MS : openMs;
  return Math.round(fromMs / (closeTimeMs(period, openMs) - openMs));
}

export const isInView = (coord: number, width: number): boolean =>
  coord >= EDGE_PX && coord <= width - EDGE_PX;
