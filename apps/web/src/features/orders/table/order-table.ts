/** The rows of the table of orders and what they are sorted by: exact decimals, never floats. */
import type { Order, TriggerOrder } from '@fairlead/contract';
import { divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

export const COLUMNS = [
  'time',
  'type',
  'side',
  'price',
  'amount',
  'filled',
  'total',
  'trigger',
] as const;
export type Column = (typeof COLUMNS)[number];
/** Where there is less room: the side, and what is waited for, stand under the type. */
export const NARROW: readonly Column[] = ['time', 'type', 'price', 'amount'];

export const isFigure = (column: Column): boolean =>
  column === 'price' || column === 'amount' || column === 'filled' || column === 'total';

export interface TableSort {
  readonly column: Column;
  readonly isDescending: boolean;
}
/** Newest first. */
export const FIRST_SORT: TableSort = { column: 'time', isDescending: true };

export type TableRow =
  | { readonly id: number; readonly order: Order; readonly trigger?: undefined }
  | { readonly id: number; readonly trigger: TriggerOrder; readonly order?: undefined };

/** A second press turns the order; figures and times begin with the greatest, words with the first. */
export const sortedBy = (sort: TableSort, column: Column): TableSort =>
  sort.column === column
    ? { column, isDescending: !sort.isDescending }
    : { column, isDescending: column !== 'type' && column !== 'side' };

const SCALE = 18;
const units = (text: string | undefined): bigint | undefined => parseDecimal(text ?? '', SCALE);

/** Price × quantity, or what a market buy spends; in quote, to a hundredth of it at least. */
export function totalOf({ order, trigger }: TableRow): string | undefined {
  const { price, quantity, amount } = order ?? trigger;
  if (amount !== undefined) return amount;
  const at = units(price ?? order?.average_price);
  const of = units(quantity);
  if (at === undefined || of === undefined) return undefined;
  return formatDecimal(divFloor(at * of, 10n ** BigInt(SCALE)), SCALE);
}

/** What it is compared by: its place in time, a number, or the word that is shown. */
function keyOf(row: TableRow, column: Column, word: (row: TableRow) => string) {
  const { order, trigger } = row;
  switch (column) {
    case 'time':
      return BigInt((order ?? trigger).created_at);
    case 'type':
      return word(row);
    case 'side':
      return (order ?? trigger).side;
    case 'price':
      return units((order ?? trigger).price ?? order?.average_price);
    case 'amount':
      return units((order ?? trigger).quantity ?? (order ?? trigger).amount);
    case 'filled':
      return order === undefined ? undefined : units(order.filled_quantity);
    case 'total':
      return units(totalOf(row));
    case 'trigger':
      return trigger === undefined ? undefined : units(trigger.trigger_price);
  }
}

/** What has no such figure stands last either way; equal ones newest first. */
export function sortRows(
  rows: readonly TableRow[],
  { column, isDescending }: TableSort,
  word: (row: TableRow) => string,
): TableRow[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, column, word) }));
  return keyed
    .sort((one, other) => {
      if (one.key === other.key) return other.row.id - one.row.id;
      if (one.key === undefined) return 1;
      if (other.key === undefined) return -1;
      return one.key < other.key === isDescending ? 1 : -1;
    })
    .map(({ row }) => row);
}
