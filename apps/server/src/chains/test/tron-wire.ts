/** Transactions of Tron as a node reads them, by code that shares nothing with the signer's. */
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { accountAddress, tronAddress } from '../address.ts';

type Fields = ReadonlyMap<number, bigint | Buffer>;

/** Varints and bytes by their numbers; throws for what is neither, or is there twice. */
function readFields(buffer: Buffer): Fields {
  const fields = new Map<number, bigint | Buffer>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = buffer.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < buffer.length) {
    const key = varint();
    const field = Number(key >> 3n);
    if (fields.has(field)) throw new Error(`field ${field} twice`);
    if ((key & 7n) === 0n) fields.set(field, varint());
    else if ((key & 7n) === 2n) {
      const end = Number(varint()) + at;
      if (end > buffer.length) throw new Error('too short');
      fields.set(field, buffer.subarray(at, end));
      at = end;
    } else throw new Error('neither a number nor bytes');
  }
  return fields;
}

const bytes = (fields: Fields, field: number): Buffer => {
  const value = fields.get(field);
  if (!Buffer.isBuffer(value)) throw new Error(`no bytes ${field}`);
  return value;
};
const whole = (fields: Fields, field: number): bigint => {
  const value = fields.get(field) ?? 0n;
  if (typeof value !== 'bigint') throw new Error(`no number ${field}`);
  return value;
};
const address = (fields: Fields, field: number): string =>
  tronAddress(bytes(fields, field).subarray(1));

export interface WireTron {
  readonly txId: string;
  readonly rawData: string;
  readonly signer: string;
  readonly signature: string;
  readonly refBytes: string;
  readonly refHash: string;
  readonly expiration: number;
  readonly timestamp: number;
  readonly feeLimit: bigint;
  readonly size: number;
  readonly owner: string;
  readonly type: string;
  readonly to: string;
  readonly units: bigint;
  readonly contract: string | undefined;
}

/** A signed payment; throws for what is none. */
export function readTron(text: string): WireTron {
  const raw = Buffer.from(text, 'hex');
  const transaction = readFields(raw);
  const rawData = bytes(transaction, 1);
  const data = readFields(rawData);
  const contract = readFields(bytes(data, 11));
  const parameter = readFields(bytes(contract, 2));
  const type = bytes(parameter, 1).toString().replace('type.googleapis.com/protocol.', '');
  const value = readFields(bytes(parameter, 2));
  const digest = createHash('sha256').update(rawData).digest();
  const signature = bytes(transaction, 2);
  const common = {
    txId: digest.toString('hex'),
    rawData: rawData.toString('hex'),
    signer: signerOf(digest, signature),
    signature: signature.toString('hex'),
    refBytes: bytes(data, 1).toString('hex'),
    refHash: bytes(data, 4).toString('hex'),
    expiration: Number(whole(data, 8)),
    timestamp: Number(whole(data, 14)),
    feeLimit: whole(data, 18),
    size: raw.length + 64,
    owner: address(value, 1),
    type,
  };
  if (type === 'TransferContract' && whole(contract, 1) === 1n)
    return { ...common, to: address(value, 2), units: whole(value, 3), contract: undefined };
  if (type !== 'TriggerSmartContract' || whole(contract, 1) !== 31n) throw new Error(type);
  const call = bytes(value, 4).toString('hex');
  return {
    ...common,
    to: tronAddress(Buffer.from(call.slice(32, 72), 'hex')),
    units: BigInt(`0x${call.slice(72)}`),
    contract: address(value, 2),
  };
}

function signerOf(digest: Buffer, signature: Buffer): string {
  const v = signature.readUInt8(64);
  const recovery = v >= 27 ? v - 27 : v;
  const point = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(digest);
  return accountAddress('TRC20', point.toBytes(false));
}
