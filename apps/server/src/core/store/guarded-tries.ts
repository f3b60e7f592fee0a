/**
 * Guessable secrets with a durable budget of tries. A try is counted before it is looked at, in one statement:
 * of parallel tries no more are looked at than are left, and a process that ends in between has not given one
 * for nothing. The last of a budget locks at once; the right answer lifts the lock and starts afresh.
 */
import type { Queryable } from './database.ts';

/** Tables with the columns wrong_tries, locks and locked_until_ms. */
export type GuardedTable = 'fund_passwords' | 'user_otps' | 'passkey_owners' | 'recovery_tries';

export interface TryBudget {
  readonly triesMax: number;
  /** The first lock; each further one doubles, up to the longest. */
  readonly lockMs: number;
  readonly lockMaxMs: number;
}

export interface GuardedTry extends TryBudget {
  readonly table: GuardedTable;
  readonly userId: number;
  readonly nowMs: number;
}

/** Counts a try; false when the row is locked or does not exist. */
export async function countTry(source: Queryable, counted: GuardedTry): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE ${counted.table} SET
       wrong_tries = CASE WHEN wrong_tries + 1 >= $3 THEN 0 ELSE wrong_tries + 1 END,
       locks = CASE WHEN wrong_tries + 1 >= $3 THEN locks + 1 ELSE locks END,
       locked_until_ms = CASE WHEN wrong_tries + 1 >= $3
         THEN $2::bigint + least($4::bigint * (2 ^ least(locks, 20))::bigint, $5::bigint)
         ELSE locked_until_ms END
     WHERE user_id = $1 AND locked_until_ms <= $2 RETURNING user_id`,
    [counted.userId, counted.nowMs, counted.triesMax, counted.lockMs, counted.lockMaxMs],
  );
  return rows.length > 0;
}

/** Until when a row is locked; undefined when there is no row. */
export async function lockedUntil(
  source: Queryable,
  table: GuardedTable,
  userId: number,
): Promise<number | undefined> {
  const [row] = await source.query<{ locked_until_ms: bigint }>(
    `SELECT locked_until_ms FROM ${table} WHERE user_id = $1`,
    [userId],
  );
  return row === undefined ? undefined : Number(row.locked_until_ms);
}
