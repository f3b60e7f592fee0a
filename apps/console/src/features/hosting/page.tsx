import { Loaded, LoadingRows, useApi } from '@fairlead/calls';
import { useCurrencies, useNoticeHours } from '../../data/use-config.ts';
import { SelectFilter } from '../../lists/FilterBar.tsx';
import {
  askedBy,
  choiceFilter,
  type Filter,
  type FilterFieldProps,
  FilterFields,
  isNarrowed,
  userFilter,
} from '../../lists/filters.tsx';
import { type AnyList, ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { readId, useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { termTexts } from '../../terms/texts.ts';
import { nameOf, orderColumns, productColumns } from './columns.tsx';
import { alarmsOf } from './model.ts';
import { OrderPanel } from './OrderPanel.tsx';
import { ProductPanel } from './ProductPanel.tsx';
import { TreasuryNote } from './TreasuryNote.tsx';
import { TreasuryTable } from './TreasuryTable.tsx';
import { hostingTexts as t } from './texts.ts';

function ProductFilter(props: FilterFieldProps) {
  const currencies = useCurrencies();
  const products = useApi('operatorHosting', {}).data?.products ?? [];
  const options = products.map(
    ({ id, currency_id, days }) =>
      [String(id), t.product(nameOf(currencies, currency_id), days)] as const,
  );
  return <SelectFilter label={t.filters.product} options={options} {...props} />;
}

const productFilter: Filter<'product_id', number> = {
  param: 'product_id',
  read: readId,
  field: (props) => <ProductFilter {...props} />,
};
const STATES = ['hosting', 'completed', 'redeemed'] as const;
const FILTERS = {
  user: userFilter,
  product: productFilter,
  status: choiceFilter('status', t.filters.state, t.states, STATES),
};
const NOTHING = { user: '', product: '', status: '' } as const;
const DEFAULTS = { tab: '', ...NOTHING } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 10_000;

/** Locked funds: what is sold, what pays its interest, and what users have. */
export function Page() {
  const noticeHours = useNoticeHours();
  const filters = useFilters(DEFAULTS);
  const tabs = tabsOf(['products', 'treasury', 'orders'], filters, t, NOTHING);
  const tab = tabs.value;
  const record = useRecord();
  const { close } = record;
  const currencies = useCurrencies();
  const query = useApi('operatorHosting', {}, { pollMs: POLL_MS });
  const asked = { ...askedBy(FILTERS, filters.values), page: filters.page, limit: PAGE_LIMIT };
  const orders = useApi('operatorHostingOrders', asked, {
    ...{ keepPrevious: true, pollMs: POLL_MS, enabled: tab === 'orders' },
  });
  const products = query.data?.products ?? [];
  const treasury: AnyList = {
    label: t.tabs.treasury,
    table: () => (
      <Loaded query={query} loading={<LoadingRows count={5} mark={false} />} failed={t.failed}>
        {(data) => data.treasury.length > 0 && <TreasuryTable treasuries={data.treasury} />}
      </Loaded>
    ),
    panel: () => undefined,
  };
  const lists = {
    products: listed({
      label: t.tabs.products,
      columns: productColumns(currencies),
      query: { ...query, data: query.data?.products },
      rowId: ({ id }) => id,
      empty: t.emptyProducts,
      panel: (row) => <ProductPanel product={row} products={products} onClose={close} />,
    }),
    treasury,
    orders: listed({
      label: t.tabs.orders,
      columns: orderColumns,
      query: orders,
      rowId: ({ id }) => id,
      empty: isNarrowed(FILTERS, filters.values) ? t.emptyFiltered : t.emptyOrders,
      onPage: filters.setPage,
      panel: (row) => row && <OrderPanel row={row} onClose={close} />,
    }),
  };
  const isDisabled = query.data === undefined;
  return (
    <ListPage
      title={t.title}
      sub={t.sub(termTexts.notice(noticeHours))}
      tabs={tabs}
      record={record}
      add={
        tab === 'products'
          ? { act: 'operatorSaveHosting', label: t.newProduct, isDisabled }
          : undefined
      }
      list={lists[tab]}
    >
      {query.data && tab !== 'orders' && (
        <TreasuryNote
          alarms={alarmsOf(query.data.treasury, products)}
          isEmpty={query.data.treasury.length === 0}
        />
      )}
      {tab === 'orders' && <FilterFields set={FILTERS} filters={filters} />}
    </ListPage>
  );
}
