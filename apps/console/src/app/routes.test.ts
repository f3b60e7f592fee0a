// @vitest-environment jsdom
import { routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { pageModules } from './page-load.ts';
import { pages } from './routes.ts';
import { shellTexts } from './texts.ts';

test('every page has a file and a name, and every file is a page', () => {
  const paths = pages.map(({ path }) => path).sort();
  const files = Object.keys(pageModules).map((file) =>
    file.replace(/^.*features\/|\/page\.tsx$/g, ''),
  );
  expect(files.sort()).toEqual(paths);
  expect(Object.keys(shellTexts.pages).sort()).toEqual(paths);
});

test('a page is open to exactly the roles that its call is open to', () => {
  for (const { path, reads, roles } of pages) {
    const { access } = routes[reads];
    const allowed =
      access.who === 'operator' ? access.roles.filter((role) => role !== 'owner') : [];
    expect([...roles].sort(), path).toEqual([...allowed].sort());
  }
});

test('no two pages have the same key', () => {
  const keys = pages.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
