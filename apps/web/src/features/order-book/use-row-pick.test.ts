import type { PublicTrade } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { arrowTarget } from './use-row-pick.ts';
import { joinTrades } from './use-trades.ts';

const prices = ['64813', '64812', '64811', '64810'];

test('the first arrow lights a best price, further ones move and stop at the ends', () => {
  expect(arrowTarget('ArrowDown', prices, undefined)).toBe('64811');
  expect(arrowTarget('ArrowUp', prices, '64812')).toBe('64813');
  expect(arrowTarget('ArrowUp', prices, '64813')).toBe('64813');
  expect(arrowTarget('ArrowDown', prices, '64810')).toBe('64810');
});

test('a price that left the book counts as none, other keys do nothing', () => {
  expect(arrowTarget('ArrowDown', prices, '1')).toBe('64811');
  expect(arrowTarget('Home', prices, '64812')).toBeUndefined();
  expect(arrowTarget('ArrowDown', [], undefined)).toBeUndefined();
});

const trade = (id: number): PublicTrade => ({
  id,
  price: '1',
  quantity: '1',
  side: 'buy',
  time: id,
});

test('trades that come twice stand once, newest first, fifty at most', () => {
  const joined = joinTrades([trade(2), trade(1)], [trade(3), trade(2)]);
  expect(joined.map(({ id }) => id)).toEqual([3, 2, 1]);
  const many = Array.from({ length: 80 }, (_, index) => trade(index));
  expect(joinTrades(many, [])).toHaveLength(50);
  expect(joinTrades(many, [])[0]?.id).toBe(79);
});
