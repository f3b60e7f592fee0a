import { Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { BAR_PERIODS, type ChartPeriod, PERIOD_LABELS } from './periods.ts';

export interface PeriodBarProps {
  period: ChartPeriod;
  onPeriodChange: (period: ChartPeriod) => void;
  onSettings: () => void;
}

/** Eight periods in one row and the settings; the line marks the one that is shown. */
export function PeriodBar({ period, onPeriodChange, onSettings }: PeriodBarProps) {
  const t = useTranslations('chart');
  // A period that has no place in the row takes the place of its neighbour while it is shown.
  const shown = BAR_PERIODS.map((one) => (period === '15m' && one === '30m' ? '15m' : one));
  return (
    <div className="flex h-11 items-center border-y border-hairline px-2">
      <div role="radiogroup" aria-label={t('periods')} className="flex min-w-0 flex-1">
        {shown.map((one) => (
          <label
            key={one}
            className="relative grid h-11 min-w-0 flex-1 cursor-pointer place-items-center font-medium text-muted after:absolute after:inset-x-1 after:-bottom-px after:mx-auto after:h-0.5 after:max-w-7 after:[scale:0_1] after:rounded-full after:bg-brand after:transition-transform has-checked:font-strong has-checked:text-text has-checked:after:[scale:1] has-focus-visible:rounded-8 has-focus-visible:[box-shadow:inset_0_0_0_2px_var(--brand)]"
          >
            <input
              type="radio"
              name="chart-period"
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-label={t(`period.${one}`)}
              checked={one === period}
              onChange={() => onPeriodChange(one)}
            />
            <span aria-hidden="true">{one === 'time' ? t('period.time') : PERIOD_LABELS[one]}</span>
          </label>
        ))}
      </div>
      <button
        type="button"
        className="grid h-11 w-10 flex-none place-items-center text-muted"
        aria-label={t('settings')}
        onClick={onSettings}
      >
        <Icon name="settings" />
      </button>
    </div>
  );
}
