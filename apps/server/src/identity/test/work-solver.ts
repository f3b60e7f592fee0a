/** Solves proofs of work, as an app does. */
import { hash } from 'node:crypto';
import type { WorkAsked } from '@fairlead/contract';

export function solveWork({ challenge, bits, parts }: WorkAsked): string {
  const numbers = Array.from({ length: parts }, (_, part) => {
    for (let number = 0; ; number += 1) {
      // As text: asked for bytes, it takes three times as long.
      const digest = hash('sha256', `${challenge}.${part}.${number}`, 'hex');
      if (Number.parseInt(digest.slice(0, 8), 16) >>> (32 - bits) === 0) return number;
    }
  });
  return `${challenge}.${numbers.join('-')}`;
}
