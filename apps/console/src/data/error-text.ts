import { ApiError } from '@fairlead/client';
import { sharedTexts } from '../texts/shared.ts';

/** What a failure says: the server's own words, ours where no answer came. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return sharedTexts.unknownError;
  switch (error.code) {
    case 'network':
    case 'unreadable':
      return sharedTexts.noConnection;
    case 'timeout':
      return sharedTexts.noAnswer;
    default:
      return error.message || sharedTexts.unknownError;
  }
}
