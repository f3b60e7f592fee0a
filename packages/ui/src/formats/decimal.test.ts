import { describe, expect, it } from 'vitest';
import { compareDecimals, finishDecimal, readDecimalInput, stepDecimal } from './decimal.ts';

describe('reading a typed number', () => {
  it.each([
    ['', 2, ''],
    ['1', 2, '1'],
    ['1.', 2, '1.'],
    ['1,', 2, '1.'],
    [',5', 2, '0.5'],
    ['1,5', 2, '1.5'],
    ['1.5', 2, '1.5'],
    ['007', 2, '7'],
    ['0.10', 2, '0.10'],
    ['1,234.56', 2, '1234.56'],
    ['1.234,56', 2, '1234.56'],
    ['1,234,567', 2, '1234567'],
    ['1.234.567', 2, '1234567'],
    ["1'234.5", 2, '1234.5'],
    ['1 234,5', 2, '1234.5'],
    ['１２．５', 2, '12.5'],
    ['12。5', 2, '12.5'],
    [' 8 ', 0, '8'],
    ['8.', 0, '8'],
    ['1,234', 0, '1234'],
    ['1,234', 8, '1.234'],
  ])('%s with scale %i is %s', (text, scale, expected) => {
    expect(readDecimalInput(text, scale)).toBe(expected);
  });

  it.each([
    ['1.234', 2],
    ['1.5', 0],
    ['12,34,567', 2],
    ['1,23.4', 2],
    ['-1', 2],
    ['1e5', 2],
    ['abc', 2],
    ['1.2,3.4', 2],
  ])('%s with scale %i is refused', (text, scale) => {
    expect(readDecimalInput(text, scale)).toBeUndefined();
  });

  it('finishes what was left open', () => {
    expect(finishDecimal('5.')).toBe('5');
    expect(finishDecimal('0.50')).toBe('0.50');
    expect(finishDecimal('')).toBeUndefined();
    expect(finishDecimal('.')).toBeUndefined();
  });
});

describe('stepping', () => {
  it.each([
    ['64800.00', 'more', '0.1', '64800.1'],
    ['64800.05', 'more', '0.1', '64800.1'],
    ['64800.05', 'less', '0.1', '64800.0'],
    ['0.1', 'less', '0.1', '0.0'],
    ['0', 'less', '0.1', '0.0'],
    ['', 'more', '1', '1'],
    ['10', 'less', '1', '9'],
  ] as const)('from %s, %s by %s is %s', (value, direction, step, expected) => {
    expect(stepDecimal(value, direction, { step })).toBe(expected);
  });

  it('stays inside its bounds', () => {
    const bounds = { step: '1', minimum: '5', maximum: '7' };
    expect(stepDecimal('7', 'more', bounds)).toBe('7');
    expect(stepDecimal('5', 'less', bounds)).toBe('5');
    expect(stepDecimal('', 'more', bounds)).toBe('5');
    expect(stepDecimal('100', 'less', bounds)).toBe('7');
  });
});

describe('comparing', () => {
  it('compares by value, not by text', () => {
    expect(compareDecimals('1.10', '1.1')).toBe(0);
    expect(compareDecimals('9', '10')).toBe(-1);
    expect(compareDecimals('0.000000000000000002', '0.000000000000000001')).toBe(1);
    expect(compareDecimals('-1', '1')).toBe(-1);
    expect(compareDecimals('x', '1')).toBeUndefined();
  });
});
