/** The engine and its formulas stay pure: what a linter cannot see is searched for in the source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ['the clock', /\bDate\b|\bperformance\b|\bsetTimeout\b|\bsetInterval\b/],
  ['randomness', /Math\.random|\bcrypto\b/],
  ['the process and its files', /\bprocess\b|from 'node:|\brequire\(/],
  ['waiting', /\bPromise\b|\basync\b|\bawait\b|\bqueueMicrotask\b/],
  ['locale', /\bIntl\b|localeCompare|toLocale/],
  ['float literals', /(?<![\w.])\d+\.\d|\d[eE]-\d/],
  ['order of plain objects', /Object\.(keys|values|entries)|\bfor \(const \w+ in /],
  ['npm packages', /from '(?!\.|@fairlead\/(units|formula)')/],
];

const folders = ['units', 'formula', 'engine'].map((name) =>
  join(import.meta.dirname, '..', '..', name, 'src'),
);
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\//.test(name))
    .map((name) => join(folder, name)),
);

/** Words in comments and texts are free. */
const codeOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/(?<!from )'[^'\n]*'/g, "''");

test.each(FORBIDDEN)('no %s', (_, pattern) => {
  const found = files.filter((file) => pattern.test(codeOf(file)));
  expect(files.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
