/** What ARCHITECTURE.md and CONTRIBUTING.md say of the tree, where no other check holds them to it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const isTest = (file: string): boolean => /\.test\.tsx?$|\/test\//.test(file);
const sources = files.filter((file) => /^(apps|packages)\/[\w-]+\/src\//.test(file));

describe('files of up to 400 lines', () => {
  const LINES_MAX = 400;
  /** Longer ones, with the lines that they may have. They only shrink: what is shorter by now is lowered or left out. */
  const LONGER: Readonly<Record<string, number>> = {
    // Tables: one line for each of what they list.
    'apps/web/src/app/routes.ts': 443,
    'apps/web/src/i18n/parameters.generated.ts': 464,
    // One class each.
    'apps/server/src/core/sequencer/sequencer.ts': 444,
    'packages/testkit/src/engine/naive-custody.ts': 408,
  };
  const lines = new Map(
    sources
      .filter((file) => !isTest(file))
      .map((file) => [file, read(file).split('\n').length - 1]),
  );
  const isGenerated = (file: string): boolean => file.endsWith('.generated.ts');

  test('but for a short list that only shrinks', () => {
    const tooLong = [...lines]
      .filter(([file, count]) => count > (LONGER[file] ?? LINES_MAX) && !isGenerated(file))
      .map(([file, count]) => `${file}: ${count}`);
    expect(tooLong).toEqual([]);
    const shorter = Object.entries(LONGER)
      .filter(([file, count]) => !isGenerated(file) && lines.get(file) !== count)
      .map(([file]) => `${file}: ${lines.get(file) ?? 'gone'}`);
    expect(shorter).toEqual([]);
  });
});

test('spans of time and scales have one home', () => {
  const OWN =
    /^(?:export )?const (?:SECOND|MINUTE|HOUR|DAY|WEEK)_MS = |^const (?:RATE|PRICE)_SCALE = /m;
  const elsewhere = sources.filter(
    (file) =>
      OWN.test(read(file)) &&
      !file.startsWith('packages/units/') &&
      // It shares no code with whoever may be taken over.
      !file.startsWith('apps/signer/') &&
      !isTest(file),
  );
  expect(elsewhere).toEqual([]);
});

test('SQL is where CONTRIBUTING.md says', () => {
  const SQL = /\b(?:SELECT [\w$*('"`]|INSERT INTO \w|UPDATE \w+ SET |DELETE FROM \w|TRUNCATE \w)/;
  const HOME =
    /^apps\/server\/src\/(?:core\/(?:store|checks|backup)\/|.*(?:queries|\/batch|\/agreed|\/exports)\.ts$)/;
  const elsewhere = sources
    .filter((file) => file.startsWith('apps/server/src/') && !isTest(file) && !HOME.test(file))
    .filter((file) =>
      read(file)
        .split('\n')
        .some((line) => SQL.test(line) && !/^\s*(?:\*|\/[/*])/.test(line)),
    );
  expect(elsewhere).toEqual([]);
});

test('every room of the server is a capability, but for those that ARCHITECTURE.md names otherwise', () => {
  const rooms = readdirSync(path.join(root, 'apps/server/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  // The doctor looks at a deployment from outside of it; what passes between engines is beside all products.
  const others = ['composition', 'doctor', 'engines', 'realtime'];
  const without = rooms.filter(
    (name) => !existsSync(path.join(root, `apps/server/src/${name}/capability.ts`)),
  );
  expect(without.toSorted()).toEqual(others);
  const map = read('ARCHITECTURE.md')
    .split('\n')
    .find((line) => line.startsWith('| `apps/server` |'));
  expect(rooms.filter((name) => map?.match(new RegExp(`\\b${name}/`)) === null)).toEqual([]);
});

test('networks are listed once', () => {
  const LIST = /'(?:TRC20|ERC20|OMNI)' ?[,|] '(?:TRC20|ERC20|OMNI)'/;
  // The testkit knows no contract.
  const listed = sources.filter(
    (file) => !isTest(file) && !file.startsWith('packages/testkit/') && LIST.test(read(file)),
  );
  // Account chains, a part of them, are named where their addresses are made.
  expect(listed).toEqual([
    'apps/server/src/chains/address.ts',
    'packages/contract/src/wire/constants.ts',
  ]);
});
