import type { HostingOrder, HostingStatus } from '@fairlead/contract';
import { buttonLook, EmptyState, ErrorState, List, SkeletonRows } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MoreRows } from '../../app/MoreRows.tsx';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import { useApiPages } from '../../data/use-api.ts';
import { EndedOrder } from './EndedOrder.tsx';
import { HostedOrder } from './HostedOrder.tsx';
import { RedeemSheet } from './RedeemSheet.tsx';
import { useOverdue } from './refresh.ts';

/** The next posting of those that are shown. */
const nextOf = (orders: readonly HostingOrder[] | undefined): number | undefined => {
  const times = orders?.flatMap(({ next_at }) => (next_at === undefined ? [] : [next_at])) ?? [];
  return times.length === 0 ? undefined : Math.min(...times);
};

/** One's orders of a state, newest first, page by page. */
export function OrderList({ status }: { status: HostingStatus }) {
  const t = useTranslations('hosting');
  const common = useTranslations('common');
  const pages = useApiPages('hostingOrders', { status });
  const [redeemed, setRedeemed] = useState<HostingOrder>();
  const { items } = pages;
  useOverdue(nextOf(items));
  if (items === undefined) {
    return pages.error ? (
      <ErrorState
        onRetry={() => void pages.refetch()}
        retryLabel={common('retry')}
        detail={errorText(pages.error)}
      >
        {t('ordersFailed')}
      </ErrorState>
    ) : (
      <SkeletonRows label={common('loading')} count={3} />
    );
  }
  return (
    <>
      {items.length === 0 ? (
        <Nothing status={status} />
      ) : (
        <List label={t(`status.${status}`)}>
          {items.map((order) =>
            order.status === 'hosting' ? (
              <HostedOrder key={order.id} order={order} onRedeem={setRedeemed} />
            ) : (
              <EndedOrder key={order.id} order={order} />
            ),
          )}
        </List>
      )}
      <MoreRows hasMore={pages.hasMore} isLoading={pages.isLoadingMore} onMore={pages.more} />
      <RedeemSheet
        order={redeemed && (items.find(({ id }) => id === redeemed.id) ?? redeemed)}
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
