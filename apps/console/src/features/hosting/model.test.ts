import { expect, test } from 'vitest';
import { hostingProduct, treasury } from '../../../test/wealth-records.ts';
import { alarmsOf } from './model.ts';

const kindsOf = (own: Parameters<typeof treasury>[0], products = [hostingProduct()]) =>
  alarmsOf([treasury(own)], products).map(({ kind, need, missing }) => [kind, need, missing]);

test('a treasury that has what is due and a day of sales is calm, exactly at the bound too', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ available: '600.000000', total: '120.000000' })).toEqual([]);
});

test('less than what is due, and less than a day of sales, each say what is missing', () => {
  expect(kindsOf({ total: '119.999999', available: '0.000000' })).toEqual([
    ['due', '120', '0.000001'],
    ['low', '600', '600'],
  ]);
});

test('without sales the smallest order of every product must still be possible', () => {
  const products = [hostingProduct(), hostingProduct({ id: 3, min_amount: '500', days: 30 })];
  const idle = { sold_24h: '0.000000', due_24h: '0.000000' };
  // 500 at 0.4 % for 30 days.
  expect(kindsOf({ ...idle, available: '60.000000' }, products)).toEqual([]);
  expect(kindsOf({ ...idle, available: '59.999999' }, products)).toEqual([
    ['low', '60', '0.000001'],
  ]);
});

test('what is not on sale, or in another currency, needs nothing of it', () => {
  const none = { available: '0.000000', due_24h: '0.000000' };
  expect(kindsOf(none, [hostingProduct({ is_open: false })])).toEqual([]);
  expect(kindsOf(none, [hostingProduct({ currency_id: 1 })])).toEqual([]);
});

test('what is missing has no more decimals than the currency', () => {
  const product = hostingProduct({ min_amount: '0.00000001', daily_yield: '0.000001', days: 1 });
  const empty = treasury({ total: '0', available: '0', due_24h: '0', sold_24h: '7' });
  expect(alarmsOf([empty], [product])).toMatchObject([{ need: '7', missing: '7' }]);
});
