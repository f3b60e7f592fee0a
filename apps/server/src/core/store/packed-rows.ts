/**
 * Rows of whole numbers, thousands to a value. A start reads millions of them: as rows of their own each costs the client a
 * text, its parsing and an object for each number; packed by the database, eight bytes a number, they are read from where they lie.
 */
import type { Queryable } from './database.ts';

/** Rows in one value: 2.4 MB of text on the wire for three columns. */
const ROWS_MAX = 50_000;
const NUMBER_BYTES = 8;

export interface PackedColumns {
  readonly table: string;
  /** Unique, of at least 0; rows come in its order. All columns are bigint and never null. */
  readonly key: string;
  readonly others?: readonly string[];
}

/** Gives number `column` of a row, 0 being the key. */
export type ReadNumber = (column: number) => bigint;

/** Reads all rows of a table, as `read` makes each of its numbers, again each time the answer is gone through. */
export async function readPacked<Row>(
  source: Queryable,
  { table, key, others = [] }: PackedColumns,
  read: (number: ReadNumber) => Row,
  rowsMax = ROWS_MAX,
): Promise<Iterable<Row>> {
  const columns = [key, ...others];
  const sql = `SELECT string_agg(${columns.map((column) => `int8send(${column})`).join(' || ')}, ''::bytea) AS packed
    FROM (SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${rowsMax}) AS page`;
  const rowBytes = columns.length * NUMBER_BYTES;
  const pages: Buffer[] = [];
  let last = -1n;
  for (;;) {
    const [page] = await source.query<{ packed: Buffer | null }>(sql, [last]);
    const packed = page?.packed ?? null;
    if (packed === null) break;
    pages.push(packed);
    if (packed.length < rowsMax * rowBytes) break;
    last = packed.readBigInt64BE(packed.length - rowBytes);
  }
  return {
    *[Symbol.iterator]() {
      for (const page of pages)
        for (let at = 0; at < page.length; at += rowBytes)
          yield read((column) => page.readBigInt64BE(at + column * NUMBER_BYTES));
    },
  };
}
