/** The table of orders: what each column sorts by, and where what has no such figure stands. */
import { expect, test } from 'vitest';
import { order } from '../../../../test/order.ts';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import { sortedBy, sortRows } from '../../../app/parts/sort-rows.ts';
import { type Column, FIRST_SORT, keyOf, type TableRow, totalOf } from './order-table.ts';

const rows: readonly TableRow[] = [
  {
    id: 1,
    order: order({
      id: 1,
      created_at: 3,
      price: '9.5',
      quantity: '10',
      filled_quantity: '1',
      side: 'sell',
    }),
  },
  {
    id: 2,
    order: order({
      id: 2,
      created_at: 1,
      price: '10.25',
      quantity: '2',
      filled_quantity: '0',
      side: 'buy',
    }),
  },
  {
    id: 3,
    trigger: triggerOrder({
      id: 3,
      created_at: 2,
      price: '100',
      quantity: '0.5',
      trigger_price: '99',
      side: 'buy',
    }),
  },
];
const word = ({ trigger }: TableRow) => (trigger === undefined ? 'Limit' : 'Stop limit');
const ids = (column: Column, isDescending: boolean) =>
  sortRows(rows, isDescending, (row) => keyOf(row, column, word)).map(({ id }) => id);

test.each([
  ['time', true, [1, 3, 2]],
  ['time', false, [2, 3, 1]],
  // As numbers: 9.5 is less than 10.25.
  ['price', false, [1, 2, 3]],
  ['amount', true, [1, 2, 3]],
  ['total', false, [2, 3, 1]],
  ['side', false, [3, 2, 1]],
  ['type', false, [2, 1, 3]],
  // What waits for a price is not filled, what does not waits for none: last both ways.
  ['filled', true, [1, 2, 3]],
  ['filled', false, [2, 1, 3]],
  ['trigger', true, [3, 2, 1]],
  ['trigger', false, [3, 2, 1]],
] as const)('by %s, descending %s', (column, isDescending, expected) => {
  expect(ids(column, isDescending)).toEqual(expected);
});

test('a second press turns the order; a column begins with its greatest, a word with its first', () => {
  expect(sortedBy(FIRST_SORT, { column: 'time', isWord: false })).toEqual({
    column: 'time',
    isDescending: false,
  });
  expect(sortedBy(FIRST_SORT, { column: 'price', isWord: false })).toEqual({
    column: 'price',
    isDescending: true,
  });
  expect(sortedBy(FIRST_SORT, { column: 'side', isWord: true })).toEqual({
    column: 'side',
    isDescending: false,
  });
});

test('a total is exact, or what a market buy spends', () => {
  expect(Number(totalOf({ id: 2, order: order({ price: '0.1', quantity: '3' }) }))).toBe(0.3);
  const { price: _, quantity: __, ...spends } = triggerOrder();
  expect(totalOf({ id: 3, trigger: { ...spends, amount: '660' } })).toBe('660');
});
