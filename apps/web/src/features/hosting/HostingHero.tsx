import { Failed } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { Money, Skeleton, TextLink } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Amount, EyeButton } from '../../app/parts/Amount.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { tidy } from '../../data/tidy.ts';
import { useOverdue, type useReport, useWhen } from './hooks.ts';

type Report = ResponseOf<'hostingReport'>;

export interface HostingHeroProps {
  query: ReturnType<typeof useReport>;
  /** Leads on to the report and says what was earned; its own page says more of that below. */
  hasLink?: boolean;
}

/** What is in hosting, what it has earned, and when it earns next. */
export function HostingHero({ query, hasLink = false }: HostingHeroProps) {
  const t = useTranslations('hosting');
  const { data, error } = query;
  if (data === undefined && error !== null)
    return <Failed query={query} failed={t('reportFailed')} />;
  return (
    <section className="gutter pt-1 pb-3" aria-label={t('inHosting')}>
      <div className="flex h-5 items-center text-secondary">
        {t('inHosting')}
        <EyeButton />
        {hasLink && (
          <TextLink className="-my-3 ms-auto" href={href('pages/finance/index')} chevron>
            {t('report')}
          </TextLink>
        )}
      </div>
      {data === undefined ? <Loading /> : <Figures report={data} hasEarnings={hasLink} />}
    </section>
  );
}

function Loading() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="h-[72px] pt-2.5">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width={220} height={32} />
      <Skeleton width={280} height={14} className="mt-3" />
    </div>
  );
}

function Figures({ report, hasEarnings }: { report: Report; hasEarnings: boolean }) {
  const t = useTranslations('hosting');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const { principal, currency, earned_total } = report;
  const hasEarned = /[1-9]/.test(earned_total);
  const earned = () => (
    <span className={`font-medium ${hasEarned ? 'text-rise' : 'text-text'}`}>
      <Amount value={tidy(earned_total)} decimals={2} isSigned />
    </span>
  );
  return (
    <div className="min-h-[72px]">
      <p className="pt-1">
        <Money
          value={principal}
          decimals={2}
          unit={currency}
          masked={isHidden}
          maskedLabel={common('hidden')}
        />
      </p>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-muted">
        {report.orders === 0 && !hasEarned ? (
          <span>{t('nothingYet')}</span>
        ) : (
          <>
            {hasEarnings && <span>{t.rich('earnedSoFar', { amount: earned })}</span>}
            <NextPosting report={report} />
          </>
        )}
      </p>
    </div>
  );
}

function NextPosting({ report }: { report: Report }): ReactNode {
  const t = useTranslations('hosting');
  const when = useWhen();
  const { next_at, next_amount, next_currency, currency } = report;
  useOverdue(next_at);
  if (next_at === undefined || next_amount === undefined) return null;
  const amount = () => (
    <span className="font-medium text-text">
      <Amount value={tidy(next_amount)} isSigned />
      {next_currency !== currency && `\u00a0${next_currency}`}
    </span>
  );
  return <span>{t.rich('next', { amount, when: when(next_at) })}</span>;
}
