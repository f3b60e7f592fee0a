import type { PortfolioDay } from '@fairlead/contract';
import { formatDate, KeyValues } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { UnfoldingDays } from '../../app/parts/UnfoldingDays.tsx';
import { Gain } from './Gain.tsx';
import { dateMs, dayRate, SHOWN_DECIMALS, shownProducts } from './model.ts';

/** Days, today first; each opens to what it came from. */
export function DayList({ days }: { days: readonly PortfolioDay[] }) {
  const t = useTranslations('portfolio');
  const locale = useLocale();
  return (
    <UnfoldingDays
      words={{ list: t('byDay'), more: t('more') }}
      days={days.toReversed().map((day) => ({
        id: day.date,
        date: formatDate(dateMs(day.date), 'date', locale),
        end: (
          <span className="fl-row-value">
            <Gain value={day.pnl} rate={dayRate(day)} />
          </span>
        ),
        figures: () => <DayFigures day={day} />,
      }))}
    />
  );
}

function DayFigures({ day }: { day: PortfolioDay }) {
  const t = useTranslations('portfolio');
  const amount = (value: string) => <Amount value={value} decimals={SHOWN_DECIMALS} />;
  return (
    <KeyValues
      size={12}
      className="gutter pb-3"
      rows={[
        { label: t('opening'), value: amount(day.opening_value) },
        ...(isZeroDecimal(day.deposits)
          ? []
          : [{ label: t('deposits'), value: amount(day.deposits) }]),
        ...(isZeroDecimal(day.withdrawals)
          ? []
          : [{ label: t('withdrawals'), value: amount(day.withdrawals) }]),
        ...shownProducts(day).map((product) => ({
          id: product,
          label: t(`product.${product}`),
          value: <Gain value={day[product]} />,
        })),
        { label: t('closing'), value: amount(day.closing_value), total: true },
      ]}
    />
  );
}
