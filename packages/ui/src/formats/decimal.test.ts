import { formatDecimal } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalMarkOf } from '../forms/figure-words.ts';
import {
  asNoValue,
  compareDecimals,
  type DecimalReading,
  finishDecimal,
  isTooLarge,
  isUnclearDecimal,
  isUnfinishedGroup,
  keptDigits,
  largestOf,
  readDecimalInput,
  readPastedDecimal,
  stepDecimal,
} from './decimal.ts';
import { formatNumber } from './format.ts';

const typed = (scale: number): DecimalReading => ({ scale, mark: '.' });
const pasted = (scale: number, mark: '.' | ',' = '.'): DecimalReading => ({
  ...{ scale, mark, isPasted: true },
});

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
    ['1,234', 8, '1234'],
    ['12,345', 2, '12345'],
    ['0,123', 8, '0.123'],
    ['1,2345', 8, '1.2345'],
    ['1234,567', 8, '1234.567'],
    ['1,234,', 8, '1,234,'],
    ['1,234,5', 8, '1,234,5'],
    ['1,23', 1, '1,23'],
    ['1,2', 0, '1,2'],
  ])('%s with scale %i is %s', (text, scale, expected) => {
    expect(readDecimalInput(text, typed(scale))).toBe(expected);
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
    expect(readDecimalInput(text, typed(scale))).toBeUndefined();
  });

  it.each([
    ['1,234', 8, '1234'],
    ['1.234', 8, '1.234'],
    ['1,234.5', 8, '1234.5'],
    ['1.234,5', 8, '1234.5'],
    ['1,5', 8, '1.5'],
    ['1.234', 0, '1,234'],
  ])('%s pasted in English with scale %i is %s', (text, scale, expected) => {
    expect(readDecimalInput(text, pasted(scale))).toBe(expected);
  });

  it.each([
    ['1,234', 8, '1,234'],
    ['1.234', 8, '1,234'],
    ['1.234', 2, '1,234'],
    ['1.2340', 8, '1.2340'],
    ['1.234,5', 8, '1234.5'],
    ['1,234.5', 8, '1234.5'],
    ['1.234.567', 8, '1234567'],
    ['0,125', 8, '0.125'],
    ['1,25', 8, '1.25'],
  ])('%s pasted where a comma is the point, with scale %i, is %s', (text, scale, expected) => {
    expect(readDecimalInput(text, pasted(scale, ','))).toBe(expected);
    expect(readPastedDecimal(`€ ${text} `, pasted(scale, ','))).toBe(expected);
  });

  it('keeps what can be read in two ways from being sent', () => {
    for (const text of ['1,234', '1,234,5', '1,2']) {
      expect(isUnclearDecimal(text)).toBe(true);
      expect(finishDecimal(text)).toBeUndefined();
    }
    expect(['1,234', '1,234,5', '1,2'].map(isUnfinishedGroup)).toEqual([false, true, true]);
    expect(isUnclearDecimal('1.234')).toBe(false);
  });

  it('reads back whatever the app prints', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.integer({ min: 0, max: 18 }),
        (units, scale) => {
          const value = formatDecimal(units, scale);
          expect(readDecimalInput(formatNumber(value), pasted(scale))).toBe(value);
        },
      ),
    );
  });

  it('knows the mark of a language', () => {
    const languages = [
      ...['en', 'zh-CN', 'zh-HK', 'ja', 'ko', 'th', 'ar-u-nu-latn', 'he'],
      ...['es', 'de', 'fr', 'pt-BR', 'ru', 'tr', 'vi', 'id', 'pl'],
    ];
    expect(languages.map(decimalMarkOf).join('')).toBe('........,,,,,,,,,');
    const intl = languages.map((tag) => new Intl.NumberFormat(tag).format(1.5)[1]);
    expect(languages.map(decimalMarkOf)).toEqual(intl);
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

describe('more than there can be', () => {
  it.each([
    ['4611686018427387904', 0, 'amount', false],
    ['4611686018427387905', 0, 'amount', true],
    ['46116860184.27387904', 8, 'amount', false],
    ['46116860184.27387905', 8, 'amount', true],
    ['46116860185', 8, 'amount', true],
    ['9', 18, 'amount', true],
    ['4.6', 18, 'amount', false],
    ['900719925474099.1', 1, 'steps', false],
    ['900719925474099.2', 1, 'steps', true],
    ['9'.repeat(31), 0, 'steps', true],
    ['', 8, 'amount', false],
    ['0.', 8, 'amount', false],
    // On the way to 1,234 it is unclear, and no more than that.
    ['1,2', 8, 'amount', false],
  ] as const)('"%s" of %s decimals, %s: %s', (value, scale, counted, expected) => {
    expect(isTooLarge(value, { scale, counted })).toBe(expected);
  });

  it.each(['9999999999999999999', '99999999999.5', '9'])('"%s" is kept as no value', (value) => {
    const kept = asNoValue(value);
    expect(finishDecimal(kept)).toBeUndefined();
    expect(isUnclearDecimal(kept)).toBe(true);
    expect(keptDigits(kept)).toBe(value);
    expect(isTooLarge(kept, { scale: 18, counted: 'amount' })).toBe(true);
  });

  it('is said in whole numbers where there are any', () => {
    expect(largestOf({ scale: 8, counted: 'amount' })).toBe('46116860184');
    expect(largestOf({ scale: 18, counted: 'amount' })).toBe('4');
    expect(largestOf({ scale: 18, counted: 'steps' })).toBe('0.009007199254740991');
  });
});
