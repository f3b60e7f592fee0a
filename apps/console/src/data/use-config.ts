import { useApi } from '@fairlead/calls';
import { type ApiError, createServerClock } from '@fairlead/client';
import type { Config, CurrencyInfo, ResponseOf } from '@fairlead/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { useIsLoggedIn } from './session.ts';

const FRESH_FOR_MS = 5 * 60_000;
const COUNTS_EVERY_MS = 4_000;

const newClock = () => createServerClock(() => Date.now());
let clock = newClock();
/** For who begins anew in the same page, as each test does. */
export function forgetServerTime(): void {
  clock = newClock();
}
/** Now, by the server's clock: due times and sessions run on it. */
export const serverNow = (): number => clock.now();
const listeners = new Set<() => void>();
/** Told whenever the clock was set; gives how to end that. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the server says before login; sets the clock too. */
export const useConfig = (): UseQueryResult<Config, ApiError> =>
  useQuery<Config, ApiError>({
    queryKey: ['config', {}],
    queryFn: async ({ signal }) => {
      const sentAtMs = Date.now();
      const config = await callApi('config', {}, { signal });
      clock.observe({ sentAtMs, receivedAtMs: Date.now(), serverTimeMs: config.time });
      for (const listener of listeners) listener();
      return config;
    },
    staleTime: FRESH_FOR_MS,
    refetchInterval: FRESH_FOR_MS,
    meta: { isPolled: true },
  });

export type Me = ResponseOf<'operatorMe'>;
export type Counts = ResponseOf<'queueCounts'>;

/** Who is logged in; asked anew every five minutes. */
export function useMe(): UseQueryResult<Me, ApiError> {
  const enabled = useIsLoggedIn();
  return useApi('operatorMe', {}, { enabled, pollMs: FRESH_FOR_MS, freshForMs: FRESH_FOR_MS });
}

/** How long what is worse for users is announced; 0 where nothing is, undefined until it is known. */
export const useNoticeHours = (): number | undefined => useMe().data?.notice_hours;

/** What waits, every four seconds while the page is visible. */
export function useCounts(): Counts | undefined {
  const enabled = useIsLoggedIn();
  return useApi('queueCounts', {}, { enabled, pollMs: COUNTS_EVERY_MS }).data;
}

/** All currencies by id; undefined until they are known. */
export function useCurrencies(): ReadonlyMap<number, CurrencyInfo> | undefined {
  const { data } = useQuery<ReadonlyMap<number, CurrencyInfo>, ApiError>({
    queryKey: ['currencies', {}],
    queryFn: async ({ signal }) => {
      const list = await callApi('currencies', {}, { signal });
      return new Map(list.map((currency) => [currency.currency_id, currency]));
    },
    staleTime: FRESH_FOR_MS,
  });
  return data;
}
