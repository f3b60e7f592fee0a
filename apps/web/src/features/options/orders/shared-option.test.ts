/** What a shared option states: what came of it after its fee, as a share of its stake. */
import { expect, test } from 'vitest';
import { resultPpm } from './use-shared-option.ts';

test.each([
  ['7.8', '10', 780_000n],
  ['-10.2', '10.00', -1_020_000n],
  ['0', '10', 0n],
  [undefined, '10', undefined],
])('%s of %s is %s', (profit, amount, ppm) => {
  expect(resultPpm({ profit, amount })).toBe(ppm);
});
