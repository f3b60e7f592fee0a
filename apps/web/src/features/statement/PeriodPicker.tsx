import { Chip, Field, formatDate } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { type Days, dateMs } from '../../data/days.ts';
import { ownTimeZone } from '../../data/time-zone.ts';
import { type Choice, daysProblem, PERIODS, type Period, periodDays } from './model.ts';

export interface PeriodPickerProps {
  choice: Choice;
  now: Date;
  onChoice: (choice: Choice) => void;
}

/** This month, last month, this year, or days of one's own. */
export function PeriodPicker({ choice, now, onChoice }: PeriodPickerProps) {
  const t = useTranslations('portfolio.statement');
  const locale = useLocale();
  const { period, days } = choice;
  const choose = (next: Period) =>
    onChoice({ ...choice, period: next, days: next === 'own' ? days : periodDays(next, now) });
  const date = (text: string) => formatDate(dateMs(text), 'date', locale);
  const problem = daysProblem(days);
  return (
    <section aria-label={t('period')} className="gutter pt-1">
      <div className="flex flex-wrap gap-2 pb-3 print:hidden">
        {PERIODS.map((one) => (
          <Chip key={one} pressed={one === period} onClick={() => choose(one)}>
            {t(`periods.${one}`)}
          </Chip>
        ))}
      </div>
      {period === 'own' && <OwnDays choice={choice} onChoice={onChoice} />}
      {problem === undefined && (
        <p className="pb-4 text-12 text-muted">
          {date(days.from)} – {date(days.to)} · {ownTimeZone()}
        </p>
      )}
    </section>
  );
}

function OwnDays({ choice, onChoice }: Pick<PeriodPickerProps, 'choice' | 'onChoice'>) {
  const t = useTranslations('portfolio.statement');
  const { days } = choice;
  const problem = daysProblem(days);
  const change = (part: Partial<Days>) => onChoice({ ...choice, days: { ...days, ...part } });
  return (
    <div className="grid grid-cols-2 gap-3 pb-3 print:hidden">
      <Field
        label={t('from')}
        type="date"
        value={days.from}
        error={problem && t(`problem.${problem}`)}
        onChange={({ target }) => target.value !== '' && change({ from: target.value })}
      />
      <Field
        label={t('to')}
        type="date"
        value={days.to}
        onChange={({ target }) => target.value !== '' && change({ to: target.value })}
      />
    </div>
  );
}
