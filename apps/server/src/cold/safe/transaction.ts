/**
 * A payment of a Safe as its owners sign it: typed data (EIP-712), whose digest the contract computes too. It is always a call, never
 * a delegatecall, and repays nobody's gas: what a payment may hold is its recipient, its value or a transfer of one token, and its nonce.
 * Written without viem, which takes longer to load than the rest of the server; the contract and viem are what it is tested against.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { accountAddress } from '../../chains/index.ts';
import type { KeySignatures } from '../psbt.ts';

/** A Safe with those who sign for it, as it was when something was built. */
export interface SafeOwners {
  readonly chainId: number;
  readonly address: string;
  /** m. */
  readonly required: number;
  /** Canonical, in the contract's order. */
  readonly owners: readonly string[];
}

/** What of a transaction of a Safe differs from payment to payment. */
export interface SafeTransaction {
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  /** Hexadecimal digits behind 0x. */
  readonly data: string;
  readonly nonce: bigint;
}

/** What hardware wallets show of typed data: of the wallet, of the payment, and of both, by which the contract knows it. */
export interface SafeHashes {
  readonly domain: string;
  readonly message: string;
  readonly transaction: string;
}

/** Why a payment or its signatures are refused, as the console says it. */
export const SAFE_FAULTS = [
  'not_a_signature',
  'contract_signature',
  'high_s',
  'foreign_owner',
  'duplicate',
  'unsigned',
  'owners_changed',
  'nonce_used',
  'foreign_power',
] as const;
export type SafeFault = (typeof SAFE_FAULTS)[number];

export class SafeError extends Error {
  override readonly name = 'SafeError';
  readonly fault: SafeFault;

  constructor(fault: SafeFault) {
    super(fault);
    this.fault = fault;
  }
}

const ZERO = `0x${'0'.repeat(40)}`;
const CALL = 0;
const DOMAIN = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;
const SAFE_TX = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const;
/** transfer(address,uint256) and execTransaction(…), by the first four bytes of their digests. */
const TRANSFER = 'a9059cbb';
const EXECUTE = '6a761202';
const WORD_DIGITS = 64;
/** Of execTransaction's ten arguments. */
const HEAD_BYTES = 10 * 32;

const digest = (digits: string): string => hex.encode(keccak_256(hex.decode(digits)));
const typeHash = (name: string, fields: readonly { name: string; type: string }[]): string => {
  const text = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;
  return hex.encode(keccak_256(new TextEncoder().encode(text)));
};
const word = (value: bigint | number): string => value.toString(16).padStart(WORD_DIGITS, '0');
const addressWord = (address: string): string => word(BigInt(address));
const digitsOf = (data: string): string => data.slice(2).toLowerCase();

/** In the ledger of payments: `eip155:1:0x…|2|0x…,0x…`. */
export function safeDescriptor({ chainId, address, required, owners }: SafeOwners): string {
  return `eip155:${chainId}:${address}|${required}|${owners.join(',')}`;
}

/** Of what safeDescriptor wrote; throws RangeError for anything else. */
export function readSafeDescriptor(text: string): SafeOwners {
  const [, chainId, address, required, owners] =
    /^eip155:(\d+):(0x[0-9a-fA-F]{40})\|(\d+)\|([0-9a-fA-Fx,]+)$/.exec(text) ?? [];
  if (address === undefined || owners === undefined) throw new RangeError('this describes no Safe');
  const split = owners.split(',');
  return { chainId: Number(chainId), address, required: Number(required), owners: split };
}

/** Ether to an address, or units of a token: then the token's contract is called. */
export function safePayment(
  address: string,
  paid: { readonly units: bigint; readonly contract?: string; readonly nonce: bigint },
): SafeTransaction {
  const { units, contract, nonce } = paid;
  if (contract === undefined) return { to: address, value: units, data: '0x', nonce };
  const data = `0x${TRANSFER}${addressWord(address)}${word(units)}`;
  return { to: contract, value: 0n, data, nonce };
}

export function hashesOf(
  safe: Pick<SafeOwners, 'chainId' | 'address'>,
  transaction: SafeTransaction,
): SafeHashes {
  const { to, value, data, nonce } = transaction;
  const domain = digest(
    typeHash('EIP712Domain', DOMAIN) + word(safe.chainId) + addressWord(safe.address),
  );
  const nothing = word(0);
  const message = digest(
    [
      ...[typeHash('SafeTx', SAFE_TX), addressWord(to), word(value), digest(digitsOf(data))],
      // Operation, the three of gas, the token that repays it, and to whom.
      ...[word(CALL), nothing, nothing, nothing, nothing, nothing],
      word(nonce),
    ].join(''),
  );
  const whole = digest(`1901${domain}${message}`);
  return { domain: `0x${domain}`, message: `0x${message}`, transaction: `0x${whole}` };
}

/** For eth_signTypedData_v4, as wallets take it: numbers as decimal texts. */
export function typedDataOf(
  safe: Pick<SafeOwners, 'chainId' | 'address'>,
  transaction: SafeTransaction,
) {
  const { to, value, data, nonce } = transaction;
  return {
    types: { EIP712Domain: DOMAIN, SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    domain: { chainId: safe.chainId, verifyingContract: safe.address },
    message: {
      ...{ to, value: String(value), data, operation: CALL },
      ...{ safeTxGas: '0', baseGas: '0', gasPrice: '0', gasToken: ZERO, refundReceiver: ZERO },
      nonce: String(nonce),
    },
  } as const;
}

/** Of what typedDataOf gave as JSON, which rows keep; never of what anybody sent. */
export function readTypedData(json: string): SafeTransaction {
  const { message }: ReturnType<typeof typedDataOf> = JSON.parse(json);
  const { to, value, data, nonce } = message;
  return { to, value: BigInt(value), data, nonce: BigInt(nonce) };
}

const SIGNATURE = /^(?:0x)?([0-9a-f]{128})([0-9a-f]{2})$/i;
const HALF_ORDER = secp256k1.Point.CURVE().n / 2n;
/** How the contract tells that wallets put a text before the digest (EIP-191). */
const PREFIXED = 4;

/**
 * Signatures of a payment in a text, one or more in hexadecimal digits; each of another owner. They come as the contract takes
 * them, by the owners' order. Throws SafeError.
 */
export function ownersSignatures(
  safe: SafeOwners,
  transaction: string,
  text: string,
): readonly KeySignatures[] {
  const given = text.split(/[\s,;"'[\]]+/).filter((part) => part !== '');
  if (given.length === 0) throw new SafeError('unsigned');
  if (given.length > safe.owners.length) throw new SafeError('not_a_signature');
  const found = new Map<number, Uint8Array>();
  for (const part of given) {
    const [, compact, v] = SIGNATURE.exec(part) ?? [];
    if (compact === undefined || v === undefined) throw new SafeError('not_a_signature');
    const { key, kind } = signerOf(safe, transaction, { compact, v: Number.parseInt(v, 16) });
    if (found.has(key)) throw new SafeError('duplicate');
    found.set(key, Uint8Array.from([...hex.decode(compact.toLowerCase()), kind]));
  }
  return [...found]
    .map(([key, signature]) => ({ key, signatures: [signature] }))
    .sort((a, b) => a.key - b.key);
}

function signerOf(
  { owners }: SafeOwners,
  transaction: string,
  { compact, v }: { readonly compact: string; readonly v: number },
): { readonly key: number; readonly kind: number } {
  // 0 says that a contract vouches (EIP-1271), 1 that an owner did so on the chain.
  if (v < 2) throw new SafeError('contract_signature');
  if (BigInt(`0x${compact.slice(WORD_DIGITS)}`) > HALF_ORDER) throw new SafeError('high_s');
  const bare = digitsOf(transaction);
  const prefixed = digest(`${PREFIX}${bare}`);
  const isPrefixed = v === 31 || v === 32;
  if (!isPrefixed && v !== 27 && v !== 28) throw new SafeError('not_a_signature');
  // A wallet that signs texts says 27 or 28 of them too.
  const ways = isPrefixed ? [prefixed] : [bare, prefixed];
  const recovery = (v - 27) % PREFIXED;
  for (const signed of ways) {
    const signer = recovered(compact.toLowerCase(), { signed, recovery });
    const key = signer === undefined ? -1 : owners.indexOf(signer);
    if (key >= 0) return { key, kind: 27 + recovery + (signed === prefixed ? PREFIXED : 0) };
  }
  throw new SafeError('foreign_owner');
}

/** "\x19Ethereum Signed Message:\n32". */
const PREFIX = hex.encode(new TextEncoder().encode('\x19Ethereum Signed Message:\n32'));

function recovered(
  compact: string,
  { signed, recovery }: { readonly signed: string; readonly recovery: number },
): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(hex.decode(compact), 'compact');
    const key = signature.addRecoveryBit(recovery).recoverPublicKey(hex.decode(signed));
    return accountAddress('ERC20', key.toBytes(false));
  } catch {
    return undefined;
  }
}

/** What the Safe is called with to carry it out, by anybody: signatures of m owners, sorted by their addresses. */
export function executionOf(
  { owners, required }: SafeOwners,
  { to, value, data }: SafeTransaction,
  signed: readonly KeySignatures[],
): string {
  const enough = signed.slice(0, required);
  if (enough.length < required) throw new RangeError('too few have signed');
  const ownerOf = ({ key }: KeySignatures): bigint => BigInt(owners[key] ?? 0);
  const signatures = enough
    .toSorted((a, b) => (ownerOf(a) < ownerOf(b) ? -1 : 1))
    .map(({ signatures: [signature] }) => hex.encode(signature ?? new Uint8Array()))
    .join('');
  const [called, proof] = [bytesOf(digitsOf(data)), bytesOf(signatures)];
  return [
    `0x${EXECUTE}`,
    ...[addressWord(to), word(value), word(HEAD_BYTES), word(CALL)],
    ...[word(0), word(0), word(0), addressWord(ZERO), addressWord(ZERO)],
    word(HEAD_BYTES + called.length / 2),
    ...[called, proof],
  ].join('');
}

/** Their length, then what they are, filled up to whole words. */
function bytesOf(digits: string): string {
  const words = Math.ceil(digits.length / WORD_DIGITS);
  return word(digits.length / 2) + digits.padEnd(words * WORD_DIGITS, '0');
}
