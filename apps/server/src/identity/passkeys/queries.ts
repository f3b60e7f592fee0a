/** Users' passkeys: public keys and how often their authenticators have signed. */

import type { Queryable } from '../../core/store/database.ts';
import { type PasskeyFacts, type PasskeyFactsRecord, toPasskeyFacts } from './passkey-row.ts';

export interface PasskeyRow extends PasskeyFacts {
  readonly userId: number;
}

interface PasskeyRecord extends PasskeyFactsRecord {
  readonly user_id: bigint;
}

const COLUMNS = `passkey_id, user_id, credential_id, public_key, transports, is_synced, name, created_at_ms,
  last_used_at_ms`;

const toPasskey = (row: PasskeyRecord): PasskeyRow => ({
  ...toPasskeyFacts(row),
  userId: Number(row.user_id),
});

/** Of a user, the oldest first. */
export async function passkeysOf(source: Queryable, userId: number): Promise<PasskeyRow[]> {
  const rows = await source.query<PasskeyRecord>(
    `SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY passkey_id`,
    [userId],
  );
  return rows.map(toPasskey);
}

export async function countPasskeys(source: Queryable, userId: number): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM passkeys WHERE user_id = $1',
    [userId],
  );
  return Number(row?.count ?? 0);
}

export async function findPasskey(
  source: Queryable,
  credentialId: string,
): Promise<(PasskeyRow & { readonly handle: Uint8Array }) | undefined> {
  const [row] = await source.query<PasskeyRecord & { readonly handle: Uint8Array }>(
    `SELECT ${COLUMNS}, handle FROM passkeys JOIN passkey_owners USING (user_id) WHERE credential_id = $1`,
    [credentialId],
  );
  return row === undefined ? undefined : { ...toPasskey(row), handle: row.handle };
}

/** What authenticators call the user; made at the first asking. */
export async function settleHandle(
  source: Queryable,
  userId: number,
  handle: Uint8Array,
): Promise<Uint8Array> {
  const rows = await source.query<{ handle: Uint8Array }>(
    `INSERT INTO passkey_owners (user_id, handle) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET user_id = $1 RETURNING handle`,
    [userId, handle],
  );
  return rows[0]?.handle ?? handle;
}

export interface NewPasskey extends Omit<PasskeyRow, 'passkeyId' | 'lastUsedAtMs'> {
  readonly signCount: number;
}

/** Adds one; undefined when the authenticator's credential is somebody's already. */
export async function insertPasskey(
  transaction: Queryable,
  passkey: NewPasskey,
): Promise<PasskeyRow | undefined> {
  const rows = await transaction.query<PasskeyRecord>(
    `INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, transports, is_synced, name,
       created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount,
      passkey.transports.join(','),
      passkey.isSynced,
      passkey.name,
      passkey.createdAtMs,
    ],
  );
  return rows.map(toPasskey)[0];
}

/**
 * Notes a use, in one statement with the look at the counter: it must have risen, unless the authenticator counts
 * nothing. False when it has not: there is a second one with the same key.
 */
export async function notePasskeyUse(
  source: Queryable,
  used: { readonly passkeyId: number; readonly signCount: number; readonly nowMs: number },
): Promise<boolean> {
  const rows = await source.query<{ passkey_id: bigint }>(
    `UPDATE passkeys SET sign_count = $2, last_used_at_ms = $3
     WHERE passkey_id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING passkey_id`,
    [used.passkeyId, used.signCount, used.nowMs],
  );
  return rows.length > 0;
}

/** Names one of the user's anew; undefined when there is none with this id. */
export async function updatePasskeyName(
  source: Queryable,
  named: { readonly userId: number; readonly passkeyId: number; readonly name: string },
): Promise<PasskeyRow | undefined> {
  const rows = await source.query<PasskeyRecord>(
    `UPDATE passkeys SET name = $3 WHERE passkey_id = $1 AND user_id = $2 RETURNING ${COLUMNS}`,
    [named.passkeyId, named.userId, named.name],
  );
  return rows.map(toPasskey)[0];
}

/** Takes one of the user's out; undefined when there is none with this id. */
export async function deletePasskey(
  source: Queryable,
  key: { readonly userId: number; readonly passkeyId: number },
): Promise<PasskeyRow | undefined> {
  const rows = await source.query<PasskeyRecord>(
    `DELETE FROM passkeys WHERE passkey_id = $1 AND user_id = $2 RETURNING ${COLUMNS}`,
    [key.passkeyId, key.userId],
  );
  return rows.map(toPasskey)[0];
}

/** Takes out those of a user that were made after a time, but for one; says how many. */
export async function deletePasskeysSince(
  source: Queryable,
  young: {
    readonly userId: number;
    readonly sinceMs: number;
    readonly exceptId: number | undefined;
  },
): Promise<number> {
  const rows = await source.query<{ passkey_id: bigint }>(
    `DELETE FROM passkeys WHERE user_id = $1 AND created_at_ms > $2
       AND ($3::bigint IS NULL OR passkey_id <> $3) RETURNING passkey_id`,
    [young.userId, young.sinceMs, young.exceptId ?? null],
  );
  return rows.length;
}
