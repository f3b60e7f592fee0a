/** The server's own secret: keyed digests of codes and devices, and what is encrypted at rest. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Queryable } from '../store/database.ts';
import { settleSetting } from '../store/settings-queries.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and protects from change (AES-256-GCM): nonce, tag, bytes. `place` must be named again to open. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, place = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Reads what sealBytes wrote; throws when it was changed, moved or sealed with another key. */
export function openBytes(key: Uint8Array, sealed: Uint8Array, place = ''): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const bytes = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([bytes, decipher.final()]);
}

interface Keys {
  /** Names the secret without telling anything of it. */
  readonly keyId: string;
  readonly digest: Uint8Array;
  readonly seal: Uint8Array;
}

const KEY_ID_BYTES = 8;

function keysOf(secret: string): Keys {
  const derive = (purpose: string, bytes = 32) =>
    new Uint8Array(hkdfSync('sha256', secret, 'fairlead', purpose, bytes));
  const keyId = Buffer.from(derive('key id', KEY_ID_BYTES)).toString('hex');
  return { keyId, digest: derive('digest'), seal: derive('seal') };
}

function digestWith(keys: Keys, purpose: string, parts: readonly string[]): Uint8Array {
  return createHmac('sha256', keys.digest)
    .update(JSON.stringify([purpose, ...parts]))
    .digest();
}

export class Secrets {
  readonly #keys: Keys;
  /** The present one first. */
  readonly #all: readonly Keys[];

  /** `previous` secrets open what was sealed with them, and seal nothing any more. */
  constructor(secret: string, previous: readonly string[] = []) {
    this.#keys = keysOf(secret);
    this.#all = [this.#keys, ...previous.map(keysOf)];
  }

  /** Names the key that seals now. */
  get keyId(): string {
    return this.#keys.keyId;
  }

  /** A digest that nobody without the secret can check guesses against. */
  digest(purpose: string, ...parts: readonly string[]): Uint8Array {
    return digestWith(this.#keys, purpose, parts);
  }

  /** The digests that the present and previous secrets make: for looking up what was kept under either. */
  digests(purpose: string, ...parts: readonly string[]): Uint8Array[] {
    return this.#all.map((keys) => digestWith(keys, purpose, parts));
  }

  /** Encrypts a text and protects it from change. */
  seal(text: string): Uint8Array {
    return sealBytes(this.#keys.seal, Buffer.from(text));
  }

  /** Reads what seal wrote, now or with a previous secret; throws when it was changed. */
  open(sealed: Uint8Array): string {
    return this.#open(sealed, '').toString('utf8');
  }

  /** Whether the present secret sealed it. */
  isCurrent(sealed: Uint8Array): boolean {
    try {
      openBytes(this.#keys.seal, sealed);
      return true;
    } catch {
      return false;
    }
  }

  /** Encrypts a key for what is named `place`. */
  wrap(key: Uint8Array, place: string): Uint8Array {
    return sealBytes(this.#keys.seal, key, place);
  }

  /** Reads what wrap wrote, now or with a previous secret; throws when it was changed or moved. */
  unwrap(wrapped: Uint8Array, place: string): Uint8Array {
    return this.#open(wrapped, place);
  }

  #open(sealed: Uint8Array, place: string): Buffer {
    let failure: unknown;
    for (const { seal } of this.#all) {
      try {
        return openBytes(seal, sealed, place);
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }
}

/** The setting that a demo's own secret is kept as. */
export const DEMO_SECRET = 'demo_secret';

/** With the configured secret, or in demo mode with one made at the first start and kept with the data. */
export async function openSecrets(
  database: Queryable,
  configured: { readonly secretKey?: string; readonly previousSecretKeys?: readonly string[] },
  nowMs: number,
): Promise<Secrets> {
  const { secretKey, previousSecretKeys } = configured;
  if (secretKey !== undefined) return new Secrets(secretKey, previousSecretKeys);
  const made = randomBytes(32).toString('base64url');
  const kept = await settleSetting(database, DEMO_SECRET, {
    value: JSON.stringify(made),
    nowMs,
  });
  return new Secrets(String(kept));
}

/** Names one document, however its number is typed, to nobody without the secret. */
export const idDigest = (
  secrets: Pick<Secrets, 'digest'>,
  country: string,
  idNumber: string,
): Uint8Array =>
  secrets.digest('id number', country, idNumber.toUpperCase().replace(/[^0-9A-Z]/g, ''));
