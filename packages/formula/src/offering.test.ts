/** Subscription by values worked by hand, and by properties over scales. */
import { amountMinor, InvariantError, priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accumulatedReturn,
  expectedReturn,
  quoteScale,
  subscriptionCost,
  totalReturn,
} from './index.ts';

const minor = (count: bigint) => amountMinor(count);
const E8 = 100_000_000n;

describe('a subscription costs', () => {
  test.each([
    // 1,000.00 at 0.5 USDT are 500 USDT.
    [100_000n, 50_000_000n, { base: 2, quote: 6 }, 500_000_000n],
    // One unit of 10^-8 at 0.5 USDT is half of 10^-8 USDT: a whole 10^-6.
    [1n, 50_000_000n, { base: 8, quote: 6 }, 1n],
    [200n, 50_000_000n, { base: 8, quote: 6 }, 1n],
    [201n, 50_000_000n, { base: 8, quote: 6 }, 2n],
    // The same scale; a price of 10^-8.
    [E8, 1n, { base: 8, quote: 8 }, 1n],
    [E8 + 1n, 1n, { base: 8, quote: 8 }, 2n],
    // A currency without decimals, paid in one with 18.
    [3n, 250_000_000n, { base: 0, quote: 18 }, 7_500_000_000_000_000_000n],
    // 18 decimals, paid in one without.
    [10n ** 18n, E8, { base: 18, quote: 0 }, 1n],
    [10n ** 18n + 1n, E8, { base: 18, quote: 0 }, 2n],
    [0n, E8, { base: 8, quote: 6 }, 0n],
  ])('%s at %s E-8 over %o: %s', (amount, price, scales, cost) => {
    expect(subscriptionCost(minor(amount), priceE8(price), quoteScale(scales))).toBe(cost);
  });

  test.each([
    [-1n, 1n],
    [1n, 0n],
  ])('%s at %s is a fault', (amount, price) => {
    const scale = quoteScale({ base: 8, quote: 6 });
    expect(() => subscriptionCost(minor(amount), priceE8(price), scale)).toThrow(InvariantError);
  });

  test('at least its exact worth, and less than one unit more', () => {
    const scaleOf = fc.integer({ min: 0, max: 18 });
    const amountOf = fc.bigInt({ min: 0n, max: 2n ** 62n });
    const priceOf = fc.bigInt({ min: 1n, max: 2n ** 62n });
    fc.assert(
      fc.property(amountOf, priceOf, scaleOf, scaleOf, (amount, price, base, quote) => {
        const cost = subscriptionCost(minor(amount), priceE8(price), quoteScale({ base, quote }));
        // Both sides times 10^(8 + base): no fraction is left.
        const exact = amount * price * 10n ** BigInt(quote);
        const unit = 10n ** BigInt(8 + base);
        expect(cost * unit >= exact).toBe(true);
        expect((cost - 1n) * unit < exact).toBe(true);
      }),
      { seed: 5 },
    );
  });

  test('no less when it is bought in parts', () => {
    const amountOf = fc.bigInt({ min: 0n, max: 10n ** 18n });
    const priceOf = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const scale = quoteScale({ base: 8, quote: 6 });
    fc.assert(
      fc.property(amountOf, amountOf, priceOf, (left, right, price) => {
        const cost = (amount: bigint) => subscriptionCost(minor(amount), priceE8(price), scale);
        expect(cost(left) + cost(right) >= cost(left + right)).toBe(true);
      }),
      { seed: 6 },
    );
  });
});

describe('the return', () => {
  test.each([
    [50_000_000n, 75_000_000n, 500_000n],
    [50_000_000n, 50_000_000n, 0n],
    [50_000_000n, 25_000_000n, -500_000n],
    [3n, 4n, 333_333n],
    [3n, 2n, -333_334n],
  ])('that is expected of %s with an index of %s is %s ppm', (issue, index, rate) => {
    expect(expectedReturn(priceE8(issue), priceE8(index))).toBe(rate);
  });

  test.each([
    // 1,000.00 bought at 0.5 are worth 250 USDT more at 0.75, and 0.01 at 0.50000001 not a unit.
    [100_000n, 50_000_000n, 75_000_000n, 250_000_000n],
    [100_000n, 50_000_000n, 25_000_000n, -250_000_000n],
    [1n, 50_000_000n, 50_000_001n, 0n],
    [1n, 50_000_000n, 49_999_999n, -1n],
  ])('that came together of %s from %s to %s is %s', (amount, issue, index, won) => {
    const prices = { issuePrice: priceE8(issue), indexPrice: priceE8(index) };
    const scale = quoteScale({ base: 2, quote: 6 });
    expect(accumulatedReturn(minor(amount), prices, scale)).toBe(won);
  });

  test.each([
    [250n, 500n, 500_000n],
    [-1n, 3n, -333_334n],
    [1n, 3n, 333_333n],
    [1n, 0n, undefined],
  ])('in total of %s for %s paid is %s ppm', (won, paid, rate) => {
    expect(totalReturn(minor(won), minor(paid))).toBe(rate);
  });

  test('is unknown without a price: nothing is shown as zero', () => {
    const prices = { issuePrice: priceE8(1n), indexPrice: undefined };
    expect(expectedReturn(priceE8(1n), undefined)).toBeUndefined();
    expect(accumulatedReturn(minor(1n), prices, quoteScale({ base: 8, quote: 6 }))).toBeUndefined();
    expect(totalReturn(undefined, minor(1n))).toBeUndefined();
  });
});
