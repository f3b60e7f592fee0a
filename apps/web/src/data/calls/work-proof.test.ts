import { expect, test } from 'vitest';
import { prove } from './work-proof.ts';

test('Q17: each part of a proof begins with the zero bits that were asked for', async () => {
  const parts: number[] = [];
  const asked = { challenge: 'abc.def', bits: 8, parts: 4, expires_at: 0 };
  const proof = prove(asked, (part) => parts.push(part));
  expect(proof).toMatch(/^abc\.def\.\d+-\d+-\d+-\d+$/);
  expect(parts).toEqual([0.25, 0.5, 0.75, 1]);
  const numbers = proof.slice('abc.def.'.length).split('-');
  for (const [part, number] of numbers.entries()) {
    const text = new TextEncoder().encode(`abc.def.${part}.${number}`);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
    expect(hash[0]).toBe(0);
  }
});
