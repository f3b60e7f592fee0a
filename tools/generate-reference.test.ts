import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { referencePages } from './generate-reference.ts';

const root = path.resolve(import.meta.dirname, '..');

test.each([...referencePages()])(
  'docs/reference/%s is current (npm run reference)',
  (file, content) => {
    expect(readFileSync(path.join(root, 'docs/reference', file), 'utf8')).toBe(content);
  },
);

test('docs/operating/configure.md lists every setting that is read, and no other', () => {
  const folder = path.join(root, 'apps/server/src');
  const source = readdirSync(folder)
    // Those of chains are a paragraph and a page of their own.
    .filter((file) => /^config(-(?!chains)\w+)?\.ts$|^migrate\.ts$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const read = new Set(
    [...source.matchAll(/environment, '([A-Z_]+)'|name: '([A-Z_]+)'/g)].map(
      ([, direct, named]) => direct ?? named,
    ),
  );
  const page = readFileSync(path.join(root, 'docs/operating/configure.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const listed = new Set(
    rows.flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    ),
  );
  expect([...listed].sort()).toEqual([...read].sort());
});
