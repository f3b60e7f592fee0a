import type { Portfolio } from '@fairlead/contract';
import { formatDate, Money, Note, Segment } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { EyeButton } from '../../app/parts/Amount.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { Gain } from './Gain.tsx';
import {
  dateMs,
  dayRate,
  isFirstDay,
  RANGES,
  type Range,
  SHOWN_DECIMALS,
  type ValuePoint,
  valuePoints,
} from './model.ts';
import { ValueChart } from './ValueChart.tsx';

export interface PortfolioHeroProps {
  portfolio: Portfolio;
  range: Range;
  onRange: (range: Range) => void;
}

/** The value in one number and one line; a day that is looked at stands in its place. */
export function PortfolioHero({ portfolio, range, onRange }: PortfolioHeroProps) {
  const t = useTranslations('portfolio');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const [chosen, setChosen] = useState<number>();
  const points = valuePoints(portfolio);
  const point = chosen === undefined ? undefined : points[chosen];
  return (
    <section className="gutter pt-1" aria-label={t('value')}>
      <p className="flex h-5 items-center text-secondary">
        {point ? formatDate(dateMs(point.date), 'date', locale) : t('value')}
        {!point && <EyeButton />}
      </p>
      <p className="pt-1">
        <Money
          value={(point ?? points.at(-1))?.value}
          decimals={SHOWN_DECIMALS}
          unit={portfolio.convert_currency}
          masked={isHidden}
          maskedLabel={common('hidden')}
        />
      </p>
      <p className="mt-1 flex h-5 items-center gap-2">
        <Brought portfolio={portfolio} point={point} range={range} />
      </p>
      <div className="pt-2 pb-3">
        {isFirstDay(portfolio) ? (
          <Note kind="plain">{t('firstDay')}</Note>
        ) : (
          <ValueChart
            points={points}
            currency={portfolio.convert_currency}
            pnl={portfolio.total.pnl}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </div>
      <Segment
        size={36}
        label={t('period')}
        value={range}
        options={RANGES.map((value) => ({ value, label: t(`range.d${value}`) }))}
        onValueChange={onRange}
      />
    </section>
  );
}

interface BroughtProps {
  portfolio: Portfolio;
  point: ValuePoint | undefined;
  range: Range;
}

/** What the period brought, or the day that is looked at. */
function Brought({ portfolio, point, range }: BroughtProps) {
  const t = useTranslations('portfolio');
  if (point !== undefined)
    return point.day && <Gain value={point.day.pnl} rate={dayRate(point.day)} />;
  return (
    <>
      <Gain value={portfolio.total.pnl} rate={portfolio.return_rate} />
      <span className="text-12 text-muted">{t('inDays', { days: Number(range) })}</span>
    </>
  );
}
