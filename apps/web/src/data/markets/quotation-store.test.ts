import type { Quotation } from '@fairlead/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { QuotationStore } from './quotation-store.ts';

const at = (symbol: string, last_price: string): Quotation => quotation({ symbol, last_price });

let store: QuotationStore;
beforeEach(() => {
  vi.useFakeTimers();
  store = new QuotationStore(() => Date.now());
});
afterEach(() => {
  vi.useRealTimers();
});

test('a symbol is told of its first price at once, then at most 10 times a second', () => {
  const listener = vi.fn();
  store.subscribe('BTC/USDT', listener);
  store.apply([at('BTC/USDT', '1')]);
  expect(listener).toHaveBeenCalledTimes(1);
  for (let tick = 0; tick < 100; tick += 1) {
    store.apply([at('BTC/USDT', String(tick))]);
    vi.advanceTimersByTime(10);
  }
  expect(listener.mock.calls.length).toBeLessThanOrEqual(11);
  expect(store.read('BTC/USDT')?.last_price).toBe('99');
});

test('the list is told at most 5 times a second and ends with the newest', () => {
  const listener = vi.fn();
  store.subscribeList(listener);
  for (let tick = 0; tick < 100; tick += 1) {
    store.apply([at('ETH/USDT', String(tick))]);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(200);
  expect(listener.mock.calls.length).toBeLessThanOrEqual(7);
  expect(store.list().map((market) => market.last_price)).toEqual(['99']);
});

test('what is read does not change between two flushes', () => {
  store.apply([at('BTC/USDT', '1')]);
  const before = store.read('BTC/USDT');
  store.apply([at('BTC/USDT', '2')]);
  expect(store.read('BTC/USDT')).toBe(before);
  vi.advanceTimersByTime(100);
  expect(store.read('BTC/USDT')?.last_price).toBe('2');
});

test('other symbols are not woken', () => {
  const listener = vi.fn();
  store.subscribe('BTC/USDT', listener);
  store.apply([at('ETH/USDT', '1')]);
  expect(listener).not.toHaveBeenCalled();
});

test('a market that is no longer listed goes', () => {
  store.load([at('BTC/USDT', '1'), at('ETH/USDT', '1')]);
  vi.advanceTimersByTime(200);
  store.load([at('ETH/USDT', '2')]);
  vi.advanceTimersByTime(200);
  expect(store.list().map((market) => market.symbol)).toEqual(['ETH/USDT']);
  expect(store.read('BTC/USDT')).toBeUndefined();
});

test('a reader that left is not told', () => {
  const listener = vi.fn();
  store.subscribe('BTC/USDT', listener)();
  store.apply([at('BTC/USDT', '1')]);
  expect(listener).not.toHaveBeenCalled();
});

test('clearing forgets at once what was shown', () => {
  const listener = vi.fn();
  store.apply([at('BTC/USDT', '1')]);
  store.subscribe('BTC/USDT', listener);
  store.clear();
  expect(store.read('BTC/USDT')).toBeUndefined();
  expect(store.list()).toEqual([]);
  expect(listener).toHaveBeenCalledTimes(1);
});
