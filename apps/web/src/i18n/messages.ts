import type { Language } from '@fairlead/contract';
import type { messages as account } from './en/account.ts';
import type { messages as contracts } from './en/contracts.ts';
import type { messages as core } from './en/index.ts';
import type { messages as wealth } from './en/wealth.ts';

/** English is the shape: keys and ICU parameters are typed from it, a test holds the others to it. */
export type AppMessages = typeof core & typeof account & typeof contracts & typeof wealth;

declare module 'use-intl' {
  interface AppConfig {
    Messages: AppMessages;
  }
}

/**
 * core: what the first pages say; account: money in and out, identity, messages; contracts: futures, options
 * and their receipts; wealth: locked funds, subscription, promotion.
 */
export const TEXT_PARTS = ['core', 'account', 'contracts', 'wealth'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];
/** Parts that come with the pages that say them. */
export type LateTextPart = Exclude<TextPart, 'core'>;

type Load = () => Promise<{ readonly messages: object }>;

/** Four lazy chunks a language. */
const loaders: Readonly<Record<Language, Readonly<Record<TextPart, Load>>>> = {
  en: {
    core: () => import('./en/index.ts'),
    account: () => import('./en/account.ts'),
    contracts: () => import('./en/contracts.ts'),
    wealth: () => import('./en/wealth.ts'),
  },
  jp: {
    core: () => import('./jp/index.ts'),
    account: () => import('./jp/account.ts'),
    contracts: () => import('./jp/contracts.ts'),
    wealth: () => import('./jp/wealth.ts'),
  },
  kr: {
    core: () => import('./kr/index.ts'),
    account: () => import('./kr/account.ts'),
    contracts: () => import('./kr/contracts.ts'),
    wealth: () => import('./kr/wealth.ts'),
  },
  esp: {
    core: () => import('./esp/index.ts'),
    account: () => import('./esp/account.ts'),
    contracts: () => import('./esp/contracts.ts'),
    wealth: () => import('./esp/wealth.ts'),
  },
  zh: {
    core: () => import('./zh/index.ts'),
    account: () => import('./zh/account.ts'),
    contracts: () => import('./zh/contracts.ts'),
    wealth: () => import('./zh/wealth.ts'),
  },
  hk: {
    core: () => import('./hk/index.ts'),
    account: () => import('./hk/account.ts'),
    contracts: () => import('./hk/contracts.ts'),
    wealth: () => import('./hk/wealth.ts'),
  },
  th: {
    core: () => import('./th/index.ts'),
    account: () => import('./th/account.ts'),
    contracts: () => import('./th/contracts.ts'),
    wealth: () => import('./th/wealth.ts'),
  },
};

/** One part of a language's texts, by namespace. */
export const loadPart = async (language: Language, part: TextPart): Promise<object> =>
  (await loaders[language][part]()).messages;

/** All texts of a language. */
export async function loadMessages(language: Language): Promise<AppMessages> {
  const parts = await Promise.all(TEXT_PARTS.map((part) => loadPart(language, part)));
  // The test of all languages proves that they have the shape of the English one.
  return Object.assign({}, ...parts) as AppMessages;
}
