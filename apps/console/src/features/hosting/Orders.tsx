import { useApi } from '../../data/use-api.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { DataTable } from '../../table/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../../table/FilterBar.tsx';
import { type Filters, readId } from '../../table/use-filters.ts';
import type { OpenRow } from '../../table/use-open-row.ts';
import { hostingTexts as t } from '../../texts/hosting.ts';
import { nameOf, orderColumns } from './columns.tsx';
import type { Product } from './model.ts';

const STATES = ['hosting', 'completed', 'redeemed'] as const;
const PAGE_LIMIT = 50;
const POLL_MS = 10_000;

type Names = 'tab' | 'user' | 'product' | 'status';

/** Users' orders as the address asks for them; held back while another tab is shown. */
export function useOrders({ values, page }: Filters<Names>, isOn: boolean) {
  const userId = readId(values.user);
  const productId = readId(values.product);
  const status = STATES.find((state) => state === values.status);
  const request = {
    page,
    limit: PAGE_LIMIT,
    ...(userId !== undefined && { user_id: userId }),
    ...(productId !== undefined && { product_id: productId }),
    ...(status !== undefined && { status }),
  };
  const options = { keepPrevious: true, pollMs: POLL_MS, enabled: isOn };
  return useApi('operatorHostingOrders', request, options);
}

export interface OrdersProps {
  filters: Filters<Names>;
  query: ReturnType<typeof useOrders>;
  products: readonly Product[];
  choice: OpenRow['choice'];
}

export function Orders({ filters, query, products, choice }: OrdersProps) {
  const { values, set, setPage } = filters;
  const currencies = useCurrencies();
  const isFiltered = (values.user + values.product + values.status).length > 0;
  return (
    <>
      <FilterBar isFiltered={isFiltered} onClear={() => set({ user: '', product: '', status: '' })}>
        <TextFilter
          label={t.filters.user}
          inputMode="numeric"
          maxLength={15}
          value={values.user}
          onChange={(user) => set({ user })}
        />
        <SelectFilter
          label={t.filters.product}
          value={values.product}
          options={products.map(
            ({ id, currency_id, days }) =>
              [String(id), t.product(nameOf(currencies, currency_id), days)] as const,
          )}
          onChange={(product) => set({ product })}
        />
        <SelectFilter
          label={t.filters.state}
          value={values.status}
          options={STATES.map((state) => [state, t.states[state]] as const)}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        label={t.tabs.orders}
        columns={orderColumns}
        query={query}
        rowId={({ id }) => id}
        choice={choice}
        empty={isFiltered ? t.emptyFiltered : t.emptyOrders}
        onPage={setPage}
      />
    </>
  );
}
