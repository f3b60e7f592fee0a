/** The table of a terminal, with its own code and words. */
import { LoadingRows } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { MarketTableProps } from './MarketTable.tsx';
import type { OrdersTableProps } from './OrdersTable.tsx';

const Table = lazy(async () => {
  const [{ MarketTable }] = await Promise.all([
    import('./MarketTable.tsx'),
    loadTexts('desk'),
    loadTexts('triggers'),
  ]);
  return { default: MarketTable };
});

export function LazyMarketTable(props: MarketTableProps) {
  return (
    <Suspense fallback={<LoadingRows count={2} mark={false} />}>
      <Table {...props} />
    </Suspense>
  );
}

const Orders = lazy(async () => {
  const [{ OrdersTable }] = await Promise.all([
    import('./OrdersTable.tsx'),
    loadTexts('desk'),
    loadTexts('triggers'),
  ]);
  return { default: OrdersTable };
});

export function LazyOrdersTable(props: OrdersTableProps) {
  return (
    <Suspense fallback={<LoadingRows mark={false} />}>
      <Orders {...props} />
    </Suspense>
  );
}
