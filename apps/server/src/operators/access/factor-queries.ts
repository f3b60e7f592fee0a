/** Operators' second factors: a secret, the last step used of it, and recovery codes. */
import type { Queryable } from '../../core/store/database.ts';

/** Keeps a secret until its enrolment is confirmed; false when a factor, a passkey too, is on already. */
export async function beginOperatorFactor(
  source: Queryable,
  operatorId: number,
  pending: { readonly sealed: Uint8Array; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operators SET otp_pending = $2, otp_pending_at_ms = $3
     WHERE operator_id = $1 AND otp_secret IS NULL
       AND NOT EXISTS (SELECT FROM operator_passkeys AS passkey WHERE passkey.operator_id = $1)
     RETURNING operator_id`,
    [operatorId, pending.sealed, pending.nowMs],
  );
  return rows.length > 0;
}

/** The secret of an enrolment that began at `sinceMs` or later. */
export async function pendingOperatorFactor(
  source: Queryable,
  operatorId: number,
  sinceMs: number,
): Promise<Uint8Array | undefined> {
  const [row] = await source.query<{ otp_pending: Uint8Array }>(
    `SELECT otp_pending FROM operators
     WHERE operator_id = $1 AND otp_pending IS NOT NULL AND otp_pending_at_ms >= $2`,
    [operatorId, sinceMs],
  );
  return row?.otp_pending;
}

export interface ConfirmedFactor {
  readonly operatorId: number;
  /** The pending secret that a code was given for. */
  readonly sealed: Uint8Array;
  readonly step: number;
  readonly codeHashes: readonly Uint8Array[];
}

/** Turns a pending secret into the factor, with its recovery codes; false when another did. */
export async function confirmOperatorFactor(
  transaction: Queryable,
  { operatorId, sealed, step, codeHashes }: ConfirmedFactor,
): Promise<boolean> {
  const rows = await transaction.query(
    `UPDATE operators SET otp_secret = otp_pending, otp_pending = NULL, otp_pending_at_ms = NULL,
       otp_last_step = $3
     WHERE operator_id = $1 AND otp_secret IS NULL AND otp_pending = $2 RETURNING operator_id`,
    [operatorId, sealed, step],
  );
  if (rows.length === 0) return false;
  await transaction.query('DELETE FROM operator_recovery_codes WHERE operator_id = $1', [
    operatorId,
  ]);
  for (const codeHash of codeHashes)
    await transaction.query('INSERT INTO operator_recovery_codes VALUES ($1, $2)', [
      operatorId,
      codeHash,
    ]);
  return true;
}

/** Uses up a step and all before it; false when it was used (cases.md C4). */
export async function useOperatorStep(
  source: Queryable,
  operatorId: number,
  step: number,
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operators SET otp_last_step = $2
     WHERE operator_id = $1 AND otp_last_step < $2 RETURNING operator_id`,
    [operatorId, step],
  );
  return rows.length > 0;
}

/** Uses up the recovery code of one of these digests; false when it is none or was used (C6). */
export async function useOperatorRecoveryCode(
  source: Queryable,
  use: {
    readonly operatorId: number;
    readonly codeHashes: readonly Uint8Array[];
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operator_recovery_codes SET used_at_ms = $3
     WHERE operator_id = $1 AND encode(code_hash, 'hex') = ANY ($2::text[]) AND used_at_ms IS NULL
     RETURNING operator_id`,
    [use.operatorId, use.codeHashes.map((hash) => Buffer.from(hash).toString('hex')), use.nowMs],
  );
  return rows.length > 0;
}

export interface AccessReset {
  readonly passwordHash: string;
  readonly approvesFromMs: number;
  /** The roles that count as one of two. */
  readonly countingRoles: readonly string[];
  readonly nowMs: number;
}

/**
 * Takes password, second factor and passkeys away, to be set anew by a link; who comes in by it has yet to be confirmed, and whoever
 * counted until now is another person until then.
 */
export async function resetOperatorAccess(
  transaction: Queryable,
  operatorId: number,
  { passwordHash, approvesFromMs, countingRoles, nowMs }: AccessReset,
): Promise<void> {
  await transaction.query(
    `UPDATE operators SET password_hash = $2, otp_secret = NULL, otp_pending = NULL,
       otp_pending_at_ms = NULL, approves_from_ms = $3, confirmed_at_ms = NULL, confirmed_by = NULL,
       counted_until_ms = CASE
         WHEN is_active AND confirmed_at_ms IS NOT NULL AND approves_from_ms <= $5
           AND role = ANY ($4::text[]) THEN $5
         ELSE counted_until_ms END
     WHERE operator_id = $1`,
    [operatorId, passwordHash, approvesFromMs, countingRoles, nowMs],
  );
  await transaction.query('DELETE FROM operator_recovery_codes WHERE operator_id = $1', [
    operatorId,
  ]);
  await transaction.query('DELETE FROM operator_passkeys WHERE operator_id = $1', [operatorId]);
  await transaction.query('DELETE FROM operator_identities WHERE operator_id = $1', [operatorId]);
  await transaction.query('DELETE FROM operator_sessions WHERE operator_id = $1', [operatorId]);
}
