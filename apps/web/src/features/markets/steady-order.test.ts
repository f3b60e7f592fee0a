import { expect, test } from 'vitest';
import { REFILL_MS, steadyOrder } from './use-steady-order.ts';

const seen = { reason: 'volume', isSeen: true } as const;
const start = steadyOrder(undefined, { ...seen, nowMs: 0, symbols: ['A', 'B'] });

test('rows never change places while somebody looks', () => {
  for (const nowMs of [1, REFILL_MS, 100 * REFILL_MS])
    expect(steadyOrder(start, { ...seen, nowMs, symbols: ['B', 'A'] }).symbols).toEqual(['A', 'B']);
});
test('what belongs no more goes and what is new comes last, every half minute', () => {
  const next = { ...seen, symbols: ['C', 'B'] };
  expect(steadyOrder(start, { ...next, nowMs: REFILL_MS - 1 }).symbols).toEqual(['A', 'B']);
  expect(steadyOrder(start, { ...next, nowMs: REFILL_MS }).symbols).toEqual(['B', 'C']);
});
test('what the user chose changes the order at once', () => {
  const tapped = { ...seen, reason: 'name', nowMs: 1, symbols: ['B', 'A'] };
  expect(steadyOrder(start, tapped).symbols).toEqual(['B', 'A']);
});
test('a page that nobody sees is sorted anew', () => {
  const hidden = { ...seen, isSeen: false, nowMs: 1, symbols: ['B', 'A'] };
  expect(steadyOrder(start, hidden).symbols).toEqual(['B', 'A']);
});
test('an empty list is filled at once', () => {
  const empty = steadyOrder(undefined, { ...seen, nowMs: 0, symbols: [] });
  expect(steadyOrder(empty, { ...seen, nowMs: 1, symbols: ['A'] }).symbols).toEqual(['A']);
});
