import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { OrderList } from '@fairlead/contract';
import { Badge, formatPrice, Tag, TextLink } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { StateBadge } from '../OrderRow.tsx';
import { TriggerBadge } from '../triggers/TriggerRow.tsx';
import { kindNameOf } from '../triggers/trigger-figures.ts';
import { endOf, type Member, membersOf } from './list-figures.ts';

/** The list that an order is of, and what became of the others. */
export function OwnList({ id }: { id: number }) {
  const t = useTranslations('lists');
  const query = useApi('orderLists', { list_id: id, page: 1, limit: 1 });
  const list = query.data?.list[0];
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('failed')}
      />
    );
  if (list === undefined) return null;
  return (
    <section aria-label={t('own')} className="grid gap-2 border-t border-hairline-strong pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-strong">{t('own')}</h3>
        <Badge kind={list.status === 'done' ? 'plain' : 'brand'}>
          {t(`status.${list.status}`)}
        </Badge>
      </div>
      <p className="flex flex-wrap items-center gap-2">
        <Tag kind="brand">{list.kind.toUpperCase()}</Tag>
        {t(`kind.${list.kind}`)}
      </p>
      {list.status === 'done' && <p className="text-12 text-muted">{t(`end.${endOf(list)}`)}</p>}
      <Members list={list} />
    </section>
  );
}

function Members({ list }: { list: OrderList }) {
  const t = useTranslations('lists');
  return (
    <ul aria-label={t('number', { id: String(list.id) })}>
      {membersOf(list).map((member) => (
        <li
          key={member.id}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-hairline py-2 last:border-b-0"
        >
          <What member={member} />
          {member.order === undefined ? (
            <TriggerBadge status={member.trigger.status} />
          ) : (
            <StateBadge order={member.order} />
          )}
          <Receipt member={member} />
        </li>
      ))}
    </ul>
  );
}

/** "Sell, Stop market 62,000.00". */
function What({ member: { order, trigger } }: { member: Member }) {
  const orders = useTranslations('orders');
  const kinds = useTranslations('trade.kind');
  const { side } = order ?? trigger;
  const price = order === undefined ? trigger.trigger_price : (order.average_price ?? order.price);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Tag kind={side === 'buy' ? 'rise' : 'fall'}>{orders(side)}</Tag>
      <span>{order === undefined ? kinds(kindNameOf(trigger)) : orders(`type.${order.type}`)}</span>
      <span className="font-medium">{formatPrice(price)}</span>
    </span>
  );
}

function Receipt({ member: { trigger } }: { member: Member }) {
  const t = useTranslations('triggers');
  if (trigger?.receipt_id === undefined) return null;
  return (
    <span className="w-full">
      <TextLink href={href('pages/settlement/receipt', { id: trigger.receipt_id })} chevron>
        {t('receipt')}
      </TextLink>
    </span>
  );
}
