import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CHUNK_TIMEOUT_MS } from '@fairlead/contract/constants';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import account from '../../i18n/en/account.json' with { type: 'json' };
import contracts from '../../i18n/en/contracts.json' with { type: 'json' };
import wealth from '../../i18n/en/wealth.json' with { type: 'json' };
import { pageFile, routes, tabs } from '../routes.ts';
import { ChunkTimeoutError, pageModules, withChunkTimeout } from './page-load.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('every route has a page file and every page file a route', () => {
  const files = Object.keys(pageModules).map((path) =>
    path.slice('../../pages/'.length, -'.tsx'.length),
  );
  expect(files.sort()).toEqual(routes.map(pageFile).sort());
});

const src = path.resolve(import.meta.dirname, '../..');
const IMPORT = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm;
const NAMESPACE = /useTranslations(?:<'|\(')(\w+)/g;

/** Namespaces that a file and everything of this app that it imports ask for. */
function namespacesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const found = new Set([...text.matchAll(NAMESPACE)].map(([, name = '']) => name));
  for (const [, next = ''] of text.matchAll(IMPORT))
    for (const name of namespacesOf(path.resolve(path.dirname(file), next), seen)) found.add(name);
  return found;
}

test.each([
  ['the account', account, 'needsAccountTexts'],
  ['contracts', contracts, 'needsContractTexts'],
  ['wealth', wealth, 'needsWealthTexts'],
] as const)(
  'the pages that say things of %s wait for those texts, the others do not',
  (_what, texts, flag) => {
    const asking = routes.filter((entry) => {
      const used = namespacesOf(path.join(src, 'pages', `${pageFile(entry)}.tsx`));
      return Object.keys(texts).some((name) => used.has(name));
    });
    expect(routes.filter((entry) => entry[flag] === true).map(pageFile)).toEqual(
      asking.map(pageFile),
    );
  },
);

test('tabs are the routes of kind tab that lie behind no other, in order', () => {
  const first = routes.filter(({ kind, behind }) => kind === 'tab' && behind === undefined);
  expect(tabs.map((tab) => tab.path)).toEqual(first.map((entry) => entry.path));
});

test('what lies behind a tab names one', () => {
  const named = routes.flatMap(({ behind }) => (behind === undefined ? [] : [behind]));
  expect(tabs.map((tab) => tab.path)).toEqual(expect.arrayContaining(named));
});

test('a chunk is given up after 120 s', async () => {
  const load = withChunkTimeout(() => new Promise(() => undefined));
  const outcome = vi.fn();
  load.catch(outcome);
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.mock.lastCall?.[0]).toBeInstanceOf(ChunkTimeoutError);
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
});

test('a chunk that arrives leaves no timer behind', async () => {
  await expect(withChunkTimeout(() => Promise.resolve('page'))).resolves.toBe('page');
  expect(vi.getTimerCount()).toBe(0);
});
