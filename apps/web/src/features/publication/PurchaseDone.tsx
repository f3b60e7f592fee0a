import type { Subscription } from '@fairlead/contract';
import { buttonLook, Card, formatAmount, formatDate, Icon, KeyValues, Thread } from '@fairlead/ui';
import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { tidy } from '../../data/tidy.ts';
import type { OfferingDetails } from './details.ts';
import { recordsHref } from './links.ts';
import { unlockTime } from './model.ts';

export interface PurchaseDoneProps {
  order: Subscription;
  offering: OfferingDetails;
}

/** It is frozen and with the reviewers: its number and what happens next. */
export function PurchaseDone({ order, offering }: PurchaseDoneProps) {
  const t = useTranslations('publication');
  const locale = useLocale();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const coins = formatAmount(tidy(order.amount), undefined, order.currency);
  const paid = formatAmount(tidy(order.paid), undefined, order.payment_currency);
  return (
    <div className="gutter grid gap-4 pt-6 pb-6">
      <div className="grid justify-items-center gap-2 text-center">
        <span className="grid size-12 place-items-center rounded-full bg-brand-tint text-brand">
          <Icon name="clock" size={24} />
        </span>
        <h2 ref={title} tabIndex={-1} className="text-20 font-strong">
          {t('done.title')}
        </h2>
        <p className="max-w-[26em] text-secondary text-balance">
          {t('done.lead', { amount: coins })}
        </p>
      </div>
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
      <div className="grid gap-2">
        <a {...buttonLook({ variant: 'main', block: true })} href={recordsHref}>
          {t('records')}
        </a>
        <a {...buttonLook({ block: true })} href={href('pages/publication/index')}>
          {t('seeOfferings')}
        </a>
      </div>
    </div>
  );
}
