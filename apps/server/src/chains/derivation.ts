/**
 * Deposit addresses from the operator's extended public keys (BIP 32). The server holds no private key: a
 * key that could sign is refused before it is kept anywhere.
 */
import { assertNever } from '@fairlead/units';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { accountAddress, type Chain, type Network } from './address.ts';

const checked58 = base58check(sha256);

/** First four bytes of an extended key: SLIP-132's names. Private and public of one kind belong together. */
const KINDS = [
  { name: 'xpub', public: 0x0488b21e, private: 0x0488ade4, network: 'main', isSegwit: false },
  { name: 'zpub', public: 0x04b24746, private: 0x04b2430c, network: 'main', isSegwit: true },
  { name: 'tpub', public: 0x043587cf, private: 0x04358394, network: 'test', isSegwit: false },
  { name: 'vpub', public: 0x045f1cf6, private: 0x045f18bc, network: 'test', isSegwit: true },
] as const;

/** Why a key cannot be used. The message never holds the key. */
export class ExtendedKeyError extends Error {
  override readonly name = 'ExtendedKeyError';
}

export interface AddressSource {
  /** The address of a user; `index` is the user's id, below 2^31. */
  addressAt(index: number): string;
  /** `m/1/0`: the signer's reserve, which gives gas to addresses that hold tokens. */
  readonly reserve: string;
}

/**
 * The addresses `m/0/index` below an account's public key. `prefix` is the human-readable part of Bitcoin
 * addresses. Throws ExtendedKeyError.
 */
export function addressSource(
  key: string,
  { chain, network, prefix }: { chain: Chain; network: Network; prefix?: string },
): AddressSource {
  const account = readExtendedKey(key, { chain, network });
  const external = account.deriveChild(0);
  const addressBelow = (branch: HDKey, index: number): string => {
    const { publicKey } = branch.deriveChild(index);
    if (publicKey === null) throw new ExtendedKeyError('has no public key');
    return addressOf(publicKey, { chain, prefix: prefix ?? (network === 'main' ? 'bc' : 'tb') });
  };
  return {
    reserve: addressBelow(account.deriveChild(1), 0),
    addressAt(index) {
      if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** 31)
        throw new RangeError(`no address has the index ${index}`);
      return addressBelow(external, index);
    },
  };
}

/** Reads an account's extended public key of a network. Throws ExtendedKeyError. */
export function readExtendedKey(
  key: string,
  { chain, network }: { readonly chain: Chain; readonly network: Network },
): HDKey {
  const version = versionOf(key);
  if (KINDS.some((kind) => kind.private === version))
    throw new ExtendedKeyError('is a private key: the server must never hold one; give its xpub');
  const kind = KINDS.find((one) => one.public === version);
  if (kind === undefined) throw new ExtendedKeyError('is not an extended public key (xpub, tpub)');
  if (kind.isSegwit && chain !== 'OMNI')
    throw new ExtendedKeyError(`is a ${kind.name}, which is for Bitcoin only`);
  if (kind.network !== network)
    throw new ExtendedKeyError(
      network === 'test'
        ? `is a ${kind.name} of a main network; demo mode takes test keys only (tpub, vpub)`
        : `is a ${kind.name} of a test network`,
    );
  try {
    return HDKey.fromExtendedKey(key, { public: kind.public, private: kind.private });
  } catch {
    throw new ExtendedKeyError('is not a valid extended public key');
  }
}

function versionOf(key: string): number {
  try {
    const bytes = checked58.decode(key);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  } catch {
    throw new ExtendedKeyError('is not an extended public key: its checksum is wrong');
  }
}

function addressOf(
  publicKey: Uint8Array,
  { chain, prefix }: { readonly chain: Chain; readonly prefix: string },
): string {
  switch (chain) {
    case 'OMNI': {
      const program = ripemd160(sha256(publicKey));
      return bech32.encode(prefix, [0, ...bech32.toWords(program)]);
    }
    case 'ERC20':
    case 'TRC20': {
      const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
      return accountAddress(chain, point);
    }
    default:
      return assertNever(chain);
  }
}
