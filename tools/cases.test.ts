import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/reference/cases.md'), 'utf8');
const rows = [...text.matchAll(/^\| ([BIX]\d+) \|.*\|$/gm)].map(([row, name = '']) => ({
  name,
  files: [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file = '']) => file),
}));

/** What the first release has to answer. */
const EXPECTED = [
  ...[
    'B1',
    'B2',
    'B3',
    'B4',
    'B5',
    'B6',
    'B7',
    'B8',
    'B9',
    'B11',
    'B12',
    'B13',
    'B14',
    'B15',
    'B16',
    'B17',
  ],
  ...['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I12'],
  ...['X1', 'X2', 'X4', 'X5', 'X6', 'X8', 'X9', 'X13', 'X14', 'X15', 'X16', 'X17', 'X18', 'X19'],
];

describe('docs/reference/cases.md', () => {
  test('has a row with a test for each case', () => {
    expect(rows.map(({ name }) => name)).toEqual(EXPECTED);
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([]);
  });

  test.each(rows)('$name is cited by the tests it names', ({ name, files }) => {
    const cited = new RegExp(`\\b${name}\\b`);
    for (const file of files)
      expect(readFileSync(path.join(root, file), 'utf8'), file).toMatch(cited);
  });
});
