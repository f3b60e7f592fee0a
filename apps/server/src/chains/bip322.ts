/**
 * The simple form of BIP-322 for P2WPKH addresses: the signature is the witness of a transaction that could never be
 * sent, which spends an output that commits to the message. Other kinds of addresses sign by BIP-137.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';

const SIGHASH_ALL = 1;
const KEY_BYTES = 33;
const PROGRAM_BYTES = 20;

const join = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const zeros = (count: number): number[] => new Array<number>(count).fill(0);
const LITTLE_1 = [1, 0, 0, 0];

/** Whether the witness is of this message by the address. Throws for what is no witness. */
export function isSimpleSignature(address: string, message: string, witness: Uint8Array): boolean {
  const program = programOf(address);
  const items = readWitness(witness);
  const [signature, key] = items;
  if (program === undefined || items.length !== 2 || signature === undefined) return false;
  if (key?.length !== KEY_BYTES || signature.at(-1) !== SIGHASH_ALL) return false;
  if (!isSame(ripemd160(sha256(key)), program)) return false;
  return secp256k1.verify(signature.subarray(0, -1), signedDigest(message, program), key, {
    prehash: false,
    format: 'der',
  });
}

/** Of a version 0 address with 20 bytes. */
function programOf(address: string): Uint8Array | undefined {
  const [version, ...words] = bech32.decodeUnsafe(address, 90)?.words ?? [];
  const program = version === 0 ? bech32.fromWords(words) : undefined;
  return program?.length === PROGRAM_BYTES ? program : undefined;
}

/** How many items, then each behind its length. */
function readWitness(bytes: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  let at = 1;
  for (let count = bytes[0] ?? 0; count > 0; count -= 1) {
    const length = bytes[at] ?? 0;
    items.push(bytes.slice(at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (at !== bytes.length) throw new Error('not a witness');
  return items;
}

/** What the key signs: BIP-143 of the spending transaction. */
function signedDigest(message: string, program: Uint8Array): Uint8Array {
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'));
  const digest = sha256(join(tag, tag, new TextEncoder().encode(message)));
  const script = join([0x00, PROGRAM_BYTES], program);
  const output = join(zeros(8), [script.length], script);
  // Version 0, one input of nothing with `OP_0 PUSH32 digest`, one output of nothing to the address.
  const input = join(zeros(32), [0xff, 0xff, 0xff, 0xff], [34, 0x00, 32], digest, zeros(4));
  const toSpend = twice(join(zeros(4), [1], input, [1], output, zeros(4)));
  const outpoint = join(toSpend, zeros(4));
  const scriptCode = join([25, 0x76, 0xa9, PROGRAM_BYTES], program, [0x88, 0xac]);
  const toSign = join(zeros(8), [1, 0x6a]);
  return twice(
    join(
      ...[zeros(4), twice(outpoint), twice(Uint8Array.from(zeros(4))), outpoint, scriptCode],
      ...[zeros(8), zeros(4), twice(toSign), zeros(4), LITTLE_1],
    ),
  );
}

const isSame = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, at) => byte === right[at]);
