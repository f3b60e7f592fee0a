import { expect, test } from 'vitest';
import { offering } from '../../../test/wealth-records.ts';
import { missingSupply, remainingOf } from './model.ts';

test('what may still be sold is the total less what is sold', () => {
  expect(remainingOf(offering())).toBe('9999500.0000');
  expect(remainingOf(offering({ total: '400', sold: '500.0000' }))).toBe('0');
});

const missing = (own: Parameters<typeof offering>[0], ...others: Parameters<typeof offering>) => {
  const first = offering(own);
  return missingSupply(first, [first, ...others.map((other) => offering({ id: 2, ...other }))]);
};

test('a supply below what may still be sold says how much it lacks', () => {
  expect(missing({})).toBeUndefined();
  expect(missing({ supply: '9999499.9999' })).toBe('0.0001');
  expect(missing({ status: 'upcoming', supply: '0.0000' })).toBe('9999500');
});

test('offerings of one currency share its supply; others do not', () => {
  const second = { total: '1000', sold: '0.0000' };
  expect(missing({}, { ...second, status: 'upcoming' })).toBe('1000');
  expect(missing({}, { ...second, status: 'redeeming' })).toBeUndefined();
  expect(missing({}, { ...second, currency_id: 12 })).toBeUndefined();
});

test.each(['sold_out', 'redeeming'] as const)(
  '%s sells nothing more and lacks nothing',
  (status) => {
    expect(missing({ status, supply: '0.0000' })).toBeUndefined();
  },
);
