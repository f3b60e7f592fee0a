/** What the page reckons from the server's days. */
import type { PortfolioDay } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import {
  BARS_MAX,
  dayRate,
  isFirstDay,
  pnlBars,
  pointAfterKey,
  pointAt,
  readRange,
  shownProducts,
  valuePoints,
} from './model.ts';

const ZERO = '0.000000';
const day = (date: string, own: Partial<PortfolioDay> = {}): PortfolioDay => ({
  date,
  opening_value: ZERO,
  closing_value: ZERO,
  deposits: ZERO,
  withdrawals: ZERO,
  pnl: ZERO,
  spot: ZERO,
  futures: ZERO,
  options: ZERO,
  hosting: ZERO,
  offerings: ZERO,
  referral: ZERO,
  other: ZERO,
  ...own,
});

describe('a day', () => {
  test('is rated by what was there and what came in', () => {
    const own = { opening_value: '900.000000', deposits: '100.000000', pnl: '-5.000000' };
    expect(dayRate(day('2026-11-20', own))).toBe('-0.005000');
  });
  test('of nothing has no rate', () => {
    expect(dayRate(day('2026-11-20'))).toBeUndefined();
  });
});

describe('the line', () => {
  const days = [
    day('2026-11-20', { opening_value: '10.000000', closing_value: '12.000000' }),
    day('2026-11-21', { opening_value: '12.000000', closing_value: '9.000000' }),
  ];
  test('begins with the opening of the first day', () => {
    expect(valuePoints({ days }).map(({ value }) => value)).toEqual([
      '10.000000',
      '12.000000',
      '9.000000',
    ]);
  });
  test('of a new user does not rise from nothing by their first deposit', () => {
    const first = day('2026-11-19', { closing_value: '10.000000', deposits: '10.000000' });
    expect(valuePoints({ days: [first, ...days] }).map(({ date }) => date)).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
  });
  test('of a first day alone is level', () => {
    const only = day('2026-11-21', { closing_value: '10.000000', deposits: '10.000000' });
    expect(valuePoints({ days: [only] }).map(({ value }) => value)).toEqual([
      '10.000000',
      '10.000000',
    ]);
    expect(isFirstDay({ days: [only] })).toBe(true);
    expect(isFirstDay({ days: [only, only] })).toBe(false);
    expect(isFirstDay({ days: [day('2026-11-21', { opening_value: '1.000000' })] })).toBe(false);
    expect(valuePoints({ days: [] })).toEqual([]);
  });
});

describe('a point', () => {
  test.each([
    [-0.2, 0],
    [0, 0],
    [0.16, 1],
    [0.5, 2],
    [1.4, 4],
  ])('at %s of the width is number %s', (share, place) => {
    expect(pointAt(share, 5)).toBe(place);
  });
  test.each([
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 4, 4],
    ['PageUp', 1, 4],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['Tab', 3, undefined],
  ])('%s leads from %s to %s', (key, at, next) => {
    expect(pointAfterKey(key, at, 5)).toBe(next);
  });
});

describe('bars', () => {
  test('are shares of the tallest, with their sign', () => {
    const days = [day('2026-11-20', { pnl: '-8' }), day('2026-11-21', { pnl: '4' })];
    expect(pnlBars(days).map(({ height }) => height)).toEqual([-1, 0.5]);
    expect(pnlBars([day('2026-11-21')])).toEqual([{ date: '2026-11-21', height: 0 }]);
  });
  test('of a year are joined to what fits, and lose nothing', () => {
    const days = Array.from({ length: 365 }, (_, at) => day(`day ${at}`, { pnl: '1' }));
    const bars = pnlBars(days);
    expect(bars.length).toBeLessThanOrEqual(BARS_MAX);
    expect(bars.at(-1)?.height).toBe(1);
  });
});

test('products that brought nothing are left out, but spot', () => {
  expect(shownProducts(day('2026-11-21', { hosting: '4.000000' }))).toEqual(['spot', 'hosting']);
});

test('a range that is none is a month', () => {
  expect(['7', '365', '8', null].map(readRange)).toEqual(['7', '365', '30', '30']);
});
