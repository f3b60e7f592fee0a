import type { ApiError } from '@fairlead/client';
import type { Config } from '@fairlead/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callApi } from './calls/api.ts';
import { queryClient } from './calls/query.ts';
import { observeServerTime } from './live/server-clock.ts';

const FRESH_FOR_MS = 5 * 60_000;

const CONFIG = {
  queryKey: ['config', {}],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Config> => {
    const sentAtMs = Date.now();
    const config = await callApi('config', {}, { signal });
    observeServerTime({ sentAtMs, receivedAtMs: Date.now(), serverTimeMs: config.time });
    return config;
  },
  staleTime: FRESH_FOR_MS,
} as const;

/** What the server says before login: demo, feed, ways to register, operator. Sets the server clock too. */
export const useConfig = (): UseQueryResult<Config, ApiError> =>
  useQuery<Config, ApiError>({ ...CONFIG, refetchInterval: FRESH_FOR_MS });

/** Asks ahead of the first paint, so that the demo strip does not push the page down when it comes. */
export const prefetchConfig = (): Promise<void> => queryClient.prefetchQuery(CONFIG);
