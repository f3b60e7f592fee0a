import { lazy, Suspense } from 'react';
import type { ChartPanelProps } from './ChartPanel.tsx';
import { panelHeight } from './chart-sizes.ts';
import { useChartSettings } from './settings/chart-settings.ts';

const Panel = lazy(async () => ({ default: (await import('./ChartPanel.tsx')).ChartPanel }));

/** The chart on a page that is there for something else: its code comes after the page's own. */
export function LateChart(props: ChartPanelProps) {
  const settings = useChartSettings();
  const height = props.fullHeight ?? panelHeight(settings, props.extraHeight ?? 0);
  return (
    <Suspense fallback={<div aria-busy="true" style={{ height }} />}>
      <Panel {...props} />
    </Suspense>
  );
}
