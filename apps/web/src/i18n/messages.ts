import { type Language, plainTag } from '@fairlead/contract/constants';
import type account from './en/account.json';
import type amend from './en/amend.json';
import type charting from './en/charting.json';
import type contracts from './en/contracts.json';
import type convert from './en/convert.json';
import type core from './en/core.json';
import type desk from './en/desk.json';
import type holds from './en/holds.json';
import type life from './en/life.json';
import type mails from './en/mails.json';
import type origin from './en/origin.json';
import type provider from './en/provider.json';
import type quality from './en/quality.json';
import type recipient from './en/recipient.json';
import type share from './en/share.json';
import type sharing from './en/sharing.json';
import type subAccounts from './en/subAccounts.json';
import type tax from './en/tax.json';
import type triggers from './en/triggers.json';
import type wealth from './en/wealth.json';
import type webhooks from './en/webhooks.json';
import type { TextFile } from './late-parts.ts';
import type { MessageParameters } from './parameters.generated.ts';

/** Each text by what it takes, as ICU writes it: one without parameters is ''. */
type WithParameters<Tree, Path extends string> = {
  readonly [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${Key}` extends keyof MessageParameters
      ? MessageParameters[`${Path}${Key}`]
      : ''
    : WithParameters<Tree[Key], `${Path}${Key}.`>;
};

/**
 * English is the shape: keys are typed from its files, parameters from a list made of them (`npm run texts`); a test
 * holds the others to it.
 */
export type AppMessages = WithParameters<
  typeof core &
    typeof account &
    typeof contracts &
    typeof wealth &
    typeof desk &
    typeof triggers &
    typeof life &
    typeof share &
    typeof amend &
    typeof charting &
    typeof tax &
    typeof webhooks &
    typeof sharing &
    typeof convert &
    typeof mails &
    typeof quality &
    typeof holds &
    typeof provider &
    typeof recipient &
    typeof origin &
    typeof subAccounts,
  ''
>;

declare module 'use-intl' {
  interface AppConfig {
    Messages: AppMessages;
  }
}

/**
 * A file each. core: what the first pages say; account: money in and out, identity, messages; contracts: futures,
 * options and their receipts; wealth: locked funds, subscription, promotion, and what is owed; desk: what only wide screens show; triggers: orders that
 * wait for a price; life: what became of an order, and what narrows lists of them; share: what is
 * shared as a picture; amend: orders that are changed; charting: what is done from the chart; tax: a year for
 * the tax office; webhooks: where what happens is sent; sharing: who else reads an account; convert: conversions and recurring
 * buys; mails: what comes by mail; quality: how good markets were; holds: what an operator keeps back; provider: verification by
 * a provider; recipient: whose wallet money goes to; origin: whose wallet it came from; subAccounts: accounts beside the
 * main one.
 * In a file texts stand by namespace.
 */
export const TEXT_PARTS = [
  'core',
  'account',
  'contracts',
  'wealth',
  'desk',
  'triggers',
  'life',
  'share',
  'amend',
  'charting',
  'tax',
  'webhooks',
  'sharing',
  'convert',
  'mails',
  'quality',
  'holds',
  'provider',
  'recipient',
  'origin',
  'subAccounts',
] as const;
export type TextPart = (typeof TEXT_PARTS)[number];
/** Parts that come with the pages that say them. */
export type LateTextPart = Exclude<TextPart, 'core'>;

/** A lazy chunk each, by language. */
const cores = import.meta.glob<TextFile>('./*/core.json');
/** Where the other parts are is a chunk of its own: of all languages, they are hundreds. */
export const latePlaces = () => import('./late-parts.ts');

/** One part of a language's texts, by namespace. */
export async function loadPart(language: Language, part: TextPart): Promise<object> {
  const files = part === 'core' ? cores : (await latePlaces()).lateParts;
  const load = files[`./${plainTag(language)}/${part}.json`];
  // The test of all languages proves that each part is there.
  if (load === undefined) throw new Error(`no texts of ${part} in ${language}`);
  return (await load()).default;
}

/** All texts of a language. */
export async function loadMessages(language: Language): Promise<AppMessages> {
  const parts = await Promise.all(TEXT_PARTS.map((part) => loadPart(language, part)));
  // The test of all languages proves that they have the shape of the English one.
  return Object.assign({}, ...parts) as AppMessages;
}
