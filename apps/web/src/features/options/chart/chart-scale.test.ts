import { describe, expect, test } from 'vitest';
import { apart, gridLines, linePaths, priceScale, timeScale } from './chart-scale.ts';
import { addSample, lastPriced, mergeSamples, SAMPLES_KEPT_MS, type Sample } from './samples.ts';

const sample = (timeMs: number, price?: string): Sample => ({ timeMs, price });

describe('samples', () => {
  test('join in order of time, one a second; the later list wins', () => {
    const merged = mergeSamples(
      [sample(1_000, '1'), sample(2_000, '2')],
      [sample(3_000, '3'), sample(2_000, 'two')],
    );
    expect(merged.map(({ price }) => price)).toEqual(['1', 'two', '3']);
  });

  test('one that came before is put in its place, and twice is once', () => {
    const list = [sample(1_000, '1'), sample(3_000, '3')];
    expect(addSample(list, sample(2_000, '2')).map(({ timeMs }) => timeMs)).toEqual([
      1_000, 2_000, 3_000,
    ]);
    expect(addSample(list, sample(3_000, '3'))).toHaveLength(2);
  });

  test('go when they are older than the longest chart', () => {
    const full = addSample(
      [sample(0, '1'), sample(1_000, '2')],
      sample(SAMPLES_KEPT_MS + 500, '3'),
    );
    expect(full.map(({ price }) => price)).toEqual(['2', '3']);
  });

  test('the last price skips stale seconds', () => {
    expect(lastPriced([sample(1_000, '1'), sample(2_000)])?.timeMs).toBe(1_000);
    expect(lastPriced([])).toBeUndefined();
  });
});

describe('scales', () => {
  test('time runs from 150 s before the purchase to a little after the delivery', () => {
    const scale = timeScale(390, 1_000_000, 60);
    expect([scale.x(850_000), scale.x(1_060_000) < scale.right, scale.right]).toEqual([
      0,
      true,
      310,
    ]);
    expect(scale.x(scale.toMs)).toBe(308);
  });

  test('a higher price is higher up, and a flat line lies in the middle', () => {
    const scale = priceScale([5, 9]);
    expect([scale?.y(9), scale?.y(5)]).toEqual([26, 116]);
    expect(priceScale([7, 7])?.y(7)).toBe(71);
    expect(priceScale([])).toBeUndefined();
  });

  test('a stale second is a gap, not a line', () => {
    const scale = { x: (timeMs: number) => timeMs, y: (price: number) => price };
    const paths = linePaths([sample(1, '5'), sample(2, '6'), sample(3), sample(4, '7')], scale);
    expect(paths.map(({ line }) => line)).toEqual(['M1,5L2,6', 'M4,7']);
    expect(paths[0]?.area).toBe('M1,5L2,6L2,142L1,142Z');
  });

  test('seconds that nobody saw are a gap too, one or two that were missed are not', () => {
    const scale = { x: (timeMs: number) => timeMs / 1_000, y: (price: number) => price };
    const seen = [sample(1_000, '5'), sample(4_000, '6'), sample(8_000, '7')];
    expect(linePaths(seen, scale).map(({ line }) => line)).toEqual(['M1,5L4,6', 'M8,7']);
  });

  test.each([
    [64_780, 64_830, 2, ['64780', '64800', '64820']],
    [0.171_2, 0.171_9, 5, ['0.1712', '0.1714', '0.1716', '0.1718']],
    [1, 1.000_01, 2, ['1.00']],
  ])('lines between %d and %d stand at round prices', (low, high, decimals, prices) => {
    const lines = gridLines({ low, high, y: (price) => price }, decimals);
    expect(lines.map(({ price }) => price)).toEqual(prices);
  });

  test('tags never lie on each other and stay inside', () => {
    expect(apart(35, 66)).toEqual({ price: 35, strike: 66 });
    expect(apart(60, 64)).toEqual({ price: 51, strike: 73 });
    expect(apart(64, 60)).toEqual({ price: 73, strike: 51 });
    expect(apart(-40, 500)).toEqual({ price: 12, strike: 130 });
    expect(apart(-5, -5)).toEqual({ price: 12, strike: 34 });
  });
});
