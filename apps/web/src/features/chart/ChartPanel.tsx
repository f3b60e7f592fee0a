import { useState } from 'react';
import { useApi } from '../../data/use-api.ts';
import { CandleChart } from './CandleChart.tsx';
import { ChartSettingsSheet } from './ChartSettingsSheet.tsx';
import { chartHeight } from './chart-sizes.ts';
import { IndicatorBar } from './IndicatorBar.tsx';
import { setChartSettings, useChartSettings } from './indicators.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { wirePeriod } from './periods.ts';
import { KIND_BARS_MIN, pickKind } from './pick-kind.ts';

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
