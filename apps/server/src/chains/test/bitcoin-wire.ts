/**
 * Bitcoin transactions as a node reads them: their bytes, names, sizes and signatures. Written from BIP-141, 143 and 144 without
 * the signer's library, so that a mistake of that one is found.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

export interface WireTx {
  readonly txId: string;
  readonly raw: string;
  readonly virtualSize: number;
  readonly inputs: readonly {
    readonly txId: string;
    readonly index: number;
    readonly sequence: number;
    readonly witness: readonly Buffer[];
  }[];
  readonly outputs: readonly { readonly units: bigint; readonly script: string }[];
}

const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const reversed = (hex: string): Buffer => Buffer.from(hex, 'hex').reverse();

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
/** A length; nothing here is longer than 252. */
const short = (length: number): Buffer => Buffer.from([length]);

const inputBytes = ({ txId, index }: { txId: string; index: number }): Buffer =>
  Buffer.concat([reversed(txId), uint32(index)]);
const outputBytes = ({ units, script }: WireTx['outputs'][number]): Buffer =>
  Buffer.concat([uint64(units), short(script.length / 2), Buffer.from(script, 'hex')]);

/** A transaction without witnesses, as it is named. */
const body = (inputs: readonly Buffer[], outputs: WireTx['outputs'], lockTime: number): Buffer =>
  Buffer.concat([
    uint32(2),
    short(inputs.length),
    ...inputs,
    short(outputs.length),
    ...outputs.map(outputBytes),
    uint32(lockTime),
  ]);

/** One from outside, which nobody here can check. */
export function foreignTx(seed: string, outputs: WireTx['outputs']): WireTx {
  const from = { txId: Buffer.from(sha256(Buffer.from(seed))).toString('hex'), index: 0 };
  const script = Buffer.from([1, 0x51]);
  const input = Buffer.concat([inputBytes(from), script, uint32(0xffffffff)]);
  const bytes = body([input], outputs, 0);
  return {
    ...nameOf(bytes),
    raw: bytes.toString('hex'),
    virtualSize: bytes.length,
    inputs: [],
    outputs,
  };
}

const nameOf = (bytes: Buffer) => ({
  txId: Buffer.from(twice(bytes)).reverse().toString('hex'),
});

/** Reads one with witnesses. Throws for what is none. */
export function readTx(raw: string): WireTx {
  const bytes = Buffer.from(raw, 'hex');
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('TX decode failed');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const count = () => take(1)[0] ?? 0;
  const list = <Item>(read: () => Item): Item[] => Array.from({ length: count() }, read);
  const version = take(4).readUInt32LE();
  const marks = take(2).toString('hex');
  if (version !== 2 || marks !== '0001') throw new Error('TX decode failed');
  const points = list(() => {
    const point = {
      txId: Buffer.from(take(32)).reverse().toString('hex'),
      index: take(4).readUInt32LE(),
    };
    if (count() !== 0) throw new Error('non-mandatory-script-verify-flag');
    return { ...point, sequence: take(4).readUInt32LE() };
  });
  const outputs = list(() => ({
    units: take(8).readBigUInt64LE(),
    script: take(count()).toString('hex'),
  }));
  const inputs = points.map((point) => ({
    ...point,
    witness: list(() => Buffer.from(take(count()))),
  }));
  const lockTime = take(4).readUInt32LE();
  if (at !== bytes.length) throw new Error('TX decode failed');
  const bare = body(
    points.map((point) => Buffer.concat([inputBytes(point), short(0), uint32(point.sequence)])),
    outputs,
    lockTime,
  );
  const virtualSize = Math.ceil((bare.length * 3 + bytes.length) / 4);
  return { ...nameOf(bare), raw, virtualSize, inputs, outputs };
}

/** Whether an input's witness may spend an output that pays a witness public key hash, or the hash of a script of m of n (BIP-143). */
export function isSigned(tx: WireTx, index: number, spent: WireTx['outputs'][number]): boolean {
  return spent.script.startsWith('0020')
    ? isSignedByMany(tx, index, spent)
    : isSignedByOne(tx, index, spent);
}

function isSignedByOne(tx: WireTx, index: number, spent: WireTx['outputs'][number]): boolean {
  const [signature, key, ...more] = tx.inputs[index]?.witness ?? [];
  if (signature === undefined || key === undefined || more.length > 0) return false;
  const hash = Buffer.from(ripemd160(sha256(key))).toString('hex');
  const code = Buffer.from(`1976a914${hash}88ac`, 'hex');
  return (
    spent.script === `0014${hash}` && isBy(key, signature, digestOf(tx, index, { code, spent }))
  );
}

/** `OP_m key… OP_n OP_CHECKMULTISIG`: a zero, then exactly m signatures in the order of their keys. */
function isSignedByMany(tx: WireTx, index: number, spent: WireTx['outputs'][number]): boolean {
  const [zero, ...rest] = tx.inputs[index]?.witness ?? [];
  const script = rest.pop();
  if (zero?.length !== 0 || script === undefined) return false;
  if (spent.script !== `0020${Buffer.from(sha256(script)).toString('hex')}`) return false;
  const [needed = 0, count = 0] = [script.at(0), script.at(-2)].map((code) => (code ?? 0) - 0x50);
  const keys = Array.from({ length: count }, (_, n) => script.subarray(2 + n * 34, 35 + n * 34));
  if (script.length !== 3 + count * 34 || script.at(-1) !== 0xae || rest.length !== needed)
    return false;
  const digest = digestOf(tx, index, {
    code: Buffer.concat([short(script.length), script]),
    spent,
  });
  let next = 0;
  return rest.every((signature) => {
    while (next < keys.length) {
      const key = keys[next];
      next += 1;
      if (key !== undefined && isBy(key, signature, digest)) return true;
    }
    return false;
  });
}

function digestOf(
  tx: WireTx,
  index: number,
  { code, spent }: { readonly code: Buffer; readonly spent: WireTx['outputs'][number] },
): Uint8Array {
  const input = tx.inputs[index];
  if (input === undefined) throw new Error(`there is no input ${index}`);
  return twice(
    Buffer.concat([
      uint32(2),
      twice(Buffer.concat(tx.inputs.map(inputBytes))),
      twice(Buffer.concat(tx.inputs.map(({ sequence }) => uint32(sequence)))),
      inputBytes(input),
      code,
      uint64(spent.units),
      uint32(input.sequence),
      twice(Buffer.concat(tx.outputs.map(outputBytes))),
      uint32(0),
      uint32(1),
    ]),
  );
}

function isBy(key: Uint8Array, signature: Uint8Array, digest: Uint8Array): boolean {
  if (signature.at(-1) !== 1) return false;
  const der = Uint8Array.from(signature.subarray(0, -1));
  const options = { prehash: false, format: 'der', lowS: true } as const;
  return secp256k1.verify(der, digest, Uint8Array.from(key), options);
}
