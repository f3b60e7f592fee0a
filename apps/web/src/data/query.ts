/** Server data: cached answers, what is running, and what a failure does. */
import { ApiError } from '@fairlead/client';
import { toast } from '@fairlead/ui';
import { QueryCache, QueryClient, useIsFetching, useIsMutating } from '@tanstack/react-query';
import { onLanguageChange } from '../i18n/language.ts';
import { errorText } from './error-text.ts';
import { onTokenChange } from './session.ts';

const RETRIES_MAX = 2;
const FRESH_FOR_MS = 5_000;
const KEPT_FOR_MS = 5 * 60_000;

const mayRetry = (failures: number, error: unknown): boolean =>
  error instanceof ApiError && error.isRetryable && failures < RETRIES_MAX;

/** A refusal is said; that there is no connection, the offline strip says; a 999 has said itself. */
function announce(error: unknown): void {
  if (error instanceof ApiError && (error.isOutcomeUnknown || error.code === 'not_logged_in'))
    return;
  toast({ kind: 'bad', text: errorText(error) });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Without data the page itself shows the error; over older data a toast says it.
    onError: (error, query) => {
      if (query.state.data !== undefined) announce(error);
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

/** Whether something runs that the user waits for: an action, or a page's first data. */
export function useIsBusy(): boolean {
  const loading = useIsFetching({ predicate: (query) => query.state.status === 'pending' });
  return useIsMutating() + loading > 0;
}

/** Nobody sees another user's figures; texts come anew in another language. Once, at start-up. */
export function followSession(): void {
  onTokenChange(() => {
    queryClient.removeQueries({ predicate: (query) => query.meta?.['isPrivate'] === true });
  });
  onLanguageChange(() => {
    void queryClient.invalidateQueries();
  });
}
