import type { Language } from '@fairlead/contract';
import type { messages as account } from './en/account.ts';
import type { messages as core } from './en/index.ts';

/** English is the shape: keys and ICU parameters are typed from it, a test holds the others to it. */
export type AppMessages = typeof core & typeof account;

declare module 'use-intl' {
  interface AppConfig {
    Messages: AppMessages;
  }
}

/** core: what the first pages say; account: money in and out, identity, messages. */
export type TextPart = 'core' | 'account';

type Load = () => Promise<{ readonly messages: object }>;

/** Two lazy chunks a language. */
const loaders: Readonly<Record<Language, Readonly<Record<TextPart, Load>>>> = {
  en: { core: () => import('./en/index.ts'), account: () => import('./en/account.ts') },
  jp: { core: () => import('./jp/index.ts'), account: () => import('./jp/account.ts') },
  kr: { core: () => import('./kr/index.ts'), account: () => import('./kr/account.ts') },
  esp: { core: () => import('./esp/index.ts'), account: () => import('./esp/account.ts') },
  zh: { core: () => import('./zh/index.ts'), account: () => import('./zh/account.ts') },
  hk: { core: () => import('./hk/index.ts'), account: () => import('./hk/account.ts') },
  th: { core: () => import('./th/index.ts'), account: () => import('./th/account.ts') },
};

/** One part of a language's texts, by namespace. */
export const loadPart = async (language: Language, part: TextPart): Promise<object> =>
  (await loaders[language][part]()).messages;

/** All texts of a language. */
export async function loadMessages(language: Language): Promise<AppMessages> {
  const [core, account] = await Promise.all([
    loadPart(language, 'core'),
    loadPart(language, 'account'),
  ]);
  // The test of all languages proves that they have the shape of the English one.
  return { ...core, ...account } as AppMessages;
}
