import { ApiError } from '@fairlead/client';
import { isKnownHere } from '../../data/passkey.ts';
import { errorText } from '../../data/query.ts';
import { loginTexts as t } from './login-texts.ts';

/** What a passkey that did not do says. */
export function passkeyFailure(error: unknown): string {
  if (isKnownHere(error)) return t.passkeyKnown;
  return error instanceof ApiError ? errorText(error) : t.passkeyFailed;
}
