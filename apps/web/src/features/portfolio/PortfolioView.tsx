import type { Portfolio } from '@fairlead/contract';
import { formatAmount, formatDate, Note, SectionHead, TextLink } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { useSetting } from '../../data/account/settings.ts';
import { DayList } from './DayList.tsx';
import { FormulaSheet } from './FormulaSheet.tsx';
import { dateMs, SHOWN_DECIMALS } from './model.ts';
import { PnlBars } from './PnlBars.tsx';
import { PortfolioHero, type PortfolioHeroProps } from './PortfolioHero.tsx';
import { ProductList } from './ProductList.tsx';

/** Everything of a portfolio that has days. */
export function PortfolioView({ portfolio, range, onRange }: PortfolioHeroProps) {
  const t = useTranslations('portfolio');
  const locale = useLocale();
  const { days, unpriced, as_of } = portfolio;
  return (
    <>
      <PortfolioHero portfolio={portfolio} range={range} onRange={onRange} />
      {unpriced.length > 0 && (
        <div className="gutter pt-3">
          <Note>{t('unpriced', { currencies: unpriced.join(', '), count: unpriced.length })}</Note>
        </div>
      )}
      <div className="fl-band mt-4" />
      <SectionHead title={t('byProduct')} end={<FormulaSheet portfolio={portfolio} />} />
      <ProductList portfolio={portfolio} />
      <div className="fl-band mt-4" />
      <SectionHead title={t('byDay')} note={portfolio.convert_currency} />
      <div className="gutter pb-2">
        <PnlBars days={days} />
      </div>
      <DayList days={days} />
      <DayTable portfolio={portfolio} />
      <p className="gutter flex flex-wrap items-center justify-between gap-x-3 pt-3 text-12 text-muted">
        {t('asOf', { time: formatDate(as_of, 'time', locale) })}
        <TextLink href={href('pages/assets/statement')} chevron>
          {t('toStatement')}
        </TextLink>
      </p>
    </>
  );
}

/** What the charts draw, for those who do not see them. */
function DayTable({ portfolio }: { portfolio: Portfolio }) {
  const t = useTranslations('portfolio');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const text = (value: string) =>
    isHidden ? common('hidden') : formatAmount(value, SHOWN_DECIMALS, portfolio.convert_currency);
  return (
    // A table is not clipped to the size it is given.
    <div className="fl-sr">
      <table>
        <caption>{t('chart')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('pnl')}</th>
          </tr>
        </thead>
        <tbody>
          {portfolio.days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatDate(dateMs(day.date), 'date', locale)}</th>
              <td>{text(day.closing_value)}</td>
              <td>{text(day.pnl)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
