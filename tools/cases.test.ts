import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/reference/cases.md'), 'utf8');
const rows = [...text.matchAll(/^\| ([A-Z]\d+) \|.*\|$/gm)].map(([row, name = '']) => ({
  name,
  isAnswered: /not applicable, because|\| open: /.test(row),
  files: [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file = '']) => file),
}));

const numbered = (letter: string, last: number, but: readonly number[] = []) =>
  Array.from({ length: last }, (_, at) => at + 1)
    .filter((number) => !but.includes(number))
    .map((number) => `${letter}${number}`);

/** What has been built must answer these; the others come with what they are about. */
const EXPECTED = [
  ...numbered('B', 17, [10]),
  ...numbered('F', 14),
  ...numbered('P', 6),
  ...numbered('Y', 3),
  ...numbered('N', 2),
  ...numbered('R', 2),
  ...numbered('D', 21),
  ...numbered('W', 16),
  ...numbered('L', 7),
  ...numbered('I', 12, [11]),
  ...numbered('X', 19, [12]),
  ...numbered('A', 10),
  ...numbered('C', 7),
  ...numbered('S', 6),
  ...numbered('H', 8),
  ...numbered('U', 9),
  ...numbered('V', 12),
  ...numbered('O', 11),
];

describe('docs/reference/cases.md', () => {
  test('has a row for each case, with a test or a reason', () => {
    expect(rows.map(({ name }) => name)).toEqual(EXPECTED);
    const open = rows.filter(({ files, isAnswered }) => files.length === 0 && !isAnswered);
    expect(open).toEqual([]);
  });

  test.each(rows)('$name is cited by the tests it names', ({ name, files }) => {
    const cited = new RegExp(`\\b${name}\\b`);
    for (const file of files)
      expect(readFileSync(path.join(root, file), 'utf8'), file).toMatch(cited);
  });
});
