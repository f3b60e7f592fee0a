import type { ChartKind } from './indicators.ts';

/** Fewer own candles than this are no chart: the index has the history. */
export const KIND_BARS_MIN = 30;

/**
 * Whose prices to draw: as chosen, else one's own trades where there are enough of them. `tradeCount` is how
 * many candles of trades the period has; undefined while that is not known.
 */
export function pickKind(chosen: ChartKind | undefined, tradeCount: number | undefined): ChartKind {
  if (chosen !== undefined) return chosen;
  return tradeCount !== undefined && tradeCount < KIND_BARS_MIN ? 'index' : 'trade';
}
