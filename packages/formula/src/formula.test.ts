/** Formulas at both sides of every bound, by values worked by hand. */
import {
  amountMinor,
  InvariantError,
  type PriceTicks,
  priceE8,
  type QuantityLots,
  ratePpm,
} from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  averagePrice,
  baseAmount,
  feeAmount,
  holdCost,
  indexNotional,
  notionalAmount,
  priceBand,
  priceFromText,
  priceText,
  quantityFromText,
  quantityText,
} from './index.ts';

const ticks = (count: number) => count as PriceTicks;
const lots = (count: number) => count as QuantityLots;
const minor = (count: bigint) => amountMinor(count);

/** Tick 0.01 USDT (scale 6), lot 0.001 BTC (scale 8): one lot at one tick is 0.00001 USDT. */
const UNITS = { lotBaseMinor: minor(100_000n), tickLotQuoteMinor: minor(10n) };

describe('a fee', () => {
  test.each([
    [0n, 2_000n, 0n],
    [1n, 0n, 0n],
    [1n, 1n, 1n],
    [499n, 2_000n, 1n],
    [500n, 2_000n, 1n],
    [501n, 2_000n, 2n],
    [7n, 1_000_000n, 7n],
    [2n ** 62n, 999_999n, 2n ** 62n - 2n ** 62n / 1_000_000n],
  ])('of %s at %s ppm rounds up to %s', (received, rate, fee) => {
    expect(feeAmount(minor(received), ratePpm(rate))).toBe(fee);
  });

  test.each([
    [-1n, 1n],
    [1n, -1n],
    [1n, 1_000_001n],
  ])('of %s at %s ppm is a fault', (received, rate) => {
    expect(() => feeAmount(minor(received), ratePpm(rate))).toThrow(InvariantError);
  });

  test('is never more than what is received', () => {
    for (let received = 0n; received < 50n; received += 1n) {
      for (const rate of [1n, 2_000n, 999_999n, 1_000_000n]) {
        expect(feeAmount(minor(received), ratePpm(rate)) <= received).toBe(true);
      }
    }
  });
});

describe('a notional', () => {
  test('is exact: 1.234 BTC at 64,123.45 USDT are 79,128.3373 USDT', () => {
    expect(notionalAmount(ticks(6_412_345), lots(1_234), UNITS.tickLotQuoteMinor)).toBe(
      79_128_337_300n,
    );
    expect(baseAmount(lots(1_234), UNITS.lotBaseMinor)).toBe(123_400_000n);
    expect(amountOf(6_412_345 * 1_234, UNITS.tickLotQuoteMinor)).toBe(79_128_337_300n);
  });

  test('is exact beyond 2^53', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(notionalAmount(ticks(most), lots(most), minor(3n))).toBe(BigInt(most) ** 2n * 3n);
  });

  test('at an index price rounds down', () => {
    const scale = { tickSizeE8: 1_000_000n, tickLotQuoteMinor: minor(10n) };
    expect(indexNotional(lots(1), priceE8(1_000_000n), scale)).toBe(10n);
    expect(indexNotional(lots(1), priceE8(999_999n), scale)).toBe(9n);
    expect(indexNotional(lots(3), priceE8(64_123_45678901n), scale)).toBe(192_370_370n);
  });
});

describe('a hold', () => {
  test('of a buy is its remaining cost in quote, without fee', () => {
    const order = { side: 'buy', price: ticks(10_000), remaining: lots(6) } as const;
    expect(holdCost(order, UNITS)).toEqual({ currency: 'quote', amount: 600_000n });
  });

  test('of a sell is its remaining base', () => {
    const order = { side: 'sell', price: ticks(10_000), remaining: lots(6) } as const;
    expect(holdCost(order, UNITS)).toEqual({ currency: 'base', amount: 600_000n });
  });
});

describe('a price band', () => {
  const tick = 1_000_000n;
  test.each([
    // 2 % around 100.00 are 98.00 to 102.00, both included.
    [10_000_000_000n, 20_000n, 9_800, 10_200],
    // Around 100.001 they are 98.00098 to 102.00102: the ends round inward.
    [10_000_100_000n, 20_000n, 9_801, 10_200],
    [10_000_000_000n, 0n, 10_000, 10_000],
    [10_000_000_000n, 1_000_000n, 1, 20_000],
    [10_000_000_000n, 10_000_000n, 1, 110_000],
    // The index lies below one tick.
    [1n, 20_000n, 1, 0],
    [1_000_000n, 999_999n, 1, 1],
    // No end is beyond what a price can be.
    [2n ** 90n, 20_000n, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('of %s E-8 and %s ppm', (price, band, lowest, highest) => {
    expect(priceBand(priceE8(price), ratePpm(band), tick)).toEqual({ lowest, highest });
  });

  test('is empty where no tick lies within it', () => {
    const { lowest, highest } = priceBand(priceE8(1_500_000n), ratePpm(1n), tick);
    expect(lowest).toBeGreaterThan(highest);
  });

  test.each([
    [0n, 1n],
    [1n, -1n],
  ])('of %s E-8 and %s ppm is a fault', (price, band) => {
    expect(() => priceBand(priceE8(price), ratePpm(band), tick)).toThrow(InvariantError);
  });
});

describe('text on the grid', () => {
  test.each([
    ['100', 10_000],
    ['100.01', 10_001],
    ['0.01', 1],
    ['0', undefined],
    ['-1', undefined],
    ['100.005', undefined],
    ['1e2', undefined],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['90071992547409.92', undefined],
  ])('price %s', (text, price) => {
    expect(priceFromText(text, 1_000_000n)).toBe(price);
  });

  test.each([
    ['0', 0],
    ['0.001', 1],
    ['1.234', 1_234],
    ['0.0005', undefined],
    ['-0.001', undefined],
    ['0.000000001', undefined],
    ['9007199254740.992', undefined],
  ])('quantity %s', (text, quantity) => {
    expect(quantityFromText(text, UNITS.lotBaseMinor, 8)).toBe(quantity);
  });

  test('is written with the decimals of the step', () => {
    expect(priceText(ticks(201), 50_000_000n)).toBe('100.5');
    expect(priceText(ticks(7), 1n)).toBe('0.00000007');
    expect(priceText(ticks(7), 1_000_000_000n)).toBe('70');
    expect(quantityText(lots(1_234), UNITS.lotBaseMinor, 8)).toBe('1.234');
    expect(quantityText(lots(5), minor(1n), 0)).toBe('5');
  });

  test('a step of nothing is a fault', () => {
    expect(() => priceFromText('1', 0n)).toThrow(InvariantError);
  });
});

test('an average price rounds down at eight decimals, and is unknown before a fill', () => {
  const filled = (quoteMinor: bigint, baseMinor: bigint) => ({
    quoteMinor: minor(quoteMinor),
    quoteScale: 6,
    baseMinor: minor(baseMinor),
    baseScale: 8,
  });
  expect(averagePrice(filled(704_000n, 700_000n))).toBe(10_057_142_857n);
  expect(averagePrice(filled(0n, 0n))).toBeUndefined();
});
