import { CallsProvider, type CallsWiring } from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import { toast } from '@fairlead/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sharedTexts } from '../parts/texts.ts';
import { callApi } from './api.ts';
import { errorText, queryClient, refresh } from './query.ts';

const WORDS = { loading: sharedTexts.loading, retry: sharedTexts.retry, more: sharedTexts.more };

const WIRING: CallsWiring = {
  call: callApi,
  onFailed: (error, invalidates) => {
    // It may have happened: what is shown must be read again before anyone tries once more.
    if (error.isOutcomeUnknown) refresh(invalidates);
  },
  say: (error) => {
    toast({
      kind: 'bad',
      text: error.isOutcomeUnknown ? sharedTexts.outcomeUnknown : errorText(error),
    });
  },
  describe: (error, failed) => ({
    text: failed === undefined ? errorText(error) : `${failed} ${errorText(error)}`,
    detail:
      error instanceof ApiError && error.requestId
        ? sharedTexts.requestId(error.requestId)
        : undefined,
  }),
  word: (word) => WORDS[word],
};

/** Gives everything below the console's calls. */
export const ConsoleCalls = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <CallsProvider value={WIRING}>{children}</CallsProvider>
  </QueryClientProvider>
);
