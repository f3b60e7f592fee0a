/** No catalogue and no article that comes with the software says a word that the table refuses. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COMING_TAGS, LANGUAGES, plainTag } from '@fairlead/contract/constants';
import { describe, expect, test } from 'vitest';
import { readMessages } from '../apps/web/message-files.ts';
import { notesOf } from './languages.ts';
import { REFUSED_WORDS, type RefusedWord } from './refused-words.ts';

const root = path.join(import.meta.dirname, '..');
const APP = 'apps/web/src/i18n';
const SERVER = 'apps/server/texts';

interface Line {
  readonly at: string;
  readonly text: string;
}

const linesOf = (file: string, content: string): Line[] =>
  content.split('\n').map((text, index) => ({ at: `${file}:${index + 1}`, text }));

function textsIn(tag: string): Line[] {
  const server = path.join(SERVER, tag);
  const files = readdirSync(path.join(root, server), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(20);
  // As the app gets them: Hong Kong's are made, but for some.
  const app = readdirSync(path.join(root, APP, tag)).flatMap((file) => {
    const messages = readMessages(tag, path.basename(file, '.json'));
    return linesOf(`${APP}/${tag}/${file}`, JSON.stringify(messages, null, 2));
  });
  const read = (file: string) => linesOf(file, readFileSync(path.join(root, file), 'utf8'));
  return [...app, ...files.flatMap(read)];
}

function offeredWords(tag: string): readonly RefusedWord[] {
  const language = LANGUAGES.find((each) => plainTag(each) === tag);
  return (language && REFUSED_WORDS[language]) ?? [];
}

/** Of the table and of what is kept beside the language's texts. */
const refusedIn = (tag: string) => [
  ...offeredWords(tag),
  ...notesOf(tag).refused.map(({ refused, ...rest }) => ({
    ...rest,
    refused: new RegExp(refused, 'u'),
  })),
];

const TAGS = [...LANGUAGES.map(plainTag), ...COMING_TAGS];
const WRITTEN = TAGS.filter((tag) => refusedIn(tag).length > 0);

describe.each(WRITTEN)('%s', (tag) => {
  const lines = textsIn(tag);
  test.each(refusedIn(tag))('says $use, not $refused', ({ refused, use, why }) => {
    const found = lines.filter(({ text }) => refused.test(text));
    expect(
      found.map(({ at, text }) => `${at} ${text.trim()}`),
      `${use}: ${why}`,
    ).toEqual([]);
  });
});

describe.each(TAGS.filter((tag) => Object.keys(notesOf(tag).terms).length > 0))(
  'the terms of %s',
  (tag) => {
    const said = textsIn(tag)
      .map(({ text }) => text)
      .join('\n')
      .toLocaleLowerCase(tag);
    test.each(Object.entries(notesOf(tag).terms))('%s is said %s', (_term, own) => {
      expect(said).toContain(own.toLocaleLowerCase(tag));
    });
  },
);
