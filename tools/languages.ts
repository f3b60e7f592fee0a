/**
 * What is known of a language beside its texts, a file each in `tools/languages`: what it says in the same words as English,
 * words that it must not say, and its word for each term of the trade. `all` holds what every language may leave as it is.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface LanguageNotes {
  /** Whole texts that are English by right: names, tickers, terms that the market says in English. */
  readonly sameAsEnglish: readonly string[];
  /** As in refused-words.ts; the pattern is a regular expression. */
  readonly refused: readonly {
    readonly refused: string;
    readonly use: string;
    readonly why: string;
  }[];
  /** The English term with the one word for it. */
  readonly terms: Readonly<Record<string, string>>;
}

const FOLDER = path.join(import.meta.dirname, 'languages');
const NOTHING: LanguageNotes = { sameAsEnglish: [], refused: [], terms: {} };

/** Of a language by its plain tag; nothing where it has no file. */
export function notesOf(tag: string): LanguageNotes {
  const file = path.join(FOLDER, `${tag}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : NOTHING;
}

/** Of a text, what a reader sees of it in words: without values and marks. */
const wordsOf = (text: string): string => text.replaceAll(/\{\w+\}|<[^>]*>/g, '');
const HAS_WORD = /\p{L}{2}/u;

/** Texts that were left in English, by key: same in both, with words, and not on the lists. */
export function leftInEnglish(
  own: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
  tag: string,
): readonly string[] {
  const allowed = new Set(['all', tag].flatMap((each) => notesOf(each).sameAsEnglish));
  return [...english]
    .filter(([key, text]) => own.get(key) === text && HAS_WORD.test(wordsOf(text)))
    .filter(([, text]) => !allowed.has(text))
    .map(([key]) => key);
}

/** Lines of an article of three words and more that stand in the English one too. */
export function linesLeftInEnglish(own: string, english: string): readonly string[] {
  const theirs = new Set(english.split('\n'));
  return own.split('\n').filter((line) => {
    const prose = line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '');
    return theirs.has(line) && (prose.match(/\p{L}{3,}/gu)?.length ?? 0) >= 3;
  });
}
