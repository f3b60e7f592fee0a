import { ApiError } from '@fairlead/client';

/** Where no answer came there are no words of the server's: these are ours. */
export type FailureWord = 'network' | 'timeout' | 'unknown';

/** What a failure says: the server's own words; `word` where no answer came. */
export function failureText(error: unknown, word: (kind: FailureWord) => string): string {
  if (!(error instanceof ApiError)) return word('unknown');
  switch (error.code) {
    case 'network':
    case 'unreadable':
      return word('network');
    case 'timeout':
      return word('timeout');
    default:
      return error.message || word('unknown');
  }
}
