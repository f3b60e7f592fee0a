/** Tron's addresses: base58 with a checksum of a byte that says so and the 20 bytes that Ethereum would use too. */
import { createHash } from 'node:crypto';
import { base58check } from '@scure/base';
import { type Hex, hexToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';

const PREFIX = 0x41;
const checked58 = base58check((bytes: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(bytes).digest()),
);

/** The 21 bytes of an address; undefined when the text is none. */
export function bytesOf(address: string): Uint8Array | undefined {
  try {
    const bytes = checked58.decode(address);
    return bytes.length === 21 && bytes[0] === PREFIX ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Of an address that is one, the 20 bytes as lower-case hex, as logs and calls of contracts name it. */
export function digitsOf(address: string): string {
  const bytes = bytesOf(address);
  if (bytes === undefined) throw new Error(`${address} is no address of Tron`);
  return Buffer.from(bytes.subarray(1)).toString('hex');
}

/** The address of a private key. */
export const tronAddressOf = (key: Hex): string =>
  checked58.encode(Uint8Array.from([PREFIX, ...hexToBytes(privateKeyToAddress(key))]));
