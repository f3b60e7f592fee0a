/**
 * What capabilities have to give as CSV: a user's own records, a kind each, and whole tables for operators. Each declares its
 * own; who writes them (portfolio, oversight) gets them all and knows none.
 */
import {
  type EXPORTS,
  type OwnExport,
  ProblemError,
  type RequestOf,
  type RouteName,
  type routes,
} from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { amountText } from '../http/figures.ts';
import type { Queryable } from '../store/database.ts';
import {
  type OwnedTable,
  type OwnRowsFilter,
  readOwnRows,
  type TableFilter,
  type TableRecord,
} from '../store/export-queries.ts';
import type { Say } from '../texts/texts.ts';
import type { Cell } from './csv.ts';

export type Cells = Readonly<Record<string, Cell>>;

/** Whose rows, of when. */
export interface OwnExportRequest {
  readonly owner: number;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** The cursor as it came. */
  readonly after: string | undefined;
  /** Only rows of which this is so. */
  readonly narrowed?: OwnNarrowing;
  readonly say: Say;
}

/** What a kind may be narrowed by, in the words of the wire. */
export type OwnNarrowing = Pick<
  RequestOf<'exportOwn'>,
  'symbol' | 'side' | 'type' | 'trigger' | 'status'
>;

export interface OwnRow {
  /** Where the next part goes on. */
  readonly cursor: string;
  readonly timeMs: number;
  /** In the order of the kind's columns; a number of ms only where the column ends in `_time`. */
  readonly cells: Cells;
}

export interface OwnKind {
  readonly columns: readonly string[];
  /** By what it is narrowed; by nothing where this is absent. */
  readonly narrowedBy?: readonly (keyof OwnNarrowing)[];
  /** Oldest first, behind the cursor. */
  readonly read: (request: OwnExportRequest, rowsMax: number) => Promise<OwnRow[]>;
}

export type OwnExports = Readonly<Record<OwnExport, OwnKind>>;

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

/** A row whose id is its key. */
export const ownRow = (id: number, timeMs: number, cells: Cells): OwnRow => ({
  cursor: String(id),
  timeMs,
  cells,
});

/** Of a kind whose keys are one number. */
export function ownFilter(request: OwnExportRequest, rowsMax: number): OwnRowsFilter {
  const { owner, fromMs, toMs } = request;
  return { owner, fromMs, toMs, after: keyOf(request, 1)?.[0], rowsMax };
}

/** Reads a kind whose rows are those of one table; `Record` is the caller's word for its columns. */
export const ownRows =
  <Record>(
    source: Queryable,
    table: OwnedTable,
    rowOf: (record: Record, say: Say) => OwnRow,
    equal?: (narrowed: OwnNarrowing) => OwnRowsFilter['equal'],
  ): OwnKind['read'] =>
  async (request, rowsMax) => {
    const filter = { ...ownFilter(request, rowsMax), equal: equal?.(request.narrowed ?? {}) ?? {} };
    return (await readOwnRows<Record>(source, table, filter)).map((record) =>
      rowOf(record, request.say),
    );
  };

export interface TableKind {
  /** What shows the same on the screen: whoever may not read it there gets no file of it (cases.md V5). */
  readonly shownBy: RouteName & keyof typeof routes;
  /** The newest rows; all have the same names. */
  readonly read: (filter: TableFilter) => Promise<Cells[]>;
}

export type TableExports = Readonly<Record<(typeof EXPORTS)[number], TableKind>>;

/** All of both, as the list of capabilities gathers them. */
export interface Exports {
  readonly own: OwnExports;
  readonly tables: TableExports;
}

/** Columns as they are, but for times, and for amounts where all are of one currency, whose name comes last. */
export function plainCells(record: TableRecord, currency?: Currency): Cells {
  const cells: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(record)) {
    if (name === 'currency_id') continue;
    if (name.endsWith('_minor') && currency !== undefined)
      cells[name.slice(0, -'_minor'.length)] =
        value === null ? undefined : amountText(BigInt(String(value)), currency);
    else Object.assign(cells, plainCell(name, value));
  }
  return currency === undefined ? cells : { ...cells, currency: currency.name };
}

/** Times as ISO 8601 in UTC. */
function plainCell(name: string, value: unknown): Cells {
  if (value === null || value === undefined)
    return { [name.endsWith('_ms') ? name.slice(0, -3) : name]: undefined };
  if (name.endsWith('_ms')) return { [name.slice(0, -3)]: new Date(Number(value)).toISOString() };
  return { [name]: typeof value === 'bigint' ? value : String(value) };
}
