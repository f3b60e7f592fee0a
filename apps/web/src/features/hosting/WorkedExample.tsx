import {
  Card,
  formatAmount,
  formatExactShare,
  formatNumber,
  formatSigned,
  type KeyValue,
  KeyValues,
  Money,
} from '@fairlead/ui';
import { amountMinor, formatDecimal, ratePpm } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { keptToEnd, leftEarly } from './sums.ts';

const SCALE = 2;
const CURRENCY = 'USDT';
const RATE = '0.004';
const DAYS = 15;
const DAYS_LEFT = 3;
/** 10,000 for 15 days at 0.4 % a day, with damages of 0.4 %. */
const LOCKED = {
  amount: amountMinor(1_000_000n),
  days: DAYS,
  dailyYieldPpm: ratePpm(4_000n),
  damagesRatePpm: ratePpm(4_000n),
};

const text = (minor: bigint): string => formatDecimal(minor, SCALE);
const usdt = (minor: bigint): string => formatAmount(text(minor), undefined, CURRENCY);

/** The same money kept to the end, and left three days before it. */
export function WorkedExample() {
  const t = useTranslations('hosting.example');
  const early = useTranslations('hosting.early');
  const kept = keptToEnd(LOCKED);
  const left = leftEarly(LOCKED, DAYS - DAYS_LEFT);
  const rate = formatExactShare(RATE);
  const interest = (days: number, minor: bigint): KeyValue => ({
    label: t('interest', { days: String(days), amount: formatNumber(text(kept.perDay)) }),
    value: formatSigned(text(minor)),
    tone: 'rise',
  });
  const taken = (label: string, minor: bigint): KeyValue => ({
    label,
    value: formatSigned(text(-minor)),
    tone: 'fall',
  });
  return (
    <section className="grid gap-3" aria-label={t('title')}>
      <h2 className="pt-2 text-16 font-strong">{t('title')}</h2>
      <p className="-mt-2 text-secondary">
        {t('detail', { amount: usdt(LOCKED.amount), days: DAYS, rate })}
      </p>
      <Case title={t('kept', { days: DAYS })} minor={kept.back}>
        {[{ label: t('locked'), value: usdt(LOCKED.amount) }, interest(DAYS, kept.interest)]}
      </Case>
      <Case title={t('early', { days: DAYS_LEFT })} minor={left.inAll}>
        {[
          { label: t('locked'), value: usdt(LOCKED.amount) },
          taken(
            early('damages', {
              rate,
              days: String(DAYS_LEFT),
              amount: formatNumber(text(LOCKED.amount)),
            }),
            left.damages,
          ),
          taken(early('penalty', { amount: formatNumber(text(kept.perDay)) }), left.penalty),
          { label: early('principal'), value: formatNumber(text(left.returned)), total: true },
          interest(DAYS - DAYS_LEFT, left.kept),
        ]}
      </Case>
    </section>
  );
}

interface CaseProps {
  title: string;
  /** What one has in the end. */
  minor: bigint;
  children: KeyValue[];
}

function Case({ title, minor, children }: CaseProps) {
  return (
    <Card>
      <p className="text-12 text-muted">{title}</p>
      <p className="mt-1">
        <Money size={28} value={text(minor)} unit={CURRENCY} />
      </p>
      <KeyValues className="mt-3" rows={children} />
    </Card>
  );
}
