import { Listing, LoadingRows, useApi, useApiPages } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import { buttonLook, EmptyState, formatDate, formatPrice, List, useCountdown } from '@fairlead/ui';
import { Suspense, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useIsWide } from '../../../app/layout.ts';
import { href } from '../../../app/navigation.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { useDecimals } from '../use-option-rules.ts';
import { HistoryTable } from './late.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderTitle } from './parts.tsx';
import { SettledRow } from './SettledRow.tsx';
import type { HistoryTableProps } from './table/HistoryTable.tsx';
import { useStillOpen } from './use-running-orders.ts';

export interface OptionHistoryProps {
  status: 'open' | 'settled';
  /** Undefined is all markets. */
  symbol: string | undefined;
}

/** One's orders, newest first: page by page, or in a table where there is room for one. */
export function OptionHistory({ status, symbol }: OptionHistoryProps) {
  const [opened, setOpened] = useState<OptionOrder>();
  const isWide = useIsWide();
  const List = isWide ? HistoryTable : OrderPages;
  return (
    <>
      <Suspense fallback={<LoadingRows mark={false} />}>
        <List
          status={status}
          symbol={symbol}
          empty={<Nothing status={status} symbol={symbol} />}
          onOpen={setOpened}
        />
      </Suspense>
      {isWide && status === 'settled' && <RefundCounts />}
      <OrderDetail order={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

const NONE: readonly OptionOrder[] = [];

/** Page by page, on a phone. */
function OrderPages({ status, symbol, empty, onOpen }: HistoryTableProps) {
  const t = useTranslations('options');
  const pages = useApiPages('optionOrders', {
    status,
    ...(symbol === undefined ? {} : { symbol }),
  });
  const running = useStillOpen(status === 'open' ? (pages.data ?? NONE) : NONE);
  return (
    <Listing
      query={pages}
      loading={<LoadingRows mark={false} />}
      failed={t(status === 'open' ? 'run.failed' : 'settled.failed')}
      empty={empty}
      after={status === 'settled' && <RefundCounts />}
    >
      {(items) => (
        <>
          <p className="gutter flex h-8 items-center text-12 text-muted">
            {t('history.count', { count: pages.total ?? items.length })}
          </p>
          <List label={t(`history.${status}`)}>
            {(status === 'open' ? running : items).map((order) =>
              order.status === 'open' ? (
                <OpenRow key={order.id} order={order} onOpen={onOpen} />
              ) : (
                <SettledRow key={order.id} order={order} symbol={symbol} onOpen={onOpen} />
              ),
            )}
          </List>
        </>
      )}
    </Listing>
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

/** How many options of all users had too few samples, and by whose doing: public, and kept by nobody's word. */
function RefundCounts() {
  const t = useTranslations('options.short');
  const { data } = useApi('refunds', {});
  if (data === undefined) return null;
  const { refunded, by_house, paid_as_win } = data.total;
  return (
    <p className="gutter py-3 text-12 text-muted">
      {t('counts', {
        refunded: String(refunded),
        house: String(by_house),
        paid: String(paid_as_win),
      })}
    </p>
  );
}

interface OpenRowProps {
  order: OptionOrder;
  onOpen: (order: OptionOrder) => void;
}

/** A running order in the list: what it is, its strike, how long it still takes. */
function OpenRow({ order, onOpen }: OpenRowProps) {
  const t = useTranslations('options');
  const locale = useLocale();
  const decimals = useDecimals(order.symbol);
  const seconds = useCountdown(order.delivers_at, serverNow);
  return (
    <button
      type="button"
      className="gutter flex min-h-16 w-full items-center gap-3 py-2 text-start"
      aria-haspopup="dialog"
      onClick={() => onOpen(order)}
    >
      <span className="min-w-0 flex-1">
        <OrderTitle order={order} />
        <span className="mt-0.5 block text-12 text-muted">
          {order.symbol} · {t('chart.strike')} {formatPrice(order.purchase_price, decimals)}
        </span>
      </span>
      <span className="text-end">
        {seconds > 0 && (
          <span className="block font-medium">{t('seconds', { seconds: String(seconds) })}</span>
        )}
        <span className="block text-12 text-muted">
          {formatDate(order.delivers_at, 'time', locale)}
        </span>
      </span>
    </button>
  );
}
