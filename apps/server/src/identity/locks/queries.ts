/** Locks of accounts by their owners; one is open until two operators open the account again. */
import type { Queryable } from '../../core/store/database.ts';

export interface LockRow {
  readonly lockId: number;
  readonly lockedAtMs: number;
  readonly isByMail: boolean;
  /** What its owner asks with to have it undone. */
  readonly asked:
    | { readonly atMs: number; readonly documentId: number; readonly holdingId: number }
    | undefined;
}

interface LockRecord {
  readonly lock_id: bigint;
  readonly locked_at_ms: bigint;
  readonly is_by_mail: boolean;
  readonly document_file_id: bigint | null;
  readonly holding_file_id: bigint | null;
  readonly asked_at_ms: bigint | null;
}

const toLock = (row: LockRecord): LockRow => ({
  lockId: Number(row.lock_id),
  lockedAtMs: Number(row.locked_at_ms),
  isByMail: row.is_by_mail,
  asked:
    row.asked_at_ms === null
      ? undefined
      : {
          atMs: Number(row.asked_at_ms),
          documentId: Number(row.document_file_id),
          holdingId: Number(row.holding_file_id),
        },
});

/** The open lock of a user. */
export async function findLock(source: Queryable, userId: number): Promise<LockRow | undefined> {
  const rows = await source.query<LockRecord>(
    `SELECT lock_id, locked_at_ms, is_by_mail, document_file_id, holding_file_id, asked_at_ms
     FROM account_locks WHERE user_id = $1 AND lifted_at_ms IS NULL`,
    [userId],
  );
  return rows.map(toLock)[0];
}

/** When the latest lock of a user ended; undefined where none has. */
export async function lastLifted(source: Queryable, userId: number): Promise<number | undefined> {
  const [row] = await source.query<{ lifted: bigint | null }>(
    'SELECT max(lifted_at_ms) AS lifted FROM account_locks WHERE user_id = $1',
    [userId],
  );
  return row?.lifted == null ? undefined : Number(row.lifted);
}

/** False when it is locked already. */
export async function insertLock(
  source: Queryable,
  lock: { readonly userId: number; readonly isByMail: boolean; readonly lockedAtMs: number },
): Promise<boolean> {
  const rows = await source.query<{ lock_id: bigint }>(
    `INSERT INTO account_locks (user_id, is_by_mail, locked_at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) WHERE lifted_at_ms IS NULL DO NOTHING RETURNING lock_id`,
    [lock.userId, lock.isByMail, lock.lockedAtMs],
  );
  return rows.length > 0;
}

/** Keeps what an owner asks with, in place of what they asked with before; false without an open lock. */
export async function updateAsked(
  source: Queryable,
  asked: {
    readonly userId: number;
    readonly documentId: number;
    readonly holdingId: number;
    readonly atMs: number;
  },
): Promise<boolean> {
  const rows = await source.query<{ lock_id: bigint }>(
    `UPDATE account_locks SET document_file_id = $2, holding_file_id = $3, asked_at_ms = $4
     WHERE user_id = $1 AND lifted_at_ms IS NULL RETURNING lock_id`,
    [asked.userId, asked.documentId, asked.holdingId, asked.atMs],
  );
  return rows.length > 0;
}

/** False when there is none. */
export async function liftLock(source: Queryable, userId: number, nowMs: number): Promise<boolean> {
  const rows = await source.query<{ lock_id: bigint }>(
    `UPDATE account_locks SET lifted_at_ms = $2
     WHERE user_id = $1 AND lifted_at_ms IS NULL RETURNING lock_id`,
    [userId, nowMs],
  );
  return rows.length > 0;
}
