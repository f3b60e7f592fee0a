/** Rebates by values worked by hand, on both sides of every bound. */
import { amountMinor, InvariantError, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insuranceShare, rebateAmount, referralLevel } from './index.ts';

const rebate = (fee: bigint, ratio: bigint, share = 0n) =>
  rebateAmount({
    fee: amountMinor(fee),
    ratio: ratePpm(ratio),
    insuranceShare: amountMinor(share),
  });

describe('a rebate', () => {
  test.each([
    [1_000_000n, 200_000n, 0n, 200_000n],
    [4n, 200_000n, 0n, 0n],
    [5n, 200_000n, 0n, 1n],
    [9n, 200_000n, 0n, 1n],
    [0n, 200_000n, 0n, 0n],
    [7n, 0n, 0n, 0n],
    [7n, 1_000_000n, 0n, 7n],
    // Half of the fee is the insurance fund's: the other half is all that there is to give.
    [100n, 500_000n, 50n, 50n],
    [100n, 500_000n, 51n, 49n],
    [100n, 500_000n, 49n, 50n],
    [100n, 500_000n, 100n, 0n],
  ])('of a fee of %s at %s ppm with %s for the insurance fund is %s', (fee, ratio, share, paid) => {
    expect(rebate(fee, ratio, share)).toBe(paid);
  });

  test.each([
    [1n, -1n, 0n],
    [1n, 1_000_001n, 0n],
    [1n, 1n, 2n],
    [1n, 1n, -1n],
  ])('of %s at %s ppm with a share of %s is a fault', (fee, ratio, share) => {
    expect(() => rebate(fee, ratio, share)).toThrow(InvariantError);
  });

  test('and the share of the insurance fund are never more than the fee', () => {
    const feeOf = fc.bigInt({ min: 0n, max: 2n ** 62n });
    const rateOf = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(feeOf, rateOf, rateOf, (fee, ratio, sharePpm) => {
        const share = insuranceShare(amountMinor(fee), ratePpm(sharePpm));
        const paid = rebate(fee, ratio, share);
        expect(paid >= 0n && paid + share <= fee).toBe(true);
        expect(paid * 1_000_000n <= fee * ratio).toBe(true);
      }),
      { seed: 7 },
    );
  });
});

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [49, 1],
  [50, 2],
  [1_000_000, 2],
])('%i invitees make level %i of 0, 5 and 50', (invitees, level) => {
  expect(referralLevel([{ needs: 0 }, { needs: 5 }, { needs: 50 }], invitees)).toBe(level);
});

test('one level is the level of everybody', () => {
  expect(referralLevel([{ needs: 0 }], 7)).toBe(0);
});
