import { isZeroDecimal } from '@fairlead/units';
import { expect, test } from 'vitest';
import { accountWords } from './AccountName.tsx';
import { formatBalance, formatSignedExact, sumOf } from './amounts.ts';

test('signs are shown, nought has none', () => {
  expect(['-5.10', '5', '0.000000', '-0.00'].map(formatSignedExact)).toEqual([
    '\u22125.10',
    '+5.00',
    '0.00',
    '0.00',
  ]);
  expect(formatBalance('5')).toBe('5.00');
});

test('sums are exact at any scale, and not a number is not nought', () => {
  expect(sumOf(['0.1', '0.2', '-0.3'])).toBe('0.0');
  expect(sumOf(['99999999999999999999.000000000000000001', '-99999999999999999999'])).toBe(
    '0.000000000000000001',
  );
  expect(sumOf(['1', 'x'])).toBeUndefined();
  expect(isZeroDecimal('-0.000')).toBe(true);
  expect(isZeroDecimal('0.001')).toBe(false);
});

test('accounts read in words; one that is not known keeps its name', () => {
  expect(accountWords('user:17:coin')).toBe('User 17, coin');
  expect(accountWords('house:withdrawals_in_transit')).toBe('House, withdrawals in transit');
  expect(accountWords('house:moon')).toBe('House, moon');
});
