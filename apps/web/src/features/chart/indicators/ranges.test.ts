import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { averageTrueRange, volumeWeighted } from './ranges.ts';

// High, low and close of 30 days with the average true range of 14: the worked example of StockCharts' ChartSchool.
const DAYS = `
48.70 47.79 48.16, 48.72 48.14 48.61, 48.90 48.39 48.75, 48.87 48.37 48.63, 48.82 48.24 48.74, 49.05 48.64 49.03,
49.20 48.94 49.07, 49.35 48.86 49.32, 49.92 49.50 49.91, 50.19 49.87 50.13, 50.12 49.20 49.53, 49.66 48.90 49.50,
49.88 49.43 49.75, 50.19 49.73 50.03, 50.36 49.26 50.31, 50.57 50.09 50.52, 50.65 50.30 50.41, 50.43 49.21 49.34,
49.63 48.98 49.37, 50.33 49.61 50.23, 50.29 49.20 49.24, 50.17 49.43 49.93, 49.32 48.08 48.43, 48.50 47.64 48.18,
48.32 41.55 46.57, 46.80 44.28 45.41, 47.80 47.31 47.77, 48.39 47.20 47.72, 48.66 47.90 48.62, 48.79 47.73 47.85`
  .split(',')
  .map((text, at) => {
    const [high = 0, low = 0, close = 0] = text.trim().split(' ').map(Number);
    return { timestamp: at * DAY_MS, high, low, close };
  });
const PUBLISHED = [
  0.56, 0.59, 0.59, 0.57, 0.62, 0.62, 0.64, 0.67, 0.69, 0.78, 0.78, 1.21, 1.3, 1.38, 1.37, 1.34,
  1.32,
];

describe('the average true range', () => {
  test('is that of the published table', () => {
    const ranges = averageTrueRange(DAYS, 14);
    expect(ranges.slice(0, 13)).toEqual(Array(13).fill(undefined));
    ranges.slice(13).forEach((range, at) => {
      // The table's prices are rounded, and so is what it says.
      expect(Math.abs((range ?? 0) - (PUBLISHED[at] ?? 0))).toBeLessThan(0.0125);
    });
  });

  test('of one candle is its range, gaps included', () => {
    const bars = [
      { timestamp: 0, high: 10, low: 8, close: 9 },
      { timestamp: 1, high: 15, low: 14, close: 15 },
      { timestamp: 2, high: 12, low: 11, close: 11 },
    ];
    expect(averageTrueRange(bars, 1)).toEqual([2, 6, 4]);
    expect(averageTrueRange([], 14)).toEqual([]);
  });
});

describe('the price weighted by volume', () => {
  const bar = (hour: number, price: number, volume: number) => ({
    timestamp: hour * HOUR_MS,
    high: price + 3,
    low: price - 3,
    close: price,
    volume,
  });

  test('weighs each candle by its volume and begins anew with the day', () => {
    expect(volumeWeighted([bar(22, 10, 1), bar(23, 20, 3), bar(24, 40, 2)])).toEqual([
      10, 17.5, 40,
    ]);
  });

  test('is none while nothing was traded', () => {
    expect(volumeWeighted([bar(0, 10, 0), bar(1, 20, 2), bar(2, 30, 0)])).toEqual([
      undefined,
      20,
      20,
    ]);
  });
});
