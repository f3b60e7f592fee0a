/** The walk over the specification's two tables: no row without its screen, its call and a test. */
import { describe, expect, test } from 'vitest';
import { specificationRows } from './specification.ts';

const { routes, calls, messages } = specificationRows();

describe('each route of the specification', () => {
  test.each(routes)('/$path has a screen and a test', ({ entry, page, tests }) => {
    expect(entry).toBeDefined();
    expect(page).toBeDefined();
    expect(tests).not.toEqual([]);
  });

  test('is called from a tab or needs what the table says', () => {
    const tabs = routes.filter(({ entry }) => entry?.kind === 'tab').map(({ path }) => path);
    expect(tabs).toEqual([
      '',
      'pages/index/index',
      'pages/trade/index',
      'pages/option/detail',
      'pages/template/index',
      'pages/assets/index',
      'pages/lever/index',
    ]);
  });
});

describe('each call of the specification', () => {
  test.each(calls)('$call is in the catalogue and has a test', ({ name, tests }) => {
    expect(name).toBeDefined();
    expect(tests).not.toEqual([]);
  });
});

describe('each message of the specification', () => {
  test.each(messages)('"$message" is said verbatim and has a test', ({ places, tests }) => {
    expect(places).not.toEqual([]);
    expect(tests).not.toEqual([]);
  });
});
