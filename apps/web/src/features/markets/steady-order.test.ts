import { expect, test } from 'vitest';
import { REORDER_MS, steadyOrder } from './use-steady-order.ts';

const start = steadyOrder(undefined, { reason: 'volume', nowMs: 0, symbols: ['A', 'B'] });

test('rows keep their places for half a minute', () => {
  const soon = { reason: 'volume', nowMs: REORDER_MS - 1, symbols: ['B', 'A'] };
  expect(steadyOrder(start, soon).symbols).toEqual(['A', 'B']);
  expect(steadyOrder(start, { ...soon, nowMs: REORDER_MS }).symbols).toEqual(['B', 'A']);
});
test('what the user chose changes the order at once', () => {
  const tapped = { reason: 'name', nowMs: 1, symbols: ['B', 'A'] };
  expect(steadyOrder(start, tapped).symbols).toEqual(['B', 'A']);
});
test('an empty list is filled at once', () => {
  const empty = steadyOrder(undefined, { reason: 'volume', nowMs: 0, symbols: [] });
  expect(steadyOrder(empty, { reason: 'volume', nowMs: 1, symbols: ['A'] }).symbols).toEqual(['A']);
});
