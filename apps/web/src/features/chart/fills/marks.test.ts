/** What one bought and sold becomes marks: which candle, which side, what of several; decimals stay exact. */
import type { OwnFill } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { position } from '../../../../test/futures.ts';
import { fillMarks, type OwnAct, trianglePoints } from './marks.ts';
import { positionActs, spotActs } from './own-acts.ts';

const act = (atMs: number, own: Partial<OwnAct> = {}): OwnAct => ({
  ...{ kind: 'buy', atMs, price: '100.00', quantity: '0.10' },
  ...own,
});
const HOURS = { openMs: [0, HOUR_MS, 3 * HOUR_MS], period: '60m' } as const;

describe('the candle of a fill', () => {
  test.each([
    [0, 0],
    [HOUR_MS - 1, 0],
    [HOUR_MS, 1],
    [3 * HOUR_MS + 1, 2],
  ])('at %d ms is number %d', (atMs, index) => {
    expect(fillMarks([act(atMs)], HOURS)).toMatchObject([{ index }]);
  });

  test.each([
    ['lies before the first', -1],
    ['lies in a gap', 2 * HOUR_MS],
    ['lies behind the last', 4 * HOUR_MS],
  ])('is none where it %s', (_why, atMs) => {
    expect(fillMarks([act(atMs)], HOURS)).toEqual([]);
  });

  test('is that of a longer period too, and none without candles', () => {
    const month = { openMs: [Date.UTC(2026, 10, 1)], period: '1M' } as const;
    expect(fillMarks([act(Date.UTC(2026, 10, 30, 23))], month)).toHaveLength(1);
    expect(fillMarks([act(Date.UTC(2026, 11, 1))], month)).toEqual([]);
    expect(fillMarks([act(0)], { openMs: [], period: '1m' })).toEqual([]);
  });
});

describe('several in one candle', () => {
  test('are one mark with their sum and their average by quantity', () => {
    const acts = [
      act(10, { price: '100.00', quantity: '0.1' }),
      act(20, { price: '103.00', quantity: '0.20000000' }),
    ];
    expect(fillMarks(acts, HOURS)).toEqual([
      {
        isBuy: true,
        index: 0,
        sums: [
          {
            ...{ kind: 'buy', count: 2, price: '102.00', quantity: '0.30000000' },
            ...{ fromMs: 10, toMs: 20 },
          },
        ],
      },
    ]);
    // 100.005: cut, as averages are.
    const even = [act(1, { price: '100.00' }), act(2, { price: '100.01' })];
    expect(fillMarks(even, HOURS)[0]?.sums[0]?.price).toBe('100.00');
  });

  test('of both sides are two marks, of two kinds of one side one that tells both', () => {
    const acts = [
      act(1, { kind: 'closeLong' }),
      act(2, { kind: 'openShort' }),
      act(3, { kind: 'openLong' }),
      act(4, { kind: 'closeShort' }),
    ];
    const told = fillMarks(acts, HOURS).map(({ isBuy, sums }) => [
      isBuy,
      sums.map(({ kind }) => kind),
    ]);
    expect(told).toEqual([
      [false, ['closeLong', 'openShort']],
      [true, ['openLong', 'closeShort']],
    ]);
  });

  test('do not reach into the next candle', () => {
    expect(fillMarks([act(0), act(HOUR_MS)], HOURS)).toHaveLength(2);
  });
});

describe('what the server lists', () => {
  test('fills of spot are what they are', () => {
    const fill: OwnFill = {
      ...{ id: 1, order_id: 2, symbol: 'BTC/USDT', time: 5 },
      side: 'sell',
      ...{ price: '99.5', quantity: '0.2', amount: '19.9', fee: '0', fee_currency: 'USDT' },
      role: 'taker',
    };
    expect(spotActs([fill])).toEqual([{ kind: 'sell', atMs: 5, price: '99.5', quantity: '0.2' }]);
  });

  test('a part that was closed and what is left open as much as was opened', () => {
    const whole = {
      open_price: '60000',
      opened_at: 1_000,
      side: 'short',
      lot_size: '0.01',
    } as const;
    const { close_price: _p, closed_at: _c, ...rest } = position({ ...whole, lots: 7 });
    const part = position({
      ...whole,
      ...{ lots: 3, part_of: 7_001, close_price: '59000', closed_at: 2_000 },
    });
    const acts = positionActs([rest, part]);
    expect(acts).toEqual([
      { kind: 'openShort', atMs: 1_000, price: '60000', quantity: '0.07' },
      { kind: 'openShort', atMs: 1_000, price: '60000', quantity: '0.03' },
      { kind: 'closeShort', atMs: 2_000, price: '59000', quantity: '0.03' },
    ]);
    expect(fillMarks(acts, HOURS).map(({ sums }) => sums[0]?.quantity)).toEqual(['0.10', '0.03']);
  });

  test('what waits has opened nothing', () => {
    const { open_price: _o, opened_at: _a, ...waiting } = position({ status: 'waiting' });
    expect(positionActs([waiting])).toEqual([]);
  });
});

test('a buy is pointed at from below, a sell from above', () => {
  const place = { x: 100, y: 50 };
  expect(trianglePoints(place, true).map(({ y }) => y > 50)).toEqual([true, true, true]);
  expect(trianglePoints(place, false).map(({ y }) => y < 50)).toEqual([true, true, true]);
});
