/**
 * Addresses of the three networks, checked by their own checksums and written in one form only, so that
 * two spellings of one address are never two addresses (W7, W10).
 */
import { CHAINS, type Chain } from '@fairlead/contract';
import { assertNever } from '@fairlead/units';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, bech32, bech32m, hex } from '@scure/base';

/** TRC20 is the Tron network, ERC20 is Ethereum, OMNI is Bitcoin. */
export type { Chain };

/** Bitcoin's `test` is testnet, signet and regtest; Ethereum and Tron write both networks alike. */
export type Network = 'main' | 'test';

const checked58 = base58check(sha256);
const TRON_PREFIX = 0x41;
const BITCOIN_VERSIONS = { main: [0x00, 0x05], test: [0x6f, 0xc4] } as const;
const SEGWIT_PREFIXES = { main: ['bc'], test: ['tb', 'bcrt'] } as const;

export function isChain(text: string): text is Chain {
  return CHAINS.some((chain) => chain === text);
}

/**
 * The one way to write the address, or undefined when the text is no address of the chain: a wrong
 * checksum, another network, too short or long, blanks around it, or an address that nobody can own.
 */
export function canonicalAddress(chain: Chain, text: string, network: Network): string | undefined {
  if (text.length > 100) return undefined;
  switch (chain) {
    case 'ERC20':
      return canonicalEthereum(text);
    case 'TRC20':
      return canonicalTron(text);
    case 'OMNI':
      return canonicalBitcoin(text, network);
    default:
      return assertNever(chain);
  }
}

/** EIP-55 of 20 bytes given as 40 lower-case hex digits. */
export function ethereumAddress(digits: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  let address = '0x';
  for (const [index, digit] of [...digits].entries())
    address += Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit;
  return address;
}

/** Base58check of the 20 bytes that Ethereum would use too, behind Tron's prefix. */
export function tronAddress(bytes: Uint8Array): string {
  return checked58.encode(Uint8Array.from([TRON_PREFIX, ...bytes]));
}

/** Chains whose accounts are the last 20 bytes of the Keccak hash of a key. */
export type AccountChain = Extract<Chain, 'ERC20' | 'TRC20'>;

/** The address of an uncompressed public key of 65 bytes. */
export function accountAddress(chain: AccountChain, key: Uint8Array): string {
  const bytes = keccak_256(key.subarray(1)).subarray(-20);
  switch (chain) {
    case 'ERC20':
      return ethereumAddress(hex.encode(bytes));
    case 'TRC20':
      return tronAddress(bytes);
    default:
      return assertNever(chain);
  }
}

/** The 20 bytes of a Tron address as 40 lower-case hex digits; undefined when it is none. */
export function tronBytes(text: string): string | undefined {
  const bytes = decode58(text);
  if (bytes === undefined || bytes.length !== 21 || bytes[0] !== TRON_PREFIX) return undefined;
  return hex.encode(bytes.subarray(1));
}

function canonicalEthereum(text: string): string | undefined {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined || /^0+$/.test(digits)) return undefined;
  const address = ethereumAddress(digits.toLowerCase());
  // One case alone carries no checksum; a mixture must be the right one.
  const isUnchecked = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isUnchecked || `0x${digits}` === address ? address : undefined;
}

function canonicalTron(text: string): string | undefined {
  const digits = tronBytes(text);
  return digits === undefined || /^0+$/.test(digits) ? undefined : text;
}

function canonicalBitcoin(text: string, network: Network): string | undefined {
  const separator = text.lastIndexOf('1');
  const prefix = text.slice(0, Math.max(separator, 0)).toLowerCase();
  const isSegwit = [...SEGWIT_PREFIXES.main, ...SEGWIT_PREFIXES.test].some((one) => one === prefix);
  if (isSegwit) {
    const isOfNetwork = SEGWIT_PREFIXES[network].some((one) => one === prefix);
    return isOfNetwork && isWitnessProgram(text) ? text.toLowerCase() : undefined;
  }
  const bytes = decode58(text);
  if (bytes === undefined || bytes.length !== 21) return undefined;
  const isOfNetwork = BITCOIN_VERSIONS[network].some((version) => version === bytes[0]);
  return isOfNetwork && bytes.subarray(1).some((byte) => byte !== 0) ? text : undefined;
}

/** Version 0 with 20 or 32 bytes in bech32 (BIP 173), version 1 with a key in bech32m (BIP 350, 341). */
function isWitnessProgram(text: string): boolean {
  const plain = bech32.decodeUnsafe(text, 90);
  const modified = bech32m.decodeUnsafe(text, 90);
  const words = plain?.words ?? modified?.words;
  const version = words?.[0];
  if (words === undefined || version === undefined) return false;
  const program = bech32.fromWordsUnsafe(words.slice(1));
  if (!program) return false;
  if (version === 0) return plain !== undefined && [20, 32].includes(program.length);
  // Later versions have no rules yet: money sent there could be taken by anybody.
  return version === 1 && modified !== undefined && program.length === 32 && isOnCurve(program);
}

/** What taproot pays to is the x coordinate of a point; money to any other number is lost. */
function isOnCurve(x: Uint8Array): boolean {
  try {
    secp256k1.Point.fromBytes(Uint8Array.from([2, ...x]));
    return true;
  } catch {
    return false;
  }
}

function decode58(text: string): Uint8Array | undefined {
  try {
    return checked58.decode(text);
  } catch {
    return undefined;
  }
}
