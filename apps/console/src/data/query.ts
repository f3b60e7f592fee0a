/** Server data: cached answers, and what a failure does. */
import {
  createQueryClient,
  type FailureWord,
  failureText,
  refresh as refreshOf,
} from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import type { RouteName } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { sharedTexts } from '../parts/texts.ts';
import { onTokenChange } from './session.ts';

const WORDS: Readonly<Record<FailureWord, string>> = {
  network: sharedTexts.noConnection,
  timeout: sharedTexts.noAnswer,
  unknown: sharedTexts.unknownError,
};

/** What a failure says: the server's own words, ours where no answer came. */
export const errorText = (error: unknown): string => failureText(error, (kind) => WORDS[kind]);

export const queryClient = createQueryClient({
  freshForMs: 3_000,
  // Without data the page itself shows the error; over older data a toast says it, once and not with every poll.
  announce: (error, isPolled) => {
    if (isPolled || (error instanceof ApiError && error.code === 'not_logged_in')) return;
    toast({ kind: 'bad', text: errorText(error) });
  },
});

/** Asks all reads of these routes again. */
export const refresh = (names: readonly RouteName[]): void => refreshOf(queryClient, names);

/** Nobody sees what another session has read; what is on the screen is asked anew by the new one. Once, at start-up. */
export function followSession(): void {
  onTokenChange((token) => {
    if (token === undefined) queryClient.clear();
    else void queryClient.resetQueries();
  });
}
