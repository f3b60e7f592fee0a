/** What is secret about a snapshot's leaves: in which order they stand, and each one's nonce. Both come from one key. */
import { createHmac } from 'node:crypto';

const KEY_BYTES = 32;
export const SNAPSHOT_KEY_BYTES = KEY_BYTES;
/** Place and kind: 8 bytes of the owner, 4 of the currency. */
const NAME_BYTES = 12;

export class LeafSecrets {
  readonly #placeKey: Buffer;
  readonly #nonceKey: Buffer;
  readonly #name = Buffer.alloc(NAME_BYTES);

  constructor(key: Uint8Array) {
    this.#placeKey = createHmac('sha256', key).update('place').digest();
    this.#nonceKey = createHmac('sha256', key).update('nonce').digest();
  }

  /** Where an owner's leaf stands among the others: 63 bits that nobody without the key can tell. */
  placeOf(owner: number, currencyId: number): bigint {
    return this.#digest(this.#placeKey, owner, currencyId).readBigUInt64BE() >> 1n;
  }

  /** 32 bytes that hide a leaf's owner and amount from everybody but its owner. */
  nonceOf(owner: number, currencyId: number): Uint8Array {
    return this.#digest(this.#nonceKey, owner, currencyId);
  }

  #digest(key: Buffer, owner: number, currencyId: number): Buffer {
    this.#name.writeBigUInt64BE(BigInt(owner));
    this.#name.writeUInt32BE(currencyId, 8);
    return createHmac('sha256', key).update(this.#name).digest();
  }
}
