import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type ChartPeriod, isNamed, periodLabel } from './periods.ts';

export interface PeriodBarProps {
  periods: readonly ChartPeriod[];
  period: ChartPeriod;
  onPeriodChange: (period: ChartPeriod) => void;
  /** Buttons at the right, which stay in place while the periods scroll. */
  children: ReactNode;
}

/** What a period is called for those who listen: a word where it has one, else its label. */
export function usePeriodName(): (period: ChartPeriod) => string {
  const t = useTranslations('chart');
  return (period) => (isNamed(period) ? t(`period.${period}`) : periodLabel(period));
}

/** Chosen periods in one row that scrolls, and buttons; the line marks the one that is shown. */
export function PeriodBar({ periods, period, onPeriodChange, children }: PeriodBarProps) {
  const t = useTranslations('chart');
  const nameOf = usePeriodName();
  const row = useRef<HTMLDivElement>(null);
  // One that was chosen in the settings stands in the row too while it is shown.
  const shown = periods.includes(period) ? periods : [...periods, period];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period is another place in the row
  useEffect(() => {
    const label = row.current?.querySelector('input:checked')?.parentElement;
    if (row.current === null || !label) return;
    const middle = label.offsetLeft + label.offsetWidth / 2 - row.current.offsetLeft;
    row.current.scrollLeft = middle - row.current.clientWidth / 2;
  }, [period]);
  return (
    <div className="flex h-11 flex-none items-center border-y border-hairline px-2">
      <div
        ref={row}
        role="radiogroup"
        aria-label={t('periods')}
        className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
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
            <span aria-hidden="true">{one === 'time' ? t('period.time') : periodLabel(one)}</span>
          </label>
        ))}
      </div>
      {children}
    </div>
  );
}
