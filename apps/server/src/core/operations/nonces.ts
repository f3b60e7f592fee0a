/** Nonces that the server keeps nothing of: time, 96 random bits, and a MAC over both and whose it is. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const MAC_BYTES = 16;
const RANDOM_BYTES = 12;

export interface NoncesOptions {
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'digest'>;
  /** What they are for: one for something else is none. */
  readonly purpose: string;
  readonly lifeMs: number;
}

export class Nonces {
  readonly #options: NoncesOptions;

  constructor(options: NoncesOptions) {
    this.#options = options;
  }

  make(owner: number): string {
    const random = randomBytes(RANDOM_BYTES).toString('base64url');
    const head = `${this.#options.clock.now().toString(36)}.${random}`;
    return `${head}.${this.#mac(owner, head).toString('base64url')}`;
  }

  /** Whether it was made for this owner, and lately. That it counts once is for the caller. */
  isFresh(owner: number, nonce: string): boolean {
    const { clock, lifeMs } = this.#options;
    const [time = '', random = '', mac = ''] = nonce.split('.');
    const given = Buffer.from(mac, 'base64url');
    const own = this.#mac(owner, `${time}.${random}`);
    if (given.length !== own.length || !timingSafeEqual(given, own)) return false;
    return clock.now() - Number.parseInt(time, 36) < lifeMs;
  }

  #mac(owner: number, head: string): Buffer {
    const { secrets, purpose } = this.#options;
    return Buffer.from(secrets.digest(purpose, String(owner), head)).subarray(0, MAC_BYTES);
  }
}
