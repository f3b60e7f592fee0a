import type { Subscription } from '@fairlead/contract';
import { Card, formatAmount, formatDate, KeyValues, Thread } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Done } from '../../../app/parts/Done.tsx';
import { tidy } from '../../../data/tidy.ts';
import { recordsHref } from '../links.ts';
import { type OfferingDetails, unlockTime } from '../model.ts';

export interface PurchaseDoneProps {
  order: Subscription;
  offering: OfferingDetails;
}

/** It is frozen and with the reviewers: its number and what happens next. */
export function PurchaseDone({ order, offering }: PurchaseDoneProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const coins = formatAmount(tidy(order.amount), undefined, order.currency);
  const paid = formatAmount(tidy(order.paid), undefined, order.payment_currency);
  return (
    <Done
      icon="clock"
      tone="wait"
      title={t('done.title')}
      detail={t('done.lead', { amount: coins })}
      view={{ href: recordsHref, text: t('records') }}
      other={{ href: href('pages/publication/index'), text: t('seeOfferings') }}
    >
      <Card>
        <Thread
          label={t('course')}
          steps={[
            {
              id: 'paid',
              title: t('frozen', { amount: paid }),
              at: formatDate(order.time, 'time', locale),
              state: 'done',
            },
            { id: 'review', title: t('record.under_review'), state: 'now' },
            {
              id: 'unlock',
              title: t('released', { amount: coins }),
              at: formatDate(unlockTime(offering), 'dayMinute', locale),
              state: 'later',
            },
          ]}
        />
      </Card>
      <Card>
        <KeyValues
          rows={[
            { label: t('receive'), value: coins },
            {
              label: t('price'),
              value: formatAmount(tidy(order.issue_price), undefined, order.payment_currency),
            },
            { label: t('pay'), value: paid },
            { label: t('number'), value: <span className="tnum">{order.id}</span> },
          ]}
        />
      </Card>
    </Done>
  );
}
