import { expect, test } from 'vitest';
import { houseTotal, isDrifted, verdictOf } from './model.ts';

const sheet = {
  currency_id: 3,
  currency: 'USDT',
  liabilities: [],
  liabilities_total: '10.000000',
  house: [
    { account: 'capital', total: '5.000000' },
    { account: 'fees', total: '-0.500000' },
    { account: 'external', total: '-14.500000' },
    { account: 'withdrawals_in_transit', total: '1.000000' },
  ],
  in_transit: '1.000000',
  receivables: '0.000000',
  custody: '14.500000',
  sum: '0.000000',
};

test('the house is what is neither outside nor in transit', () => {
  expect(houseTotal(sheet)).toBe('4.500000');
});

test('the smallest unit off is a drift', () => {
  expect(isDrifted(sheet)).toBe(false);
  expect(isDrifted({ sum: '-0.000001' })).toBe(true);
});

test.each([
  ['sound', { is_sound: true, checked_at: 1, currencies: [sheet] }],
  ['unchecked', { is_sound: true, currencies: [sheet] }],
  ['drift', { is_sound: false, checked_at: 1, currencies: [sheet] }],
  ['drift', { is_sound: true, checked_at: 1, currencies: [{ ...sheet, sum: '0.000001' }] }],
] as const)('%s', (verdict, given) => {
  expect(verdictOf({ ...given, currencies: [...given.currencies] })).toBe(verdict);
});
