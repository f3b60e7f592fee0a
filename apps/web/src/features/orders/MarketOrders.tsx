import { LoadingRows, Pending } from '@fairlead/calls';
import type { Order, TriggerOrder } from '@fairlead/contract';
import { buttonLook, EmptyState, TabPanel, Tabs } from '@fairlead/ui';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../../app/desk/shortcuts.ts';
import { useIsWide } from '../../app/layout.ts';
import { SortedNote } from '../../app/parts/SortedNote.tsx';
import { useWhole } from '../../app/parts/use-whole.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { LazyAmendSheet } from './amend/LazyAmend.tsx';
import { LazyCancelConfirm } from './LazyCancelConfirm.tsx';
import { LazyOrderDetail } from './LazyOrderDetail.tsx';
import { LazyOpenLists } from './lists/LazyLists.tsx';
import { OrderList } from './OrderList.tsx';
import { LazyMarketTable } from './table/LazyTable.tsx';
import { LazyTriggerList } from './triggers/LazyTriggers.tsx';
import { useWaitingTriggers } from './triggers/use-triggers.ts';
import { useCancelOrders } from './use-cancel-orders.ts';
import { useOpenOrders } from './use-open-orders.ts';

export interface MarketOrdersProps {
  symbol: string;
  logInHref: string;
}

/** Of tabs that are closed at first. */
const Holdings = lazy(async () => ({ default: (await import('./Holdings.tsx')).Holdings }));
const History = lazy(async () => ({ default: (await import('./History.tsx')).History }));

type Tab = 'open' | 'holdings' | 'history';

/** Of a list its orders stand together. */
const isAlone = ({ list_id }: { readonly list_id?: number | undefined }): boolean =>
  list_id === undefined;

/** What waits in a market: orders, those that wait for a price, and of both those of no list. */
function useWaits(symbol: string) {
  const openOrders = useOpenOrders(symbol);
  const orders = useWhole('orders', {
    filter: { symbol, status: 'waiting' },
    first: openOrders.data,
  });
  const open = orders.list.filter((order) => order.symbol === symbol);
  const triggers = useWaitingTriggers(symbol);
  // A server lets wait no more of them in a market than one call brings.
  const waiting = triggers.data?.list.filter((trigger) => trigger.symbol === symbol) ?? [];
  const single = { orders: open.filter(isAlone), triggers: waiting.filter(isAlone) };
  return { openOrders, orders, open, triggers, waiting, single };
}

/** Below the ticket: what waits, what one has, what was. */
export const MarketOrders = memo(function MarketOrders(props: MarketOrdersProps) {
  const { symbol, logInHref } = props;
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('trade');
  const words = useTranslations('orders');
  const [tab, setTab] = useState<Tab>('open');
  const [shown, setShown] = useState<Order>();
  const [amending, setAmending] = useState<Order>();
  const cancel = useCancelOrders(() => setShown(undefined));
  const { openOrders, orders, open, triggers, waiting, single } = useWaits(symbol);
  const count = open.length + waiting.length;
  const hasLists = single.orders.length + single.triggers.length < count;
  const openCount = Math.max(openOrders.data?.total ?? 0, open.length);
  const cancelAll = () => cancel.cancelAll({ symbol, count: openCount, triggers: waiting });
  const [base = '', quote = ''] = symbol.split('/');
  const isTable = useIsWide();
  const hasSingle = single.orders.length + (isTable ? single.triggers.length : 0) > 0;
  useShortcut('cancelAll', count > 0 ? cancelAll : undefined);
  return (
    <section aria-label={t('lists')}>
      <Tabs<Tab>
        id="spot-lists"
        className="mt-2"
        label={t('lists')}
        value={tab}
        items={[
          {
            value: 'open',
            label:
              count > 0
                ? t('openOrdersCount', {
                    count: String(openCount + waiting.length),
                  })
                : t('openOrders'),
          },
          { value: 'holdings', label: t('holdings') },
          { value: 'history', label: t('history') },
        ]}
        onValueChange={setTab}
        end={
          tab === 'open' && count > 1 ? (
            <CancelAll onClick={cancelAll}>{words('cancelAll')}</CancelAll>
          ) : undefined
        }
      />
      <TabPanel id="spot-lists" value={tab}>
        {!isLoggedIn ? (
          <Guest logInHref={logInHref} />
        ) : tab === 'open' ? (
          <>
            <SortedNote {...orders} shown={orders.list.length} />
            {hasLists && <LazyOpenLists symbol={symbol} />}
            {(hasSingle || count === 0) && (
              <OpenOrders
                symbol={symbol}
                query={openOrders}
                {...single}
                onOpen={setShown}
                onCancel={cancel.cancel}
                isCancelling={cancel.isRunning}
                onAmend={setAmending}
              />
            )}
            {triggers.data === undefined && openOrders.data !== undefined && (
              <Pending query={triggers} loading={null} failed={words('failed')} />
            )}
            {!isTable && <LazyTriggerList heading="waiting" triggers={single.triggers} />}
          </>
        ) : tab === 'holdings' ? (
          <Suspense fallback={<LoadingRows count={2} mark={false} />}>
            <Holdings base={base} quote={quote} />
          </Suspense>
        ) : (
          <Suspense fallback={<LoadingRows count={2} mark={false} />}>
            <History symbol={symbol} onOpen={setShown} />
          </Suspense>
        )}
      </TabPanel>
      <LazyOrderDetail
        order={shown}
        onClose={() => setShown(undefined)}
        onCancel={cancel.cancel}
        isCancelling={cancel.isRunning}
        onAmend={(order) => {
          setShown(undefined);
          setAmending(order);
        }}
      />
      <LazyAmendSheet order={amending} onClose={() => setAmending(undefined)} />
      <LazyCancelConfirm cancel={cancel} symbol={symbol} />
    </section>
  );
});

function CancelAll({ onClick, children }: { onClick: () => void; children: string }) {
  const look = 'h-11 px-1.5 font-medium whitespace-nowrap';
  return (
    <button type="button" className={look} onClick={onClick}>
      {children}
    </button>
  );
}

function Guest({ logInHref }: { logInHref: string }) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  return (
    <EmptyState
      action={
        <a {...buttonLook({ size: 36 })} href={logInHref}>
          {common('logIn')}
        </a>
      }
    >
      {t('guestLists')}
    </EmptyState>
  );
}

interface OpenOrdersProps {
  symbol: string;
  query: ReturnType<typeof useOpenOrders>;
  orders: readonly Order[];
  /** On a wide screen they stand in one table with them. */
  triggers: readonly TriggerOrder[];
  onOpen: (order: Order) => void;
  onCancel: (order: Order) => void;
  isCancelling: boolean;
  onAmend: (order: Order) => void;
}

function OpenOrders({ symbol, query, orders, triggers, ...row }: OpenOrdersProps) {
  const isTable = useIsWide();
  const t = useTranslations('trade');
  const failed = useTranslations('orders');
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={2} mark={false} />}
        failed={failed('failed')}
      />
    );
  const { onAmend: _, ...table } = row;
  if (isTable && orders.length + triggers.length > 0)
    return <LazyMarketTable label={t('openOrders')} {...{ orders, triggers }} {...table} />;
  if (orders.length === 0) return <EmptyState>{t('noOpenOrders', { symbol })}</EmptyState>;
  return <OrderList label={t('openOrders')} orders={orders} {...row} />;
}
