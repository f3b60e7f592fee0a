/** No catalogue and no article that comes with the software says a word that the table refuses. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language, plainTag } from '@fairlead/contract/constants';
import { describe, expect, test } from 'vitest';
import { readMessages } from '../apps/web/message-files.ts';
import { REFUSED_WORDS } from './refused-words.ts';

const root = path.join(import.meta.dirname, '..');
const APP = 'apps/web/src/i18n';
const SERVER = 'apps/server/texts';

interface Line {
  readonly at: string;
  readonly text: string;
}

const linesOf = (file: string, content: string): Line[] =>
  content.split('\n').map((text, index) => ({ at: `${file}:${index + 1}`, text }));

function textsIn(language: Language): Line[] {
  const tag = plainTag(language);
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

describe.each(LANGUAGES.filter((language) => REFUSED_WORDS[language] !== undefined))(
  '%s',
  (language) => {
    const lines = textsIn(language);
    test.each(REFUSED_WORDS[language] ?? [])('says $use, not $refused', ({ refused, use, why }) => {
      const found = lines.filter(({ text }) => refused.test(text));
      expect(
        found.map(({ at, text }) => `${at} ${text.trim()}`),
        `${use}: ${why}`,
      ).toEqual([]);
    });
  },
);
