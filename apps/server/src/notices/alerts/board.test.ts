/** The board against the plain rule: at the price or beyond it. */
import { priceE8 } from '@fairlead/units';
import { expect, test } from 'vitest';
import { AlertBoard } from './board.ts';

const alert = (alertId: number, direction: 'above' | 'below', price: number, marketId = 1) => ({
  alertId,
  marketId,
  direction,
  price: priceE8(BigInt(price)),
});
const ids = (board: AlertBoard, index: number, marketId = 1) =>
  board.take(marketId, priceE8(BigInt(index))).map(({ alertId }) => alertId);

test('takes what is reached, nearest first, older first at one price, and once', () => {
  const board = new AlertBoard();
  for (const [id, price] of [
    [1, 30],
    [2, 10],
    [3, 20],
    [4, 10],
  ] as const)
    board.add(alert(id, 'above', price));
  for (const [id, price] of [
    [5, 5],
    [6, 8],
    [7, 8],
  ] as const)
    board.add(alert(id, 'below', price));
  expect(ids(board, 9)).toEqual([]);
  expect(ids(board, 20)).toEqual([2, 4, 3]);
  expect(ids(board, 20)).toEqual([]);
  expect(ids(board, 8)).toEqual([6, 7]);
  expect(ids(board, 1)).toEqual([5]);
  expect(board.size).toBe(1);
});

test('keeps markets apart, and forgets what is deleted', () => {
  const board = new AlertBoard();
  board.add(alert(1, 'above', 10, 1));
  board.add(alert(2, 'above', 10, 2));
  expect(ids(board, 10, 2)).toEqual([2]);
  board.remove(1);
  board.remove(99);
  expect(ids(board, 10, 1)).toEqual([]);
  expect(ids(board, 10, 3)).toEqual([]);
});

test('agrees with a walk through all alerts', () => {
  const board = new AlertBoard();
  let seed = 7;
  const next = (bound: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (seed % bound);
  };
  let waiting = Array.from({ length: 300 }, (_, at) =>
    alert(at + 1, next(2) === 1 ? 'above' : 'below', next(100)),
  );
  for (const each of waiting) board.add(each);
  for (let tick = 0; tick < 60; tick += 1) {
    const index = BigInt(next(100));
    const isReached = (each: (typeof waiting)[number]) =>
      each.direction === 'above' ? index >= each.price : index <= each.price;
    const expected = waiting.filter(isReached).map(({ alertId }) => alertId);
    waiting = waiting.filter((each) => !isReached(each));
    const taken = board.take(1, priceE8(index)).map(({ alertId }) => alertId);
    expect(taken.sort((left, right) => left - right)).toEqual(expected);
    const replaced = alert(1_000 + tick, next(2) === 1 ? 'above' : 'below', next(100));
    waiting.push(replaced);
    board.add(replaced);
  }
  expect(board.size).toBe(waiting.length);
});
