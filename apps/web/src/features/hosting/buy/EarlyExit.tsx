import { hostingDueAtMs } from '@fairlead/formula';
import {
  formatAmount,
  formatDate,
  formatExactShare,
  formatNumber,
  formatSigned,
  type KeyValue,
  KeyValues,
  Slider,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useServerTime } from '../../../data/live/use-server-time.ts';
import { keptToEnd, type Locked, leftEarly, oneDay } from '../sums.ts';
import { moneyText, type ProductTerms } from '../terms.ts';

export interface EarlyExitProps {
  /** Undefined while no amount is typed. */
  locked: Locked | undefined;
  terms: ProductTerms;
  /** As the wire has it. */
  damagesRate: string;
}

/** The day of leaving can be moved; what it takes and leaves stands below. */
export function EarlyExit({ locked, terms, damagesRate }: EarlyExitProps) {
  const t = useTranslations('hosting');
  const locale = useLocale();
  const nowMs = useServerTime(60_000);
  const { days } = terms;
  const [posted, setPosted] = useState(Math.floor((days * 4) / 5));
  const left = t('daysLeft', {
    days: days - posted,
    date: formatDate(hostingDueAtMs(nowMs, posted), 'day', locale),
  });
  const rows = useRows({ locked, terms, damagesRate, posted });
  return (
    <section aria-label={t('ifEarly')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-16 font-strong">{t('ifEarly')}</h2>
        <p className="font-medium">{left}</p>
      </div>
      <Slider
        label={t('leavingDay')}
        valueText={left}
        value={posted}
        minimum={0}
        maximum={days - 1}
        onValueChange={setPosted}
        disabled={days === 1}
      />
      <KeyValues rows={rows} />
    </section>
  );
}

function useRows({
  locked,
  terms,
  damagesRate,
  posted,
}: EarlyExitProps & { readonly posted: number }): KeyValue[] {
  const t = useTranslations('hosting.early');
  const { scale, days, currency } = terms;
  const sums = locked && leftEarly({ ...terms, ...locked }, posted);
  const each = locked && keptToEnd(locked);
  const text = (minor: bigint | undefined) =>
    minor === undefined ? undefined : moneyText(minor, scale);
  const money = (minor: bigint | undefined) => formatNumber(text(minor));
  const taken = (label: string, minor: bigint | undefined): KeyValue => ({
    label,
    value: formatSigned(minor === undefined ? undefined : text(-minor)),
    ...(minor !== undefined && minor > 0n && { tone: 'fall' }),
  });
  const perDay = `${each?.isEven === false ? '≈\u00a0' : ''}${money(each?.perDay)}`;
  return [
    taken(
      t('damages', {
        rate: formatExactShare(damagesRate),
        days: String(days - posted),
        amount: money(locked?.amount),
      }),
      sums?.damages,
    ),
    taken(t('penalty', { amount: money(locked && oneDay(locked)) }), sums?.penalty),
    { label: t('principal'), value: money(sums?.returned) },
    {
      label: t('kept', { days: String(posted), amount: perDay }),
      value: formatSigned(text(sums?.kept)),
    },
    {
      label: t('inAll', { amount: money(sums?.less) }),
      value: (
        <span className="text-16">{formatAmount(text(sums?.inAll), undefined, currency)}</span>
      ),
      total: true,
    },
  ];
}
