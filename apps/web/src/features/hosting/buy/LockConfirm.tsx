import { hostingDueAtMs } from '@fairlead/formula';
import { Confirm, formatAmount, formatDate, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { serverNow } from '../../../data/live/server-clock.ts';
import { keptToEnd, type Locked, leftEarly } from '../sums.ts';
import { moneyText, type ProductTerms } from '../terms.ts';

export interface LockConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  busy: boolean;
  locked: Locked;
  terms: ProductTerms;
  onConfirm: () => void;
}

/** The last look before money cannot be used: what comes back when, and what is left by leaving at once. */
export function LockConfirm(props: LockConfirmProps) {
  const { locked, terms, onConfirm, ...dialog } = props;
  const t = useTranslations('hosting');
  const common = useTranslations('common');
  const locale = useLocale();
  const { scale, currency, days } = terms;
  const money = (minor: bigint) => formatAmount(moneyText(minor, scale), undefined, currency);
  const { back, interest } = keptToEnd(locked);
  const today = leftEarly({ ...locked, damagesRatePpm: terms.damagesRatePpm }, 0);
  const date = formatDate(hostingDueAtMs(serverNow(), days), 'dayMinute', locale);
  return (
    <Confirm
      {...dialog}
      title={t('ask.title', { amount: money(locked.amount), days })}
      cancelLabel={common('cancel')}
      confirmLabel={t('lockAmount', { amount: money(locked.amount) })}
      onConfirm={onConfirm}
    >
      <KeyValues
        className="mt-1"
        rows={[
          { label: t('backOn', { date }), value: money(back) },
          { label: t('ask.interest'), value: `+${money(interest)}` },
          { label: t('ask.today'), value: money(today.inAll) },
        ]}
      />
      <p className="mt-3 text-secondary">{t('ask.body')}</p>
    </Confirm>
  );
}
