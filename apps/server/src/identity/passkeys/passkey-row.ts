/** A passkey as any table of passkeys holds it, whoever it is of. */

export interface PasskeyFacts {
  readonly passkeyId: number;
  /** Base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | undefined;
}

export interface PasskeyFactsRecord {
  readonly passkey_id: bigint;
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly transports: string;
  readonly is_synced: boolean;
  readonly name: string;
  readonly created_at_ms: bigint;
  readonly last_used_at_ms: bigint | null;
}

export const toPasskeyFacts = (row: PasskeyFactsRecord): PasskeyFacts => ({
  passkeyId: Number(row.passkey_id),
  credentialId: row.credential_id,
  publicKey: row.public_key,
  transports: row.transports === '' ? [] : row.transports.split(','),
  isSynced: row.is_synced,
  name: row.name,
  createdAtMs: Number(row.created_at_ms),
  lastUsedAtMs: row.last_used_at_ms === null ? undefined : Number(row.last_used_at_ms),
});
