/** Options by values worked by hand, on both sides of every bound. */
import { amountMinor, InvariantError, priceE8, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakEvenRate,
  deliveryOutcome,
  deliveryPrice,
  expectedSamples,
  hasQuorum,
  isPriceMoved,
  optionCost,
  optionFee,
  optionIncome,
  optionPaid,
  optionPayout,
  optionResult,
  windowSeconds,
} from './index.ts';

const minor = (count: bigint) => amountMinor(count);
const amounts = (stake: bigint, fee: bigint, payout: bigint) => ({
  stake: minor(stake),
  fee: minor(fee),
  payout: minor(payout),
});

describe('stake, fee and pay-out', () => {
  test.each([
    [100_000_000n, 10_000n, 1_000_000n],
    [100_000_001n, 10_000n, 1_000_001n],
    [1n, 1n, 1n],
    [1n, 0n, 0n],
    [0n, 10_000n, 0n],
  ])('the fee of %s at %s ppm rounds up to %s', (stake, rate, fee) => {
    expect(optionFee(minor(stake), ratePpm(rate))).toBe(fee);
  });

  test.each([
    [100_000_000n, 800_000n, 80_000_000n],
    [1n, 999_999n, 0n],
    [2n, 750_000n, 1n],
    [3n, 1_000_000n, 3n],
  ])('the pay-out of %s at %s ppm rounds down to %s', (stake, ratio, payout) => {
    expect(optionPayout(minor(stake), ratePpm(ratio))).toBe(payout);
  });

  test('nothing is paid of less than nothing', () => {
    expect(() => optionPayout(minor(-1n), ratePpm(1n))).toThrow(InvariantError);
    expect(() => optionPayout(minor(1n), ratePpm(-1n))).toThrow(InvariantError);
  });

  test('what is shown is net of the fee', () => {
    const order = amounts(100n, 1n, 80n);
    expect([optionCost(order), optionIncome(order)]).toEqual([101n, 79n]);
    expect(optionIncome(amounts(10n, 2n, 1n))).toBe(-1n);
  });

  test.each([
    [100n, 1n, 80n, 561_112n],
    [100n, 0n, 100n, 500_000n],
    [100n, 20n, 10n, 1_090_910n],
  ])('stake %s, fee %s, pay-out %s breaks even at %s ppm', (stake, fee, payout, rate) => {
    expect(breakEvenRate(amounts(stake, fee, payout))).toBe(rate);
  });

  test('whoever is right as often as the break-even rate loses nothing, and not more seldom', () => {
    const sum = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(sum, sum, sum, (stake, fee, payout) => {
        const rate = breakEvenRate(amounts(stake, fee, payout));
        const gain = (right: bigint) =>
          right * (payout - fee) - (1_000_000n - right) * (stake + fee);
        expect(gain(rate) >= 0n).toBe(true);
        expect(gain(rate - 1n) < 0n).toBe(true);
      }),
      { seed: 4 },
    );
  });
});

describe('the window', () => {
  test.each([
    [5, 5],
    [30, 5],
    [50, 5],
    [51, 6],
    [60, 6],
    [61, 7],
    [120, 12],
    [300, 30],
    [3_600, 360],
  ])('of %i s is the last %i s', (seconds, window) => {
    expect(windowSeconds(seconds)).toBe(window);
  });

  test.each([
    [5_000, 4, true],
    [5_000, 3, false],
    [6_000, 5, true],
    [6_000, 4, false],
    [30_000, 24, true],
    [30_000, 23, false],
    [5_000, 0, false],
    [5_000, 6, true],
  ])('P4: of %i ms with %i samples is enough: %s', (windowMs, count, isEnough) => {
    expect(hasQuorum({ count, sum: 0n }, windowMs)).toBe(isEnough);
    expect(expectedSamples(windowMs)).toBe(windowMs / 1_000);
  });
});

describe('the delivery', () => {
  const strike = priceE8(100n);
  test.each([
    [{ count: 3, sum: 301n }, 'rise', 100n],
    [{ count: 3, sum: 300n }, 'even', 100n],
    [{ count: 3, sum: 299n }, 'fall', 99n],
    [{ count: 1, sum: 100n }, 'even', 100n],
  ] as const)('of %o against 100 is %s, shown as %s', (window, outcome, price) => {
    expect(deliveryOutcome(window, strike)).toBe(outcome);
    expect(deliveryPrice(window)).toBe(price);
  });

  test.each([
    ['rise', 'rise', 'win', 180n],
    ['rise', 'fall', 'lose', 0n],
    ['rise', 'even', 'flat', 100n],
    ['fall', 'rise', 'lose', 0n],
    ['fall', 'fall', 'win', 180n],
    ['fall', 'even', 'flat', 100n],
  ] as const)('%s when it came to %s is a %s and pays %s', (direction, outcome, result, paid) => {
    expect(optionResult(direction, outcome)).toBe(result);
    expect(optionPaid(result, amounts(100n, 1n, 80n))).toBe(paid);
  });

  test('a refund gives the fee back too', () => {
    expect(optionPaid('refunded', amounts(100n, 1n, 80n))).toBe(101n);
    expect(() => optionPaid('gone' as 'win', amounts(1n, 1n, 1n))).toThrow(InvariantError);
  });

  test('P2: a spike of 5 % in one second moves the mean of w samples by no more than 5 % ÷ w', () => {
    const base = fc.bigInt({ min: 10n ** 6n, max: 10n ** 13n });
    const window = fc.integer({ min: 5, max: 360 });
    fc.assert(
      fc.property(base, window, fc.boolean(), (price, count, isUp) => {
        const spike = (price * 5n) / 100n;
        const moved = isUp ? price + spike : price - spike;
        const calm = { count, sum: price * BigInt(count) };
        const wick = { count, sum: price * BigInt(count - 1) + moved };
        const change = deliveryPrice(wick) - deliveryPrice(calm);
        const distance = change < 0n ? -change : change;
        expect((distance - 1n) * BigInt(count) <= spike).toBe(true);
        // No flip beyond the maths: a strike farther away than that is on the same side with the wick.
        const far = priceE8(price + (isUp ? 1n : -1n) * (spike / BigInt(count) + 1n));
        expect(deliveryOutcome(wick, far)).toBe(deliveryOutcome(calm, far));
      }),
      { seed: 5 },
    );
  });
});

describe('P5: a price more than 0.05 % worse than the one shown', () => {
  const shown = priceE8(100_000n);
  test.each([
    ['higher', 100_050n, false],
    ['higher', 100_051n, true],
    ['higher', 1n, false],
    ['lower', 99_950n, false],
    ['lower', 99_949n, true],
    ['lower', 10n ** 20n, false],
  ] as const)('%s is worse: %s has moved: %s', (worse, price, isMoved) => {
    expect(isPriceMoved(priceE8(price), { price: shown, worse })).toBe(isMoved);
  });
});
