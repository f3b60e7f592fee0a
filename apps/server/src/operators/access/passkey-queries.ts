/** Operators' passkeys: public keys and how often their authenticators have signed, and the challenges they answer. */

import type { Queryable } from '../../core/store/database.ts';
import {
  type PasskeyFacts,
  type PasskeyFactsRecord,
  toPasskeyFacts,
} from '../../identity/index.ts';

export interface OperatorPasskeyRow extends PasskeyFacts {
  readonly operatorId: number;
}

interface OperatorPasskeyRecord extends PasskeyFactsRecord {
  readonly operator_id: bigint;
}

const COLUMNS = `passkey_id, operator_id, credential_id, public_key, transports, is_synced,
  operator_passkeys.name, operator_passkeys.created_at_ms, last_used_at_ms`;

const toPasskey = (row: OperatorPasskeyRecord): OperatorPasskeyRow => ({
  ...toPasskeyFacts(row),
  operatorId: Number(row.operator_id),
});

/** Of an operator, the oldest first. */
export async function operatorPasskeysOf(
  source: Queryable,
  operatorId: number,
): Promise<OperatorPasskeyRow[]> {
  const rows = await source.query<OperatorPasskeyRecord>(
    `SELECT ${COLUMNS} FROM operator_passkeys WHERE operator_id = $1 ORDER BY passkey_id`,
    [operatorId],
  );
  return rows.map(toPasskey);
}

/** Of everybody who is active, with their names. */
export async function activePasskeys(
  source: Queryable,
): Promise<
  { readonly person: string; readonly credentialId: string; readonly publicKey: Uint8Array }[]
> {
  const rows = await source.query<{
    person: string;
    credential_id: string;
    public_key: Uint8Array;
  }>(
    `SELECT operators.name AS person, credential_id, public_key
     FROM operator_passkeys JOIN operators USING (operator_id)
     WHERE is_active ORDER BY operators.name, passkey_id`,
  );
  return rows.map(({ person, credential_id, public_key }) => ({
    person,
    credentialId: credential_id,
    publicKey: public_key,
  }));
}

/** Whether any operator who is active has one. */
export async function hasOperatorPasskeys(source: Queryable): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM operator_passkeys JOIN operators USING (operator_id)
     WHERE is_active LIMIT 1`,
  );
  return rows.length > 0;
}

/** Of an active operator. */
export async function findOperatorPasskey(
  source: Queryable,
  credentialId: string,
): Promise<(OperatorPasskeyRow & { readonly handle: Uint8Array }) | undefined> {
  const [row] = await source.query<
    OperatorPasskeyRecord & { readonly passkey_handle: Uint8Array | null }
  >(
    `SELECT ${COLUMNS}, passkey_handle FROM operator_passkeys JOIN operators USING (operator_id)
     WHERE credential_id = $1 AND is_active`,
    [credentialId],
  );
  return row && { ...toPasskey(row), handle: row.passkey_handle ?? new Uint8Array() };
}

/** What authenticators call the operator; made at the first asking. */
export async function settleOperatorHandle(
  source: Queryable,
  operatorId: number,
  handle: Uint8Array,
): Promise<Uint8Array> {
  const [row] = await source.query<{ passkey_handle: Uint8Array }>(
    `UPDATE operators SET passkey_handle = coalesce(passkey_handle, $2) WHERE operator_id = $1
     RETURNING passkey_handle`,
    [operatorId, handle],
  );
  return row?.passkey_handle ?? handle;
}

/** Makes others who change this operator's access wait until the transaction ends. */
export async function lockOperator(transaction: Queryable, operatorId: number): Promise<void> {
  await transaction.query('SELECT 1 AS one FROM operators WHERE operator_id = $1 FOR UPDATE', [
    operatorId,
  ]);
}

export interface NewOperatorPasskey extends Omit<OperatorPasskeyRow, 'passkeyId' | 'lastUsedAtMs'> {
  readonly signCount: number;
}

/**
 * Adds one, which takes the place of an authenticator and its recovery codes. False when the credential is somebody's
 * already.
 */
export async function insertOperatorPasskey(
  transaction: Queryable,
  passkey: NewOperatorPasskey,
): Promise<boolean> {
  const rows = await transaction.query(
    `INSERT INTO operator_passkeys (operator_id, credential_id, public_key, sign_count, transports,
       is_synced, name, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING passkey_id`,
    [
      passkey.operatorId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount,
      passkey.transports.join(','),
      passkey.isSynced,
      passkey.name,
      passkey.createdAtMs,
    ],
  );
  if (rows.length === 0) return false;
  await transaction.query(
    `UPDATE operators SET otp_secret = NULL, otp_pending = NULL, otp_pending_at_ms = NULL
     WHERE operator_id = $1`,
    [passkey.operatorId],
  );
  await transaction.query('DELETE FROM operator_recovery_codes WHERE operator_id = $1', [
    passkey.operatorId,
  ]);
  return true;
}

/** The operator counts as one of two not before this time. */
export async function delayOperatorsWord(
  transaction: Queryable,
  operatorId: number,
  approvesFromMs: number,
): Promise<void> {
  await transaction.query(
    `UPDATE operators SET approves_from_ms = greatest(approves_from_ms, $2) WHERE operator_id = $1`,
    [operatorId, approvesFromMs],
  );
}

/**
 * Notes a use, in one statement with the look at the counter: it must have risen, unless the authenticator counts
 * nothing. False when it has not: there is a second one with the same key.
 */
export async function noteOperatorPasskeyUse(
  source: Queryable,
  used: { readonly passkeyId: number; readonly signCount: number; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operator_passkeys SET sign_count = $2, last_used_at_ms = $3
     WHERE passkey_id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING passkey_id`,
    [used.passkeyId, used.signCount, used.nowMs],
  );
  return rows.length > 0;
}

/** Takes one of the operator's out; undefined when there is none with this id. */
export async function deleteOperatorPasskey(
  source: Queryable,
  key: { readonly operatorId: number; readonly passkeyId: number },
): Promise<OperatorPasskeyRow | undefined> {
  const rows = await source.query<OperatorPasskeyRecord>(
    `DELETE FROM operator_passkeys WHERE passkey_id = $1 AND operator_id = $2 RETURNING ${COLUMNS}`,
    [key.passkeyId, key.operatorId],
  );
  return rows.map(toPasskey)[0];
}

export interface OperatorChallenge {
  readonly hash: Uint8Array;
  /** Who registers, and a digest of what opened their account then; undefined where a passkey is used. */
  readonly by: { readonly operatorId: number; readonly mark: Uint8Array } | undefined;
}

export async function insertOperatorChallenge(
  source: Queryable,
  { hash, by }: OperatorChallenge,
  expiresAtMs: number,
): Promise<void> {
  await source.query(
    `INSERT INTO operator_passkey_challenges (challenge_hash, operator_id, password_mark, expires_at_ms)
     VALUES ($1, $2, $3, $4)`,
    [hash, by?.operatorId ?? null, by?.mark ?? null, expiresAtMs],
  );
}

/** Uses a challenge up; undefined when it is over or was used. */
export async function takeOperatorChallenge(
  source: Queryable,
  hash: Uint8Array,
  nowMs: number,
): Promise<Pick<OperatorChallenge, 'by'> | undefined> {
  const [row] = await source.query<{
    operator_id: bigint | null;
    password_mark: Uint8Array | null;
    is_good: boolean;
  }>(
    `DELETE FROM operator_passkey_challenges WHERE challenge_hash = $1
     RETURNING operator_id, password_mark, expires_at_ms > $2 AS is_good`,
    [hash, nowMs],
  );
  if (row?.is_good !== true) return undefined;
  if (row.operator_id === null || row.password_mark === null) return { by: undefined };
  return { by: { operatorId: Number(row.operator_id), mark: row.password_mark } };
}

/** Ends what this operator has begun to register. */
export async function deleteBegunByOperator(
  transaction: Queryable,
  operatorId: number,
): Promise<void> {
  await transaction.query('DELETE FROM operator_passkey_challenges WHERE operator_id = $1', [
    operatorId,
  ]);
}

/** Forgets what is over. */
export async function deleteOldOperatorChallenges(source: Queryable, nowMs: number): Promise<void> {
  await source.query('DELETE FROM operator_passkey_challenges WHERE expires_at_ms <= $1', [nowMs]);
}

export interface SignedApprovalRow {
  /** Hex. */
  readonly intentHash: string;
  readonly operatorId: number;
  readonly intent: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly authenticatorData: Uint8Array;
  readonly clientData: Uint8Array;
  readonly signature: Uint8Array;
  readonly createdAtMs: number;
}

interface SignedApprovalRecord {
  readonly intent_hash: string;
  readonly operator_id: bigint;
  readonly intent: string;
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly authenticator_data: Uint8Array;
  readonly client_data: Uint8Array;
  readonly signature: Uint8Array;
  readonly created_at_ms: bigint;
}

/** Keeps what was signed; false when it was used. */
export async function insertSignedApproval(
  source: Queryable,
  row: SignedApprovalRow,
): Promise<boolean> {
  const rows = await source.query(
    `INSERT INTO signed_approvals (intent_hash, operator_id, intent, credential_id, public_key,
       authenticator_data, client_data, signature, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING intent_hash`,
    [
      row.intentHash,
      row.operatorId,
      row.intent,
      row.credentialId,
      row.publicKey,
      row.authenticatorData,
      row.clientData,
      row.signature,
      row.createdAtMs,
    ],
  );
  return rows.length > 0;
}

/** What operators' passkeys signed of withdrawals, the oldest first. */
export async function signedOfWithdrawals(
  source: Queryable,
  withdrawalIds: readonly number[],
): Promise<SignedApprovalRow[]> {
  if (withdrawalIds.length === 0) return [];
  const rows = await source.query<SignedApprovalRecord>(
    `SELECT intent_hash, operator_id, intent, credential_id, public_key, authenticator_data,
       client_data, signature, created_at_ms
     FROM signed_approvals
     WHERE intent::jsonb ->> 'record' = 'withdrawal'
       AND (intent::jsonb ->> 'id')::bigint = ANY($1::bigint[])
     ORDER BY created_at_ms, intent_hash`,
    [withdrawalIds],
  );
  return rows.map((row) => ({
    intentHash: row.intent_hash,
    operatorId: Number(row.operator_id),
    intent: row.intent,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    authenticatorData: row.authenticator_data,
    clientData: row.client_data,
    signature: row.signature,
    createdAtMs: Number(row.created_at_ms),
  }));
}
