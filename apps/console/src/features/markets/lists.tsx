import type { ApiError } from '@fairlead/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { DataTable, type RowChoice } from '../../table/DataTable.tsx';
import { wholeList } from '../../table/whole-list.ts';
import { marketTexts as t } from '../../texts/markets.ts';
import { type Currency, currencyColumns, type Market, marketColumns } from './columns.tsx';

interface ListProps<Row> {
  query: UseQueryResult<readonly Row[], ApiError>;
  choice: RowChoice;
}

const noPages = (): void => undefined;

export function MarketList({ query, choice }: ListProps<Market>) {
  return (
    <DataTable
      label={t.title}
      columns={marketColumns}
      query={wholeList(query)}
      rowId={({ market_id }) => market_id ?? 0}
      choice={choice}
      empty={t.empty}
      onPage={noPages}
      toneOf={({ state }) => (state === 'halted' ? 'warn' : undefined)}
    />
  );
}

export function CurrencyList({ query, choice }: ListProps<Currency>) {
  return (
    <DataTable
      label={t.tabs.currencies}
      columns={currencyColumns}
      query={wholeList(query)}
      rowId={({ currency_id }) => currency_id}
      choice={choice}
      empty={t.emptyCurrencies}
      onPage={noPages}
    />
  );
}
