/** What a failure says: the server's own words; ours where no answer came; 'ERROR' when nothing is known. */
import { failureText } from '@fairlead/calls';
import { createTranslator } from 'use-intl/core';
import { languageState } from '../../i18n/language.ts';

export function errorText(error: unknown): string {
  const { messages, locale } = languageState();
  if (messages === undefined) return 'ERROR';
  return failureText(error, createTranslator({ locale, messages, namespace: 'errors' }));
}
