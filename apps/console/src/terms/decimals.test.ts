/** Shares in percent: exact both ways, and what is typed badly is not made good. */
import { formatDecimal } from '@fairlead/units';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOfShare, shareOfPercent } from './decimals.ts';

test.each([
  ['0.0012', '0.12'],
  ['0.000100', '0.01'],
  ['0.000001', '0.0001'],
  ['1', '100'],
  ['0', '0'],
])('a share of %s is typed as %s', (share, percent) => {
  expect(percentOfShare(share)).toBe(percent);
  expect(Number(shareOfPercent(percent))).toBe(Number(share));
});

test('every share there is comes back as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), (ppm) => {
      const share = formatDecimal(ppm, 6);
      expect(shareOfPercent(percentOfShare(share)).padEnd(share.length, '0')).toContain(
        share.replace(/\.?0+$/, ''),
      );
      expect(percentOfShare(shareOfPercent(percentOfShare(share)))).toBe(percentOfShare(share));
    }),
    { seed: 11 },
  );
});

test.each(['', '0.', 'five', '1,2', '0.00001'])('%j stays as it was typed', (typed) => {
  expect(shareOfPercent(typed)).toBe(typed);
});
