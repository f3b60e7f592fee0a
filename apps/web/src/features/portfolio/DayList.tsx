import type { PortfolioDay } from '@fairlead/contract';
import { Button, formatDate, Icon, KeyValues, List } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { Gain } from './Gain.tsx';
import { dateMs, dayRate, SHOWN_DECIMALS, shownProducts } from './model.ts';

const SHOWN_FIRST = 7;

/** Days, today first; each opens to what it came from. */
export function DayList({ days }: { days: readonly PortfolioDay[] }) {
  const t = useTranslations('portfolio');
  const [shown, setShown] = useState(SHOWN_FIRST);
  const newest = days.toReversed();
  return (
    <>
      <List label={t('byDay')}>
        {newest.slice(0, shown).map((day) => (
          <Day key={day.date} day={day} />
        ))}
      </List>
      {newest.length > shown && (
        <div className="gutter pt-2">
          <Button block size={44} onClick={() => setShown(shown + 30)}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Day({ day }: { day: PortfolioDay }) {
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="fl-row"
        data-size={52}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="fl-row-main">
          <span className="fl-row-title">{formatDate(dateMs(day.date), 'date', locale)}</span>
        </span>
        <span className="fl-row-end">
          <span className="fl-row-value">
            <Gain value={day.pnl} rate={dayRate(day)} />
          </span>
        </span>
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} className="fl-chevron" />
      </button>
      {isOpen && <DayFigures day={day} />}
    </>
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
