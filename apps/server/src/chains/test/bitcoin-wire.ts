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

/** Whether an input's witness may spend an output that pays a witness public key hash (BIP-143). */
export function isSigned(tx: WireTx, index: number, spent: WireTx['outputs'][number]): boolean {
  const input = tx.inputs[index];
  const [signature, key, ...more] = input?.witness ?? [];
  if (input === undefined || signature === undefined || key === undefined || more.length > 0)
    return false;
  const hash = Buffer.from(ripemd160(sha256(key))).toString('hex');
  if (spent.script !== `0014${hash}` || signature.at(-1) !== 1) return false;
  const digest = twice(
    Buffer.concat([
      uint32(2),
      twice(Buffer.concat(tx.inputs.map(inputBytes))),
      twice(Buffer.concat(tx.inputs.map(({ sequence }) => uint32(sequence)))),
      inputBytes(input),
      Buffer.from(`1976a914${hash}88ac`, 'hex'),
      uint64(spent.units),
      uint32(input.sequence),
      twice(Buffer.concat(tx.outputs.map(outputBytes))),
      uint32(0),
      uint32(1),
    ]),
  );
  const der = Uint8Array.from(signature.subarray(0, -1));
  const options = { prehash: false, format: 'der', lowS: true } as const;
  return secp256k1.verify(der, digest, Uint8Array.from(key), options);
}
