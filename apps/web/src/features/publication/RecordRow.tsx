import type { Subscription } from '@fairlead/contract';
import { Badge, type BadgeKind, CoinMark, directionOf, formatDate, Meter } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { serverNow } from '../../data/live/server-clock.ts';
import { tidy } from '../../data/tidy.ts';
import { detailsHref } from './links.ts';
import { lockOf, type RecordState, recordState } from './model.ts';
import { ReturnFigure } from './parts.tsx';

const KINDS: Readonly<Record<RecordState, BadgeKind>> = {
  under_review: 'wait',
  locked: 'good',
  released: 'good',
  rejected: 'bad',
};

export interface RecordRowProps {
  record: Subscription;
}

/** One subscription: what, for how much, and what has become of it. */
export function RecordRow({ record }: RecordRowProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const { id, offering_id, currency, amount, paid, payment_currency, time } = record;
  const state = recordState(record);
  return (
    <div className="gutter flex gap-3 py-3">
      <CoinMark code={currency} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center justify-between gap-3">
          <a
            href={detailsHref(offering_id)}
            className="hit min-w-0 text-16 font-strong wrap-anywhere"
          >
            <Amount value={tidy(amount)} unit={currency} />
          </a>
          <Badge kind={KINDS[state]} {...(state === 'locked' && { icon: 'lock' as const })}>
            {t(`record.${state}`)}
          </Badge>
        </p>
        <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-12 text-muted">
          <span>
            {t('record.paid')} <Amount value={tidy(paid)} unit={payment_currency} />
          </span>
          <span className="tnum">
            {formatDate(time, 'dayMinute', locale)} · {t('record.number', { id: String(id) })}
          </span>
        </p>
        <Outcome record={record} />
        <Returns record={record} />
      </div>
    </div>
  );
}

/** What is frozen until when, or what came back and why. */
function Outcome({ record }: RecordRowProps) {
  const t = useTranslations('publication.record');
  const locale = useLocale();
  const { status, reason, unlocks_at, paid, payment_currency } = record;
  const amount = () => <Amount value={tidy(paid)} unit={payment_currency} />;
  const lock = lockOf(record, serverNow());
  if (lock !== undefined) {
    const until = t('lockedUntil', { time: formatDate(lock.unlocksAtMs, 'dayMinute', locale) });
    return (
      <div className="mt-2">
        <Meter share={lock.share} label={until} />
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-12 text-secondary">
          <span>{until}</span>
          <span className="text-muted">{t('daysLeft', { days: lock.daysLeft })}</span>
        </p>
      </div>
    );
  }
  return (
    <p className="mt-1 text-12 text-secondary">
      {status === 'under_review' && t.rich('review', { amount })}
      {status === 'passed' &&
        t('releasedAt', { time: formatDate(unlocks_at, 'dayMinute', locale) })}
      {status === 'rejected' && (
        <>
          {reason !== undefined && (
            <span className="block wrap-anywhere">{t('reason', { reason })}</span>
          )}
          <span className="block">{t.rich('refunded', { amount })}</span>
        </>
      )}
    </p>
  );
}

const TONES = { rise: 'text-rise', fall: 'text-fall', flat: 'text-muted' } as const;

/** Only what the server computed from a real price. */
function Returns({
  record: { accumulated_return, total_return, payment_currency },
}: RecordRowProps) {
  const t = useTranslations('publication.record');
  if (accumulated_return === undefined) return null;
  const tone = TONES[directionOf(accumulated_return, 2) ?? 'flat'];
  return (
    <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-12 text-muted">
      <span>{t('return')}</span>
      <span>
        <span className={tone}>
          <Amount value={tidy(accumulated_return)} isSigned /> {payment_currency}
        </span>{' '}
        {total_return !== undefined && <ReturnFigure value={total_return} />}
      </span>
    </p>
  );
}
