import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalsOf,
  formatDecimal,
  formatRate,
  isDecimalText,
  isZeroDecimal,
  parseDecimal,
} from './decimal-text.ts';

describe('one value has one reading (B8)', () => {
  test.each([
    ['0', 8, 0n],
    ['1', 8, 100_000_000n],
    ['0.00000001', 8, 1n],
    ['-0.5', 1, -5n],
    ['1.50', 1, 15n],
    ['1.000000000000000000', 0, 1n],
    ['9007199254740993', 0, 9_007_199_254_740_993n],
    [`${'9'.repeat(30)}.${'9'.repeat(18)}`, 18, BigInt('9'.repeat(48))],
  ])('%s at scale %i', (text, scale, value) => {
    expect(parseDecimal(text, scale)).toBe(value);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '--1',
    '1.',
    '.5',
    '01',
    '1e-7',
    '1E5',
    '1,000',
    '1_000',
    '0x10',
    '١',
    'NaN',
    'Infinity',
    '1.2.3',
    '9'.repeat(31),
    `0.${'1'.repeat(19)}`,
  ])('"%s" is refused', (text) => {
    expect(parseDecimal(text, 18)).toBeUndefined();
    expect(isDecimalText(text)).toBe(false);
  });

  test('a digit below the scale is refused, a zero is not', () => {
    expect(parseDecimal('0.001', 2)).toBeUndefined();
    expect(parseDecimal('0.010', 2)).toBe(1n);
  });

  test('a sign is read but is not plain text of the wire', () => {
    expect(isDecimalText('-1')).toBe(false);
    expect(isDecimalText('1')).toBe(true);
  });
});

describe('writing keeps all decimals', () => {
  test.each([
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [0n, 2, '0.00'],
    [12_345n, 2, '123.45'],
    [7n, 0, '7'],
    [-7n, 0, '-7'],
  ])('%s at scale %i', (value, scale, text) => {
    expect(formatDecimal(value, scale)).toBe(text);
  });

  test.each([-1, 1.5])('a scale of %d is a fault', (scale) => {
    expect(() => formatDecimal(1n, scale)).toThrow();
  });

  test('what was written reads back', () => {
    const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 18 }), (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
      }),
      { seed: 8 },
    );
  });
});

test('a text says how many decimals it has, and whether it is nought', () => {
  expect(['12', '0.50', '1.000'].map(decimalsOf)).toEqual([0, 2, 3]);
  expect(['0', '0.00', '-0.0'].map(isZeroDecimal)).toEqual([true, true, true]);
  expect(['0.01', '10', '-0.1'].map(isZeroDecimal)).toEqual([false, false, false]);
});

test('a rate is written with all decimals that it can have', () => {
  expect([0n, 1n, 1_000n, 1_000_000n].map(formatRate)).toEqual([
    '0.000000',
    '0.000001',
    '0.001000',
    '1.000000',
  ]);
});
