/** An authenticator app: codes of RFC 6238 (SHA-1, six digits, 30 seconds). */
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

export class Authenticator {
  readonly #key: Buffer;
  #lastStep = 0;

  /** `secret` as people type it: base32, spaces allowed. */
  constructor(secret: string) {
    const letters = [...secret.replaceAll(/\s/g, '').toUpperCase()];
    const bits = letters.map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
    const bytes = bits.join('').match(/.{8}/g) ?? [];
    this.#key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  }

  /** A code not given before: of this step, or of the next one, which servers take as well. */
  next(): string {
    this.#lastStep = Math.max(Math.floor(Date.now() / STEP_MS), this.#lastStep + 1);
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.#lastStep));
    const digest = createHmac('sha1', this.#key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
    return String(number).padStart(6, '0');
  }
}
