/** Markets with their prices: from REST first and after every reconnect, since the socket only says what changed. */
import type { LoadedQuery } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { Quotation } from '@fairlead/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { callApi } from '../calls/api.ts';
import { queryClient } from '../calls/query.ts';
import { markData } from '../live/connection.ts';
import { QuotationStore } from './quotation-store.ts';

const store = new QuotationStore();

const QUERY = {
  queryKey: ['quotations', {}],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<number> => {
    const all = await callApi('quotations', {}, { signal });
    store.load(all);
    markData();
    return all.length;
  },
  // The socket keeps them fresh; `resyncQuotations` asks again when it could not.
  staleTime: Number.POSITIVE_INFINITY,
} as const;

export const applyTicks = (changes: readonly Quotation[]): void => store.apply(changes);

/** Every market as last heard of. */
export const knownQuotations = (): readonly Quotation[] => store.list();

/** Nothing is known any more, not even old prices. */
export const forgetQuotations = (): void => store.clear();

export const resyncQuotations = (): void =>
  void queryClient.invalidateQueries({ queryKey: QUERY.queryKey });

/** One market, at most 10 changes a second. Undefined until known. */
export function useQuotation(symbol: string): Quotation | undefined {
  useQuery<number, ApiError>(QUERY);
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(symbol, listener),
    [symbol],
  );
  return useSyncExternalStore(subscribe, () => store.read(symbol));
}

export type Quotations = LoadedQuery<readonly Quotation[]>;

/** All markets in the server's order; at most 5 changes a second. */
export function useQuotations(): Quotations {
  const query = useQuery<number, ApiError>(QUERY);
  const list = useSyncExternalStore(store.subscribeList, store.list);
  return {
    data: list.length > 0 || query.data !== undefined ? list : undefined,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
  };
}

/** When the newest index was sampled, if every market's is stale; undefined while any is live or nothing is known. */
export function allStaleSince(list: readonly Quotation[]): number | 'never' | undefined {
  if (list.length === 0 || list.some((quotation) => !quotation.is_stale)) return undefined;
  return Math.max(0, ...list.map((quotation) => quotation.index_time ?? 0)) || 'never';
}

/** Any market, for what all of them say; undefined while nothing is known. */
export const useKnownQuotation = (): Quotation | undefined =>
  useSyncExternalStore(store.subscribeList, () => store.list()[0]);

export const useAllStaleSince = (): number | 'never' | undefined =>
  useSyncExternalStore(store.subscribeList, () => allStaleSince(store.list()));
