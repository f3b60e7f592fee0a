import { Button, ErrorState, SkeletonRows, Tabs } from '@fairlead/ui';
import { useMemo } from 'react';
import { useMay } from '../data/acts.ts';
import { errorText } from '../data/error-text.ts';
import { useApi } from '../data/use-api.ts';
import { useCurrencies, useNoticeHours } from '../data/use-config.ts';
import { productColumns } from '../features/hosting/columns.tsx';
import { alarmsOf } from '../features/hosting/model.ts';
import { OrderPanel } from '../features/hosting/OrderPanel.tsx';
import { Orders, useOrders } from '../features/hosting/Orders.tsx';
import { ProductPanel } from '../features/hosting/ProductPanel.tsx';
import { TreasuryNote } from '../features/hosting/TreasuryNote.tsx';
import { TreasuryTable } from '../features/hosting/TreasuryTable.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useRecord } from '../table/use-record.ts';
import { wholeList } from '../table/whole-list.ts';
import { hostingTexts as t } from '../texts/hosting.ts';
import { sharedTexts } from '../texts/shared.ts';
import { termTexts } from '../texts/terms.ts';

const DEFAULTS = { tab: '', user: '', product: '', status: '' } as const;
const TABS = ['products', 'treasury', 'orders'] as const;
type Tab = (typeof TABS)[number];
const POLL_MS = 10_000;
const noPages = (): void => undefined;

/** Locked funds: what is sold, what pays its interest, and what users have. */
export function Page() {
  const noticeHours = useNoticeHours();
  const filters = useFilters(DEFAULTS);
  const tab: Tab = TABS.find((name) => name === filters.values.tab) ?? 'products';
  const record = useRecord();
  const { isNew, openId, choice, close } = record;
  const mayEdit = useMay('operatorSaveHosting');
  const currencies = useCurrencies();
  const columns = useMemo(() => productColumns(currencies), [currencies]);
  const query = useApi('operatorHosting', {}, { pollMs: POLL_MS });
  const orders = useOrders(filters, tab === 'orders');
  const products = query.data?.products ?? [];
  const product = products.find(({ id }) => id === openId);
  const order = orders.data?.list.find(({ id }) => id === openId);
  const panels = {
    products: (isNew || product) && (
      <ProductPanel
        key={isNew ? 'new' : openId}
        product={isNew ? undefined : product}
        products={products}
        onClose={close}
      />
    ),
    treasury: undefined,
    orders: order && <OrderPanel key={order.id} row={order} onClose={close} />,
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      actions={
        mayEdit &&
        tab === 'products' && (
          <Button size={44} icon="plus" disabled={query.data === undefined} onClick={record.begin}>
            {t.newProduct}
          </Button>
        )
      }
      panel={panels[tab]}
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TABS.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => {
          close();
          filters.set({ ...DEFAULTS, tab: value === 'products' ? '' : value });
        }}
      />
      {query.data && tab !== 'orders' && (
        <TreasuryNote
          alarms={alarmsOf(query.data.treasury, products)}
          isEmpty={query.data.treasury.length === 0}
        />
      )}
      {tab === 'products' && (
        <DataTable
          label={t.tabs.products}
          columns={columns}
          query={wholeList({ ...query, data: query.data?.products })}
          rowId={({ id }) => id}
          choice={choice}
          empty={t.emptyProducts}
          onPage={noPages}
        />
      )}
      {tab === 'treasury' && <TreasuryTab query={query} />}
      {tab === 'orders' && (
        <Orders filters={filters} query={orders} products={products} choice={choice} />
      )}
    </PageFrame>
  );
}

function TreasuryTab({ query }: { query: ReturnType<typeof useApi<'operatorHosting'>> }) {
  const { data, error } = query;
  if (data !== undefined)
    return data.treasury.length > 0 && <TreasuryTable treasuries={data.treasury} />;
  if (error === null) return <SkeletonRows label={sharedTexts.loading} count={5} mark={false} />;
  return (
    <ErrorState
      onRetry={() => void query.refetch()}
      retryLabel={sharedTexts.retry}
      retrying={query.isFetching}
    >
      {`${t.failed} ${errorText(error)}`}
    </ErrorState>
  );
}
