import { expect, test } from 'vitest';
import { REORDER_MS, steadyOrder } from './use-steady-order.ts';

const start = steadyOrder(undefined, { reason: 'volume', nowMs: 0, symbols: ['A', 'B'] });

test('rows keep their places for ten seconds', () => {
  const soon = { reason: 'volume', nowMs: REORDER_MS - 1, symbols: ['B', 'A'] };
  expect(steadyOrder(start, soon).symbols).toEqual(['A', 'B']);
  expect(steadyOrder(start, { ...soon, nowMs: REORDER_MS }).symbols).toEqual(['B', 'A']);
});
test('a tap and a row that comes or goes change the order at once', () => {
  expect(steadyOrder(start, { reason: 'name', nowMs: 1, symbols: ['B', 'A'] }).symbols).toEqual([
    'B',
    'A',
  ]);
  expect(steadyOrder(start, { reason: 'volume', nowMs: 1, symbols: ['C', 'A'] }).symbols).toEqual([
    'C',
    'A',
  ]);
  expect(steadyOrder(start, { reason: 'volume', nowMs: 1, symbols: ['A'] }).symbols).toEqual(['A']);
});
