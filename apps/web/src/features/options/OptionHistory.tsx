import type { OptionOrder } from '@fairlead/contract';
import { buttonLook, EmptyState, ErrorState, List, SkeletonRows } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MoreRows } from '../../app/MoreRows.tsx';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import { useApiPages } from '../../data/use-api.ts';
import { OpenRow } from './OpenRow.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { RefundCounts } from './RefundCounts.tsx';
import { SettledRow } from './SettledRow.tsx';

export interface OptionHistoryProps {
  status: 'open' | 'settled';
  /** Undefined is all markets. */
  symbol: string | undefined;
}

/** One's orders, newest first, page by page. */
export function OptionHistory({ status, symbol }: OptionHistoryProps) {
  const t = useTranslations('options');
  const common = useTranslations('common');
  const pages = useApiPages('optionOrders', {
    status,
    ...(symbol === undefined ? {} : { symbol }),
  });
  const [opened, setOpened] = useState<OptionOrder>();
  const { items } = pages;
  if (items === undefined) {
    return pages.error ? (
      <ErrorState
        onRetry={() => void pages.refetch()}
        retryLabel={common('retry')}
        detail={errorText(pages.error)}
      >
        {t(status === 'open' ? 'run.failed' : 'settled.failed')}
      </ErrorState>
    ) : (
      <SkeletonRows label={common('loading')} mark={false} />
    );
  }
  if (items.length === 0) return <Nothing status={status} symbol={symbol} />;
  return (
    <>
      <p className="gutter flex h-8 items-center text-12 text-muted">
        {t('history.count', { count: pages.total ?? items.length })}
      </p>
      <List label={t(`history.${status}`)}>
        {items.map((order) =>
          order.status === 'open' ? (
            <OpenRow key={order.id} order={order} onOpen={setOpened} />
          ) : (
            <SettledRow key={order.id} order={order} symbol={symbol} onOpen={setOpened} />
          ),
        )}
      </List>
      <MoreRows hasMore={pages.hasMore} isLoading={pages.isLoadingMore} onMore={pages.more} />
      {status === 'settled' && <RefundCounts />}
      <OrderDetail order={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Nothing({ status, symbol }: OptionHistoryProps) {
  const t = useTranslations('options.history');
  const sentence = t(status === 'open' ? 'noneOpen' : 'noneSettled');
  return (
    <EmptyState
      action={
        <a
          {...buttonLook({ size: 36 })}
          href={href('pages/option/detail', symbol === undefined ? undefined : { symbol })}
        >
          {t('toTicket')}
        </a>
      }
    >
      {symbol === undefined ? sentence : `${sentence} ${t('onlyOn', { symbol })}`}
    </EmptyState>
  );
}
