/** Server data: cached answers, what is running, and what a failure does. */
import { createQueryClient } from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import { toast } from '@fairlead/ui';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { onLanguageChange } from '../../i18n/language.ts';
import { onTokenChange } from '../account/session.ts';
import { errorText } from './error-text.ts';

/** A refusal is said; that there is no connection, the offline strip says; a 999 has said itself. */
function announce(error: unknown): void {
  if (error instanceof ApiError && (error.isOutcomeUnknown || error.code === 'not_logged_in'))
    return;
  toast({ kind: 'bad', text: errorText(error) });
}

export const queryClient = createQueryClient({ freshForMs: 5_000, announce });

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
