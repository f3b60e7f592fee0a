import { hostingDueAtMs } from '@fairlead/formula';
import {
  Card,
  formatDate,
  formatExactShare,
  formatNumber,
  formatSigned,
  Money,
  Thread,
} from '@fairlead/ui';
import { formatDecimal, RATE_SCALE } from '@fairlead/units';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useServerTime } from '../../../data/live/use-server-time.ts';
import { keptToEnd, type Locked } from '../sums.ts';
import { moneyText, type ProductTerms } from '../terms.ts';

export interface ComesBackProps {
  /** Undefined while no amount is typed. */
  locked: Locked | undefined;
  terms: ProductTerms;
}

/** What comes back at the end, of which how much is interest, and when each part comes. */
export function ComesBack({ locked, terms }: ComesBackProps) {
  const t = useTranslations('hosting');
  const locale = useLocale();
  const nowMs = useServerTime(60_000);
  const { scale, days, currency, dailyYieldPpm } = terms;
  const kept = locked && keptToEnd(locked);
  const text = (minor: bigint | undefined) =>
    formatNumber(minor === undefined ? undefined : moneyText(minor, scale));
  const plus = (minor: bigint | undefined) =>
    formatSigned(minor === undefined ? undefined : moneyText(minor, scale));
  const total = formatExactShare(formatDecimal(dailyYieldPpm * BigInt(days), RATE_SCALE));
  const end = formatDate(hostingDueAtMs(nowMs, days), 'dayMinute', locale);
  const about = kept?.isEven === false ? '≈\u00a0' : '';
  return (
    <Card>
      <p className="text-secondary">{t('backOn', { date: end })}</p>
      <p>
        <Money size={28} value={kept && moneyText(kept.back, scale)} unit={currency} />
      </p>
      <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3 border-b border-hairline-strong pb-3">
        <span className="text-muted">
          {t('interestEach', { days: String(days), amount: `${about}${text(kept?.perDay)}` })}
        </span>
        <span className="ms-auto font-medium text-rise">
          {plus(kept?.interest)} ({total})
        </span>
      </p>
      <Thread
        className="pt-3"
        label={t('timeline')}
        steps={[
          {
            id: 'now',
            title: (
              <span className="font-body">{t('todayAt', { time: clock(nowMs, locale) })}</span>
            ),
            at: <At>{t('lockedAt', { amount: text(locked?.amount) })}</At>,
            state: 'now',
          },
          {
            id: 'day',
            title: (
              <span className="text-text">{t('eachDayAt', { time: clock(nowMs, locale) })}</span>
            ),
            at: <At>{t('toTrust', { amount: `${about}${plus(kept?.perDay)}` })}</At>,
            state: 'later',
          },
          {
            id: 'end',
            title: <span className="text-text">{end}</span>,
            at: <At>{t('releasedAt', { amount: text(locked?.amount) })}</At>,
            state: 'later',
          },
        ]}
      />
    </Card>
  );
}

const clock = (atMs: number, locale: string): string => formatDate(atMs, 'minute', locale);

const At = ({ children }: { children: ReactNode }) => (
  <span className="text-14 wrap-anywhere">{children}</span>
);
