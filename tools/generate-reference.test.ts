import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { loadConfig } from '../apps/server/src/core/config/config.ts';
import { SETTINGS } from '../apps/server/src/core/config/settings.ts';
import { referencePages } from './generate-reference.ts';

const root = path.resolve(import.meta.dirname, '..');

test.each([...referencePages()])(
  'docs/reference/%s is current (npm run reference)',
  (file, content) => {
    expect(readFileSync(path.join(root, 'docs/reference', file), 'utf8')).toBe(content);
  },
);

test('every setting stands in .env.example, and once in a table of a page', () => {
  const tables = ['configure.md', 'signer.md'].flatMap((page) =>
    readFileSync(path.join(root, 'docs/operating', page), 'utf8').split('\n'),
  );
  const example = parseEnv(
    readFileSync(path.join(root, '.env.example'), 'utf8').replaceAll(/^#(?=[A-Z_0-9]+=)/gm, ''),
  );
  expect(Object.keys(example).sort()).toEqual(Object.keys(SETTINGS).sort());
  for (const name of Object.keys(SETTINGS))
    expect(
      tables.filter((line) => line.startsWith(`| \`${name}\` |`)),
      name,
    ).toHaveLength(1);
});

test('what .env.example shows as values is what holds without it', () => {
  const example = parseEnv(
    readFileSync(path.join(root, '.env.example'), 'utf8').replaceAll(/^#(?=[A-Z_0-9]+=)/gm, ''),
  );
  expect(loadConfig(example)).toEqual(loadConfig({}));
});
