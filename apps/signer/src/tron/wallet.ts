/** The Tron hot wallet: one key and its one address. */
import type { Hex } from 'viem';
import { tronAddressOf } from './address.ts';
import { type SignedTron, signRaw } from './transaction.ts';

export class TronWallet {
  readonly address: string;
  readonly #key: Hex;

  constructor(key: Hex) {
    this.#key = key;
    this.address = tronAddressOf(key);
  }

  /** Signs and names what was written; nothing is sent. */
  sign(raw: Uint8Array): Promise<SignedTron> {
    return signRaw(raw, this.#key);
  }
}
