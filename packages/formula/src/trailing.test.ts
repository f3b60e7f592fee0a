import { ratePpm } from '@fairlead/units';
import { expect, test } from 'vitest';
import { trailedPrice } from './trailing.ts';

test.each([
  ['sell', 10_000n, 10_000, 9_900],
  ['buy', 10_000n, 10_000, 10_100],
  // 9,851.495 and 9,850.005: the whole tick that is no nearer.
  ['sell', 15_000n, 10_001, 9_850],
  ['buy', 5_000n, 9_801, 9_851],
  ['sell', 1_000n, 1, 0],
  ['buy', 200_000n, Number.MAX_SAFE_INTEGER, 0],
] as const)('%s, %i ppm from %i: %i', (side, ppm, best, stands) => {
  expect(trailedPrice({ side, trailPpm: ratePpm(ppm), best })).toBe(stands);
});
