/** Server data: cached answers, and what a failure does. */
import { ApiError } from '@fairlead/client';
import type { RouteName } from '@fairlead/contract';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const RETRIES_MAX = 2;
const KEPT_FOR_MS = 5 * 60_000;

const mayRetry = (failures: number, error: unknown): boolean =>
  error instanceof ApiError && error.isRetryable && failures < RETRIES_MAX;

export interface QueryClientOptions {
  /** How long an answer counts as fresh, where the call does not say otherwise. */
  readonly freshForMs: number;
  /** Says that figures on the screen could not be read again; without any, the page itself shows why. */
  readonly announce: (error: unknown, isPolled: boolean) => void;
}

export const createQueryClient = ({ freshForMs, announce }: QueryClientOptions): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined) announce(error, query.meta?.['isPolled'] === true);
      },
    }),
    defaultOptions: {
      queries: {
        retry: mayRetry,
        staleTime: freshForMs,
        gcTime: KEPT_FOR_MS,
        // An attempt without a network fails and shows so, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Asks all reads of these routes again. */
export function refresh(queryClient: QueryClient, names: readonly RouteName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}
