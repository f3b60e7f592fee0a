/** The server's key for push services: as configured, or made once and kept sealed in the database. */
import { createECDH } from 'node:crypto';
import type { PushConfig } from '../../core/config/push.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Queryable } from '../../core/store/database.ts';
import { readPushKey, settlePushKey } from './queries.ts';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** What the seal is bound to. */
const PLACE = 'push key';

/** Browsers subscribe with the public key, and a new one would end all subscriptions: it is kept. */
export async function openPushKeys(
  database: Queryable,
  {
    config,
    secrets,
    nowMs,
  }: { readonly config: PushConfig; readonly secrets: Secrets; readonly nowMs: number },
): Promise<PushKeys> {
  if (config.keys !== undefined) return config.keys;
  const kept = (await readPushKey(database)) ?? (await settle(database, secrets, nowMs));
  const privateKey = Buffer.from(secrets.unwrap(kept.sealed, PLACE)).toString('base64url');
  return { publicKey: kept.publicKey, privateKey };
}

function settle(database: Queryable, secrets: Secrets, createdAtMs: number) {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  // A private key that begins with zeros is given without them.
  const privateKey = Buffer.alloc(32);
  const made = curve.getPrivateKey();
  made.copy(privateKey, privateKey.length - made.length);
  return settlePushKey(database, {
    publicKey: curve.getPublicKey('base64url'),
    sealed: secrets.wrap(privateKey, PLACE),
    keyId: secrets.keyId,
    createdAtMs,
  });
}
