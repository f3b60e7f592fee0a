/** Fund passwords, and changes of security after which withdrawals cool off. */
import type { Queryable } from '../core/store/database.ts';

/** The hash of a user's fund password; undefined when none is set. */
export async function findFundPassword(
  source: Queryable,
  userId: number,
): Promise<string | undefined> {
  const [row] = await source.query<{ password_hash: string }>(
    'SELECT password_hash FROM fund_passwords WHERE user_id = $1',
    [userId],
  );
  return row?.password_hash;
}

/** A right try: nothing counts against the user any more. */
export async function clearFundPasswordTries(source: Queryable, userId: number): Promise<void> {
  await source.query(
    `UPDATE fund_passwords SET wrong_tries = 0, locks = 0, locked_until_ms = 0 WHERE user_id = $1`,
    [userId],
  );
}

export interface NewFundPassword {
  readonly userId: number;
  readonly hash: string;
  readonly changedAtMs: number;
}

/** Sets the first one; false when there is one already. */
export async function insertFundPassword(
  source: Queryable,
  { userId, hash, changedAtMs }: NewFundPassword,
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `INSERT INTO fund_passwords (user_id, password_hash, changed_at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
    [userId, hash, changedAtMs],
  );
  return rows.length > 0;
}

/** Replaces the one whose hash was verified, and its lock; false when it is another by now. */
export async function updateFundPassword(
  source: Queryable,
  { userId, hash, changedAtMs }: NewFundPassword,
  verifiedHash: string,
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE fund_passwords SET password_hash = $2, changed_at_ms = $3, wrong_tries = 0, locks = 0,
       locked_until_ms = 0
     WHERE user_id = $1 AND password_hash = $4 RETURNING user_id`,
    [userId, hash, changedAtMs, verifiedHash],
  );
  return rows.length > 0;
}

export type SecurityChange =
  | 'password'
  | 'fund_password'
  | 'otp'
  | 'contact'
  | 'passkey'
  | 'lock'
  | 'recovery';

export async function insertSecurityChange(
  source: Queryable,
  change: { readonly userId: number; readonly kind: SecurityChange; readonly timeMs: number },
): Promise<void> {
  await source.query('INSERT INTO security_changes (user_id, kind, time_ms) VALUES ($1, $2, $3)', [
    change.userId,
    change.kind,
    change.timeMs,
  ]);
}

/** When a user's security was last changed, and the account last recovered; undefined when it never was. */
export async function lastSecurityChange(
  source: Queryable,
  userId: number,
): Promise<{ readonly anyMs: number | undefined; readonly recoveryMs: number | undefined }> {
  const [row] = await source.query<{ any_ms: bigint | null; recovery_ms: bigint | null }>(
    `SELECT max(time_ms) AS any_ms, max(time_ms) FILTER (WHERE kind = 'recovery') AS recovery_ms
     FROM security_changes WHERE user_id = $1`,
    [userId],
  );
  const read = (timeMs: bigint | null | undefined) =>
    timeMs === null || timeMs === undefined ? undefined : Number(timeMs);
  return { anyMs: read(row?.any_ms), recoveryMs: read(row?.recovery_ms) };
}

/** The next one is the first again. */
export async function deleteFundPassword(source: Queryable, userId: number): Promise<void> {
  await source.query('DELETE FROM fund_passwords WHERE user_id = $1', [userId]);
}
