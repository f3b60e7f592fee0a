import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bookRows,
  defaultStep,
  groupLevels,
  groupSteps,
  type Level,
  quantityDecimals,
  spreadOf,
} from './levels.ts';

const bids: readonly Level[] = [
  ['64812.30', '1.5'],
  ['64812.24', '0.25'],
  ['64811.70', '2'],
];
const asks: readonly Level[] = [
  ['64812.51', '0.4'],
  ['64812.60', '1'],
  ['64813.10', '1.6'],
];

describe('grouping', () => {
  test('bids go down and asks up, so that no row is better than what is there', () => {
    expect(groupLevels(bids, 'bid', '0.1')).toEqual([
      ['64812.3', '1.50'],
      ['64812.2', '0.25'],
      ['64811.7', '2.00'],
    ]);
    expect(groupLevels(asks, 'ask', '0.1')).toEqual([
      ['64812.6', '1.4'],
      ['64813.1', '1.6'],
    ]);
    expect(groupLevels(asks, 'ask', '10')).toEqual([['64820', '3.0']]);
  });

  test('the finest step changes nothing', () => {
    expect(groupLevels(bids, 'bid', '0.01').map(([price]) => price)).toEqual(
      bids.map(([price]) => price),
    );
  });

  test('steps are the tick and its tens, below a hundredth of the price', () => {
    expect(groupSteps('0.01', '64812.40')).toEqual(['0.01', '0.1', '1', '10', '100']);
    expect(groupSteps('0.00001', '0.124')).toEqual(['0.00001', '0.0001', '0.001']);
    expect(groupSteps('0.5', undefined)).toEqual(['0.5']);
    expect(defaultStep(['0.01', '0.1'])).toBe('0.01');
  });

  test('keeps the whole quantity and its order, whatever the step', () => {
    const levels = fc
      .uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 60 })
      .map((prices) => [...prices].sort((left, right) => right - left))
      .map((prices) => prices.map((price): Level => [(price / 100).toFixed(2), '1.5']));
    fc.assert(
      fc.property(levels, fc.constantFrom('0.01', '0.1', '1', '10', '100'), (given, step) => {
        const rows = groupLevels(given, 'bid', step);
        const sum = rows.reduce((whole, [, quantity]) => whole + Number(quantity), 0);
        expect(sum).toBeCloseTo(given.length * 1.5, 6);
        const prices = rows.map(([price]) => Number(price));
        expect(prices).toEqual([...prices].sort((left, right) => right - left));
      }),
      { seed: 21, numRuns: 200 },
    );
  });
});

test('bars are shares of the deeper side, cumulative', () => {
  const rows = bookRows(
    [
      ['9', '1'],
      ['8', '1'],
    ],
    [
      ['10', '3'],
      ['11', '1'],
    ],
    { bids: 2, asks: 2 },
  );
  expect(rows.bids.map((row) => row.share)).toEqual([0.25, 0.5]);
  expect(rows.asks.map((row) => row.share)).toEqual([0.75, 1]);
});

test('rows that are not shown do not shorten the bars', () => {
  const rows = bookRows(
    [
      ['9', '1'],
      ['8', '100'],
    ],
    [['10', '2']],
    { bids: 1, asks: 1 },
  );
  expect(rows.asks[0]?.share).toBe(1);
});

test('an empty book has no rows and no spread', () => {
  expect(bookRows([], [], { bids: 8, asks: 8 })).toEqual({ bids: [], asks: [] });
  expect(spreadOf([], asks)).toBeUndefined();
  expect(spreadOf(bids, asks)).toBe('0.21');
});

test('amounts keep five digits', () => {
  expect(quantityDecimals('0.4434', 5)).toBe(4);
  expect(quantityDecimals('19764.2', 5)).toBe(0);
  expect(quantityDecimals('12.5', 1)).toBe(1);
});

test('a sum is exact: what is there at a price and every better one', () => {
  const bids = [
    ['9', '0.1'],
    ['8', '0.20'],
  ] as const;
  const rows = bookRows(bids, [], { bids: 2, asks: 2 });
  expect(rows.bids.map(({ sum }) => sum)).toEqual(['0.10', '0.30']);
});
