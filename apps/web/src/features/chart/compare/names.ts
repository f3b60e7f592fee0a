/** What a line that is compared is called, and its colour. */
import type { ChartColours } from '../candles/chart-colours.ts';
import type { Comparison } from './comparisons.ts';

export const comparisonName = ({ symbol, kind }: Comparison, index: string): string =>
  kind === 'index' ? `${symbol} · ${index}` : symbol;

/** The chart's own first; whose prices they are is said where not all are trades. */
export const comparisonNames = (all: readonly Comparison[], index: string): readonly string[] =>
  all.every(({ kind }) => kind === 'index')
    ? all.map(({ symbol }) => symbol)
    : all.map((one) => comparisonName(one, index));

/** In the order of the lines. */
export const COMPARE_TOKENS = ['versus', 'text-2'] as const;

export const compareColours = (colours: ChartColours): readonly string[] =>
  COMPARE_TOKENS.map((name) => colours[name]);

/** The longest that stands behind a name. */
export const LONGEST_SHARE = '+8,888.88%';
