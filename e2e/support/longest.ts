/**
 * A language for tests, never shipped: of each text of the app the longest that a language has which is written in letters.
 * Where it is whole, so are they all.
 */
import { LANGUAGES, plainTag, textDirectionOf } from '@fairlead/contract/constants';
import { type Messages, readMessages } from '../../apps/web/message-files.ts';

/** Their glyphs are as wide as two letters, so what is longest is not counted by length. */
const WIDE = /^(ja|ko|zh)/;
const TAGS = LANGUAGES.map(plainTag).filter(
  (tag) => !WIDE.test(tag) && textDirectionOf(tag) === 'ltr',
);

/** Letters as they stand in a line, without what stands over them; of a choice its last case, which every language has. */
const lengthOf = (text: string): number =>
  text
    .replace(/\{\w+, (?:plural|select),.*other \{([^}]*)\}\}/s, '$1')
    .replaceAll(/<\/?\w+>|\p{Mark}/gu, '').length;

function longer(one: Messages, other: Messages): Messages {
  return Object.fromEntries(
    Object.entries(one).map(([key, text]) => {
      const against = other[key];
      if (typeof text === 'string')
        return [
          key,
          typeof against === 'string' && lengthOf(against) > lengthOf(text) ? against : text,
        ];
      return [key, typeof against === 'object' ? longer(text, against) : text];
    }),
  );
}

/** A part of the texts. */
export const longestOf = (part: string): Messages =>
  TAGS.map((tag) => readMessages(tag, part)).reduce(longer);

/** One text by its namespace and name. */
export function textAt(texts: Messages, namespace: string, name: string): string {
  const names = texts[namespace];
  const text = typeof names === 'object' ? names[name] : undefined;
  if (typeof text !== 'string') throw new Error(`no text ${namespace}.${name}`);
  return text;
}
