/** An order as it is shared: what it was filled at. Its receipt is that of the price that it waited for, where it did. */
import type { Order, TriggerOrder } from '@fairlead/contract';
import { formatAmount, formatDate, formatPrice } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import type { Shared } from '../../../app/share/share-model.ts';

export function useSharedOrder(): (order: Order, trigger: TriggerOrder | undefined) => Shared {
  const t = useTranslations('orders');
  const life = useTranslations('life');
  const locale = useLocale();
  return (order, trigger) => {
    const [base = '', quote = ''] = order.symbol.split('/');
    const time = (ms: number) => formatDate(ms, 'full', locale);
    return {
      name: `order-${order.id}`,
      symbol: order.symbol,
      what: `${t(order.side)}, ${t(`type.${order.type}`)}`,
      whatTone: order.side === 'buy' ? 'rise' : 'fall',
      headline: formatPrice(order.average_price),
      facts: [
        { label: t('detail.average'), value: formatPrice(order.average_price) },
        { label: t('states'), value: t(`status.${order.status}`) },
        ...(trigger === undefined
          ? []
          : [{ label: life('waited'), value: formatPrice(trigger.trigger_price) }]),
        { label: t('detail.placedAt'), value: time(order.created_at) },
        { label: t('detail.changedAt'), value: time(order.updated_at) },
      ],
      amounts: [
        {
          label: t('detail.filled'),
          value: formatAmount(order.filled_quantity, undefined, base),
        },
        {
          label: t(order.side === 'buy' ? 'detail.total' : 'detail.brought'),
          value: formatAmount(order.filled_amount, undefined, quote),
        },
        { label: t('detail.fee'), value: formatAmount(order.fee, undefined, order.fee_currency) },
      ],
      receiptId: trigger?.receipt_id,
    };
  };
}
