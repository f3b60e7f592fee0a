import { useApi } from '@fairlead/calls';
import type { CurrencyInfo } from '@fairlead/contract';
import { useMemo } from 'react';
import { serverNow } from '../../data/live/server-clock.ts';
import { isOld, REFETCH_MS } from './model.ts';

const CURRENCIES_FRESH_MS = 600_000;

/** Balances; private `balance` events ask again at once, prices every 15 s. */
export function useWallet() {
  const query = useApi('wallet', {}, { pollMs: REFETCH_MS });
  return { ...query, isOld: query.data !== undefined && isOld(query.data, serverNow()) };
}

export interface Currencies {
  readonly list: readonly CurrencyInfo[] | undefined;
  readonly byId: ReadonlyMap<number, CurrencyInfo>;
  /** Full names by name. */
  readonly names: ReadonlyMap<string, string>;
}

export const useCurrenciesQuery = () =>
  useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS });

export function useCurrencies(): Currencies {
  const { data: list } = useCurrenciesQuery();
  return useMemo(
    () => ({
      list,
      byId: new Map(list?.map((one) => [one.currency_id, one])),
      names: new Map(list?.map((one) => [one.name, one.full_name])),
    }),
    [list],
  );
}
