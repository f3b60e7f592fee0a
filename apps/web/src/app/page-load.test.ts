import { CHUNK_TIMEOUT_MS } from '@fairlead/contract/constants';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkTimeoutError, pageModules, withChunkTimeout } from './page-load.ts';
import { pageFile, routes, tabs } from './routes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('every route has a page file and every page file a route', () => {
  const files = Object.keys(pageModules).map((path) =>
    path.slice('../pages/'.length, -'.tsx'.length),
  );
  expect(files.sort()).toEqual(routes.map(pageFile).sort());
});

test('tabs are the routes of kind tab, in order', () => {
  expect(tabs.map((tab) => tab.path)).toEqual(
    routes.filter((entry) => entry.kind === 'tab').map((entry) => entry.path),
  );
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
