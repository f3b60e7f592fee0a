// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlyFetch } from './early.ts';

const fetchNow = vi.fn(async () => new Response('now'));
const text = async (init: RequestInit) => (await earlyFetch('/api/config', init)).text();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchNow);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  delete window.early;
});

test('an early answer is taken over once', async () => {
  window.early = new Map([['/api/config', Promise.resolve(new Response('early'))]]);
  expect(await text({ method: 'GET' })).toBe('early');
  expect(await text({ method: 'GET' })).toBe('now');
});
test('an early call that failed is made again', async () => {
  window.early = new Map([['/api/config', Promise.reject(new TypeError('Failed to fetch'))]]);
  expect(await text({ method: 'GET' })).toBe('now');
});
test('neither another method nor an old answer is taken over', async () => {
  window.early = new Map([['/api/config', Promise.resolve(new Response('early'))]]);
  expect(await text({ method: 'POST' })).toBe('now');
  window.early = new Map([['/api/config', Promise.resolve(new Response('early'))]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await text({ method: 'GET' })).toBe('now');
});
