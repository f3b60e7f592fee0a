/** Rows of exports: of one owner, oldest first, a part at a time by their key; and whole lists, newest first, bounded. */
import type { Queryable } from './database.ts';
import { Conditions } from './pages.ts';

/** A table whose rows are owned and have a key of one number. */
export interface OwnedTable {
  readonly columns: string;
  readonly table: string;
  /** Where it is not `owner_id`. */
  readonly owner?: string;
  readonly key: string;
  readonly time: string;
}

export interface OwnRowsFilter {
  readonly owner: number;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Only rows beyond this key. */
  readonly after: number | undefined;
  /** What else is so of a row, by column; what is undefined is not asked. */
  readonly equal?: Readonly<Record<string, string | number | undefined>>;
  readonly rowsMax: number;
}

/** `Record` is the caller's word for the table's columns. */
export function readOwnRows<Record>(
  source: Queryable,
  { columns, table, owner: ownerColumn = 'owner_id', key, time }: OwnedTable,
  { owner, fromMs, toMs, after, equal = {}, rowsMax }: OwnRowsFilter,
): Promise<Record[]> {
  const where = new Conditions()
    .add(`${ownerColumn} =`, owner)
    .add(`${key} >`, after)
    .add(`${time} >=`, fromMs)
    .add(`${time} <`, toMs);
  for (const [column, value] of Object.entries(equal)) where.add(`${column} =`, value);
  return source.query<Record>(
    `SELECT ${columns} FROM ${table} WHERE ${where.sql} ORDER BY ${key} LIMIT ${rowsMax}`,
    where.values,
  );
}

export interface TableSource {
  readonly columns: string;
  readonly from: string;
  readonly time: string;
  readonly status?: string;
  readonly orderBy: string;
}

export interface TableFilter {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly status?: string | undefined;
  readonly rowsMax: number;
}

export type TableRecord = Readonly<Record<string, unknown>>;

/** The newest rows. A filter that a table does not have is left out. */
export function readTableRows(
  source: Queryable,
  { columns, from, time, status: statusColumn, orderBy }: TableSource,
  { fromMs, toMs, status, rowsMax }: TableFilter,
): Promise<TableRecord[]> {
  const where = new Conditions()
    .add(`${time} >=`, fromMs)
    .add(`${time} <=`, toMs)
    .add(`${statusColumn} =`, statusColumn === undefined ? undefined : status);
  return source.query<TableRecord>(
    `SELECT ${columns} FROM ${from} WHERE ${where.sql} ORDER BY ${orderBy} LIMIT ${rowsMax}`,
    where.values,
  );
}
