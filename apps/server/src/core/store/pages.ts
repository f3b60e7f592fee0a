/** Bounded pages: `page` from 1, `limit` to PAGE_ROWS_MAX, `total` to LIST_ROWS_MAX. */
import { assert } from '@fairlead/units';
import type { Queryable, SqlValue } from './database.ts';
import { LIST_ROWS_MAX, PAGE_ROWS_MAX } from './limits.ts';

export interface PageRequest {
  /** Counts from 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Page<Row> {
  readonly list: readonly Row[];
  readonly page: number;
  readonly limit: number;
  /** How many rows there are, counted to LIST_ROWS_MAX: pages reach no further back. */
  readonly total: number;
}

/** A list in SQL: what to select, from where, and the order that makes pages stable. */
export interface Listing {
  readonly columns: string;
  readonly from: string;
  readonly where: Conditions;
  readonly orderBy: string;
}

/** Collects conditions with their parameters: `add('owner_id =', 7)`. */
export class Conditions {
  readonly #terms: string[] = [];
  readonly #values: SqlValue[] = [];

  /**
   * Adds `term $n` when there is a value. A number is compared as bigint: one that the column's integer cannot hold
   * is like no row, where its own type would make it an error.
   */
  add(term: string, value: SqlValue | undefined): this {
    if (value === undefined) return this;
    this.#values.push(value);
    const type = typeof value === 'number' ? '::bigint' : '';
    this.#terms.push(`${term} $${this.#values.length}${type}`);
    return this;
  }

  get sql(): string {
    return this.#terms.length === 0 ? 'true' : this.#terms.join(' AND ');
  }

  get values(): readonly SqlValue[] {
    return this.#values;
  }
}

/** Reads one page, newest first by `orderBy`, and counts. */
export async function readPage<Record, Row>(
  source: Queryable,
  { columns, from, where, orderBy }: Listing,
  { page, limit }: PageRequest,
  toRow: (record: Record) => Row,
): Promise<Page<Row>> {
  assert(Number.isInteger(page) && page >= 1, 'pages count from 1');
  assert(Number.isInteger(limit) && limit >= 1 && limit <= PAGE_ROWS_MAX, 'a page has a limit');
  const [counted] = await source.query<{ total: bigint }>(
    `SELECT count(*) AS total
     FROM (SELECT FROM ${from} WHERE ${where.sql} LIMIT ${LIST_ROWS_MAX}) AS counted`,
    where.values,
  );
  const total = Number(counted?.total ?? 0n);
  const offset = (page - 1) * limit;
  const rowsMax = Math.min(limit, total - offset);
  if (rowsMax <= 0) return { list: [], page, limit, total };
  const records = await source.query<Record>(
    `SELECT ${columns} FROM ${from} WHERE ${where.sql}
     ORDER BY ${orderBy} LIMIT ${rowsMax} OFFSET ${offset}`,
    where.values,
  );
  return { list: records.map(toRow), page, limit, total };
}
