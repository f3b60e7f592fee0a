/** What is done in an engine's own database for the reports: its marks, what it keeps apart, its publications and its slot. */

import type { EngineName } from '../../core/config/engines.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import {
  KEPT_APART,
  type KeptApart,
  MARKS,
  type Publication,
  publicationsOf,
} from './published.ts';

/** Rows that change; and rows that are only added. */
export const PUBLICATION = 'fairlead_reports';
export const ADDED_PUBLICATION = 'fairlead_reports_added';

/** A lock, or the copy of a large table, is waited for. */
export const SET_UP_MAX_MS = 3_600_000;

const MARKS_TABLE = `reports.${MARKS}`;

/** How far an engine's database has come; what anybody was told before it was asked is not beyond that. */
export interface EnginePosition {
  readonly nonce: string;
  readonly sequence: number;
  /** Of the log, in bytes: what is committed and shown is before it. */
  readonly logBytes: bigint;
  /** Names the database and its timeline: on another one commits may be missing that were already passed on. */
  readonly past: string;
}

export async function readEnginePosition(engine: Queryable): Promise<EnginePosition> {
  // The row is of a snapshot that is older than the place in the log.
  const [row] = await engine.query<{
    nonce: string;
    last_sequence: bigint;
    log_bytes: bigint;
    past: string;
  }>(
    `SELECT nonce, last_sequence, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::int8 AS log_bytes, ${PAST} AS past
     FROM leader`,
  );
  if (row === undefined) throw new Error('the leader row is missing');
  const { nonce, last_sequence, log_bytes, past } = row;
  return { nonce, sequence: Number(last_sequence), logBytes: log_bytes, past };
}

const PAST = `(SELECT oid FROM pg_database WHERE datname = current_database()) || ' '
  || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** What a server must allow before anything is published. */
export interface EngineServer {
  readonly walLevel: string;
  readonly slotsMax: number;
  readonly sendersMax: number;
}

export async function readEngineServer(engine: Queryable): Promise<EngineServer> {
  const [row] = await engine.query<{ wal_level: string; slots: number; senders: number }>(
    `SELECT current_setting('wal_level') AS wal_level, current_setting('max_replication_slots')::int AS slots,
       current_setting('max_wal_senders')::int AS senders`,
  );
  return {
    walLevel: row?.wal_level ?? '',
    slotsMax: row?.slots ?? 0,
    sendersMax: row?.senders ?? 0,
  };
}

/** The slot through which the reports read an engine's log. */
export interface Slot {
  /** The name of the database in it: slots are those of a server. */
  readonly name: string;
  /** Undefined where there is none; `lost` where the log that it needs is gone. */
  readonly status: string | undefined;
  readonly isRead: boolean;
  /** Of the log, kept for it. */
  readonly keptBytes: bigint;
}

export async function readSlot(engine: Queryable): Promise<Slot> {
  const [row] = await engine.query<{
    name: string;
    status: string | null;
    is_read: boolean;
    kept: bigint;
  }>(
    `SELECT wanted.name, wal_status AS status, coalesce(active, false) AS is_read,
       coalesce(pg_current_wal_lsn() - restart_lsn, 0)::int8 AS kept
     FROM (SELECT left('fairlead_' || regexp_replace(lower(current_database()), '[^a-z0-9_]', '_', 'g'), 63) AS name) AS wanted
     LEFT JOIN pg_replication_slots ON slot_name = wanted.name AND slot_type = 'logical'
       AND database = current_database()`,
  );
  if (row === undefined) throw new Error('no answer');
  const { name, status, is_read, kept } = row;
  return { name, status: status ?? undefined, isRead: is_read, keptBytes: kept };
}

/** Waits for whatever writes now to end. */
export async function makeSlot(engine: Database, name: string): Promise<void> {
  await engine.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 0');
      await transaction.query("SELECT pg_create_logical_replication_slot($1, 'pgoutput')", [name]);
    },
    { maxMs: SET_UP_MAX_MS },
  );
}

/** False while somebody reads it. */
export async function dropSlot(engine: Queryable, name: string): Promise<boolean> {
  await engine.query(
    `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
     WHERE slot_name = $1 AND NOT active`,
    [name],
  );
  const left = await engine.query('SELECT FROM pg_replication_slots WHERE slot_name = $1', [name]);
  return left.length === 0;
}

/** Tables, views and partitioned tables of the schema, without partitions. */
export async function tablesOf(source: Queryable): Promise<string[]> {
  const rows = await source.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND NOT relispartition
       AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

/** Of a table in a schema, in order; empty where there is none. */
export async function columnsOf(source: Queryable, table: string): Promise<string[]> {
  const rows = await source.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/**
 * The tables of the schema `reports`, the same in every database: marks, and what is kept apart. One whose columns are not those of its
 * table any more is made anew; returns whether any was, so that nothing that was copied before holds.
 */
export async function makeApart(transaction: Queryable): Promise<boolean> {
  await transaction.query('CREATE SCHEMA IF NOT EXISTS reports');
  await transaction.query(
    `CREATE TABLE IF NOT EXISTS ${MARKS_TABLE} (
       engine text PRIMARY KEY, nonce text NOT NULL, last_sequence bigint NOT NULL)`,
  );
  let isAnyNew = false;
  for (const { table, key } of KEPT_APART) {
    const wanted = await columnsOf(transaction, `public.${table}`);
    const present = await columnsOf(transaction, `reports.${table}`);
    const kept = present.filter((name) => name !== 'engine');
    if (kept.toSorted().join() === wanted.toSorted().join()) continue;
    await transaction.query(`DROP TABLE IF EXISTS reports.${table}`);
    await transaction.query(
      `CREATE TABLE reports.${table} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
         engine text NOT NULL, PRIMARY KEY (${['engine', ...key].join(', ')}))`,
    );
    isAnyNew = true;
  }
  return isAnyNew;
}

/**
 * Has each commit of the engine say there how far it has come, and copy what is kept apart: by triggers, as whoever owns the tables. The
 * writer waits while what is there already is copied. Returns what makeApart does.
 */
export async function tellReports(
  engine: Database,
  name: EngineName,
  { isHome, isAnew }: { readonly isHome: boolean; readonly isAnew: boolean },
): Promise<boolean> {
  return engine.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 0');
      await transaction.query('LOCK TABLE leader IN SHARE ROW EXCLUSIVE MODE');
      const isAnyNew = await makeApart(transaction);
      await transaction.query(
        triggerFunction(
          'tell_mark',
          `INSERT INTO ${MARKS_TABLE} VALUES (TG_ARGV[0], NEW.nonce, NEW.last_sequence)
           ON CONFLICT (engine) DO UPDATE SET nonce = excluded.nonce, last_sequence = excluded.last_sequence`,
        ),
      );
      await transaction.query(trigger('leader', 'tell_mark', name));
      await transaction.query(
        `INSERT INTO ${MARKS_TABLE} SELECT $1::text, nonce, last_sequence FROM leader
         ON CONFLICT (engine) DO UPDATE SET nonce = excluded.nonce, last_sequence = excluded.last_sequence`,
        [name],
      );
      for (const each of isHome ? [] : KEPT_APART) {
        if (isAnew) await transaction.query(`DELETE FROM reports.${each.table}`);
        await copyApart(transaction, name, each);
      }
      return isAnyNew;
    },
    { maxMs: SET_UP_MAX_MS },
  );
}

async function copyApart(
  transaction: Queryable,
  name: EngineName,
  { table, key, when }: KeptApart,
): Promise<void> {
  const columns = await columnsOf(transaction, `public.${table}`);
  const changed = columns.filter((column) => !key.includes(column));
  const upsert = `ON CONFLICT (${['engine', ...key].join(', ')}) DO UPDATE
    SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  const list = columns.join(', ');
  const told = `tell_${table}`;
  await transaction.query(
    triggerFunction(
      told,
      `INSERT INTO reports.${table} (${list}, engine)
       VALUES (${columns.map((column) => `NEW.${column}`).join(', ')}, TG_ARGV[0]) ${upsert}`,
    ),
  );
  const [present] = await transaction.query(
    `SELECT FROM pg_trigger WHERE tgrelid = 'public.${table}'::regclass AND tgname = 'told_to_reports'
       AND EXISTS (SELECT FROM reports.${table})`,
  );
  await transaction.query(trigger(table, told, name, when));
  if (present !== undefined) return;
  const which = when === undefined ? '' : `WHERE ${when.replaceAll('NEW.', '')}`;
  await transaction.query(
    `INSERT INTO reports.${table} (${list}, engine) SELECT ${list}, $1::text FROM public.${table} ${which} ${upsert}`,
    [name],
  );
}

/** Takes a lock under which nobody else writes there. */
const trigger = (table: string, told: string, name: EngineName, when?: string): string =>
  `CREATE OR REPLACE TRIGGER told_to_reports AFTER INSERT OR UPDATE ON public.${table} FOR EACH ROW
   ${when === undefined ? '' : `WHEN (${when})`} EXECUTE FUNCTION reports.${told}('${name}')`;

const triggerFunction = (name: string, statement: string): string =>
  `CREATE OR REPLACE FUNCTION reports.${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
   SET search_path = pg_catalog, pg_temp AS $$ BEGIN ${statement}; RETURN NULL; END $$`;

/** Puts both publications as they should be, whatever they are. */
export async function publish(engine: Database, name: EngineName, isHome: boolean): Promise<void> {
  const { kept, added } = publicationsOf(name);
  const apart = isHome ? [] : KEPT_APART.map(({ table }) => `reports.${table}`);
  const lists = [
    { publication: PUBLICATION, operations: 'insert, update, delete', shares: kept },
    { publication: ADDED_PUBLICATION, operations: 'insert', shares: added },
  ];
  await engine.transaction(async (transaction) => {
    for (const { publication, operations, shares } of lists) {
      const tables = [];
      for (const share of shares) tables.push(await tableClause(transaction, share));
      if (publication === PUBLICATION) tables.push(MARKS_TABLE, ...apart);
      const [present] = await transaction.query('SELECT FROM pg_publication WHERE pubname = $1', [
        publication,
      ]);
      if (present === undefined)
        await transaction.query(
          `CREATE PUBLICATION ${publication} WITH (publish = '${operations}', publish_via_partition_root = true)`,
        );
      await transaction.query(`ALTER PUBLICATION ${publication} SET TABLE ${tables.join(', ')}`);
    }
  });
}

async function tableClause(
  source: Queryable,
  { table, without, where }: Publication,
): Promise<string> {
  const columns = await columnsOf(source, `public.${table}`);
  const missing = without.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new Error(`${table} has no ${missing.join(', ')}`);
  const list = columns.filter((column) => !without.includes(column)).join(', ');
  return `public.${table}${without.length > 0 ? ` (${list})` : ''}${where === undefined ? '' : ` WHERE (${where})`}`;
}

/** Lets a role read what is published, and nothing else: the first copy is read as it. */
export async function grantPublished(
  engine: Database,
  name: EngineName,
  role: string,
): Promise<void> {
  const { kept, added } = publicationsOf(name);
  await engine.transaction(async (transaction) => {
    const [found] = await transaction.query<{ quoted: string }>(
      'SELECT quote_ident(rolname) AS quoted FROM pg_roles WHERE rolname = $1',
      [role],
    );
    if (found === undefined) throw new Error(`no role ${role}`);
    const { quoted } = found;
    await transaction.query(`GRANT USAGE ON SCHEMA public, reports TO ${quoted}`);
    await transaction.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${quoted}`);
    await transaction.query(`GRANT SELECT ON ALL TABLES IN SCHEMA reports TO ${quoted}`);
    for (const { table, without } of [...kept, ...added]) {
      const columns = await columnsOf(transaction, `public.${table}`);
      const list = columns.filter((column) => !without.includes(column)).join(', ');
      await transaction.query(`GRANT SELECT (${list}) ON public.${table} TO ${quoted}`);
    }
  });
}
