import { Icon } from '@fairlead/ui';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { ChartPanelProps } from './ChartPanel.tsx';
import { LateChart } from './LateChart.tsx';
import { setChartSettings, useChartSettings } from './settings/chart-settings.ts';

export interface FoldedChartProps extends ChartPanelProps {
  /** Whether it is open until somebody says so. */
  isOpenAtFirst: boolean;
}

/** A chart above a ticket, behind a row that opens it; kept on this device. */
export function FoldedChart({ isOpenAtFirst, ...props }: FoldedChartProps) {
  const t = useTranslations('chart');
  const id = useId();
  const { isUnfolded = isOpenAtFirst } = useChartSettings();
  return (
    <div className="mb-3 border-b border-hairline">
      <button
        type="button"
        className="gutter flex h-11 w-full items-center gap-2 font-medium"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setChartSettings({ isUnfolded: !isUnfolded })}
      >
        <Icon name="candles" />
        <span className="flex-1 text-start">{t('fold')}</span>
        <Icon name={isUnfolded ? 'chevronUp' : 'chevronDown'} />
      </button>
      <div id={id}>{isUnfolded && <LateChart {...props} />}</div>
    </div>
  );
}
