import { describe, expect, test } from 'vitest';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import {
  distancePpm,
  lifeOf,
  reasonOf,
  sizeOf,
  waitsBelow,
  watchedPrice,
} from './trigger-figures.ts';

test.each([
  ['sell', 'stop', true],
  ['buy', 'stop', false],
  ['sell', 'take_profit', false],
  ['buy', 'take_profit', true],
] as const)('a %s of kind %s waits below: %s', (side, trigger, isBelow) => {
  expect(waitsBelow({ side, trigger })).toBe(isBelow);
});

describe('the price that is watched', () => {
  const market = { index_price: '64000.5', last_price: '64010.0', is_stale: false };
  test('is the index, or the last trade', () => {
    expect(watchedPrice({ trigger_by: 'index' }, market)).toBe('64000.5');
    expect(watchedPrice({ trigger_by: 'last' }, market)).toBe('64010.0');
  });
  test('is not a stale index', () => {
    expect(watchedPrice({ trigger_by: 'index' }, { ...market, is_stale: true })).toBeUndefined();
    expect(watchedPrice({ trigger_by: 'index' }, undefined)).toBeUndefined();
  });
});

test('the distance is a share of the price now, on both sides of it', () => {
  expect(distancePpm({ trigger_price: '99' }, '100')).toBe(10_000n);
  expect(distancePpm({ trigger_price: '101' }, '100')).toBe(10_000n);
  expect(distancePpm({ trigger_price: '101' }, undefined)).toBeUndefined();
  expect(distancePpm({ trigger_price: '101' }, '0')).toBeUndefined();
});

test('a market buy is told in what it spends', () => {
  expect(sizeOf(triggerOrder())).toEqual({ size: '0.02000', currency: 'BTC' });
  const { quantity: _, ...rest } = triggerOrder({ side: 'buy', type: 'market', amount: '100.00' });
  expect(sizeOf(rest)).toEqual({ size: '100.00', currency: 'USDT' });
});

test.each([
  [{ status: 'waiting' }, ['placed', 'waits']],
  [{ status: 'triggered', receipt_id: 5, order_id: 7 }, ['placed', 'reached', 'became']],
  [{ status: 'cancelled', receipt_id: 5 }, ['placed', 'reached', 'refused']],
  [{ status: 'cancelled' }, ['placed', 'cancelled']],
] as const)('the life of %o', (own, steps) => {
  expect(lifeOf(triggerOrder(own))).toEqual(steps);
});

test('a reason without a sentence is still one', () => {
  expect(reasonOf(triggerOrder({ cancel_reason: 'price_stale' }))).toBe('price_stale');
  expect(reasonOf(triggerOrder({ cancel_reason: 'of_a_later_server' }))).toBe('other');
});
