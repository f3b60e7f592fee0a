import { Button, Chip, Field, Segment } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { choosePeriod, dropPeriod } from './change-settings.ts';
import type { ChartSettings } from './chart-settings.ts';
import { usePeriodName } from './PeriodBar.tsx';
import { ALL_PERIODS, isNamed, periodLabel, readPeriod } from './periods.ts';

const UNITS = ['m', 'h', 'd'] as const;
type Unit = (typeof UNITS)[number];

/** Which periods stand in the row, and one of one's own. */
export function PeriodSettings({ settings }: { settings: ChartSettings }) {
  const t = useTranslations('chart');
  const nameOf = usePeriodName();
  const own = settings.periods.filter((period) => !isNamed(period));
  return (
    <section className="grid gap-2">
      <h3 className="text-12 font-medium text-muted">{t('periodsInRow')}</h3>
      <div className="flex flex-wrap gap-2">
        {[...ALL_PERIODS, ...own].map((period) => {
          const isIn = settings.periods.includes(period);
          return (
            <Chip
              key={period}
              pressed={isIn}
              aria-label={nameOf(period)}
              onClick={() => (isIn ? dropPeriod(period) : choosePeriod(period))}
            >
              {period === 'time' ? t('period.time') : periodLabel(period)}
            </Chip>
          );
        })}
      </div>
      <OwnPeriod />
    </section>
  );
}

function OwnPeriod() {
  const t = useTranslations('chart');
  const [count, setCount] = useState('');
  const [unit, setUnit] = useState<Unit>('h');
  const period = readPeriod(`${count}${unit}`);
  const isBad = count !== '' && period === undefined;
  const add = () => {
    if (period === undefined) return;
    choosePeriod(period);
    setCount('');
  };
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label={t('own.count')}
        inputMode="numeric"
        maxLength={3}
        value={count}
        onChange={(event) => setCount(event.target.value)}
      />
      <Segment<Unit>
        label={t('own.unit')}
        value={unit}
        options={UNITS.map((one) => ({ value: one, label: t(`own.${one}`) }))}
        onValueChange={setUnit}
      />
      <Button type="submit" disabled={period === undefined}>
        {t('own.add')}
      </Button>
      <p aria-live="polite" className="col-span-3 text-12 text-fall empty:hidden">
        {isBad ? t('own.bad') : ''}
      </p>
    </form>
  );
}
