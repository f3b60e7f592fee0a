/** Solves proofs of work, as an app does. */
import { createHash } from 'node:crypto';
import type { WorkAsked } from '@fairlead/contract';

export function solveWork({ challenge, bits, parts }: WorkAsked): string {
  const numbers = Array.from({ length: parts }, (_, part) => {
    for (let number = 0; ; number += 1) {
      const hash = createHash('sha256').update(`${challenge}.${part}.${number}`).digest();
      if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return number;
    }
  });
  return `${challenge}.${numbers.join('-')}`;
}
