import type { HostingOrder } from '@fairlead/contract';
import { Card, formatAmount, formatDate, formatSigned, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Done } from '../../../app/parts/Done.tsx';
import { tidy } from '../../../data/tidy.ts';
import { useWhen } from '../hooks.ts';
import { moneyText, orderFigures } from '../terms.ts';

/** It is locked: until when, what comes each day and in all, and the way to the order. */
export function BuyDone({ order }: { order: HostingOrder }) {
  const t = useTranslations('hosting');
  const locale = useLocale();
  const when = useWhen();
  const { currency, completes_at, next_at, next_amount } = order;
  const money = (text: string) => formatAmount(tidy(text), undefined, currency);
  const figures = orderFigures(order);
  const end = formatDate(completes_at, 'dayMinute', locale);
  return (
    <Done
      icon="lock"
      tone="good"
      title={t('done.title', { amount: money(order.amount) })}
      detail={t('done.detail', { date: end })}
      view={{ href: href('pages/finance/ordersPage', { status: 'hosting' }), text: t('done.see') }}
      other={{ href: href('pages/template/index'), text: t('done.earn') }}
    >
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
    </Done>
  );
}
