import { useApi } from '@fairlead/calls';
import { memo, useState } from 'react';
import { CandleChart } from './CandleChart.tsx';
import { ChartSettingsSheet } from './ChartSettingsSheet.tsx';
import { chartHeight } from './chart-sizes.ts';
import { IndicatorBar } from './IndicatorBar.tsx';
import { type ChartKind, setChartSettings, useChartSettings } from './indicators.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { wirePeriod } from './periods.ts';

/** Fewer own candles than this are no chart: the index has the history. */
const KIND_BARS_MIN = 30;

/**
 * Whose prices to draw: as chosen, else one's own trades where there are enough of them. `tradeCount` is how
 * many candles of trades the period has; undefined while that is not known.
 */
export function pickKind(chosen: ChartKind | undefined, tradeCount: number | undefined): ChartKind {
  if (chosen !== undefined) return chosen;
  return tradeCount !== undefined && tradeCount < KIND_BARS_MIN ? 'index' : 'trade';
}

export interface ChartPanelProps {
  symbol: string;
  priceDecimals: number;
  lotDecimals: number;
  isStale: boolean;
  /** More height for the main pane, in pixels. */
  extraHeight?: number;
  /** Of all of it with its bars, in pixels, where it fills a panel; in place of `extraHeight`. */
  fullHeight?: number;
  /** Whose prices, where that is no choice: what trades at the index is drawn by it. */
  only?: ChartKind;
}

/** Of the two bars, over and under the chart. */
const BARS_PX = 88;
/** Below this the panel scrolls. */
const CHART_LEAST_PX = 200;

const PROBE_FRESH_MS = 60_000;

/** Periods, chart, indicators and their settings. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { symbol, fullHeight, only } = props;
  const settings = useChartSettings();
  const extraHeight =
    fullHeight === undefined
      ? (props.extraHeight ?? 0)
      : Math.max(CHART_LEAST_PX, fullHeight - BARS_PX) - chartHeight(settings, 0);
  const chosen = only ?? settings.kind;
  const [isOpen, setOpen] = useState(false);
  const [isSimulated, setSimulated] = useState(false);
  const probe = useApi(
    'candles',
    { symbol, period: wirePeriod(settings.period), kind: 'trade', limit: KIND_BARS_MIN },
    { enabled: chosen === undefined, freshForMs: PROBE_FRESH_MS, keepPrevious: true },
  );
  const isKnown = chosen !== undefined || !probe.isPending;
  const kind = pickKind(chosen, probe.data?.length);
  return (
    <>
      <PeriodBar
        period={settings.period}
        onPeriodChange={(period) => setChartSettings({ period })}
        onSettings={() => setOpen(true)}
      />
      {isKnown ? (
        <CandleChart
          {...props}
          extraHeight={extraHeight}
          kind={kind}
          settings={settings}
          onKind={() => setOpen(true)}
          onSimulated={setSimulated}
        />
      ) : (
        <div style={{ height: chartHeight(settings, extraHeight) }} aria-busy="true" />
      )}
      <IndicatorBar settings={settings} kind={kind} />
      <ChartSettingsSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        settings={settings}
        kind={kind}
        isSimulated={isSimulated}
      />
    </>
  );
});
