/** One version everywhere, and what changed in it told: CHANGELOG.md has a section of it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@fairlead/contract';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { version, workspaces } = JSON.parse(textOf('package.json')) as {
  version: string;
  workspaces: string[];
};
const sections = [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)].map(
  ([, name = '', rest = '']) => ({ name, isTagged: rest === '' }),
);
const { packages } = JSON.parse(textOf('package-lock.json')) as {
  packages: Record<string, { readonly version?: string }>;
};

const numbersOf = (name: string): readonly number[] => name.split('.').map(Number);
function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [numbersOf(one), numbersOf(other)];
  const at = ours.findIndex((number, place) => number !== theirs[place]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
}

test('the version has its section, and none is told twice or out of order', () => {
  expect(sections.map(({ name }) => name)).toContain(version);
  for (const [at, { name }] of sections.entries())
    for (const later of sections.slice(at + 1)) expect(isNewer(name, later.name), name).toBe(true);
});

test('only what comes after the version at hand may be without a tag', () => {
  for (const { name, isTagged } of sections)
    expect([name, isTagged]).toEqual([name, !isNewer(name, version)]);
});

test('every package and the wire say the same version', () => {
  expect(VERSION).toBe(version);
  const own = Object.entries(packages).filter(([place]) =>
    workspaces.some((pattern) => path.matchesGlob(place, pattern)),
  );
  expect(own.length).toBeGreaterThan(12);
  for (const [place] of own) {
    const told = JSON.parse(textOf(`${place}/package.json`)) as { readonly version?: string };
    expect([place, told.version ?? version]).toEqual([place, version]);
  }
});
