/**
 * A user's own records as CSV: stable English heads, a first column of ISO time with the zone's offset, plain decimals. What
 * a row shows is what the lists show, so a file says nothing that the screens do not.
 */
import { EXPORT_ROWS_MAX, type OwnExport } from '@fairlead/contract';
import { FieldProblems } from '../core/http/fields/problems.ts';
import { type Cell, csvLines } from '../core/operations/csv.ts';
import type { OwnExportRequest, OwnExports } from '../core/operations/exports.ts';
import type { TimeZone } from './calendar-days.ts';

export interface OwnCsv {
  readonly csv: string;
  readonly rows: number;
  readonly next?: string;
}

/** One part of one kind; the head line is in the first only. */
export async function exportOwn(
  kinds: OwnExports,
  what: OwnExport,
  request: OwnExportRequest & { readonly zone: TimeZone },
  rowsMax = EXPORT_ROWS_MAX,
): Promise<OwnCsv> {
  const { columns, narrowedBy = [], read } = kinds[what];
  const problems = new FieldProblems(request.say);
  for (const [name, value] of Object.entries(request.narrowed ?? {}))
    if (value !== undefined && !narrowedBy.some((each) => each === name))
      problems.add(name, 'invalid');
  problems.throwIfAny();
  const found = await read(request, rowsMax + 1);
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
