/** Whose prices a market's chart draws, and its head names. */
import { useApi } from '@fairlead/calls';
import type { Candle } from '@fairlead/contract';
import { foldBars, olderBars } from '../candles/candle-bars.ts';
import { type ChartKind, useChartSettings } from './chart-settings.ts';
import { type ChartPeriod, candlePeriod, partsOf, wirePeriod } from './periods.ts';

/** Fewer own candles than this are no chart: the index has the history. */
const KIND_BARS_MIN = 30;
/** Of the latest so many: what was traded long ago makes no chart of today. */
const PROBE_BARS = 60;
const PROBE_FRESH_MS = 60_000;

/** Candles of a period in which somebody traded. */
export function tradedBars(period: ChartPeriod, candles: readonly Candle[]): number {
  const drawn = candlePeriod(period);
  const parts = olderBars(candles, undefined);
  const bars = partsOf(drawn) === 1 ? parts : foldBars(drawn, parts);
  return bars.slice(-PROBE_BARS).filter(({ volume }) => volume > 0).length;
}

/**
 * As chosen for the market, else one's own trades where there are enough of them. `tradeCount` is how many candles
 * with trades the period has lately; undefined while that is not known.
 */
export function pickKind(chosen: ChartKind | undefined, tradeCount: number | undefined): ChartKind {
  if (chosen !== undefined) return chosen;
  return tradeCount !== undefined && tradeCount < KIND_BARS_MIN ? 'index' : 'trade';
}

/** Undefined until it is known, and of no market. `only`: of a product that knows no other prices. */
export function useChartKind(symbol = '', only?: ChartKind): ChartKind | undefined {
  const { kinds, period } = useChartSettings();
  const chosen = only ?? kinds[symbol];
  const probe = useApi(
    'candles',
    {
      symbol,
      period: wirePeriod(period),
      kind: 'trade',
      limit: PROBE_BARS * Math.min(partsOf(period), 25),
    },
    { enabled: symbol !== '' && chosen === undefined, freshForMs: PROBE_FRESH_MS },
  );
  if (chosen === undefined && probe.isPending) return undefined;
  return pickKind(chosen, probe.data && tradedBars(period, probe.data));
}
