/** What a failure says: the server's own words; ours where no answer came; 'ERROR' when nothing is known. */
import { ApiError } from '@fairlead/client';
import { createTranslator } from 'use-intl/core';
import { languageState } from '../i18n/language.ts';

export function errorText(error: unknown): string {
  const { messages, locale } = languageState();
  if (messages === undefined) return 'ERROR';
  const t = createTranslator({ locale, messages, namespace: 'errors' });
  if (!(error instanceof ApiError)) return t('unknown');
  switch (error.code) {
    case 'network':
    case 'unreadable':
      return t('network');
    case 'timeout':
      return t('timeout');
    default:
      return error.message || t('unknown');
  }
}
