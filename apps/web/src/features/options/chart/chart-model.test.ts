import { describe, expect, test } from 'vitest';
import { NOW_MS } from '../../../../test/option.ts';
import { priceEdges } from '../ticket/RuleTerms.tsx';
import { type ChartInputs, chartShape, timeLabels } from './chart-model.ts';
import type { Sample } from './samples.ts';

const SAMPLES: readonly Sample[] = [
  { timeMs: NOW_MS - 2_000, price: '64790.00' },
  { timeMs: NOW_MS - 1_000, price: '64812.40' },
  { timeMs: NOW_MS, price: undefined },
];
/** Bought 22 s ago for 60 s, as drawn. */
const ORDER = {
  strike: '64798.20',
  purchasedAtMs: NOW_MS - 22_000,
  deliversAtMs: NOW_MS + 38_000,
  seconds: 60,
  windowSeconds: 6,
};
const INPUTS: ChartInputs = {
  width: 390,
  nowMs: NOW_MS,
  samples: SAMPLES,
  order: ORDER,
  chosen: undefined,
  decimals: 2,
};

describe('the chart of an order', () => {
  const shape = chartShape(INPUTS);

  test('ends its line in the newest price, which a stale second is not', () => {
    expect(shape?.last).toMatchObject({ price: '64812.40', y: 26 });
    expect(shape?.last?.x).toBeLessThan(shape?.nowX ?? 0);
  });

  test('has strike, window and delivery from left to right', () => {
    const { x = 0, width = 0, endX = 0, isBought } = shape?.window ?? {};
    expect(shape?.strike?.x).toBeLessThan(shape?.nowX ?? 0);
    expect(shape?.nowX).toBeLessThan(x);
    expect([x + width, isBought]).toEqual([endX, true]);
    expect(endX).toBeLessThan(shape?.right ?? 0);
  });

  test('stands still while the order runs', () => {
    const later = chartShape({ ...INPUTS, nowMs: NOW_MS + 10_000 });
    expect(later?.window).toEqual(shape?.window);
    expect(later?.strike?.x).toBe(shape?.strike?.x);
    expect(later?.nowX).toBeGreaterThan(shape?.nowX ?? 0);
  });

  test('keeps the words of the axis off the tags', () => {
    const tags = [shape?.last?.tagY ?? 0, shape?.strike?.tagY ?? 0];
    for (const { y, hasLabel } of shape?.grid ?? [])
      expect(hasLabel).toBe(tags.every((tag) => Math.abs(tag - y) >= 18));
  });
});

test('without an order it shows where a purchase of now would be decided', () => {
  const shape = chartShape({
    ...INPUTS,
    order: undefined,
    chosen: { seconds: 60, windowSeconds: 6 },
  });
  expect(shape?.strike).toBeUndefined();
  expect(shape?.window.isBought).toBe(false);
  expect(shape?.window.x).toBeGreaterThan(shape?.nowX ?? 0);
});

test('without a price there is nothing to draw but the strike of what runs', () => {
  expect(chartShape({ ...INPUTS, samples: [], order: undefined })).toBeUndefined();
  expect(chartShape({ ...INPUTS, samples: [] })).toMatchObject({
    last: undefined,
    strike: { price: '64798.20' },
  });
});

describe('the words under the axis', () => {
  const texts = { start: '14:29:35', now: '14:32:05 now', end: '14:32:43' };

  test('never lie on each other: now gives way to the delivery, the beginning to now', () => {
    const near = timeLabels(texts, { nowX: 270, endX: 286, right: 310 });
    expect((near.end?.x ?? 0) - texts.end.length * 7 - near.now.x).toBeGreaterThanOrEqual(10);
    expect(near.start).toEqual({ x: 16, anchor: 'start' });
    const early = timeLabels(texts, { nowX: 60, endX: 286, right: 310 });
    expect(early.start).toBeUndefined();
    expect(early.now.x).toBeGreaterThan(texts.now.length * 7);
  });

  test('name no delivery where nothing is bought or chosen', () => {
    const open = timeLabels({ ...texts, end: undefined }, { nowX: 200, endX: 286, right: 310 });
    expect(open.end).toBeUndefined();
  });
});

test('the strike may be 0.05 % worse than what was shown, and not a unit more (P5)', () => {
  expect(priceEdges('64812.40')).toEqual({ rise: '64844.80620000', fall: '64779.99380000' });
  // Rounded towards the price that was shown.
  expect(priceEdges('0.00000001')).toEqual({ rise: '0.00000001', fall: '0.00000001' });
  expect(priceEdges(undefined)).toBeUndefined();
});
