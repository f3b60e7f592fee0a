import { Card, formatAmount, formatDate, KeyValues, MISSING, Money, Thread } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { tidy } from '../../../data/tidy.ts';
import { type OfferingDetails, unlockTime } from '../model.ts';
import { type PurchaseRules, type PurchaseSummary, shownAmount } from './purchase-model.ts';

export interface CostCardProps {
  offering: OfferingDetails;
  rules: PurchaseRules;
  summary: PurchaseSummary;
}

/** What is paid at the issue price, and what is frozen, received and released when. */
export function CostCard({ offering, rules, summary }: CostCardProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const { currency, payment_currency, issue_price } = offering;
  const { amount, cost } = summary;
  const paid = cost === undefined ? undefined : shownAmount(cost, rules.paymentScale);
  const bought = amount === undefined ? undefined : shownAmount(amount, rules.scale);
  const money = formatAmount(paid, undefined, payment_currency);
  const coins = formatAmount(bought, undefined, currency);
  const say = (what: 'frozen' | 'locked' | 'released', text: string) =>
    amount === undefined ? MISSING : t(what, { amount: text });
  return (
    <Card>
      <p className="text-secondary">{t('pay')}</p>
      {paid === undefined ? (
        <p className="text-28 text-muted">{MISSING}</p>
      ) : (
        <p>
          <Money value={paid} unit={payment_currency} size={28} />
        </p>
      )}
      <KeyValues
        className="mt-1"
        rows={[
          {
            label: t('price'),
            value: formatAmount(tidy(issue_price), undefined, payment_currency),
          },
          { label: t('receive'), value: coins },
        ]}
      />
      <div className="mt-3 border-t border-hairline-strong pt-3">
        <Thread
          label={t('course')}
          steps={[
            { id: 'now', title: t('now'), at: say('frozen', money), state: 'now' },
            {
              id: 'review',
              title: t('afterReview'),
              at: say('locked', coins),
              state: 'later',
            },
            {
              id: 'unlock',
              title: formatDate(unlockTime(offering), 'dayMinute', locale),
              at: say('released', coins),
              state: 'later',
            },
          ]}
        />
      </div>
    </Card>
  );
}
