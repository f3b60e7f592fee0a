/**
 * A user's own records as CSV: stable English heads, a first column of ISO time with the zone's offset, plain decimals. What
 * a row shows is what the lists show, so a file says nothing that the screens do not.
 */
import { EXPORT_ROWS_MAX, type OwnExport } from '@fairlead/contract';
import { type Cell, csvLines } from './csv.ts';
import type { ExportSurroundings, OwnExportRequest, OwnKind } from './own-export-kind.ts';
import {
  DEPOSITS,
  LOCKED_ORDERS,
  POSTINGS,
  REBATES,
  SUBSCRIPTIONS,
  TRANSFERS,
  WITHDRAWALS,
} from './own-export-money.ts';
import { FILLS, OPTIONS, ORDERS, POSITIONS } from './own-export-trading.ts';

const KINDS: Readonly<Record<OwnExport, OwnKind>> = {
  postings: POSTINGS,
  orders: ORDERS,
  fills: FILLS,
  positions: POSITIONS,
  options: OPTIONS,
  deposits: DEPOSITS,
  withdrawals: WITHDRAWALS,
  transfers: TRANSFERS,
  locked_orders: LOCKED_ORDERS,
  subscriptions: SUBSCRIPTIONS,
  rebates: REBATES,
};

export interface OwnCsv {
  readonly csv: string;
  readonly rows: number;
  readonly next?: string;
}

/** One part of one kind; the head line is in the first only. */
export async function exportOwn(
  context: ExportSurroundings,
  what: OwnExport,
  request: OwnExportRequest,
  rowsMax = EXPORT_ROWS_MAX,
): Promise<OwnCsv> {
  const { columns, read } = KINDS[what];
  const found = await read(context, request, rowsMax + 1);
  const rows = found.slice(0, rowsMax);
  const { zone } = request;
  const shown = (name: string, cell: Cell): Cell =>
    name.endsWith('_time') && typeof cell === 'number' ? zone.isoText(cell) : cell;
  const lines = rows.map(({ timeMs, cells }) => [
    zone.isoText(timeMs),
    ...columns.map((name) => shown(name, cells[name])),
  ]);
  const head = request.after === undefined ? [['time', ...columns]] : [];
  const last = rows.at(-1);
  return {
    csv: csvLines([...head, ...lines]),
    rows: rows.length,
    ...(found.length > rows.length && last !== undefined && { next: last.cursor }),
  };
}
