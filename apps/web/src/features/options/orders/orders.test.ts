import { describe, expect, test } from 'vitest';
import { NOW_MS, optionOrder, settledOrder } from '../../../../test/option.ts';
import type { Sample } from '../chart/samples.ts';
import { amountsOf, decimalsApart, runningOrders, standing, windowSamples } from './orders.ts';

const DUE_MS = NOW_MS + 38_000;
const at = (secondsBeforeDue: number, price: string | undefined): Sample => ({
  timeMs: DUE_MS - secondsBeforeDue * 1000,
  price,
});

describe('how an order stands', () => {
  test('is by the present price before its window', () => {
    const order = optionOrder();
    expect(standing(order, [at(7, '1')], '64812.40')).toEqual({
      result: 'win',
      net: '39.500000',
      price: '64812.40000000',
      difference: '14.20000000',
      windowCount: 0,
    });
    expect(standing(order, [], '64790')).toMatchObject({ result: 'lose', net: '-50.500000' });
    expect(standing(order, [], '64798.20')).toMatchObject({ result: 'flat', net: '-0.500000' });
    expect(standing({ ...order, direction: 'fall' }, [], '64790')?.result).toBe('win');
  });

  test('is by the mean so far within it: one spike is a part of the mean and no more (P2)', () => {
    const samples = [at(6, '64798.19'), at(5, '64798.19'), at(4, '64798.25'), at(3, undefined)];
    expect(standing(optionOrder(), samples, '1')).toMatchObject({
      result: 'win',
      price: '64798.21000000',
      difference: '0.01000000',
      windowCount: 3,
    });
  });

  test('compares sums, not a rounded mean', () => {
    const samples = [at(6, '64798.20000000'), at(5, '64798.20000000'), at(4, '64798.20000001')];
    expect(standing(optionOrder(), samples, undefined)).toMatchObject({
      result: 'win',
      difference: '0.00000000',
    });
  });

  test('is not known without a price', () => {
    expect(standing(optionOrder(), [], undefined)).toBeUndefined();
  });

  test('counts the samples of [T − w, T) only', () => {
    const samples = [at(7, '1'), at(6, '2'), at(1, '3'), at(0, '4')];
    expect(windowSamples(optionOrder(), samples).map(({ price }) => price)).toEqual(['2', '3']);
  });
});

test('sums are read in the finer of two scales', () => {
  expect(amountsOf({ amount: '10', fee: '0.101', payout_ratio: '0.755' })).toEqual({
    scale: 3,
    stake: 10_000n,
    fee: 101n,
    payout: 7_550n,
  });
});

describe('what runs', () => {
  const first = optionOrder({ id: 1, delivers_at: 3_000 });
  const second = optionOrder({ id: 2, delivers_at: 2_000 });
  const ids = (orders: readonly { id: number }[]) => orders.map(({ id }) => id);

  test('is listed the nearest due first, equal ones in the order of purchase', () => {
    const third = optionOrder({ id: 3, delivers_at: 2_000 });
    expect(ids(runningOrders({ list: [third, first, second], atMs: 0 }, []))).toEqual([2, 3, 1]);
  });

  test('loses what was heard to be settled, whatever an older list says', () => {
    const heard = [{ order: settledOrder({ id: 2 }), atMs: 5 }];
    expect(ids(runningOrders({ list: [first, second], atMs: 9 }, heard))).toEqual([1]);
  });

  test('has what was bought since the list was read, and not what a newer list no longer has', () => {
    const heard = [{ order: second, atMs: 5 }];
    expect(ids(runningOrders({ list: [first], atMs: 4 }, heard))).toEqual([2, 1]);
    expect(ids(runningOrders({ list: [first], atMs: 6 }, heard))).toEqual([1]);
  });
});

test('prices are shown as finely as tells them apart', () => {
  expect(decimalsApart('64798.20', '64812.4', 2)).toBe(2);
  expect(decimalsApart('64798.20', '64798.2049', 2)).toBe(3);
  expect(decimalsApart('1.00000001', '1', 2)).toBe(8);
  expect(decimalsApart('1.5', '1.50', 2)).toBe(2);
});
