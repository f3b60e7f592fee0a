/** What a kind of own export is: its columns, and how its rows are read. */
import { ProblemError } from '@fairlead/contract';
import type { Context } from '../context.ts';
import type { OwnExportFilter } from '../store/own-export-queries.ts';
import type { TimeZone } from './calendar-days.ts';
import type { Cell } from './csv.ts';
import type { Say } from './texts.ts';

export type ExportSurroundings = Pick<Context, 'database' | 'terms' | 'marketData' | 'clock'>;

/** Whose rows, of when, and how they are written. */
export interface OwnExportRequest {
  readonly owner: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The cursor as it came. */
  readonly after: string | undefined;
  readonly zone: TimeZone;
  readonly say: Say;
}

export interface Row {
  /** Where the next part goes on. */
  readonly cursor: string;
  readonly timeMs: number;
  /** In the order of the kind's columns; a number of ms only where the column ends in `_time`. */
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface OwnKind {
  readonly columns: readonly string[];
  readonly read: (
    context: ExportSurroundings,
    request: OwnExportRequest,
    rowsMax: number,
  ) => Promise<Row[]>;
}

/** A cursor's numbers: as many as its kind's keys have. */
export function keyOf(
  { after, say }: OwnExportRequest,
  parts: number,
): readonly number[] | undefined {
  if (after === undefined) return undefined;
  const numbers = after.split('.').map(Number);
  const isKey = /^\d{1,15}(\.\d{1,15})?$/.test(after) && numbers.length === parts;
  if (!isKey)
    throw new ProblemError('validation_failed', { fields: { after: say('fields.invalid') } });
  return numbers;
}

export function filterOf(request: OwnExportRequest, rowsMax: number): OwnExportFilter {
  const { owner, fromMs, toMs } = request;
  return { owner, fromMs, toMs, after: keyOf(request, 1)?.[0], rowsMax };
}

/** A row whose id is its key. */
export const rowOf = (id: number, timeMs: number, cells: Row['cells']): Row => ({
  cursor: String(id),
  timeMs,
  cells,
});
