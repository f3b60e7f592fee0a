/**
 * The account below which users' deposit addresses are: `m/0/<user id>` (BIP 32). Whoever has it can pay from all of them.
 * `m/1/0` is its reserve, which pays for gas where an address holds tokens only.
 */
import { bytesToHex, type Hex } from 'viem';
import { generatePrivateKey, HDKey } from 'viem/accounts';
import { KeyFileError } from '../key-file.ts';

/** First four bytes of extended keys, as the server reads them (SLIP-132). */
const VERSIONS = {
  main: { public: 0x0488b21e, private: 0x0488ade4 },
  test: { public: 0x043587cf, private: 0x04358394 },
} as const;
export type AccountNetwork = keyof typeof VERSIONS;

/** Users' ids are below it: what is above has no address. */
const INDEX_LIMIT = 2 ** 31;

export class Account {
  readonly #account: HDKey;
  readonly #addresses: HDKey;

  /** Throws KeyFileError for what is no extended private key of the network. */
  constructor(xprv: string, network: AccountNetwork) {
    this.#account = readAccount(xprv, network);
    this.#addresses = this.#account.deriveChild(0);
  }

  /** A new account, made of 32 random bytes. */
  static make(network: AccountNetwork): string {
    const seed = Buffer.from(generatePrivateKey().slice(2), 'hex');
    return HDKey.fromMasterSeed(seed, VERSIONS[network]).privateExtendedKey;
  }

  get xpub(): string {
    return this.#account.publicExtendedKey;
  }

  /** The key of a user's address; undefined where no user has such a number. */
  keyAt(index: number): Hex | undefined {
    if (!Number.isSafeInteger(index) || index < 1 || index >= INDEX_LIMIT) return undefined;
    return keyOf(this.#addresses.deriveChild(index));
  }

  get reserveKey(): Hex {
    return keyOf(this.#account.deriveChild(1).deriveChild(0));
  }
}

function readAccount(xprv: string, network: AccountNetwork): HDKey {
  let account: HDKey;
  try {
    account = HDKey.fromExtendedKey(xprv, VERSIONS[network]);
  } catch {
    throw new KeyFileError(`it is no extended private key of a ${network} network`);
  }
  if (account.privateKey === null)
    throw new KeyFileError('it is a public key: the private one pays from its addresses');
  return account;
}

function keyOf({ privateKey }: HDKey): Hex {
  if (privateKey === null) throw new KeyFileError('a key has no private part');
  return bytesToHex(privateKey);
}
