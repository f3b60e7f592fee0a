import type { Order, OrderList, TriggerOrder } from '@fairlead/contract';
import { Badge, formatDate, Tag } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { OrderRow } from '../OrderRow.tsx';
import { TriggerRow } from '../triggers/TriggerRow.tsx';
import { endOf, membersOf } from './list-figures.ts';

export interface ListGroupProps {
  list: OrderList;
  onOpenOrder: (order: Order) => void;
  onOpenTrigger: (trigger: TriggerOrder) => void;
  onCancel: (list: OrderList) => void;
  isCancelling: boolean;
}

/** Orders that depend on one another, under what they do to each other and one button for all of them. */
export function ListGroup(props: ListGroupProps) {
  const { list, onOpenOrder, onOpenTrigger, onCancel, isCancelling } = props;
  const t = useTranslations('lists');
  const orders = useTranslations('orders');
  const locale = useLocale();
  const { id, kind, status, created_at } = list;
  return (
    <li className="border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <span className="shrink-0">
            <Tag kind="brand">{kind.toUpperCase()}</Tag>
          </span>
          <span className="font-medium">{t(`kind.${kind}`)}</span>
        </span>
        {status === 'done' ? (
          <Badge>{t('status.done')}</Badge>
        ) : (
          <button
            type="button"
            className="-my-3 h-11 shrink-0 ps-4 font-medium text-brand disabled:text-disabled"
            aria-label={t('cancelOf', { id: String(id) })}
            disabled={isCancelling}
            onClick={() => onCancel(list)}
          >
            {t('cancel')}
          </button>
        )}
      </div>
      <p className="mt-1 text-12 text-muted">
        {orders('typeAt', {
          type: list.symbol,
          time: formatDate(created_at, 'dayMinute', locale),
        })}
        {status !== 'open' && (
          <> · {status === 'done' ? t(`end.${endOf(list)}`) : t('status.pending')}</>
        )}
      </p>
      <ul
        aria-label={t('number', { id: String(id) })}
        className="mt-1.5 -me-4 border-s border-hairline-strong"
      >
        {membersOf(list).map(({ id: member, order, trigger }) =>
          order === undefined ? (
            <TriggerRow key={member} trigger={trigger} onOpen={onOpenTrigger} isGrouped />
          ) : (
            <OrderRow key={member} order={order} onOpen={onOpenOrder} hasState isGrouped />
          ),
        )}
      </ul>
    </li>
  );
}
