import { Confirm, formatAmount, formatDate, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { type OfferingDetails, unlockTime } from '../model.ts';
import { type PurchaseRules, type PurchaseSummary, shownAmount } from './purchase-model.ts';

export interface PurchaseConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  busy: boolean;
  offering: OfferingDetails;
  rules: PurchaseRules;
  summary: PurchaseSummary;
  onConfirm: () => void;
}

/** The last look before a payment is frozen that only a rejection gives back. */
export function PurchaseConfirm(props: PurchaseConfirmProps) {
  const { offering, rules, summary, onConfirm, ...dialog } = props;
  const t = useTranslations('publication');
  const common = useTranslations('common');
  const locale = useLocale();
  const { amount, cost } = summary;
  if (amount === undefined || cost === undefined) return null;
  const coins = formatAmount(shownAmount(amount, rules.scale), undefined, offering.currency);
  const paid = shownAmount(cost, rules.paymentScale);
  return (
    <Confirm
      {...dialog}
      title={t('ask.title', { amount: coins })}
      cancelLabel={common('cancel')}
      confirmLabel={t('submit', { amount: coins })}
      onConfirm={onConfirm}
    >
      <KeyValues
        className="mt-1"
        rows={[
          { label: t('pay'), value: formatAmount(paid, undefined, offering.payment_currency) },
          { label: t('receive'), value: coins },
          {
            label: formatDate(unlockTime(offering), 'dayMinute', locale),
            value: t('released', { amount: coins }),
          },
        ]}
      />
      <p className="mt-3 text-secondary">{t('ask.body')}</p>
    </Confirm>
  );
}
