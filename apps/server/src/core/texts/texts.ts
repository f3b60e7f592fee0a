import { DEFAULT_LANGUAGE, LANGUAGE_TAGS, LANGUAGES, type Language } from '@fairlead/contract';
import { createTranslator } from 'use-intl/core';
import type en from '../../../texts/en/messages.json';
import { readText } from './articles.ts';

/** All sentences the server can say; the English catalogue is the list of keys. */
export type Catalogue = typeof en;
type KeysOf<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string
    ? Key
    : `${Key}.${KeysOf<Messages[Key]>}`;
}[keyof Messages & string];
export type TextKey = KeysOf<Catalogue>;
export type FieldTextKey = keyof Catalogue['fields'];
export type TextValues = Readonly<Record<string, string | number>>;

/** Says a sentence of the catalogue in one language. */
export type Say = (key: TextKey, values?: TextValues) => string;

export const CATALOGUES = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(readText(language, 'messages.json'))]),
  // A test holds all languages to the keys of the English one.
) as Readonly<Record<Language, Catalogue>>;

function speaker(language: Language): Say {
  const translate = createTranslator({
    locale: LANGUAGE_TAGS[language],
    messages: CATALOGUES[language],
    timeZone: 'UTC',
  });
  return (key, values) => translate(key, values);
}

const speakers = new Map<Language, Say>(LANGUAGES.map((language) => [language, speaker(language)]));

/** The speaker of one language. */
export function textsOf(language: Language): Say {
  const say = speakers.get(language);
  if (say === undefined) throw new TypeError(`no texts of ${language}`);
  return say;
}

const known: ReadonlySet<string> = new Set(LANGUAGES);

/** Reads a language-mark header; English for what it does not know. */
export function languageOf(mark: string | string[] | undefined): Language {
  return typeof mark === 'string' && known.has(mark) ? (mark as Language) : DEFAULT_LANGUAGE;
}
