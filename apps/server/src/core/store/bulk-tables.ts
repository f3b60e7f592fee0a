/** What backup and restore do to tables, whatever they are: found in the catalogue, not listed. */
import type { BulkSession } from './bulk-session.ts';
import type { Queryable } from './database.ts';

/** Heap pages (8 kB) of one piece: about 2 MB of rows, which bounds the memory of a backup. */
const PAGES_PER_PIECE = 256;
/** Only the start's self-test writes here (pglite-worker.ts). */
const NOT_DATA = 'sync_test';

/** A table as a backup names it. */
export interface BulkTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** First of each month (UTC) that has a partition of its own, `2026_11`; none where it has no partitions. */
  readonly months: readonly string[];
}

/** A counter that hands out ids. */
export interface BulkSequence {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** Every table of the schema. Months that were detached are tables that nothing reads: they are left out. */
export async function listTables(source: Queryable): Promise<BulkTable[]> {
  const rows = await source.query<BulkTable>(
    `WITH partitioned AS (
       SELECT c.oid, c.relname FROM pg_class c
       WHERE c.relkind = 'p' AND c.relnamespace = 'public'::regnamespace
     )
     SELECT c.relname::text AS name,
       (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(right(leaf.relname, 7)::text ORDER BY leaf.relname), '{}')
        FROM pg_inherits JOIN pg_class leaf ON leaf.oid = inhrelid
        WHERE inhparent = c.oid AND leaf.relname ~ '_[0-9]{4}_[0-9]{2}$') AS months
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition AND c.relname <> $1
       AND NOT EXISTS (
         SELECT FROM partitioned p WHERE c.relname ~ ('^' || p.relname || '_[0-9]{4}_[0-9]{2}$'))
     ORDER BY c.relname`,
    [NOT_DATA],
  );
  return rows;
}

/** All rows of a table, or those that a condition picks, as COPY's lines, in pieces of bounded size, in no order. */
export async function* readTable(
  session: BulkSession,
  { name, columns }: BulkTable,
  where = 'true',
): AsyncGenerator<Buffer> {
  // A piece is a range of heap pages, so a partitioned table is read leaf by leaf.
  const leaves = await session.query<{ leaf: string; pages: bigint }>(
    `SELECT relid::regclass::text AS leaf,
       (pg_relation_size(relid) / current_setting('block_size')::bigint)::int8 AS pages
     FROM (SELECT $1::regclass AS relid WHERE NOT EXISTS (SELECT FROM pg_partition_tree($1::regclass))
       UNION ALL SELECT relid FROM pg_partition_tree($1::regclass) WHERE isleaf) AS leaves`,
    [quoted([name])],
  );
  for (const { leaf, pages } of leaves) {
    for (let page = 0; page < pages; page += PAGES_PER_PIECE) {
      const lines = await session.copyOut(
        `COPY (SELECT ${quoted(columns)} FROM ONLY ${leaf}
           WHERE ctid >= '(${page},0)' AND ctid < '(${page + PAGES_PER_PIECE},0)' AND (${where})) TO STDOUT`,
      );
      if (lines.length > 0) yield lines;
    }
  }
}

/** Adds lines that readTable gave. */
export function writeRows(
  session: BulkSession,
  { name, columns }: BulkTable,
  lines: Uint8Array,
): Promise<void> {
  return session.copyIn(`COPY ${quoted([name])} (${quoted(columns)}) FROM STDIN`, lines);
}

/** Makes the partitions that the table had. */
export async function makeMonths(target: Queryable, { name, months }: BulkTable): Promise<void> {
  for (const month of months) {
    const startMs = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1);
    await target.query('SELECT ensure_month_partitions($1, $2, 1)', [name, startMs]);
  }
}

export async function readSequences(source: Queryable): Promise<BulkSequence[]> {
  return source.query<BulkSequence>(
    `SELECT sequencename::text AS name, coalesce(last_value, start_value)::text AS "lastValue",
       last_value IS NOT NULL AS "isCalled"
     FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  );
}

export async function writeSequences(
  target: Queryable,
  sequences: readonly BulkSequence[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences)
    await target.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      quoted([name]),
      lastValue,
      isCalled,
    ]);
}

/**
 * Takes out of the way what would refuse rows that come in any order: foreign keys, triggers, and the rows that
 * migrations brought. The answer puts all of it back, which checks the foreign keys of every row.
 */
export async function openForLoading(
  target: Queryable,
  tables: readonly BulkTable[],
): Promise<() => Promise<void>> {
  const keys = await target.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
       pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  );
  for (const { table, name } of keys)
    await target.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const places = await leavesAndParents(target);
  for (const place of places) await target.query(`ALTER TABLE ${place} DISABLE TRIGGER USER`);
  for (const { name } of tables) await target.query(`DELETE FROM ${quoted([name])}`);
  return async () => {
    for (const place of await leavesAndParents(target))
      await target.query(`ALTER TABLE ${place} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys)
      await target.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

async function leavesAndParents(source: Queryable): Promise<string[]> {
  const rows = await source.query<{ place: string }>(
    `SELECT oid::regclass::text AS place FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relkind DESC, 1`,
  );
  return rows.map(({ place }) => place);
}

/** What keeps a database from being restored into; undefined where no server has ever run on it. */
export async function whatIsThere(target: Queryable): Promise<string | undefined> {
  const tables = await listTables(target);
  if (tables.length === 0) return undefined;
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    return `tables of something else (${tables[0]?.name})`;
  if (!tables.some(({ name }) => name === 'leader')) return undefined;
  const [row] = await target.query<{ epoch: bigint; last_sequence: bigint }>(
    'SELECT epoch, last_sequence FROM leader',
  );
  const [setting] = await target.query<{ key: string }>('SELECT key FROM settings LIMIT 1');
  if (row?.epoch === 0n && setting === undefined) return undefined;
  return `an exchange at sequence ${row?.last_sequence}`;
}

const quoted = (names: readonly string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
