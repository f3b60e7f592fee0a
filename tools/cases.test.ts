import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/reference/cases.md'), 'utf8');
const rows = [...text.matchAll(/^\| ([A-Z]\d+) \|.*\|$/gm)].map(([row, name = '']) => ({
  name,
  isOpen: /\| open: /.test(row),
  isAnswered: /not applicable, because|\| open: /.test(row),
  files: [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file = '']) => file),
}));

const numbered = (letter: string, last: number, but: readonly number[] = []) =>
  Array.from({ length: last }, (_, at) => at + 1)
    .filter((number) => !but.includes(number))
    .map((number) => `${letter}${number}`);

/** Every case of reliability and every row of security. */
const EXPECTED = [
  ...numbered('B', 24),
  ...numbered('F', 14),
  ...numbered('P', 6),
  ...numbered('Y', 3),
  ...numbered('N', 2),
  ...numbered('R', 2),
  ...numbered('D', 21),
  ...numbered('W', 17),
  ...numbered('L', 7),
  ...numbered('I', 13),
  ...numbered('X', 20),
  // Points of the second audit.
  ...numbered('Q', 22),
  ...numbered('A', 10),
  ...numbered('C', 7),
  ...numbered('S', 6),
  ...numbered('H', 8),
  ...numbered('U', 9),
  ...numbered('V', 12),
  ...numbered('O', 11),
  // Gates of security; the others are measured elsewhere.
  ...numbered('G', 19).slice(14),
];

/** Rows of security: the cases of reliability have other letters. */
const SECURITY = /^[ACSHUVO]\d+$/;
/** Gate G16. */
const BY_TEST_MIN = 0.7;

/** What the head of the page says, as it is. */
function shareText(): string {
  const count = (names: RegExp) => {
    const meant = rows.filter(({ name }) => names.test(name));
    const byTest = meant.filter(({ files }) => files.length > 0).length;
    const open = meant.filter(({ isOpen, files }) => isOpen && files.length === 0).length;
    const reasoned = meant.length - byTest - open;
    const percent = Math.floor((byTest / meant.length) * 100);
    return `${byTest} of ${meant.length} by a test (${percent} %), ${reasoned} not applicable, ${open} open`;
  };
  const cases = count(/^[BFPYNRDWLIXQ]\d/);
  return `Cases of reliability: ${cases}. Rows of security: ${count(SECURITY)}.`;
}

describe('docs/reference/cases.md', () => {
  test('says at its head how many are answered by a test: of security at least 70 %', () => {
    expect(/^Cases of reliability: .*$/m.exec(text)?.[0]).toBe(shareText());
    const security = rows.filter(({ name }) => SECURITY.test(name));
    const byTest = security.filter(({ files }) => files.length > 0);
    process.stdout.write(`${shareText()}\n`);
    expect(byTest.length / security.length).toBeGreaterThanOrEqual(BY_TEST_MIN);
  });

  test('each risk of the API top 10 is answered by rows that are there', () => {
    const risks = [...text.matchAll(/^\| API(\d+) [^|]+\| ([^|]+) \|$/gm)];
    expect(risks.map(([, number]) => number)).toEqual(numbered('', 10));
    const names = new Set(rows.map(({ name }) => name));
    for (const [, , answer = ''] of risks)
      for (const name of answer.split(', ')) expect(names).toContain(name);
  });

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
