/**
 * The cold wallet as its output descriptor says (BIP-380, 383, 389): `wsh(sortedmulti(m,[fingerprint/path]xpub/<0;1>/*,…))#checksum`, as
 * Sparrow, Specter and Bitcoin Core export it. Public keys only. Branch 0 receives, branch 1 takes change. One key alone must not
 * be able to pay, so m is at least 2.
 */
import type { HDKey } from '@scure/bip32';
import { p2ms, p2wsh } from '@scure/btc-signer';
import type { Network } from './address.ts';
import { readExtendedKey } from './derivation.ts';

/** One of the n keys, as the descriptor names it. */
export interface ColdKey {
  /** Eight hexadecimal digits: which master key it comes from. */
  readonly fingerprint: string;
  /** Below the master key, such as `48'/0'/0'/2'`. */
  readonly path: string;
  readonly xpub: string;
}

export interface ColdWallet {
  /** m: how many have to sign. */
  readonly required: number;
  /** n of them, in the descriptor's order, which is how they are numbered. */
  readonly keys: readonly ColdKey[];
  /** As it was given, checksum included. */
  readonly descriptor: string;
  /** Each output of the wallet. */
  outputAt(place: ColdPlace): ColdOutput;
}

export interface ColdPlace {
  /** 0: receiving, 1: change. */
  readonly branch: 0 | 1;
  readonly index: number;
}

export interface ColdOutput {
  /** What an output to it holds. */
  readonly script: Uint8Array;
  readonly witnessScript: Uint8Array;
  /** In the descriptor's order. */
  readonly keys: readonly { readonly publicKey: Uint8Array; readonly derivation: Derivation }[];
}

/** As BIP-174 writes where a key comes from. */
export interface Derivation {
  readonly fingerprint: number;
  readonly path: number[];
}

/** Why a descriptor cannot be used. The message holds no key. */
class DescriptorError extends Error {
  override readonly name = 'DescriptorError';
}

const REQUIRED_MIN = 2;
/** More would need other numbers in the script, and no operator has them. */
const KEYS_MAX = 15;
const HARDENED = 0x80000000;
const KNOWN_MAX = 4_096;
const INDEX_MAX = HARDENED - 1;
const WHOLE = /^wsh\(sortedmulti\((\d{1,2}),([^()]{1,4000})\)\)#([a-z0-9]{8})$/;
const KEY = /^\[([0-9a-f]{8})((?:\/\d{1,10}['h]?){0,10})\]([A-Za-z0-9]{100,130})\/<0;1>\/\*$/;

/** Reads a descriptor of a network. Throws DescriptorError. */
export function readDescriptor(text: string, network: Network): ColdWallet {
  const descriptor = text.trim();
  const [, count, list, checksum] =
    WHOLE.exec(descriptor) ??
    refuse('must be wsh(sortedmulti(m,[fingerprint/path]xpub/<0;1>/*,…))#checksum');
  if (checksum !== descriptorChecksum(descriptor.slice(0, -9)))
    refuse('has a wrong checksum: a character of it was changed or left out');
  const read = (list ?? '').split(',').map((key) => readKey(key, network));
  const required = Number(count);
  if (required < REQUIRED_MIN) refuse('must need two keys or more: one alone could pay');
  if (read.length > KEYS_MAX) refuse(`has more than ${KEYS_MAX} keys`);
  if (required > read.length) refuse('needs more keys than it has');
  if (new Set(read.map(({ account }) => hex(account.publicKey))).size < read.length)
    refuse('has a key twice');
  // Each takes n derivations, and the same few are asked for again and again.
  const known = new Map<string, ColdOutput>();
  return {
    required,
    keys: read.map(({ key }) => key),
    descriptor,
    outputAt: (place) => {
      const name = `${place.branch}/${place.index}`;
      const output = known.get(name) ?? outputAt(read, required, place);
      if (known.size < KNOWN_MAX) known.set(name, output);
      return output;
    },
  };
}

interface ReadKey {
  readonly key: ColdKey;
  readonly account: HDKey;
  /** Below it: receiving, change. */
  readonly branches: readonly [HDKey, HDKey];
  readonly fingerprint: number;
  readonly path: readonly number[];
}

function readKey(text: string, network: Network): ReadKey {
  const [, fingerprint = '', path = '', xpub = ''] =
    KEY.exec(text) ?? refuse('has a key that is not written as [fingerprint/path]xpub/<0;1>/*');
  if (!/^[xt]p(ub|rv)/.test(xpub)) refuse('must have its keys as xpub (tpub on a test network)');
  const steps = path.split('/').slice(1);
  const key = { fingerprint, path: steps.join('/').replaceAll('h', "'"), xpub };
  const numbers = steps.map((step) => {
    const number = Number.parseInt(step, 10);
    if (number > INDEX_MAX) refuse('has a step of a path that is too large');
    return /\D$/.test(step) ? number + HARDENED : number;
  });
  const account = accountOf(xpub, network);
  return {
    key,
    account,
    branches: [account.deriveChild(0), account.deriveChild(1)],
    fingerprint: Number.parseInt(fingerprint, 16),
    path: numbers,
  };
}

function accountOf(xpub: string, network: Network): HDKey {
  try {
    return readExtendedKey(xpub, { chain: 'OMNI', network });
  } catch (error) {
    return refuse(`has a key that ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

function outputAt(
  read: readonly ReadKey[],
  required: number,
  { branch, index }: ColdPlace,
): ColdOutput {
  if (!Number.isSafeInteger(index) || index < 0 || index > INDEX_MAX)
    throw new RangeError(`no output has the index ${index}`);
  const keys = read.map(({ branches, fingerprint, path }) => {
    const { publicKey } = branches[branch].deriveChild(index);
    if (publicKey === null) throw new DescriptorError('has no public key');
    return { publicKey, derivation: { fingerprint, path: [...path, branch, index] } };
  });
  // BIP-67: the order of their bytes.
  const sorted = keys.map(({ publicKey }) => publicKey).sort((a, b) => Buffer.compare(a, b));
  const { script, witnessScript } = p2wsh(p2ms(required, sorted));
  if (witnessScript === undefined) throw new DescriptorError('has no script');
  return { script, witnessScript, keys };
}

const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex');

function refuse(why: string): never {
  throw new DescriptorError(why);
}

/** BIP-380: every character a descriptor may hold, in groups of 32, and those of a checksum. */
const CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** The eight characters after `#`; undefined for a text that no descriptor is. */
export function descriptorChecksum(text: string): string | undefined {
  let sum = 1n;
  const add = (value: number): void => {
    const top = sum >> 35n;
    sum = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, generator] of GENERATOR.entries())
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  };
  let group = 0;
  let grouped = 0;
  for (const character of text) {
    const at = CHARACTERS.indexOf(character);
    if (at < 0) return undefined;
    add(at & 31);
    group = group * 3 + (at >> 5);
    grouped += 1;
    if (grouped < 3) continue;
    add(group);
    group = 0;
    grouped = 0;
  }
  if (grouped > 0) add(group);
  for (let n = 0; n < 8; n += 1) add(0);
  sum ^= 1n;
  return Array.from({ length: 8 }, (_, n) => {
    const at = Number((sum >> BigInt(5 * (7 - n))) & 31n);
    return CHECKSUM_CHARACTERS[at];
  }).join('');
}
