/** What users' passkeys signed, kept for ever; and the log of passkeys that the signer reads. */
import type { Queryable } from '../../core/store/database.ts';

export interface SignedIntentRow {
  /** Hex. */
  readonly intentHash: string;
  readonly userId: number;
  readonly intent: string;
  readonly requestKey: string | undefined;
  readonly credentialId: string;
  readonly passkeyName: string;
  readonly publicKey: Uint8Array;
  readonly authenticatorData: Uint8Array;
  readonly clientData: Uint8Array;
  readonly signature: Uint8Array;
  readonly createdAtMs: number;
}

interface SignedIntentRecord {
  readonly intent_hash: string;
  readonly user_id: bigint;
  readonly intent: string;
  readonly request_key: string | null;
  readonly credential_id: string;
  readonly passkey_name: string;
  readonly public_key: Uint8Array;
  readonly authenticator_data: Uint8Array;
  readonly client_data: Uint8Array;
  readonly signature: Uint8Array;
  readonly created_at_ms: bigint;
}

const COLUMNS = `intent_hash, user_id, intent, request_key, credential_id, passkey_name, public_key,
  authenticator_data, client_data, signature, created_at_ms`;

const toRow = (record: SignedIntentRecord): SignedIntentRow => ({
  intentHash: record.intent_hash,
  userId: Number(record.user_id),
  intent: record.intent,
  requestKey: record.request_key ?? undefined,
  credentialId: record.credential_id,
  passkeyName: record.passkey_name,
  publicKey: record.public_key,
  authenticatorData: record.authenticator_data,
  clientData: record.client_data,
  signature: record.signature,
  createdAtMs: Number(record.created_at_ms),
});

/** Keeps one. False when it was used: by another request, or, where it came without a key, at all. */
export async function insertSignedIntent(
  source: Queryable,
  row: SignedIntentRow,
): Promise<boolean> {
  const rows = await source.query<{ is_good: boolean }>(
    `WITH added AS (
       INSERT INTO signed_intents (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT DO NOTHING RETURNING true AS is_good
     )
     SELECT is_good FROM added
     UNION ALL
     SELECT true FROM signed_intents WHERE intent_hash = $1 AND user_id = $2 AND request_key = $4`,
    [
      row.intentHash,
      row.userId,
      row.intent,
      row.requestKey ?? null,
      row.credentialId,
      row.passkeyName,
      row.publicKey,
      row.authenticatorData,
      row.clientData,
      row.signature,
      row.createdAtMs,
    ],
  );
  return rows.length > 0;
}

/** By their hashes. */
export async function signedIntents(
  source: Queryable,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, SignedIntentRow>> {
  if (hashes.length === 0) return new Map();
  const rows = await source.query<SignedIntentRecord>(
    `SELECT ${COLUMNS} FROM signed_intents WHERE intent_hash = ANY($1::text[])`,
    [hashes],
  );
  return new Map(rows.map((record) => [record.intent_hash, toRow(record)]));
}

/** When the first was kept: what was asked for before may have been asked of a version that had nothing signed. */
export async function firstSignedAt(source: Queryable): Promise<number | undefined> {
  const [row] = await source.query<{ first_ms: bigint | null }>(
    'SELECT min(created_at_ms) AS first_ms FROM signed_intents',
  );
  return row?.first_ms == null ? undefined : Number(row.first_ms);
}

/** Of withdrawals those whose owners had a passkey, which they still have, when they asked. */
export async function withPasskeyThen(
  source: Queryable,
  withdrawalIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (withdrawalIds.length === 0) return new Set();
  const rows = await source.query<{ withdrawal_id: bigint }>(
    `SELECT withdrawal_id FROM withdrawals
     WHERE withdrawal_id = ANY($1::bigint[]) AND EXISTS (
       SELECT FROM passkeys
       WHERE user_id = owner_id AND passkeys.created_at_ms < withdrawals.created_at_ms)`,
    [withdrawalIds],
  );
  return new Set(rows.map((row) => Number(row.withdrawal_id)));
}

/** Of the addresses and cards that withdrawals go to, by withdrawal: the hash of what was signed for them. */
export async function payeeSignatures(
  source: Queryable,
  withdrawalIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (withdrawalIds.length === 0) return new Map();
  const rows = await source.query<{ withdrawal_id: bigint; signed_intent: string }>(
    `SELECT withdrawal_id, saved.signed_intent FROM withdrawals
       JOIN withdrawal_addresses AS saved
         ON saved.address_id = withdrawals.address_id AND saved.user_id = owner_id
           AND saved.address = withdrawals.address
     WHERE withdrawal_id = ANY($1::bigint[]) AND saved.signed_intent IS NOT NULL
     UNION ALL
     SELECT withdrawal_id, saved.signed_intent FROM withdrawals
       JOIN bank_cards AS saved ON saved.card_id = withdrawals.card_id AND saved.user_id = owner_id
     WHERE withdrawal_id = ANY($1::bigint[]) AND saved.signed_intent IS NOT NULL`,
    [withdrawalIds],
  );
  return new Map(rows.map((row) => [Number(row.withdrawal_id), row.signed_intent]));
}

export interface PasskeyLogRow {
  readonly entryId: number;
  readonly isAdded: boolean;
  readonly userId: number;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
}

/** Passkeys as they came and went, the oldest first. */
export async function passkeyLog(
  source: Queryable,
  asked: { readonly after: number; readonly limit: number },
): Promise<PasskeyLogRow[]> {
  const rows = await source.query<{
    entry_id: bigint;
    is_added: boolean;
    user_id: bigint;
    credential_id: string;
    public_key: Uint8Array;
  }>(
    `SELECT entry_id, is_added, user_id, credential_id, public_key FROM passkey_log
     WHERE entry_id > $1 ORDER BY entry_id LIMIT $2`,
    [asked.after, asked.limit],
  );
  return rows.map((row) => ({
    entryId: Number(row.entry_id),
    isAdded: row.is_added,
    userId: Number(row.user_id),
    credentialId: row.credential_id,
    publicKey: row.public_key,
  }));
}
