/** Where moments and prices lie in the option chart. Numbers, for the drawing only; sums are made elsewhere. */
import { BRIDGED_MS, type Sample } from './samples.ts';

export const CHART_HEIGHT = 160;
/** The axis of time begins below this. */
export const PLOT_BOTTOM = 142;
/** For the prices at the right. */
const TAG_ROOM = 80;
/** The line keeps off the edges by these. */
const LINE_TOP = 26;
const LINE_BOTTOM = 116;
/** What is seen before a purchase, or before now. */
const PAST_MS = 150_000;
/** Room right of the delivery. */
const AFTER_MS = 14_000;
/** A quiet market is not drawn as a mountain: the least height is this share of the price. */
const SPAN_MIN_SHARE = 0.000_1;

export interface TimeScale {
  readonly fromMs: number;
  readonly toMs: number;
  /** Where the plot ends and the prices begin. */
  readonly right: number;
  readonly x: (timeMs: number) => number;
}

/** From 150 s before the anchor to a little after its delivery. It stands still while an order runs. */
export function timeScale(width: number, anchorMs: number, seconds: number): TimeScale {
  const right = width - TAG_ROOM;
  const fromMs = anchorMs - PAST_MS;
  const toMs = anchorMs + seconds * 1000 + AFTER_MS;
  const perMs = (right - 2) / (toMs - fromMs);
  return { fromMs, toMs, right, x: (timeMs) => round((timeMs - fromMs) * perMs) };
}

export interface PriceScale {
  readonly low: number;
  readonly high: number;
  readonly y: (price: number) => number;
}

/** Fits all prices between top and bottom; undefined without any. */
export function priceScale(prices: readonly number[]): PriceScale | undefined {
  if (prices.length === 0) return undefined;
  const least = Math.min(...prices);
  const most = Math.max(...prices);
  const middle = (least + most) / 2;
  const span = Math.max(most - least, middle * SPAN_MIN_SHARE) || 1;
  const [low, high] = [middle - span / 2, middle + span / 2];
  const perPrice = (LINE_BOTTOM - LINE_TOP) / span;
  return { low, high, y: (price) => round(LINE_TOP + (high - price) * perPrice) };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** One path for each run of samples without a gap. */
export function linePaths(
  samples: readonly Sample[],
  place: { readonly x: TimeScale['x']; readonly y: PriceScale['y'] },
): readonly { readonly line: string; readonly area: string }[] {
  const runs: string[][] = [[]];
  let lastMs = Number.POSITIVE_INFINITY;
  for (const { timeMs, price } of samples) {
    if (price === undefined || timeMs - lastMs > BRIDGED_MS) runs.push([]);
    if (price === undefined) continue;
    runs.at(-1)?.push(`${place.x(timeMs)},${place.y(Number(price))}`);
    lastMs = timeMs;
  }
  return runs
    .filter((points) => points.length > 0)
    .map((points) => {
      const line = `M${points.join('L')}`;
      const [first = ''] = points[0]?.split(',') ?? [];
      const [last = ''] = points.at(-1)?.split(',') ?? [];
      return { line, area: `${line}L${last},${PLOT_BOTTOM}L${first},${PLOT_BOTTOM}Z` };
    });
}

export interface GridLine {
  readonly y: number;
  /** Plain decimal text. */
  readonly price: string;
}

const LINES_WANTED = 4;

/** Lines at round prices: steps of 1, 2 or 5 times a power of ten, never finer than the market's own decimals. */
export function gridLines({ low, high, y }: PriceScale, decimals: number): readonly GridLine[] {
  const raw = (high - low) / LINES_WANTED;
  const power = Math.floor(Math.log10(raw));
  const base = 10 ** power;
  const factor = [1, 2, 5, 10].find((one) => one * base >= raw) ?? 10;
  const shown = Math.min(decimals, Math.max(0, factor === 10 ? -power - 1 : -power));
  const step = Math.max(factor * base, 10 ** -decimals);
  const lines: GridLine[] = [];
  for (let count = Math.ceil(low / step); count * step <= high; count += 1) {
    lines.push({ y: y(count * step), price: (count * step).toFixed(shown) });
  }
  return lines;
}

const TAG_GAP = 22;
const TAG_TOP = 12;
const TAG_BOTTOM = PLOT_BOTTOM - 12;
const inPlot = (y: number): number => Math.min(TAG_BOTTOM, Math.max(TAG_TOP, y));

/** Two tags that would lie on each other are moved apart, the higher price above. */
export function apart(priceY: number, strikeY: number): { price: number; strike: number } {
  const [price, strike] = [inPlot(priceY), inPlot(strikeY)];
  const distance = Math.abs(price - strike);
  if (distance >= TAG_GAP) return { price, strike };
  const isPriceAbove = priceY <= strikeY;
  const middle = Math.min(
    TAG_BOTTOM - TAG_GAP / 2,
    Math.max(TAG_TOP + TAG_GAP / 2, (price + strike) / 2),
  );
  const [upper, lower] = [round(middle - TAG_GAP / 2), round(middle + TAG_GAP / 2)];
  return isPriceAbove ? { price: upper, strike: lower } : { price: lower, strike: upper };
}
