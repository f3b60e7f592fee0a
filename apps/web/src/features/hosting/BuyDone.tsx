import type { HostingOrder } from '@fairlead/contract';
import {
  buttonLook,
  Card,
  formatAmount,
  formatDate,
  formatSigned,
  Icon,
  KeyValues,
} from '@fairlead/ui';
import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { tidy } from '../../data/tidy.ts';
import { moneyText, orderFigures } from './terms.ts';
import { useWhen } from './use-when.ts';

/** It is locked: until when, what comes each day and in all, and the way to the order. */
export function BuyDone({ order }: { order: HostingOrder }) {
  const t = useTranslations('hosting');
  const locale = useLocale();
  const when = useWhen();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { currency, completes_at, next_at, next_amount } = order;
  const money = (text: string) => formatAmount(tidy(text), undefined, currency);
  const figures = orderFigures(order);
  const end = formatDate(completes_at, 'dayMinute', locale);
  return (
    <div className="gutter grid grid-cols-1 gap-4 pt-6 pb-6">
      <div className="grid justify-items-center gap-2 text-center">
        <span className="grid size-12 place-items-center rounded-full bg-good-tint text-good">
          <Icon name="lock" size={24} />
        </span>
        <h2 ref={title} tabIndex={-1} className="text-20 font-strong">
          {t('done.title', { amount: money(order.amount) })}
        </h2>
        <p className="max-w-[26em] text-secondary text-balance">
          {t('done.detail', { date: end })}
        </p>
      </div>
      <Card>
        <KeyValues
          rows={[
            {
              label: t('done.back'),
              value: figures
                ? formatAmount(
                    moneyText(figures.amount + figures.expected, figures.scale),
                    undefined,
                    currency,
                  )
                : formatAmount(undefined),
            },
            {
              label: t('interestDays', { days: order.days }),
              value: formatSigned(tidy(order.expected_total)),
              tone: 'rise',
            },
            ...(next_at === undefined || next_amount === undefined
              ? []
              : [
                  {
                    label: t('done.first', { when: when(next_at) }),
                    value: formatSigned(tidy(next_amount)),
                  },
                ]),
            { label: t('done.number'), value: <span className="tnum">{order.id}</span> },
          ]}
        />
      </Card>
      <div className="grid gap-2">
        <a
          {...buttonLook({ variant: 'main', block: true })}
          href={href('pages/finance/ordersPage', { status: 'hosting' })}
        >
          {t('done.see')}
        </a>
        <a {...buttonLook({ block: true })} href={href('pages/template/index')}>
          {t('done.earn')}
        </a>
      </div>
    </div>
  );
}
