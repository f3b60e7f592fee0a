/** What a database needs from time to time, in steps that never keep others waiting long. */
import type { Database, Queryable } from './database.ts';
import { IDEMPOTENCY_KEEP_MS, PARTITION_MONTHS_AHEAD, PRUNE_ROWS_MAX } from './limits.ts';

const PARTITIONED_TABLES = ['trades', 'posting_rows', 'index_samples'] as const;
/** Tables whose rows change or go: the embedded database has no autovacuum. */
const CHANGING_TABLES = [
  'leader',
  'orders',
  'balances',
  'first_answers',
  'candles',
  'sessions',
  'verification_codes',
  'outbox_messages',
  'user_messages',
  'fund_passwords',
  'user_otps',
  'files',
  'verifications',
  'chat_conversations',
  'hosting_products',
  'hosting_orders',
  'offerings',
  'subscriptions',
  'rebate_days',
  'referral_sums',
  'liability_parts',
] as const;

/** "part" as a number: of several processes that start together on a new database one makes the months. */
const PARTITIONS_LOCK = 0x7061_7274;

/** Makes the partitions of this month and the next ones; returns how many were missing. */
export async function ensurePartitions(target: Queryable, nowMs: number): Promise<number> {
  let made = 0;
  for (const table of PARTITIONED_TABLES) {
    const [row] = await target.query<{ made: number }>(
      `SELECT ensure_month_partitions($1, $2, $3) AS made
       FROM (SELECT pg_advisory_xact_lock($4)) AS alone`,
      [table, nowMs, PARTITION_MONTHS_AHEAD, PARTITIONS_LOCK],
    );
    made += row?.made ?? 0;
  }
  return made;
}

/** Removes one step of first answers older than they must be kept; returns how many. */
export async function pruneAnswers(target: Queryable, nowMs: number): Promise<number> {
  const rows = await target.query(
    `DELETE FROM first_answers WHERE (owner_id, key) IN (
       SELECT owner_id, key FROM first_answers
       WHERE created_at_ms < $1 ORDER BY created_at_ms LIMIT ${PRUNE_ROWS_MAX}
     ) RETURNING 1`,
    [nowMs - IDEMPOTENCY_KEEP_MS],
  );
  return rows.length;
}

/**
 * One round, to be called about once a minute: partitions ahead, then pruning until nothing is left. Returns the time before
 * which no answer is in the table any more.
 */
export async function maintain(database: Database, nowMs: number): Promise<number> {
  await ensurePartitions(database, nowMs);
  let removed = PRUNE_ROWS_MAX;
  while (removed === PRUNE_ROWS_MAX) removed = await pruneAnswers(database, nowMs);
  return nowMs - IDEMPOTENCY_KEEP_MS;
}

/** Once a day on the embedded database, which does not do it by itself; one table at a time. */
export async function vacuumEmbedded(database: Database): Promise<void> {
  if (database.kind !== 'pglite') return;
  for (const table of CHANGING_TABLES) await database.query(`VACUUM (ANALYZE) ${table}`);
}

/** What was removed of these tables may be written over: the embedded database does not find by itself what has become free. */
export async function reuseSpace(database: Database, tables: readonly string[]): Promise<void> {
  if (database.kind !== 'pglite') return;
  for (const table of tables) await database.query(`VACUUM ${table}`);
}
