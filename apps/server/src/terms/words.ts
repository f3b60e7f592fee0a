/** Changes of terms in words: for announcements, messages and the public list of what is to come. */
import { LANGUAGES, type Language, type UpcomingTerms } from '@fairlead/contract';
import type { TermChange, TermsProduct } from '@fairlead/formula';
import type { NewsText } from '../content/index.ts';
import { plainLine } from '../content/index.ts';
import type { TermsChange } from '../core/terms/change.ts';
import { PRODUCT_OF, type TermsProposalKind, verdictOf } from '../core/terms/policy.ts';
import { fieldLabel } from '../core/terms/refusal.ts';
import { type Say, textsOf } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';

/** What a change is about, as far as the wire names it. */
export interface TermsSubject {
  readonly product: TermsProduct;
  readonly symbol?: string;
  readonly currency_id?: number;
  readonly product_id?: number;
  /** Of a way in or out. */
  readonly chain?: string;
}

export function termsSubject(
  kind: TermsProposalKind,
  { after }: TermsChange<object>,
): TermsSubject {
  const { symbol, currency_id, id, chain } = after as Readonly<Record<string, unknown>>;
  return {
    product: PRODUCT_OF[kind],
    ...(typeof symbol === 'string' && { symbol }),
    ...(typeof currency_id === 'number' && { currency_id }),
    ...(typeof id === 'number' && { product_id: id }),
    ...(typeof chain === 'string' && { chain }),
  };
}

/** "Futures BTC/USDT". */
export function subjectWords(subject: TermsSubject, terms: Terms, say: Say): string {
  const { product, symbol, currency_id, product_id, chain } = subject;
  const currency = currency_id === undefined ? undefined : terms.currency(currency_id)?.name;
  const name = [
    symbol ?? currency,
    chain,
    product_id === undefined ? undefined : `#${product_id}`,
  ].filter((part) => part !== undefined);
  return plainLine([say(`terms.products.${product}`), ...name].join(' '));
}

/** A field's name in words; of a list with the record's key, e.g. "Pay-out ratio (30)". */
function fieldWords(field: string, say: Say): string {
  const [name = '', key, inner] = field.split('.');
  const label = fieldLabel(inner ?? name, say);
  return key === undefined ? label : `${label} (${key})`;
}

/** Texts are too long for a line; an operator's proposal has them. */
const VALUE_LENGTH_MAX = 120;
const valueWords = (value: string | undefined, say: Say): string =>
  value === undefined ? say('terms.nothing') : plainLine(value).slice(0, VALUE_LENGTH_MAX);

/** Each change on a line of its own. */
const changeLines = (changes: readonly TermChange[], say: Say): string =>
  changes
    .map(({ field, before, after }) => {
      const [was, now] = [valueWords(before, say), valueWords(after, say)];
      return `- ${fieldWords(field, say)}: ${was} → ${now}`;
    })
    .join('\n');

/** Terms begin at a moment that is the same for everybody. */
export const momentWords = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export interface TermsNews {
  readonly kind: TermsProposalKind;
  readonly change: TermsChange<object>;
  readonly startsAtMs: number;
}

/** What is announced, in every language; `cancelled` says that it does not come. */
export function newsTexts(
  { kind, change, startsAtMs }: TermsNews,
  terms: Terms,
  about: 'upcoming' | 'cancelled',
): Readonly<Record<Language, NewsText>> {
  const { changes } = verdictOf(kind, change);
  const textOf = (language: Language): NewsText => {
    const say = textsOf(language);
    const values = {
      name: subjectWords(termsSubject(kind, change), terms, say),
      time: momentWords(startsAtMs),
    };
    return {
      title: say(`terms.${about}.title`, values),
      summary: say(`terms.${about}.summary`, values),
      body: `${say(`terms.${about}.summary`, values)}\n\n${changeLines(changes, say)}`,
    };
  };
  const texts = LANGUAGES.map((language) => [language, textOf(language)] as const);
  return Object.fromEntries(texts) as Record<Language, NewsText>;
}

/** The fields of a change as the public list shows them. */
export function upcomingFields(
  kind: TermsProposalKind,
  change: TermsChange<object>,
  say: Say,
): UpcomingTerms['changes'] {
  return verdictOf(kind, change).changes.map(({ field, before, after }) => ({
    field,
    label: fieldWords(field, say),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }));
}
