/**
 * A payment on Tron as the bytes that are signed, written here from what was approved: of what a node says only the block
 * that it refers to and times are in it, and no node is asked to make one. Fields by number, as java-tron's
 * `core/Tron.proto` and `core/contract/*.proto` have them; proto3 leaves out what is 0.
 */
import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import { sign } from 'viem/accounts';
import { bytesOf, digitsOf } from './address.ts';

const TYPES = {
  TransferContract: 1n,
  TriggerSmartContract: 31n,
} as const;
/** `transfer(address,uint256)` */
const TRANSFER = 'a9059cbb';
const INT64_MAX = 2n ** 63n - 1n;
const UINT256_MAX = 2n ** 256n - 1n;

export interface TronPayment {
  readonly from: string;
  readonly to: string;
  /** Absent for TRX itself. */
  readonly contract: string | undefined;
  readonly units: bigint;
}

export interface TronTerms {
  /** The block that it refers to: on a chain without that one it is worth nothing. */
  readonly reference: { readonly height: number; readonly hash: string };
  /** In no block after one of this time or later. */
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** What energy may cost in sun; 0 for TRX, which takes none. */
  readonly feeLimit: bigint;
}

export interface SignedTron {
  readonly txId: string;
  /** The whole transaction, hex. */
  readonly raw: string;
}

/** Why a payment cannot be written. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number((left & 0x7fn) | 0x80n));
  return Uint8Array.from([...bytes, Number(left)]);
}

const number = (field: number, value: bigint): readonly Uint8Array[] =>
  value === 0n ? [] : [varint(BigInt(field) << 3n), varint(value)];

const bytes = (field: number, value: Uint8Array): readonly Uint8Array[] => [
  varint((BigInt(field) << 3n) | 2n),
  varint(BigInt(value.length)),
  value,
];

const message = (...fields: readonly (readonly Uint8Array[])[]): Uint8Array =>
  Buffer.concat(fields.flat());

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');
const word = (digits: string): string => digits.padStart(64, '0');

/** What a token's `transfer` is called with, as hex. */
export const transferWords = (to: string, units: bigint): string =>
  word(digitsOf(to)) + word(units.toString(16));

function addressBytes(address: string): Uint8Array {
  const read = bytesOf(address);
  if (read === undefined) throw new TransactionError(`${address} is no address of Tron`);
  return read;
}

function contractOf({ from, to, contract, units }: TronPayment): Uint8Array {
  if (units <= 0n || units > (contract === undefined ? INT64_MAX : UINT256_MAX))
    throw new TransactionError('the amount does not fit');
  const owner = bytes(1, addressBytes(from));
  const [type, value] =
    contract === undefined
      ? ([
          'TransferContract',
          message(owner, bytes(2, addressBytes(to)), number(3, units)),
        ] as const)
      : ([
          'TriggerSmartContract',
          message(
            owner,
            bytes(2, addressBytes(contract)),
            bytes(4, hex(TRANSFER + transferWords(to, units))),
          ),
        ] as const);
  const url = Buffer.from(`type.googleapis.com/protocol.${type}`);
  return message(number(1, TYPES[type]), bytes(2, message(bytes(1, url), bytes(2, value))));
}

/** What is signed. */
export function rawData(payment: TronPayment, terms: TronTerms): Uint8Array {
  const { reference, expirationMs, timestampMs, feeLimit } = terms;
  // Of the block's height the last two bytes, of its name the second eight.
  const height = hex(BigInt(reference.height).toString(16).padStart(16, '0'));
  return message(
    bytes(1, height.subarray(6, 8)),
    bytes(4, hex(reference.hash).subarray(8, 16)),
    number(8, BigInt(expirationMs)),
    bytes(11, contractOf(payment)),
    number(14, BigInt(timestampMs)),
    number(18, feeLimit),
  );
}

export const nameOf = (raw: Uint8Array): string => createHash('sha256').update(raw).digest('hex');

/** Signs what `rawData` wrote: r, s and v after it, v being 27 or 28. */
export async function signRaw(raw: Uint8Array, key: Hex): Promise<SignedTron> {
  const txId = nameOf(raw);
  const { r, s, yParity = 0 } = await sign({ hash: `0x${txId}`, privateKey: key });
  const v = (27 + yParity).toString(16);
  const signature = hex(word(r.slice(2)) + word(s.slice(2)) + v);
  const whole = message(bytes(1, raw), bytes(2, signature));
  return { txId, raw: Buffer.from(whole).toString('hex') };
}

/** A node counts as much beside a transaction's bytes for its result. */
const RESULT_BYTES = 64;
/** A signature with its field, and the frame of the raw data, at their longest. */
const SIGNATURE_BYTES = 67 + 4;

/** Bytes that a signed payment takes of the bandwidth. */
export const bandwidthOf = (raw: Uint8Array): bigint =>
  BigInt(raw.length + SIGNATURE_BYTES + RESULT_BYTES);
