// @vitest-environment jsdom
/** Two devices and a server, told in stories: what either changed is kept. */
import { beforeEach, expect, test, vi } from 'vitest';
import { settingsStore, toggleFavourite } from '../account/settings.ts';
import { changesOf, hasChanges, mergeAnswer, syncFavourites } from './favourites-sync.ts';

test.each([
  // A guest's stars are taken along.
  [['A', 'B'], undefined, ['A', 'B'], []],
  [['A', 'B'], { userId: 1, favourites: ['A', 'C'] }, ['B'], ['C']],
  [[], { userId: 1, favourites: ['A'] }, [], ['A']],
  // Another user was here before: what was theirs is neither added nor taken away.
  [['A', 'B'], { userId: 2, favourites: ['A', 'C'] }, ['B'], []],
])('%j after %j adds %j and removes %j', (local, heard, add, remove) => {
  expect(changesOf(local, heard, 1)).toEqual({ add, remove });
});

test('what changes while the answer is on its way is kept', () => {
  const sent = ['A', 'B'];
  expect(mergeAnswer(['X', 'A', 'B'], { sent, now: ['A', 'C'] })).toEqual(['X', 'A', 'C']);
  expect(mergeAnswer(['B', 'A'], { sent, now: sent })).toEqual(['B', 'A']);
});

/** The server's list of the account. */
let kept: string[] = [];
beforeEach(() => {
  kept = [];
  localStorage.clear();
  settingsStore.setState({ favourites: [] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('save')) {
      const { add, remove } = JSON.parse(String(init.body)) as { add: string[]; remove: string[] };
      kept = [...kept.filter((each) => !remove.includes(each) && !add.includes(each)), ...add];
    }
    const body = { type: 'ok', code: 1, message: { favourites: kept } };
    return new Response(JSON.stringify(body));
  });
});

const local = () => settingsStore.getState().favourites;

test('two devices that change at once both keep their changes', async () => {
  toggleFavourite('BTC/USDT');
  await syncFavourites(1);
  expect(kept).toEqual(['BTC/USDT']);
  // Another device stars one and takes this one away.
  kept = ['ETH/USDT'];
  toggleFavourite('SOL/USDT');
  expect(hasChanges(1)).toBe(true);
  await syncFavourites(1);
  expect(kept).toEqual(['ETH/USDT', 'SOL/USDT']);
  expect(local()).toEqual(['ETH/USDT', 'SOL/USDT']);
  expect(hasChanges(1)).toBe(false);
  toggleFavourite('ETH/USDT');
  await syncFavourites(1);
  expect(kept).toEqual(['SOL/USDT']);
});

test("one user's favourites do not become another's on the same device", async () => {
  kept = ['BTC/USDT'];
  await syncFavourites(1);
  kept = ['ETH/USDT'];
  await syncFavourites(2);
  expect(kept).toEqual(['ETH/USDT']);
  expect(local()).toEqual(['ETH/USDT']);
});

test('without an answer nothing is forgotten', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  toggleFavourite('BTC/USDT');
  await expect(syncFavourites(1)).rejects.toThrow();
  expect(local()).toEqual(['BTC/USDT']);
  expect(hasChanges(1)).toBe(true);
});
