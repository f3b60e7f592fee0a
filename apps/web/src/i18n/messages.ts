import type { Language } from '@fairlead/contract';
import type { messages } from './en/index.ts';

/** English is the shape: keys and ICU parameters are typed from it, a test holds the others to it. */
export type AppMessages = typeof messages;

declare module 'use-intl' {
  interface AppConfig {
    Messages: AppMessages;
  }
}

type Load = () => Promise<{ readonly messages: object }>;

/** One lazy chunk a language. */
const loaders: Readonly<Record<Language, Load>> = {
  en: () => import('./en/index.ts'),
  jp: () => import('./jp/index.ts'),
  kr: () => import('./kr/index.ts'),
  esp: () => import('./esp/index.ts'),
  zh: () => import('./zh/index.ts'),
  hk: () => import('./hk/index.ts'),
  th: () => import('./th/index.ts'),
};

export async function loadMessages(language: Language): Promise<AppMessages> {
  const { messages } = await loaders[language]();
  // The test of all languages proves that they have the shape of the English one.
  return messages as AppMessages;
}
