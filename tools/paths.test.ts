/** Files that the pages name are there: a page that points at nothing sends its reader searching. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('apps/server/texts/'));
const read = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** From the project's root, without places to fill in (`<tag>`), patterns and lists in braces. */
const NAMED = /`((?:apps|packages|tools|e2e|bench|deploy)\/[\w./-]+)`/g;

test.each(pages)('%s names files and folders that are there', (page) => {
  const gone = [...read(page).matchAll(NAMED)]
    .map(([, name = '']) => name)
    .filter((name) => !/\/(dist|node_modules|\.env)(\/|$)/.test(name))
    .filter((name) => !existsSync(path.join(root, name)));
  expect(gone).toEqual([]);
});

test('the walks of ARCHITECTURE.md go through files that are there', () => {
  const page = read('ARCHITECTURE.md');
  const walks = page.slice(page.indexOf('### Three walks'), page.indexOf('## What happens at the'));
  const roots = new Map(
    [...walks.matchAll(/`([\w/]+)` \(([A-Z])\)/g)].map(([, folder = '', letter]) => [
      letter,
      folder,
    ]),
  );
  expect([...roots.keys()]).toEqual(['E', 'S', 'W']);
  const console = 'apps/console/src';
  const steps: string[] = [];
  let base = '';
  let folder = '';
  for (const [, letter, to, name = ''] of walks.matchAll(
    /(?:\b([ESW])\s|(console's) )?`([\w./-]+)`/g,
  )) {
    if (name.startsWith('packages/') || name.startsWith('apps/')) continue;
    if (letter !== undefined) base = roots.get(letter) ?? '';
    const file =
      to !== undefined
        ? path.join(console, name)
        : name.includes('/') || letter !== undefined
          ? path.join(base, name)
          : path.join(folder, name);
    folder = path.dirname(file);
    steps.push(file);
  }
  expect(steps.length).toBeGreaterThan(25);
  expect(steps.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

/** Files of which nobody can open what they cite: what landed of a migration stays as it is. */
const FROZEN = /^apps\/server\/src\/core\/store\/migrations\//;
const CODE = /\.(?:ts|tsx|mjs|cjs|css|sql|yml|yaml|sh|conf|json)$/;

test('code cites pages that are there', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  const code = tracked.filter((file) => CODE.test(file) && !FROZEN.test(file));
  /** By its whole path, from where it is cited, or by as much of its end as names one. */
  const isThere = (name: string, file: string): boolean => {
    const plain = name.replace(/^(?:\.{1,2}\/)+/, '');
    return (
      tracked.some((each) => each === plain || each.endsWith(`/${plain}`)) ||
      existsSync(path.resolve(root, path.dirname(file), name))
    );
  };
  const cited = code.flatMap((file) =>
    comments(read(file)).flatMap((text) =>
      [...text.matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => ({ file, name })),
    ),
  );
  expect(cited.length).toBeGreaterThan(100);
  const gone = cited.filter(({ file, name }) => !isThere(name, file));
  expect(gone.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('cases that code cites are in the register', () => {
  const register = new Set(
    [...read('docs/reference/cases.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, name]) => name),
  );
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/\bcases\.md ((?:[A-Z]\d+(?:,\s+(?:\* )?| to | and )?)+)/g)]
      .flatMap(([, names = '']) => names.match(/[A-Z]\d+/g) ?? [])
      .filter((name) => !register.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** Comments of a file, a line each; of what has none all of it. */
function comments(text: string): string[] {
  return text.split('\n').filter((line) => /^\s*(?:\*|\/[/*]|#|--)|\s\/\/ /.test(line));
}
