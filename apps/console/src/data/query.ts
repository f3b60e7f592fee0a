/** Server data: cached answers, and what a failure does. */
import { ApiError } from '@fairlead/client';
import { toast } from '@fairlead/ui';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { errorText } from './error-text.ts';
import { onTokenChange } from './session.ts';

const RETRIES_MAX = 2;
const FRESH_FOR_MS = 3_000;
const KEPT_FOR_MS = 5 * 60_000;

const mayRetry = (failures: number, error: unknown): boolean =>
  error instanceof ApiError && error.isRetryable && failures < RETRIES_MAX;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Without data the page itself shows the error; over older data a toast says it, once and not with every poll.
    onError: (error, query) => {
      const isSaid = query.meta?.['isPolled'] === true || query.state.data === undefined;
      if (isSaid || (error instanceof ApiError && error.code === 'not_logged_in')) return;
      toast({ kind: 'bad', text: errorText(error) });
    },
  }),
  defaultOptions: {
    queries: {
      retry: mayRetry,
      staleTime: FRESH_FOR_MS,
      gcTime: KEPT_FOR_MS,
      // An attempt without a network fails and shows so, instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Nobody sees what another operator has read. Once, at start-up. */
export function followSession(): void {
  onTokenChange(() => queryClient.clear());
}
