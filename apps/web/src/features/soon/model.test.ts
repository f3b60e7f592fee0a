import type { Candle } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { hostingExample, indexMarkets, linePoints, lineShape, pointAt } from './model.ts';

const candle = (time: number, close: string): Candle => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume: '0',
  turnover: '0',
  source: 'index',
});

describe('locked funds, worked example', () => {
  test('0.4 % a day over 15 days on 10,000 gives 600', () => {
    const example = hostingExample({
      amount: 10_000n,
      dailyYieldPpm: 4_000n,
      days: 15n,
      damagesRatePpm: 4_000n,
      remainingDays: 3n,
    });
    expect(example).toEqual({
      dailyInterest: '40.00',
      totalInterest: '600.00',
      atCompletion: '10600.00',
      earnedEarly: '480.00',
      damages: '120.00',
      penalty: '60.00',
      atRedemption: '10300.00',
    });
  });
  test('0.4 % × 3 × 1000 = 12 of damages', () => {
    const terms = { amount: 1_000n, dailyYieldPpm: 4_000n, days: 15n, damagesRatePpm: 4_000n };
    expect(hostingExample({ ...terms, remainingDays: 3n }).damages).toBe('12.00');
  });
});

describe('line', () => {
  test('the live price takes the place of the open candle', () => {
    const candles = [candle(1_000, '5'), candle(2_000, '6')];
    expect(linePoints(candles, { timeMs: 2_500, price: '7' })).toEqual([
      { timeMs: 1_000, price: '5' },
      { timeMs: 2_500, price: '7' },
    ]);
  });
  test('a live price older than the last candle is not drawn', () => {
    expect(linePoints([candle(2_000, '6')], { timeMs: 1_500, price: '7' })).toHaveLength(1);
  });
  test('low is at the bottom, high at the top', () => {
    const shape = lineShape(
      linePoints([candle(1, '5'), candle(2, '9'), candle(3, '7')], undefined),
    );
    expect(shape).toEqual({
      path: 'M0,100L50,0L100,50',
      xs: [0, 50, 100],
      ys: [100, 0, 50],
      lowIndex: 0,
      highIndex: 1,
    });
  });
  test('a flat line runs in the middle, a point alone is no line', () => {
    expect(lineShape(linePoints([candle(1, '5'), candle(2, '5')], undefined))?.ys).toEqual([
      50, 50,
    ]);
    expect(lineShape(linePoints([candle(1, '5')], undefined))).toBeUndefined();
  });
  test('the finger stays on the line', () => {
    expect([pointAt(5, -1), pointAt(5, 0.5), pointAt(5, 2)]).toEqual([0, 2, 4]);
  });
});

test('without marked markets every index is shown', () => {
  const eth = quotation({ symbol: 'ETH/USDT' });
  const { index_price: _, ...unpriced } = quotation({ symbol: 'NEW/USDT' });
  expect(indexMarkets([eth, unpriced])).toEqual([eth]);
  const btc = quotation({ contract: true });
  expect(indexMarkets([eth, btc])).toEqual([btc]);
});
