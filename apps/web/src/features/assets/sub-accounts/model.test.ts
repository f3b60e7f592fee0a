import type { SubAccount } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { draftOf, problemsOf, stateOf, termsOf, unlimited, withProduct } from './model.ts';

const GRID: SubAccount = {
  id: 268_445_938,
  name: 'Grid',
  products: ['spot', 'options'],
  daily_limits: [{ currency_id: 3, currency: 'USDT', amount: '500.000000' }],
  is_frozen: false,
  created_at: 1,
};

test('terms that are not touched are sent as they are', () => {
  expect(termsOf(GRID.id, draftOf(GRID))).toEqual({
    id: GRID.id,
    name: 'Grid',
    products: ['spot', 'options'],
    daily_limits: [{ currency_id: 3, amount: '500.00' }],
  });
});

test('a name of spaces and a limit of nothing are not sent', () => {
  const [limit] = draftOf(GRID).daily_limits;
  const limits = ['', '0', '0.', '5'].map((amount) => ({
    ...{ currencyId: 3, currency: 'USDT', ...limit, amount },
  }));
  expect(
    limits.map((each) => problemsOf({ ...draftOf(GRID), daily_limits: [each] }).daily_limits),
  ).toEqual(['needLimit', 'needLimit', 'needLimit', undefined]);
  expect(problemsOf({ ...draftOf(GRID), name: '  ' })).toEqual({
    name: 'needName',
    daily_limits: undefined,
  });
});

test('products keep their order, whatever is switched first', () => {
  expect(withProduct(['options'], 'spot', true)).toEqual(['spot', 'options']);
  expect(withProduct(['spot', 'options'], 'spot', false)).toEqual(['options']);
});

test('a currency that has a limit is not offered for another', () => {
  const currencies = [1, 3].map((currency_id) => ({ currency_id }) as never);
  expect(unlimited(currencies, draftOf(GRID).daily_limits)).toEqual([{ currency_id: 1 }]);
});

test('a frozen account is said to be frozen, one without products to be closed', () => {
  expect(stateOf(GRID)).toBe('open');
  expect(stateOf({ ...GRID, products: [] })).toBe('closed');
  expect(stateOf({ ...GRID, products: [], is_frozen: true })).toBe('frozen');
});
