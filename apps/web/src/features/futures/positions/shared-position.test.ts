/** What a shared position states: its result after fees as a share of its margin, rounded down as on its card. */
import { expect, test } from 'vitest';
import { resultPpm } from './use-shared-position.ts';

test.each([
  ['12.34', '100.00', 123_400n],
  ['-0.01', '3', -3_334n],
  ['0', '3', 0n],
  ['1', '0', undefined],
  [undefined, '3', undefined],
])('%s of %s is %s', (net_pnl, margin, ppm) => {
  expect(resultPpm({ net_pnl, margin })).toBe(ppm);
});
