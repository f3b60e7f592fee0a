import { expect, test } from 'vitest';
import { gateOf } from './gate.ts';

const verified = { basic_verification: 'verified' } as const;

test.each([
  ['guest', undefined, undefined],
  ['guest', undefined, 'country'],
  ['country', verified, 'country'],
  ['country', { basic_verification: 'unverified' }, 'country'],
  ['unverified', { basic_verification: 'unverified' }, undefined],
  ['review', { basic_verification: 'under_review' }, undefined],
  ['review', { basic_verification: 'under_review' }, 'verify'],
  // The server knows better than what this device was told.
  ['unverified', verified, 'verify'],
  [undefined, verified, undefined],
] as const)('%s, of %o refused for %s', (gate, user, refusedFor) => {
  expect(gateOf({ user, refusedFor })).toBe(gate);
});
