import { describe, expect, test } from 'vitest';
import { distanceOf, priceAt, priceProblem } from './model.ts';

const market = { index_price: '64816.79230448', tick_size: '0.01', is_stale: false };

describe('what can be said of a price before it is sent', () => {
  test.each([
    ['', 'required'],
    ['0', 'required'],
    ['0.00', 'required'],
    ['65000.005', 'tick'],
    ['64816.79', 'reached'],
    ['64816.80', 'reached'],
    ['64816.78', undefined],
    ['64816.81', undefined],
    ['70000', undefined],
  ] as const)('"%s": %s', (text, problem) => {
    expect(priceProblem(text, market)).toBe(problem);
  });

  test('without a live index nothing can be set', () => {
    expect(priceProblem('70000', { ...market, is_stale: true })).toBe('stale');
    expect(priceAt(1, { ...market, is_stale: true })).toBeUndefined();
  });
});

test.each([
  ['110', '100', '0.1000'],
  ['90', '100', '-0.1000'],
  ['100.004', '100', '0.0000'],
  ['100.005', '100', '0.0001'],
  ['', '100', undefined],
  ['100', undefined, undefined],
  ['100', '0', undefined],
])('%s is %s away by %s', (price, index, distance) => {
  expect(distanceOf(price, index)).toBe(distance);
});

test.each([
  [0, '64816.79'],
  [-5, '61575.95'],
  [5, '68057.63'],
])('%d %% from the index, on the tick', (percent, price) => {
  expect(priceAt(percent, market)).toBe(price);
});

test('a tick that is no power of ten is kept to, and nothing is offered below one', () => {
  expect(priceAt(0, { ...market, index_price: '1.37', tick_size: '0.25' })).toBe('1.25');
  expect(priceAt(0, { ...market, index_price: '100', tick_size: '0.5' })).toBe('100');
  expect(priceAt(-5, { ...market, index_price: '0.2', tick_size: '0.25' })).toBeUndefined();
});
