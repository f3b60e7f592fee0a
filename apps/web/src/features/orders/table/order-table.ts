/** The rows of the table of orders and what they are sorted by: exact decimals, never floats. */
import type { Order, TriggerOrder } from '@fairlead/contract';
import { divFloor, formatDecimal, parseDecimal } from '@fairlead/units';
import type { SortKey, TableSort } from '../../../app/parts/sort-rows.ts';

export const COLUMNS = [
  'time',
  'market',
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
export const NARROW: readonly Column[] = ['time', 'market', 'type', 'price', 'amount'];

export const isFigure = (column: Column): boolean =>
  column === 'price' || column === 'amount' || column === 'filled' || column === 'total';

/** Begins with the first of the alphabet. */
export const isWord = (column: Column): boolean =>
  column === 'market' || column === 'type' || column === 'side';

/** Newest first. */
export const FIRST_SORT: TableSort<Column> = { column: 'time', isDescending: true };

export type TableRow =
  | { readonly id: number; readonly order: Order; readonly trigger?: undefined }
  | { readonly id: number; readonly trigger: TriggerOrder; readonly order?: undefined };

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
export function keyOf(row: TableRow, column: Column, word: (row: TableRow) => string): SortKey {
  const { order, trigger } = row;
  switch (column) {
    case 'time':
      return BigInt((order ?? trigger).created_at);
    case 'market':
      return (order ?? trigger).symbol;
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
