/** What is done in the reports database: what differs from an engine's schema, its subscriptions, and how far they are. */

import type { EngineName } from '../../core/config/engines.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { ADDED_PUBLICATION, makeApart, PUBLICATION, SET_UP_MAX_MS } from './publication-queries.ts';
import { KEPT_APART, MARKS, SHARES } from './published.ts';

export const subscriptionOf = (name: EngineName): string => `fairlead_reports_${name}`;

/** What a server must allow before anything is copied to it. */
export interface ReportsServer {
  readonly workersMax: number;
  readonly processesMax: number;
  readonly originsMax: number;
  readonly isSuperuser: boolean;
}

export async function readReportsServer(reports: Queryable): Promise<ReportsServer> {
  const [row] = await reports.query<{
    workers: number;
    processes: number;
    origins: number;
    is_superuser: boolean;
  }>(
    `SELECT current_setting('max_logical_replication_workers')::int AS workers,
       current_setting('max_worker_processes')::int AS processes,
       current_setting('max_replication_slots')::int AS origins,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser`,
  );
  return {
    workersMax: row?.workers ?? 0,
    processesMax: row?.processes ?? 0,
    originsMax: row?.origins ?? 0,
    isSuperuser: row?.is_superuser ?? false,
  };
}

export async function hasRole(source: Queryable, role: string): Promise<boolean> {
  const found = await source.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  return found.length > 0;
}

/**
 * What a migrated schema needs to take the rows of all engines: what stays behind may be missing, one cause may have entries in
 * two engines, what is kept apart is read with its table, and where each engine's log was first read is noted.
 * Returns what makeApart does.
 */
export async function adaptSchema(reports: Database): Promise<boolean> {
  return reports.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 0');
      const isAnyNew = await makeApart(transaction);
      for (const { table } of KEPT_APART) await inherit(transaction, table);
      await transaction.query(
        'CREATE TABLE IF NOT EXISTS reports.pasts (engine text PRIMARY KEY, past text NOT NULL)',
      );
      for (const [table, share] of SHARES) {
        if ('left' in share || share.isNumberedAnew === true) continue;
        for (const column of share.without ?? [])
          await transaction.query(
            `ALTER TABLE public.${table} ALTER COLUMN ${column} DROP NOT NULL`,
          );
        await dropChecksOf(transaction, table, share.without ?? []);
      }
      await transaction.query(
        'ALTER TABLE public.journal_entries DROP CONSTRAINT IF EXISTS journal_entries_reference_reason_key',
      );
      await transaction.query(
        'CREATE INDEX IF NOT EXISTS journal_entries_reference ON public.journal_entries (reference, reason)',
      );
      return isAnyNew;
    },
    { maxMs: SET_UP_MAX_MS },
  );
}

/** A rule about a column that stays behind would refuse every row, and with it all that comes after. */
async function dropChecksOf(
  transaction: Queryable,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const checks = await transaction.query<{ quoted: string }>(
    `SELECT DISTINCT quote_ident(conname) AS quoted FROM pg_constraint
       JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
     WHERE contype = 'c' AND conrelid = ('public.' || $1::text)::regclass AND attname = ANY ($2)`,
    [table, columns],
  );
  for (const { quoted } of checks)
    await transaction.query(`ALTER TABLE public.${table} DROP CONSTRAINT ${quoted}`);
}

async function inherit(transaction: Queryable, table: string): Promise<void> {
  const present = await transaction.query(
    `SELECT FROM pg_inherits WHERE inhrelid = 'reports.${table}'::regclass
       AND inhparent = 'public.${table}'::regclass`,
  );
  if (present.length === 0)
    await transaction.query(`ALTER TABLE reports.${table} INHERIT public.${table}`);
}

/**
 * How far the reports have come, as the owner of the subscriptions: other roles may not ask. What of the log is applied is read before who
 * still writes: a transaction counts as applied a moment before it is shown.
 */
const PROGRESS = `CREATE OR REPLACE FUNCTION reports.progress()
  RETURNS TABLE (subscription text, applied bigint, running text, unready integer, is_enabled boolean, errors bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  names text[]; applieds bigint[]; pids integer[]; unreadies integer[]; enableds boolean[]; failures bigint[];
BEGIN
  SELECT array_agg(subname::text), array_agg(greatest(
      coalesce(pg_replication_origin_progress('pg_' || subscription.oid, false) - '0/0'::pg_lsn, 0),
      coalesce((SELECT latest_end_lsn - '0/0'::pg_lsn FROM pg_stat_subscription AS stat
        WHERE stat.subid = subscription.oid AND stat.relid IS NULL), 0))::int8),
    array_agg((SELECT stat.pid FROM pg_stat_subscription AS stat
      WHERE stat.subid = subscription.oid AND stat.relid IS NULL)),
    array_agg((SELECT count(*)::int FROM pg_subscription_rel WHERE srsubid = subscription.oid AND srsubstate <> 'r')),
    array_agg(subenabled),
    array_agg((SELECT apply_error_count + sync_error_count FROM pg_stat_subscription_stats AS stat
      WHERE stat.subid = subscription.oid))
    INTO names, applieds, pids, unreadies, enableds, failures
    FROM pg_subscription AS subscription
    WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database());
  RETURN QUERY SELECT each.name, each.applied,
      (SELECT backend_xid::text FROM pg_stat_activity WHERE pg_stat_activity.pid = each.pid),
      each.unready, each.enabled, coalesce(each.failed, 0)
    FROM unnest(names, applieds, pids, unreadies, enableds, failures)
      AS each (name, applied, pid, unready, enabled, failed);
END $$`;

/** Lets a server ask; until then nobody reads across. */
export async function openProgress(reports: Database, roles: readonly string[]): Promise<void> {
  await reports.transaction(async (transaction) => {
    await transaction.query(PROGRESS);
    await transaction.query('REVOKE ALL ON FUNCTION reports.progress() FROM PUBLIC');
    for (const role of roles) {
      const [found] = await transaction.query<{ quoted: string }>(
        'SELECT quote_ident(rolname) AS quoted FROM pg_roles WHERE rolname = $1',
        [role],
      );
      if (found === undefined) throw new Error(`no role ${role}`);
      await transaction.query(`GRANT USAGE ON SCHEMA reports TO ${found.quoted}`);
      await transaction.query(`GRANT SELECT ON ALL TABLES IN SCHEMA reports TO ${found.quoted}`);
      await transaction.query(`GRANT EXECUTE ON FUNCTION reports.progress() TO ${found.quoted}`);
    }
  });
}

/** Nobody reads across before openProgress: what is there is not whole. */
export async function closeProgress(reports: Queryable): Promise<void> {
  await reports.query('DROP FUNCTION IF EXISTS reports.progress()');
}

/** How far one engine's rows have come. */
export interface Progress {
  /** Of its log, in bytes. */
  readonly appliedBytes: bigint;
  /** The transaction that writes them now; one that has ended is shown. */
  readonly running: string | undefined;
  /** Tables whose first copy is not there yet. */
  readonly unready: number;
  readonly isEnabled: boolean;
  /** Tries that failed since the server's statistics began. */
  readonly errors: number;
}

/** By subscription. */
export async function readProgress(reports: Queryable): Promise<ReadonlyMap<string, Progress>> {
  const rows = await reports.query<{
    subscription: string;
    applied: bigint;
    running: string | null;
    unready: number;
    is_enabled: boolean;
    errors: bigint;
  }>('SELECT * FROM reports.progress()');
  return new Map(
    rows.map((row) => [
      row.subscription,
      {
        appliedBytes: row.applied,
        running: row.running ?? undefined,
        unready: row.unready,
        isEnabled: row.is_enabled,
        errors: Number(row.errors),
      },
    ]),
  );
}

/** Has the transaction see one moment, and only read; must be its first statement. */
export const beginSnapshot = (transaction: Queryable): Promise<unknown> =>
  transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');

/** How far each engine had come, in what the transaction sees. */
export async function readMarks(
  transaction: Queryable,
): Promise<ReadonlyMap<string, { readonly nonce: string; readonly sequence: number }>> {
  const rows = await transaction.query<{ engine: string; nonce: string; last_sequence: bigint }>(
    `SELECT engine, nonce, last_sequence FROM reports.${MARKS}`,
  );
  return new Map(
    rows.map(({ engine, nonce, last_sequence }) => [
      engine,
      { nonce, sequence: Number(last_sequence) },
    ]),
  );
}

/** On which timeline of its database each engine's rows were copied. */
export async function readPasts(reports: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await reports.query<{ engine: string; past: string }>(
    'SELECT engine, past FROM reports.pasts',
  );
  return new Map(rows.map(({ engine, past }) => [engine, past]));
}

export async function notePast(reports: Queryable, name: EngineName, past: string): Promise<void> {
  await reports.query(
    `INSERT INTO reports.pasts VALUES ($1, $2) ON CONFLICT (engine) DO UPDATE SET past = excluded.past`,
    [name, past],
  );
}

export async function subscriptionsOf(reports: Queryable): Promise<string[]> {
  const rows = await reports.query<{ name: string }>(
    `SELECT subname::text AS name FROM pg_subscription
     WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.map(({ name }) => name);
}

/** Begins to copy. The slot is there already: made from here, it would wait for this very transaction where both are of one server. */
export async function subscribe(
  reports: Database,
  name: EngineName,
  { connection, slot }: { readonly connection: string; readonly slot: string },
): Promise<void> {
  await reports.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 0');
      const [literal] = await transaction.query<{ url: string }>(
        'SELECT quote_literal($1) AS url',
        [connection],
      );
      await transaction.query(
        `CREATE SUBSCRIPTION ${subscriptionOf(name)} CONNECTION ${literal?.url}
         PUBLICATION ${PUBLICATION}, ${ADDED_PUBLICATION}
         WITH (create_slot = false, slot_name = '${slot}', copy_data = true)`,
      );
    },
    { maxMs: SET_UP_MAX_MS },
  );
}

/** Copies tables that are published since; asks where the engine is from now on. */
export async function refreshSubscription(
  reports: Queryable,
  name: EngineName,
  connection: string,
): Promise<void> {
  const subscription = subscriptionOf(name);
  const [literal] = await reports.query<{ url: string }>('SELECT quote_literal($1) AS url', [
    connection,
  ]);
  await reports.query(`ALTER SUBSCRIPTION ${subscription} CONNECTION ${literal?.url}`);
  await reports.query(`ALTER SUBSCRIPTION ${subscription} ENABLE`);
  await reports.query(
    `ALTER SUBSCRIPTION ${subscription} REFRESH PUBLICATION WITH (copy_data = true)`,
  );
}

/** Its slot is left: it is the engine's, which may not be there any more. */
export async function unsubscribe(reports: Queryable, subscription: string): Promise<void> {
  await reports.query(`ALTER SUBSCRIPTION ${subscription} DISABLE`);
  await reports.query(`ALTER SUBSCRIPTION ${subscription} SET (slot_name = NONE)`);
  await reports.query(`DROP SUBSCRIPTION ${subscription}`);
}

/** Empties all that was copied; what migrations filled, too, which comes again. */
export async function emptyReports(reports: Database): Promise<void> {
  const tables = [...SHARES].flatMap(([table, share]) =>
    'left' in share ? [] : [`public.${table}`],
  );
  await reports.transaction(
    async (transaction) => {
      await transaction.query('SET LOCAL statement_timeout = 0');
      await transaction.query('SET LOCAL session_replication_role = replica');
      await transaction.query(`TRUNCATE ${tables.join(', ')}, reports.${MARKS} CASCADE`);
    },
    { maxMs: SET_UP_MAX_MS },
  );
}

/** First moments of the months that have a partition somewhere, by their names: `trades_2026_11`. */
export async function monthsOf(engine: Queryable): Promise<{ table: string; month: string }[]> {
  return engine.query(
    `SELECT root.relname::text AS table, right(leaf.relname, 7)::text AS month FROM pg_inherits
     JOIN pg_class AS root ON root.oid = inhparent JOIN pg_class AS leaf ON leaf.oid = inhrelid
     WHERE root.relkind = 'p' AND leaf.relname ~ '_[0-9]{4}_[0-9]{2}$'`,
  );
}

export async function makeMonth(reports: Queryable, table: string, startMs: number): Promise<void> {
  await reports.query('SELECT ensure_month_partitions($1, $2, 1)', [table, startMs]);
}
