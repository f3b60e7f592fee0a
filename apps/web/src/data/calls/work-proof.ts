/** Finds the numbers of a proof of work (packages/contract, WorkAsked). */
import type { WorkAsked } from '@fairlead/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The number of a part: counted up until the hash begins with so many zero bits. */
function numberOf(prefix: Uint8Array, bits: number): number {
  // What all tries have in common is hashed once.
  const begun = sha256.create().update(prefix);
  for (let number = 0; ; number += 1) {
    const hash = begun
      .clone()
      .update(utf8ToBytes(String(number)))
      .digest();
    const head = new DataView(hash.buffer, hash.byteOffset).getUint32(0);
    if (head >>> (32 - bits) === 0) return number;
  }
}

/** The proof, and how far it is after each part. */
export function prove(
  { challenge, bits, parts }: WorkAsked,
  onPart: (part: number) => void = () => undefined,
): string {
  const numbers = Array.from({ length: parts }, (_, part) => {
    const number = numberOf(utf8ToBytes(`${challenge}.${part}.`), bits);
    onPart((part + 1) / parts);
    return number;
  });
  return `${challenge}.${numbers.join('-')}`;
}
