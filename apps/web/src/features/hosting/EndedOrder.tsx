import type { HostingOrder } from '@fairlead/contract';
import { formatDate, type KeyValue, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/Amount.tsx';
import { tidy } from '../../data/tidy.ts';
import { OrderHead } from './OrderHead.tsx';

/** An order that is over: what came back and what it brought, or what leaving early took. */
export function EndedOrder({ order }: { order: HostingOrder }) {
  const t = useTranslations('hosting');
  const locale = useLocale();
  const { status, earned, damages, penalty, redeemable_amount, remaining_days, days } = order;
  const date = formatDate(order.completed_at, 'dayMinute', locale);
  const isRedeemed = status === 'redeemed';
  const taken = (label: string, amount: string): KeyValue => ({
    label,
    value: <Amount value={tidy(`-${amount}`)} isSigned />,
    tone: 'fall',
  });
  const rows: KeyValue[] = [
    ...(isRedeemed ? [taken(t('damages'), damages), taken(t('penalty'), penalty)] : []),
    {
      label: t('early.principal'),
      value: <Amount value={tidy(redeemable_amount)} unit={order.currency} />,
      total: isRedeemed,
    },
    {
      label: t(isRedeemed ? 'early.keptDays' : 'interestDays', { days: days - remaining_days }),
      value: <Amount value={tidy(earned)} isSigned />,
      ...(/[1-9]/.test(earned) && { tone: 'rise' }),
    },
  ];
  return (
    <div className="gutter grid grid-cols-1 gap-3 py-4">
      <OrderHead order={order} caption={t(isRedeemed ? 'redeemedOn' : 'completedOn', { date })} />
      <KeyValues size={12} rows={rows} />
    </div>
  );
}
