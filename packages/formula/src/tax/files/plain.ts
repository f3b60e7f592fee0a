/** The lines of all figures, a row for each lot that a line took: nothing that the report does not show. */
import { formatDecimal } from '@fairlead/units';
import type { TaxLine } from '../movement.ts';
import { amountText, type FileCell, type FileWords } from './words.ts';

/** `lot_stated`: its owner said what it had cost. */
const LOT_HEAD = ['lot_entry', 'lot_acquired', 'lot_quantity', 'lot_cost', 'lot_stated'] as const;

export const PLAIN_HEAD = [
  'time',
  'figure',
  'entry',
  'kind',
  'currency',
  'quantity',
  'value',
  'cost',
  'gain',
  'value_currency',
  'missing',
  ...LOT_HEAD,
] as const;

/** A line of several lots is a row with its sums and one of each lot, which has none. */
export function plainRows(line: TaxLine, words: FileWords): FileCell[][] {
  const { currencyId, lots = [] } = line;
  const money = (value: bigint | undefined): FileCell =>
    value === undefined ? undefined : formatDecimal(value, words.scaleOf(words.currencyId));
  const head = [
    words.timeOf(line.timeMs),
    line.figure,
    line.entryId,
    line.reason,
    words.nameOf(currencyId),
  ];
  const sums = [
    amountText({ currencyId, amount: line.quantity }, words),
    money(line.value),
    money(line.cost),
    money(line.gain),
    words.nameOf(words.currencyId),
    line.missing,
  ];
  const rows: FileCell[][] = [[...head, ...sums, ...LOT_HEAD.map(() => undefined)]];
  for (const lot of lots)
    rows.push([
      ...head,
      ...sums.map(() => undefined),
      lot.entryId,
      words.timeOf(lot.acquiredMs),
      amountText({ currencyId, amount: lot.quantity }, words),
      money(lot.cost),
      lot.isStated && 'yes',
    ]);
  return rows;
}
