/** An article while it is written: seven texts, of which English is needed. */

import type { OperatorNews } from '@fairlead/contract';
import { HELP_TOPICS, LANGUAGES, type Language } from '@fairlead/contract/constants';
import { MINUTE_MS } from '@fairlead/units';
import { fieldOf, timeOf } from '../../parts/moment.ts';
import { newsTexts as t } from './texts.ts';

export type Category = OperatorNews['category'];
export const CATEGORIES = ['notice', 'banner', 'help'] as const satisfies readonly Category[];

export type Topic = '' | (typeof HELP_TOPICS)[number];
export const TOPICS = ['', ...HELP_TOPICS] as const;

export interface Text {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}
export type Texts = Readonly<Record<Language, Text>>;

export interface Draft {
  readonly category: Category;
  /** Of a help article. */
  readonly topic: Topic;
  /** As the field has it: "2026-11-21T14:30", in the zone of this device. */
  readonly published: string;
  readonly texts: Texts;
}

const NO_TEXT: Text = { title: '', summary: '', body: '' };
const TITLE_MAX = 200;
const SUMMARY_MAX = 500;
const BODY_MAX = 50_000;

export const isEmpty = ({ title, summary, body }: Text): boolean =>
  [title, summary, body].every((part) => part.trim() === '');

export function draftOf(
  article: OperatorNews | undefined,
  fallback: { readonly category: Category; readonly nowMs: number },
): Draft {
  const given = new Map(article?.translations.map((text) => [text.lang, text]));
  const texts = LANGUAGES.map((lang) => {
    const { title = '', summary = '', body = '' } = given.get(lang) ?? {};
    return [lang, { title, summary, body }] as const;
  });
  return {
    category: article?.category ?? fallback.category,
    topic: article?.topic ?? '',
    published: fieldOf(article?.published_at ?? fallback.nowMs - (fallback.nowMs % MINUTE_MS)),
    // One entry for each language.
    texts: Object.fromEntries(texts) as Record<Language, Text>,
  };
}

export type TextProblems = Partial<Record<keyof Text, string>>;

/** What is wrong with one language; nothing where it is left empty, but for English. */
export function textProblems(lang: Language, text: Text = NO_TEXT): TextProblems {
  if (isEmpty(text)) return lang === 'en' ? { title: t.problems.english } : {};
  const problems: TextProblems = {};
  const title = text.title.trim();
  const body = text.body.trim();
  if (title === '' || title.length > TITLE_MAX) problems.title = t.problems.title;
  if (text.summary.trim().length > SUMMARY_MAX) problems.summary = t.problems.summary;
  if (body === '' || body.length > BODY_MAX) problems.body = t.problems.body;
  return problems;
}

/** Languages with something wrong, in their order. */
export const wrongLanguages = ({ texts }: Draft): readonly Language[] =>
  LANGUAGES.filter((lang) => Object.keys(textProblems(lang, texts[lang])).length > 0);

/** A checked draft as the server takes it; languages left empty are not sent. */
export function requestOf(id: number | undefined, draft: Draft) {
  const translations = LANGUAGES.filter((lang) => !isEmpty(draft.texts[lang])).map((lang) => {
    const { title, summary, body } = draft.texts[lang];
    return { lang, title: title.trim(), summary: summary.trim(), body: body.trim() };
  });
  return {
    ...(id !== undefined && { id }),
    category: draft.category,
    ...(draft.category === 'help' && draft.topic !== '' && { topic: draft.topic }),
    published_at: timeOf(draft.published) ?? 0,
    translations: JSON.stringify(translations),
  };
}

/** The title in English, else in the first language there is. */
export const titleOf = ({ translations }: OperatorNews): string =>
  (translations.find(({ lang }) => lang === 'en') ?? translations[0])?.title ?? '';
