import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FoldRow } from '../FoldRow.tsx';
import { type ChartPeriod, isNamed, periodLabel } from './periods.ts';

export interface PeriodBarProps {
  periods: readonly ChartPeriod[];
  period: ChartPeriod;
  onPeriodChange: (period: ChartPeriod) => void;
  /** Buttons at the right, which stay in place, whatever of the periods is folded away. */
  children: ReactNode;
}

/** What a period is called for those who listen: a word where it has one, else its label. */
export function usePeriodName(): (period: ChartPeriod) => string {
  const t = useTranslations('chart');
  return (period) => (isNamed(period) ? t(`period.${period}`) : periodLabel(period));
}

/** Chosen periods in one row, as many as fit, and buttons; the line marks the one that is shown. */
export function PeriodBar({ periods, period, onPeriodChange, children }: PeriodBarProps) {
  const t = useTranslations('chart');
  const nameOf = usePeriodName();
  // One that was chosen in the settings stands in the row too while it is shown.
  const shown = periods.includes(period) ? periods : [...periods, period];
  const wordOf = (one: ChartPeriod) => (one === 'time' ? t('period.time') : periodLabel(one));
  return (
    <div className="flex min-h-11 flex-none items-start border-y border-hairline px-2">
      <FoldRow role="radiogroup" label={t('periods')} words={[period, ...shown.map(wordOf)].join()}>
        {shown.map((one) => (
          <label
            key={one}
            className="relative grid h-11 min-w-10 flex-auto cursor-pointer place-items-center px-1.5 font-medium whitespace-nowrap text-muted after:absolute after:inset-x-1 after:bottom-0 after:mx-auto after:h-0.5 after:max-w-7 after:[scale:0_1] after:rounded-full after:bg-brand after:transition-transform has-checked:font-strong has-checked:text-text has-checked:after:[scale:1] has-focus-visible:rounded-8 has-focus-visible:[box-shadow:inset_0_0_0_2px_var(--brand)]"
          >
            <input
              type="radio"
              name="chart-period"
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-label={nameOf(one)}
              checked={one === period}
              onChange={() => onPeriodChange(one)}
            />
            <span aria-hidden="true">{wordOf(one)}</span>
          </label>
        ))}
      </FoldRow>
      {children}
    </div>
  );
}
