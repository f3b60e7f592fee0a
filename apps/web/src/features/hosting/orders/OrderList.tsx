import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import type { HostingOrder, HostingStatus } from '@fairlead/contract';
import { buttonLook, EmptyState, formatDate, type KeyValue, KeyValues, List } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { useOverdue } from '../hooks.ts';
import { HostedOrder } from './HostedOrder.tsx';
import { OrderHead } from './OrderHead.tsx';
import { RedeemSheet } from './RedeemSheet.tsx';

/** The next posting of those that are shown. */
const nextOf = (orders: readonly HostingOrder[] | undefined): number | undefined => {
  const times = orders?.flatMap(({ next_at }) => (next_at === undefined ? [] : [next_at])) ?? [];
  return times.length === 0 ? undefined : Math.min(...times);
};

/** One's orders of a state, newest first, page by page. */
export function OrderList({ status }: { status: HostingStatus }) {
  const t = useTranslations('hosting');
  const pages = useApiPages('hostingOrders', { status });
  const [redeemed, setRedeemed] = useState<HostingOrder>();
  useOverdue(nextOf(pages.data));
  return (
    <>
      <Listing
        query={pages}
        loading={<LoadingRows count={3} />}
        failed={t('ordersFailed')}
        empty={<Nothing status={status} />}
      >
        {(orders) => (
          <List label={t(`status.${status}`)}>
            {orders.map((order) =>
              order.status === 'hosting' ? (
                <HostedOrder key={order.id} order={order} onRedeem={setRedeemed} />
              ) : (
                <EndedOrder key={order.id} order={order} />
              ),
            )}
          </List>
        )}
      </Listing>
      <RedeemSheet
        order={redeemed && (pages.data?.find(({ id }) => id === redeemed.id) ?? redeemed)}
        onClose={() => setRedeemed(undefined)}
      />
    </>
  );
}

function Nothing({ status }: { status: HostingStatus }) {
  const t = useTranslations('hosting');
  return (
    <EmptyState
      action={
        <a {...buttonLook({ size: 36 })} href={href('pages/template/index')}>
          {t('seeProducts')}
        </a>
      }
    >
      {t(`none.${status}`)}
    </EmptyState>
  );
}

/** An order that is over: what came back and what it brought, or what leaving early took. */
function EndedOrder({ order }: { order: HostingOrder }) {
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
