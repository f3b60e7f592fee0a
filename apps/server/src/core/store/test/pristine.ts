/** Brings a database that a test has used back to how its migrations left it, without running them again. */
import type { Database, Queryable } from '../database.ts';

/** How the migrations leave a database. */
interface Pristine {
  /** Digest of everything in the schema but rows. */
  readonly schema: string;
  /** Tables that the migrations themselves fill, with their rows as JSON. */
  readonly filled: ReadonlyMap<string, string>;
}

/** A table above this is truncated: deleted rows would stay in the way of the tests to come. */
const DELETE_MAX_BYTES = 512 * 1024;

/** The migrations are the same for all databases of a kind: read off the first. */
const known = new Map<Database['kind'], Pristine>();

/** Notes how a freshly migrated database looks, once for its kind. */
export async function pristineOf(database: Database): Promise<void> {
  if (known.has(database.kind)) return;
  const tables = await tablesOf(database);
  const contents = await database.query<{ name: string; rows: string | null }>(
    tables
      .map(({ name }) => `SELECT '${name}' AS name, json_agg(t)::text AS rows FROM ${name} t`)
      .join(' UNION ALL '),
  );
  const filled = new Map<string, string>();
  for (const { name, rows } of contents) if (rows !== null) filled.set(name, rows);
  known.set(database.kind, { schema: await schemaOf(database), filled });
}

/** Empties every table and starts every sequence anew. False where the schema is not what it was. */
export async function makePristine(database: Database): Promise<boolean> {
  const pristine = known.get(database.kind);
  if (pristine === undefined || pristine.schema !== (await schemaOf(database))) return false;
  await database.transaction(async (transaction) => {
    // Neither the triggers that forbid it nor foreign keys: every table is emptied.
    await transaction.query('SET LOCAL session_replication_role = replica');
    const tables = await tablesOf(transaction);
    const large = tables.filter(({ bytes }) => bytes > DELETE_MAX_BYTES).map(({ name }) => name);
    if (large.length > 0) await transaction.query(`TRUNCATE ${large.join(', ')} CASCADE`);
    await transaction.query(tables.map(({ name }) => `DELETE FROM ${name};`).join(''));
    for (const [name, rows] of pristine.filled) {
      await transaction.query(
        `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::text::json)`,
        [rows],
      );
    }
    await transaction.query(`SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence`);
  });
  return true;
}

async function tablesOf(database: Queryable): Promise<{ name: string; bytes: bigint }[]> {
  return database.query(`
    SELECT quote_ident(relname) AS name, pg_relation_size(oid)::int8 AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`);
}

async function schemaOf(database: Queryable): Promise<string> {
  const [row] = await database.query<{ digest: string }>(`
    SELECT md5(string_agg(line, ' ' ORDER BY line)) AS digest FROM (
      SELECT concat_ws(',', relname, relkind, relacl::text) AS line FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(',', attrelid::regclass, attname, attnotnull) FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(',', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT concat_ws(',', conrelid::regclass, conname) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT concat_ws(',', proname, md5(prosrc)) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace) AS lines`);
  return row?.digest ?? '';
}
