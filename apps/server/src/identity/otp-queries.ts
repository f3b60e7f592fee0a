/** Second factors of users and their recovery codes. */
import type { Queryable } from '../core/store/database.ts';

export interface OtpRow {
  /** Encrypted. */
  readonly secret: Uint8Array;
  readonly isConfirmed: boolean;
  readonly createdAtMs: number;
}

interface OtpRecord {
  readonly secret: Uint8Array;
  readonly is_confirmed: boolean;
  readonly created_at_ms: bigint;
}

export async function findOtp(source: Queryable, userId: number): Promise<OtpRow | undefined> {
  const [row] = await source.query<OtpRecord>(
    'SELECT secret, is_confirmed, created_at_ms FROM user_otps WHERE user_id = $1',
    [userId],
  );
  if (row === undefined) return undefined;
  return {
    secret: row.secret,
    isConfirmed: row.is_confirmed,
    createdAtMs: Number(row.created_at_ms),
  };
}

export interface NewOtp {
  readonly userId: number;
  readonly secret: Uint8Array;
  readonly keyId: string;
  readonly createdAtMs: number;
}

/**
 * Keeps a secret to be confirmed, in place of one that never was; false when one is confirmed. Tries that
 * were counted stay counted: beginning anew gives no new guesses.
 */
export async function beginOtp(source: Queryable, otp: NewOtp): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `INSERT INTO user_otps (user_id, secret, key_id, created_at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET secret = $2, key_id = $3, created_at_ms = $4
       WHERE NOT user_otps.is_confirmed
     RETURNING user_id`,
    [otp.userId, otp.secret, otp.keyId, otp.createdAtMs],
  );
  return rows.length > 0;
}

/** Makes one that was never confirmed too old for it; tries that were counted stay counted. */
export async function endBegunOtp(source: Queryable, userId: number): Promise<void> {
  await source.query(
    'UPDATE user_otps SET created_at_ms = 0 WHERE user_id = $1 AND NOT is_confirmed',
    [userId],
  );
}

/** Confirms the very secret that was read; false when it is confirmed or another by now. */
export async function confirmOtp(
  source: Queryable,
  confirmed: { readonly userId: number; readonly secret: Uint8Array; readonly step: number },
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE user_otps SET is_confirmed = true, last_step = $3, wrong_tries = 0, locks = 0,
       locked_until_ms = 0
     WHERE user_id = $1 AND secret = $2 AND NOT is_confirmed RETURNING user_id`,
    [confirmed.userId, confirmed.secret, confirmed.step],
  );
  return rows.length > 0;
}

/** Uses a step up, once and never an earlier one again; false when that was done already. */
export async function useOtpStep(
  source: Queryable,
  userId: number,
  step: number,
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE user_otps SET last_step = $2, wrong_tries = 0, locks = 0, locked_until_ms = 0
     WHERE user_id = $1 AND is_confirmed AND last_step < $2 RETURNING user_id`,
    [userId, step],
  );
  return rows.length > 0;
}

export async function insertRecoveryCodes(
  source: Queryable,
  userId: number,
  hashes: readonly Uint8Array[],
): Promise<void> {
  for (const hash of hashes)
    await source.query('INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)', [
      userId,
      hash,
    ]);
}

/** Uses a recovery code up; false when there is none with such a digest or it was used. */
export async function useRecoveryCode(
  source: Queryable,
  used: { readonly userId: number; readonly hashes: readonly Uint8Array[]; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE recovery_codes SET used_at_ms = $3
     WHERE user_id = $1 AND encode(code_hash, 'hex') = ANY ($2::text[]) AND used_at_ms IS NULL
     RETURNING user_id`,
    [used.userId, used.hashes.map((hash) => Buffer.from(hash).toString('hex')), used.nowMs],
  );
  if (rows.length > 0)
    for (const table of ['user_otps', 'passkey_owners'])
      await source.query(
        `UPDATE ${table} SET wrong_tries = 0, locks = 0, locked_until_ms = 0 WHERE user_id = $1`,
        [used.userId],
      );
  return rows.length > 0;
}

export async function countRecoveryCodes(source: Queryable, userId: number): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM recovery_codes WHERE user_id = $1 AND used_at_ms IS NULL',
    [userId],
  );
  return Number(row?.count ?? 0);
}

/** Removes an authenticator; false when there was none. */
export async function deleteOtp(source: Queryable, userId: number): Promise<boolean> {
  const rows = await source.query<{ user_id: bigint }>(
    'DELETE FROM user_otps WHERE user_id = $1 AND is_confirmed RETURNING user_id',
    [userId],
  );
  return rows.length > 0;
}

export async function deleteRecoveryCodes(source: Queryable, userId: number): Promise<void> {
  await source.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}
