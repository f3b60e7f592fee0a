/**
 * What processes say to one another: v8's own writing, under a code that only those who have the deployment's secret
 * can make. Nothing is read before its code is checked, so whoever reaches Redis can neither say anything nor
 * reach the reader.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** Bytes of the code: nobody guesses 128 bits over a network. */
const CODE_BYTES = 16;

export class Sealer {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Writes a value for one place, in which alone it opens. */
  seal(place: string, value: unknown): Buffer {
    const bytes = serialize(value);
    return Buffer.concat([this.#code(place, bytes), bytes]);
  }

  /** Reads what seal wrote for this place; undefined for anything else. The type is the sealer's word. */
  open<Value>(place: string, sealed: Buffer): Value | undefined {
    const code = sealed.subarray(0, CODE_BYTES);
    const bytes = sealed.subarray(CODE_BYTES);
    const right = this.#code(place, bytes);
    if (code.length !== right.length || !timingSafeEqual(code, right)) return undefined;
    return deserialize(bytes) as Value;
  }

  #code(place: string, bytes: Buffer): Buffer {
    const hmac = createHmac('sha256', this.#key);
    hmac.update(`${place.length} ${place}`).update(bytes);
    return hmac.digest().subarray(0, CODE_BYTES);
  }
}
