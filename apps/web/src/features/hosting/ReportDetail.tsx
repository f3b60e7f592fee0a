import type { ResponseOf } from '@fairlead/contract';
import {
  buttonLook,
  Card,
  CoinMark,
  EmptyState,
  List,
  ListRow,
  SectionHead,
  SkeletonRows,
} from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Amount } from '../../app/parts/Amount.tsx';
import { tidy } from '../../data/tidy.ts';

type Report = ResponseOf<'hostingReport'>;
type CurrencyPart = Report['by_currency'][number];

/** Earned today and in all, each currency in its own figures, and the pages behind. */
export function ReportDetail({ report }: { report: Report | undefined }) {
  const t = useTranslations('hosting');
  const common = useTranslations('common');
  return (
    <>
      {report === undefined ? null : (
        <div className="gutter pb-2">
          <Card className="grid grid-cols-2 gap-3">
            <Earned label={t('earnedToday')} value={report.earned_today} report={report} />
            <Earned label={t('earnedInAll')} value={report.earned_total} report={report} />
          </Card>
        </div>
      )}
      <SectionHead title={t('byCurrency')} />
      {report === undefined ? (
        <SkeletonRows label={common('loading')} count={2} />
      ) : report.by_currency.length === 0 ? (
        <EmptyState
          action={
            <a {...buttonLook({ size: 36 })} href={href('pages/template/index')}>
              {t('seeProducts')}
            </a>
          }
        >
          {t('none.hosting')}
        </EmptyState>
      ) : (
        <List label={t('byCurrency')}>
          {report.by_currency.map((part) => (
            <CurrencyRow key={part.currency_id} part={part} />
          ))}
        </List>
      )}
      <div className="fl-band mt-3" />
      <List label={t('more')}>
        <Way to="pages/finance/ordersPage">{t('orders')}</Way>
        <Way to="pages/template/index">{t('products')}</Way>
        <Way to="pages/finance/rulePage">{t('rules')}</Way>
      </List>
    </>
  );
}

interface EarnedProps {
  label: string;
  value: string;
  report: Report;
}

function Earned({ label, value, report }: EarnedProps) {
  return (
    <div className="min-w-0">
      <p className="text-12 text-muted">{label}</p>
      <p className={`mt-0.5 text-20 font-strong ${/[1-9]/.test(value) ? 'text-rise' : ''}`}>
        <Amount value={tidy(value)} decimals={2} isSigned />
        <span className="fl-unit">{report.currency}</span>
      </p>
    </div>
  );
}

function CurrencyRow({ part }: { part: CurrencyPart }) {
  const t = useTranslations('hosting');
  const { currency, principal, earned_today, earned_total, orders } = part;
  return (
    <ListRow
      leading={<CoinMark code={currency} />}
      title={currency}
      caption={t('orderCount', { count: orders })}
      value={<Amount value={tidy(principal)} />}
      valueCaption={t.rich('earnedBoth', {
        today: () => <Amount value={tidy(earned_today)} isSigned />,
        total: () => <Amount value={tidy(earned_total)} isSigned />,
      })}
    />
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return <ListRow size={52} title={children} href={href(to)} chevron />;
}
