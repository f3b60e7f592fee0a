/** The server's own secret: keyed digests of codes and devices, and what is encrypted at rest. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Queryable } from '../store/database.ts';
import { settleSetting } from '../store/settings-queries.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Secrets {
  readonly #digestKey: Uint8Array;
  readonly #sealKey: Uint8Array;

  constructor(secret: string) {
    const derive = (purpose: string) =>
      new Uint8Array(hkdfSync('sha256', secret, 'fairlead', purpose, 32));
    this.#digestKey = derive('digest');
    this.#sealKey = derive('seal');
  }

  /** A digest that nobody without the secret can check guesses against. */
  digest(purpose: string, ...parts: readonly string[]): Uint8Array {
    return createHmac('sha256', this.#digestKey)
      .update(JSON.stringify([purpose, ...parts]))
      .digest();
  }

  /** Encrypts and protects from change (AES-256-GCM): nonce, tag, text. */
  seal(text: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Reads what seal wrote; throws when it was changed or sealed with another secret. */
  open(sealed: Uint8Array): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, nonce);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}

/** With the configured secret, or in demo mode with one made at the first start and kept with the data. */
export async function openSecrets(
  database: Queryable,
  secretKey: string | undefined,
  nowMs: number,
): Promise<Secrets> {
  if (secretKey !== undefined) return new Secrets(secretKey);
  const made = randomBytes(32).toString('base64url');
  const kept = await settleSetting(database, 'demo_secret', {
    value: JSON.stringify(made),
    nowMs,
  });
  return new Secrets(String(kept));
}
