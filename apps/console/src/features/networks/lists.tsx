import type { ApiError } from '@fairlead/client';
import type { ChainTerms } from '@fairlead/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrencies } from '../../data/use-config.ts';
import { DataTable, type RowChoice } from '../../table/DataTable.tsx';
import { wholeList } from '../../table/whole-list.ts';
import { networkTexts as t } from '../../texts/networks.ts';
import { type BankAccount, bankColumns, networkColumns, rowIdOf } from './columns.tsx';

interface ListProps<Row> {
  query: Pick<UseQueryResult<readonly Row[], ApiError>, 'data' | 'error' | 'isFetching'> & {
    refetch: () => unknown;
  };
  choice: RowChoice;
}

const noPages = (): void => undefined;

export function NetworkList({ query, choice }: ListProps<ChainTerms>) {
  const currencies = useCurrencies();
  const columns = useMemo(() => networkColumns(currencies), [currencies]);
  return (
    <DataTable
      label={t.tabs.networks}
      columns={columns}
      query={wholeList(query)}
      rowId={rowIdOf}
      choice={choice}
      empty={t.empty}
      onPage={noPages}
    />
  );
}

export function BankList({ query, choice }: ListProps<BankAccount>) {
  const currencies = useCurrencies();
  const columns = useMemo(() => bankColumns(currencies), [currencies]);
  return (
    <DataTable
      label={t.tabs.banks}
      columns={columns}
      query={wholeList(query)}
      rowId={({ currency_id }) => currency_id}
      choice={choice}
      empty={t.emptyBanks}
      onPage={noPages}
    />
  );
}
