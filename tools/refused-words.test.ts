/** No catalogue and no article that comes with the software says a word that the table refuses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@fairlead/contract/constants';
import { describe, expect, test } from 'vitest';
import { REFUSED_WORDS } from './refused-words.ts';

const root = join(import.meta.dirname, '..');
const SEED = 'apps/server/src/services/seed';

interface Line {
  readonly at: string;
  readonly text: string;
}

function linesOf(file: string): Line[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.map((text, index) => ({ at: `${file}:${index + 1}`, text }));
}

function textsIn(language: Language): Line[] {
  const app = `apps/web/src/i18n/${language}`;
  const files = [
    ...readdirSync(join(root, app)).map((name) => `${app}/${name}`),
    `apps/server/src/i18n/${language}.json`,
    ...['help', 'legal', 'news'].map((kind) => `${SEED}/${kind}/${language}.ts`),
  ];
  const offering = linesOf(`${SEED}/offering-texts.ts`).filter(({ text }) =>
    text.trimStart().startsWith(`${language}: `),
  );
  expect(offering).toHaveLength(1);
  return [...files.flatMap(linesOf), ...offering];
}

describe.each(LANGUAGES)('%s', (language) => {
  const lines = textsIn(language);
  test.each(REFUSED_WORDS[language])('says $use, not $refused', ({ refused, use, why }) => {
    const found = lines.filter(({ text }) => refused.test(text));
    expect(
      found.map(({ at, text }) => `${at} ${text.trim()}`),
      `${use}: ${why}`,
    ).toEqual([]);
  });
});
