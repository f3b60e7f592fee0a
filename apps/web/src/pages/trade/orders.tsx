import { LoadingRows, Pending, useApi, useApiPages } from '@fairlead/calls';
import type { Order } from '@fairlead/contract';
import { buttonLook, EmptyState, Select, TabPanel, Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { ExportLink } from '../../app/parts/ExportLink.tsx';
import { Screen } from '../../app/Screen.tsx';
import { useQuotations } from '../../data/markets/quotations.ts';
import { LazyAmendSheet } from '../../features/orders/amend/LazyAmend.tsx';
import {
  countOf,
  filterQuery,
  listRequest,
  type OrderFilters,
  readFilters,
} from '../../features/orders/filters/filters.ts';
import { LazyOrderFilters } from '../../features/orders/filters/LazyFilters.tsx';
import { LazyCancelConfirm } from '../../features/orders/LazyCancelConfirm.tsx';
import { LazyOrderDetail } from '../../features/orders/LazyOrderDetail.tsx';
import { LazyListPage } from '../../features/orders/lists/LazyLists.tsx';
import { OrderList } from '../../features/orders/OrderList.tsx';
import { LazyOrdersTable } from '../../features/orders/table/LazyTable.tsx';
import { LazyTriggerPage } from '../../features/orders/triggers/LazyTriggers.tsx';
import { useCancelOrders } from '../../features/orders/use-cancel-orders.ts';

const STATUSES = ['waiting', 'completed', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
/** What waits for a price is no order yet, and has a tab of its own; so have orders that depend on one another. */
const TABS = [...STATUSES, 'triggers', 'lists'] as const;
type Tab = (typeof TABS)[number];

/** No symbol is all of them. */
const ALL = 'all';

export function Page() {
  const t = useTranslations('orders');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const status = TABS.find((one) => one === search.get('status')) ?? 'waiting';
  const filters = readFilters(search);
  const show = (next: OrderFilters, tab: Tab = status) =>
    navigate(href('pages/trade/orders', { status: tab, ...filterQuery(next) }).slice(1), {
      replace: true,
    });
  const shown = { filters, opened: Number(search.get('order')) || undefined };
  const key = JSON.stringify(filters);
  return (
    <Screen title={t('title')} className="pb-6" right={<ExportLink what="orders" />}>
      <Tabs<Tab>
        id="orders"
        label={t('states')}
        value={status}
        items={TABS.map((value) => ({ value, label: t(`status.${value}`) }))}
        onValueChange={(next) => show(filters, next)}
      />
      <TabPanel id="orders" value={status}>
        <div className="gutter flex min-h-13 flex-wrap items-center gap-2 py-2">
          <SymbolFilter
            symbol={filters.symbol ?? ALL}
            onChoose={(symbol) => {
              const { symbol: _, ...others } = filters;
              show(symbol === ALL ? others : { ...others, symbol });
            }}
          />
          {status !== 'lists' && (
            <LazyOrderFilters filters={filters} status={status} onChange={show} />
          )}
        </div>
        {status === 'lists' ? (
          <LazyListPage key={key} symbol={filters.symbol} />
        ) : status === 'triggers' ? (
          <LazyTriggerPage key={key} {...shown} />
        ) : (
          <OrdersOf key={`${status} ${key}`} status={status} {...shown} />
        )}
      </TabPanel>
    </Screen>
  );
}

interface SymbolFilterProps {
  symbol: string;
  onChoose: (symbol: string) => void;
}

function SymbolFilter({ symbol, onChoose }: SymbolFilterProps) {
  const t = useTranslations('orders');
  const common = useTranslations('common');
  const { data: list } = useQuotations();
  const symbols = list?.filter((market) => market.spot).map((market) => market.symbol) ?? [];
  const all = symbol === ALL || symbols.includes(symbol) ? symbols : [symbol, ...symbols];
  return (
    <Select
      className="w-fit"
      size={36}
      label={t('symbol')}
      labelHidden
      closeLabel={common('close')}
      value={symbol}
      options={[
        { value: ALL, label: t('allSymbols') },
        ...all.map((value) => ({ value, label: value })),
      ]}
      onValueChange={onChoose}
    />
  );
}

interface OrdersOfProps {
  status: Status;
  filters: OrderFilters;
  /** An order to open at once, as a message links to it. */
  opened: number | undefined;
}

function OrdersOf({ status, filters, opened }: OrdersOfProps) {
  const t = useTranslations('orders');
  const { symbol } = filters;
  const filter = { status, ...listRequest(filters, 'orders') };
  const pages = useApiPages('orders', filter);
  const isWide = useIsWide();
  const [shown, setShown] = useState<Order | 'none' | undefined>();
  const [amending, setAmending] = useState<Order>();
  const cancel = useCancelOrders(() => setShown('none'));
  const linked = useLinked(opened, pages.data);
  const detail = shown === 'none' ? undefined : (shown ?? linked);
  if (pages.data === undefined)
    return <Pending query={pages} loading={<LoadingRows mark={false} />} failed={t('failed')} />;
  const waiting = status === 'waiting' ? pages.data : [];
  return (
    <>
      {pages.data.length === 0 ? (
        <EmptyState
          action={
            <a
              {...buttonLook({ size: 36 })}
              href={href('pages/trade/spot', symbol === undefined ? undefined : { symbol })}
            >
              {t('place')}
            </a>
          }
        >
          {t(countOf(filters) > 0 ? 'noneFit' : `empty.${status}`)}
        </EmptyState>
      ) : (
        <>
          <div className="gutter flex h-8 items-center justify-between text-12 text-muted">
            <span>{t('count', { count: pages.total ?? pages.data.length })}</span>
            {waiting.length > 1 && countOf(filters) === 0 && (
              <button
                type="button"
                className="hit font-medium text-text-2"
                onClick={() => cancel.cancelAll({ symbol, count: pages.total ?? waiting.length })}
              >
                {t('cancelAll')}
              </button>
            )}
          </div>
          {isWide ? (
            <LazyOrdersTable
              label={t(`status.${status}`)}
              filter={filter}
              orders={pages.data}
              total={pages.total ?? pages.data.length}
              onOpen={setShown}
              onCancel={status === 'waiting' ? cancel.cancel : undefined}
              isCancelling={cancel.isRunning}
            />
          ) : (
            <OrderList
              label={t(`status.${status}`)}
              orders={pages.data}
              onOpen={setShown}
              onCancel={cancel.cancel}
              isCancelling={cancel.isRunning}
              onAmend={setAmending}
              hasState={status === 'cancelled'}
              more={pages.hasMore ? pages.more : undefined}
              isLoadingMore={pages.isLoadingMore}
            />
          )}
        </>
      )}
      <LazyOrderDetail
        order={detail}
        onClose={() => setShown('none')}
        onCancel={cancel.cancel}
        isCancelling={cancel.isRunning}
        onAmend={(order) => {
          setShown('none');
          setAmending(order);
        }}
      />
      <LazyAmendSheet order={amending} onClose={() => setAmending(undefined)} />
      <LazyCancelConfirm cancel={cancel} {...(symbol === undefined ? {} : { symbol })} />
    </>
  );
}

/** The order that a message links to, though it is on no page that was read. */
function useLinked(id: number | undefined, read: readonly Order[] | undefined): Order | undefined {
  const found = read?.find((order) => order.id === id);
  const isElsewhere = id !== undefined && read !== undefined && found === undefined;
  const { data } = useApi('order', { order_id: id ?? 0 }, { enabled: isElsewhere });
  return found ?? (isElsewhere ? data?.order : undefined);
}
