import { useApi } from '@fairlead/calls';
import { useState } from 'react';
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
}

const PROBE_FRESH_MS = 60_000;

/** Periods, chart, indicators and their settings. */
export function ChartPanel(props: ChartPanelProps) {
  const { symbol, extraHeight = 0 } = props;
  const settings = useChartSettings();
  const [isOpen, setOpen] = useState(false);
  const [isSimulated, setSimulated] = useState(false);
  const probe = useApi(
    'candles',
    { symbol, period: wirePeriod(settings.period), kind: 'trade', limit: KIND_BARS_MIN },
    { enabled: settings.kind === undefined, freshForMs: PROBE_FRESH_MS, keepPrevious: true },
  );
  const isKnown = settings.kind !== undefined || !probe.isPending;
  const kind = pickKind(settings.kind, probe.data?.length);
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
}
