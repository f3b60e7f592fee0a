/** Keys of users' programs, and the user streams opened with them. Keys are kept as digests only. */
import type { ApiKeyPermission } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

/** What a key may do beside reading and trading spot. */
export type KeyProduct = Exclude<ApiKeyPermission, 'read' | 'trade'>;

export interface ApiKeyRow {
  readonly apiKeyId: number;
  readonly userId: number;
  readonly prefix: string;
  readonly sealedSecret: Uint8Array;
  /** Of Ed25519, 32 bytes; absent: the secret signs. */
  readonly publicKey?: Uint8Array;
  readonly label: string;
  readonly canTrade: boolean;
  /** Whether it opens the product's own calls; keys of before they could do so never do. */
  readonly opensApi: boolean;
  readonly products: readonly KeyProduct[];
  readonly ips: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly lastUsedAtMs?: number;
  readonly lastUsedIp?: string;
}

interface ApiKeyRecord {
  readonly api_key_id: bigint;
  readonly user_id: bigint;
  readonly prefix: string;
  readonly sealed_secret: Uint8Array;
  readonly public_key: Uint8Array | null;
  readonly label: string;
  readonly can_trade: boolean;
  readonly opens_api: boolean;
  readonly products: readonly KeyProduct[];
  readonly ips: readonly string[];
  readonly created_at_ms: bigint;
  readonly expires_at_ms: bigint | null;
  readonly last_used_at_ms: bigint | null;
  readonly last_used_ip: string | null;
}

const COLUMNS = `api_key_id, user_id, prefix, sealed_secret, public_key, label, can_trade, opens_api, products,
  ips, created_at_ms, expires_at_ms, last_used_at_ms, last_used_ip`;

const toApiKey = (row: ApiKeyRecord): ApiKeyRow => ({
  apiKeyId: Number(row.api_key_id),
  userId: Number(row.user_id),
  prefix: row.prefix,
  sealedSecret: row.sealed_secret,
  label: row.label,
  canTrade: row.can_trade,
  opensApi: row.opens_api,
  products: row.products,
  ips: row.ips,
  createdAtMs: Number(row.created_at_ms),
  ...(row.public_key !== null && { publicKey: row.public_key }),
  ...(row.expires_at_ms !== null && { expiresAtMs: Number(row.expires_at_ms) }),
  ...(row.last_used_at_ms !== null && { lastUsedAtMs: Number(row.last_used_at_ms) }),
  ...(row.last_used_ip !== null && { lastUsedIp: row.last_used_ip }),
});

/** A user's keys that are not revoked, newest first; they are bounded when one is made. */
export async function apiKeysOf(source: Queryable, userId: number): Promise<ApiKeyRow[]> {
  const rows = await source.query<ApiKeyRecord>(
    `SELECT ${COLUMNS} FROM api_keys
     WHERE user_id = $1 AND revoked_at_ms IS NULL ORDER BY api_key_id DESC`,
    [userId],
  );
  return rows.map(toApiKey);
}

/** The key of a digest, unless it is revoked. */
export async function findApiKey(
  source: Queryable,
  keyHash: Uint8Array,
): Promise<ApiKeyRow | undefined> {
  const [row] = await source.query<ApiKeyRecord>(
    `SELECT ${COLUMNS} FROM api_keys WHERE key_hash = $1 AND revoked_at_ms IS NULL`,
    [keyHash],
  );
  return row && toApiKey(row);
}

export interface NewApiKey
  extends Pick<ApiKeyRow, 'userId' | 'prefix' | 'sealedSecret' | 'publicKey' | 'createdAtMs'>,
    ApiKeyTerms {
  readonly keyHash: Uint8Array;
  readonly keyId: string;
}

/** What an owner sets of a key. */
export interface ApiKeyTerms {
  readonly label: string;
  readonly canTrade: boolean;
  readonly products: readonly KeyProduct[];
  readonly ips: readonly string[];
  readonly expiresAtMs: number | undefined;
}

/** A new key opens the product's own calls. */
export async function insertApiKey(transaction: Queryable, key: NewApiKey): Promise<ApiKeyRow> {
  const [row] = await transaction.query<ApiKeyRecord>(
    `INSERT INTO api_keys (user_id, key_hash, prefix, sealed_secret, key_id, label, can_trade, ips,
       created_at_ms, expires_at_ms, public_key, products, opens_api)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10, $11, $12::text[], true)
     RETURNING ${COLUMNS}`,
    [
      key.userId,
      key.keyHash,
      key.prefix,
      key.sealedSecret,
      key.keyId,
      key.label,
      key.canTrade,
      key.ips,
      key.createdAtMs,
      key.expiresAtMs ?? null,
      key.publicKey ?? null,
      key.products,
    ],
  );
  if (row === undefined) throw new TypeError('an insert gave no row');
  return toApiKey(row);
}

/** Sets what an owner may set; undefined when there is no such key of theirs. */
export async function updateApiKey(
  source: Queryable,
  { userId, apiKeyId }: { readonly userId: number; readonly apiKeyId: number },
  { label, canTrade, products, ips, expiresAtMs }: ApiKeyTerms,
): Promise<ApiKeyRow | undefined> {
  const [row] = await source.query<ApiKeyRecord>(
    `UPDATE api_keys SET label = $3, can_trade = $4, ips = $5::text[], expires_at_ms = $6,
       products = $7::text[]
     WHERE api_key_id = $1 AND user_id = $2 AND revoked_at_ms IS NULL RETURNING ${COLUMNS}`,
    [apiKeyId, userId, label, canTrade, ips, expiresAtMs ?? null, products],
  );
  return row && toApiKey(row);
}

/** Ends one key of these accounts, or all; gives the ids of those that ended. */
export async function revokeApiKeys(
  source: Queryable,
  { userIds, apiKeyId }: { readonly userIds: readonly number[]; readonly apiKeyId?: number },
  nowMs: number,
): Promise<number[]> {
  const rows = await source.query<{ api_key_id: bigint }>(
    `UPDATE api_keys SET revoked_at_ms = $3
     WHERE user_id = ANY ($1::bigint[]) AND ($2::bigint IS NULL OR api_key_id = $2) AND revoked_at_ms IS NULL
     RETURNING api_key_id`,
    [userIds, apiKeyId ?? null, nowMs],
  );
  return rows.map((row) => Number(row.api_key_id));
}

export interface ApiKeyUse {
  readonly apiKeyId: number;
  readonly atMs: number;
  readonly ip: string;
}

/** Notes when and from where keys were last used. */
export async function touchApiKeys(source: Queryable, uses: readonly ApiKeyUse[]): Promise<void> {
  await source.query(
    `UPDATE api_keys SET last_used_at_ms = used.at_ms, last_used_ip = used.ip
     FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS used (api_key_id, at_ms, ip)
     WHERE api_keys.api_key_id = used.api_key_id`,
    [uses.map(({ apiKeyId }) => apiKeyId), uses.map(({ atMs }) => atMs), uses.map(({ ip }) => ip)],
  );
}

/** Those of the keys that neither are revoked nor have ended. */
export async function livingApiKeys(
  source: Queryable,
  apiKeyIds: readonly number[],
  nowMs: number,
): Promise<Set<number>> {
  const rows = await source.query<{ api_key_id: bigint }>(
    `SELECT api_key_id FROM api_keys WHERE api_key_id = ANY($1::bigint[])
     AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > $2)`,
    [apiKeyIds, nowMs],
  );
  return new Set(rows.map((row) => Number(row.api_key_id)));
}

export interface NewListenKey {
  readonly hash: Uint8Array;
  readonly apiKeyId: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** Keeps the name of a user stream; of more than `keysMax` of one key the oldest are forgotten. */
export async function insertListenKey(
  transaction: Queryable,
  { hash, apiKeyId, createdAtMs, expiresAtMs }: NewListenKey,
  keysMax: number,
): Promise<void> {
  await transaction.query('INSERT INTO listen_keys VALUES ($1, $2, $3, $4)', [
    hash,
    apiKeyId,
    createdAtMs,
    expiresAtMs,
  ]);
  await transaction.query(
    `DELETE FROM listen_keys WHERE api_key_id = $1 AND listen_key_hash NOT IN (
       SELECT listen_key_hash FROM listen_keys WHERE api_key_id = $1
       ORDER BY created_at_ms DESC, listen_key_hash LIMIT ${keysMax})`,
    [apiKeyId],
  );
}

/** Whose user stream this names. */
export async function findListenKey(
  source: Queryable,
  hash: Uint8Array,
  nowMs: number,
): Promise<Pick<ApiKeyRow, 'apiKeyId' | 'userId' | 'ips'> | undefined> {
  const [row] = await source.query<Pick<ApiKeyRecord, 'api_key_id' | 'user_id' | 'ips'>>(
    `SELECT api_key_id, user_id, ips FROM listen_keys JOIN api_keys USING (api_key_id)
     WHERE listen_key_hash = $1 AND listen_keys.expires_at_ms > $2 AND revoked_at_ms IS NULL
       AND (api_keys.expires_at_ms IS NULL OR api_keys.expires_at_ms > $2)`,
    [hash, nowMs],
  );
  return row && { apiKeyId: Number(row.api_key_id), userId: Number(row.user_id), ips: row.ips };
}

/** Digests, in hex, of the names of user streams of these keys that work still. */
export async function livingListenKeys(
  source: Queryable,
  apiKeyIds: readonly number[],
  nowMs: number,
): Promise<Set<string>> {
  const rows = await source.query<{ hex: string }>(
    `SELECT encode(listen_key_hash, 'hex') AS hex FROM listen_keys
     WHERE api_key_id = ANY($1::bigint[]) AND expires_at_ms > $2`,
    [apiKeyIds, nowMs],
  );
  return new Set(rows.map(({ hex }) => hex));
}

/** Lets a user stream of a key live on; false when there is none of this name. */
export async function extendListenKey(
  source: Queryable,
  { hash, apiKeyId }: { readonly hash: Uint8Array; readonly apiKeyId: number },
  { nowMs, expiresAtMs }: { readonly nowMs: number; readonly expiresAtMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE listen_keys SET expires_at_ms = $4
     WHERE listen_key_hash = $1 AND api_key_id = $2 AND expires_at_ms > $3 RETURNING api_key_id`,
    [hash, apiKeyId, nowMs, expiresAtMs],
  );
  return rows.length > 0;
}

export async function deleteListenKey(
  source: Queryable,
  { hash, apiKeyId }: { readonly hash: Uint8Array; readonly apiKeyId: number },
): Promise<boolean> {
  const rows = await source.query(
    'DELETE FROM listen_keys WHERE listen_key_hash = $1 AND api_key_id = $2 RETURNING api_key_id',
    [hash, apiKeyId],
  );
  return rows.length > 0;
}

export async function pruneListenKeys(source: Queryable, nowMs: number): Promise<void> {
  await source.query('DELETE FROM listen_keys WHERE expires_at_ms <= $1', [nowMs]);
}
