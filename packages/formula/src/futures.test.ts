/** Futures by values worked by hand, at both sides of every bound, and what must hold for any position. */
import { amountMinor, InvariantError, parseDecimal, priceE8, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askPrice,
  bidPrice,
  closeOutcome,
  type FuturesSide,
  type HeldPosition,
  insuranceShare,
  isCapped,
  isLiquidated,
  liquidationEstimate,
  liquidationThreshold,
  marginRatioPpm,
  netPnl,
  notionalShare,
  positionFees,
  positionMargin,
  positionNotional,
  positionPnl,
  profitCap,
  profitCapThreshold,
  quoteScale,
  roundedAsk,
  roundedBid,
  sizeOfLots,
  waitingHold,
} from './index.ts';

/** BTC with 8 decimals, priced in USDT with 6. */
const SCALE = quoteScale({ base: 8, quote: 6 });
const minor = (value: bigint) => amountMinor(value);
const ppm = (value: number) => ratePpm(BigInt(value));
const usdt = (value: number) => minor(BigInt(Math.round(value * 1e6)));
const price = (value: number) => priceE8(BigInt(Math.round(value * 1e8)));
const btc = (value: number) => ({
  baseMinor: minor(BigInt(Math.round(value * 1e8))),
  scale: SCALE,
});

describe('the scale of a market', () => {
  test.each([
    [8, 6, 1n, 10_000_000_000n],
    [8, 8, 1n, 100_000_000n],
    [0, 8, 1n, 1n],
    [0, 18, 10_000_000_000n, 1n],
    [18, 2, 1n, 10n ** 24n],
  ])('base %i, quote %i', (base, quote, numerator, denominator) => {
    expect(quoteScale({ base, quote })).toEqual({ numerator, denominator });
  });
});

test('lots times the size of one is exact', () => {
  expect(sizeOfLots(3, minor(1_000_000n))).toBe(3_000_000n);
  expect(sizeOfLots(Number.MAX_SAFE_INTEGER, minor(2n ** 62n))).toBe(
    9_007_199_254_740_991n * 2n ** 62n,
  );
});

describe('margin, maintenance and fee round up (F13)', () => {
  // One unit of 10^-8 BTC at 1 USDT is worth a hundredth of a minor unit.
  const dust = { baseMinor: minor(1n), scale: SCALE };
  test('of dust each is one unit', () => {
    expect(positionNotional(dust, price(1))).toBe(1n);
    expect(positionMargin(dust, price(1), 1_000)).toBe(1n);
    expect(notionalShare(dust, price(1), ppm(1))).toBe(1n);
    expect(notionalShare(dust, price(1), ppm(0))).toBe(0n);
  });

  test('what divides evenly is exact', () => {
    expect(positionNotional(btc(0.1), price(10_001))).toBe(usdt(1_000.1));
    expect(positionMargin(btc(0.1), price(10_001), 20)).toBe(usdt(50.005));
    expect(notionalShare(btc(0.1), price(10_001), ppm(500))).toBe(usdt(0.50005));
  });

  test('it is divided once: a rounded notional would cost a unit more', () => {
    // 3.000001 minor units of notional: 3 at a rounded notional of 4 ÷ 2 would be 2.
    const size = { baseMinor: minor(3_000_001n), scale: quoteScale({ base: 6, quote: 0 }) };
    expect(positionNotional(size, price(1))).toBe(4n);
    expect(positionMargin(size, price(1), 3)).toBe(2n);
    expect(positionMargin(size, price(1), 4)).toBe(1n);
  });

  test('a position without size or price is a fault', () => {
    expect(() => positionNotional({ ...dust, baseMinor: minor(0n) }, price(1))).toThrow(
      InvariantError,
    );
    expect(() => positionNotional(dust, price(0))).toThrow(InvariantError);
  });
});

test.each([
  [0n, 200_000, 0n],
  [4n, 200_000, 0n],
  [5n, 200_000, 1n],
  [9n, 1_000_000, 9n],
  [9n, 0, 0n],
])("of a fee of %s the insurance fund's part of %i ppm rounds down to %s", (fee, rate, part) => {
  expect(insuranceShare(minor(fee), ppm(rate))).toBe(part);
});

test('a waiting long holds margin and fee, a short a hundredth more, rounded up', () => {
  const cost = { margin: minor(100n), openFee: minor(1n) };
  expect(waitingHold('long', cost)).toBe(101n);
  expect(waitingHold('short', cost)).toBe(103n);
  expect(waitingHold('short', { margin: minor(99n), openFee: minor(1n) })).toBe(101n);
});

describe('before futures had a step of their own, openings were rounded on the tick whatever it was', () => {
  test.each([
    [10_000, 100, 10_001, 9_999],
    [10_000, 0, 10_000, 10_000],
    [10_000.005, 0, 10_000.01, 10_000],
    [100.01, 100, 100.03, 99.99],
    [0.004, 0, 0.01, 0],
  ])('index %d, half spread %i ppm: ask %d, bid %d', (index, spread, ask, bid) => {
    const terms = { halfSpreadPpm: ppm(spread), priceStepE8: 1_000_000n };
    expect(roundedAsk(price(index), terms)).toBe(price(ask));
    expect(roundedBid(price(index), terms)).toBe(price(bid));
  });
});

describe('a long opens at the ask and a short at the bid, both rounded against them on a fine step', () => {
  test.each([
    // The step is a tenth of half the spread: it counts.
    [10_000, 100, '0.1', 10_001, 9_999],
    [10_000.005, 100, '0.1', 10_001.1, 9_999],
    // A bit more than a tenth: nothing is rounded.
    [9_999.9, 100, '0.1', 10_000.89999, 9_998.90001],
    // Without a spread there is no room for a step.
    [10_000.005, 0, '0.01', 10_000.005, 10_000.005],
    // The tick of the attack, 0.3 % of the price: half the spread is 6.6, and no more is paid.
    [66_000, 100, '200', 66_006.6, 65_993.4],
    [0.00000003, 0, '0.00000001', 0.00000003, 0.00000003],
  ])('index %d, half spread %i ppm, step %s: ask %d, bid %d', (index, spread, step, ask, bid) => {
    const terms = {
      halfSpreadPpm: ppm(spread),
      priceStepE8: parseDecimal(step, 8) ?? 0n,
    };
    expect(askPrice(price(index), terms)).toBe(price(ask));
    expect(bidPrice(price(index), terms)).toBe(price(bid));
  });
});

test('Q21: what a position brought is net of both fees: "+6.43" cost its owner 0.07', () => {
  const realisedPnl = minor(6_430_000n);
  const fees = { openFee: minor(3_248_000n), closeFee: minor(3_252_000n) };
  expect(positionFees(fees)).toBe(6_500_000n);
  expect(netPnl({ realisedPnl, ...fees })).toBe(-70_000n);
});

const held = (side: FuturesSide, change: Partial<HeldPosition> = {}): HeldPosition => ({
  ...btc(0.1),
  side,
  openPrice: price(10_000),
  margin: usdt(100),
  maintenance: usdt(5),
  profitCapMultiple: 10,
  closeFeePpm: ppm(500),
  ...change,
});

describe('profit and loss round down on both sides of zero', () => {
  const odd = { baseMinor: minor(15_000n), scale: SCALE };
  test.each([
    ['long', 10_001, 150n],
    ['long', 10_000.01, 1n],
    ['long', 9_999.99, -2n],
    ['short', 10_000.01, -2n],
    ['short', 9_999.99, 1n],
    ['short', 10_000, 0n],
  ] as const)('%s at %d: %s', (side, at, pnl) => {
    expect(positionPnl({ ...odd, side, openPrice: price(10_000) }, price(at))).toBe(pnl);
  });
});

describe('a close', () => {
  test.each([
    ['long', 10_500, { realisedPnl: usdt(50), deficit: 0n, closeFee: usdt(0.525) }],
    ['short', 10_500, { realisedPnl: usdt(-50), deficit: 0n, closeFee: usdt(0.525) }],
    // The fee is what is left of it: nothing at the margin, and a unit just before.
    ['long', 9_000.0001, { realisedPnl: usdt(-99.99999), deficit: 0n, closeFee: usdt(0.00001) }],
    ['long', 9_000, { realisedPnl: usdt(-100), deficit: 0n, closeFee: 0n }],
    ['long', 8_000, { realisedPnl: usdt(-100), deficit: usdt(100), closeFee: 0n }],
    ['short', 12_000.00001, { realisedPnl: usdt(-100), deficit: usdt(100.000001), closeFee: 0n }],
    // Ten times the margin is the most that is won.
    ['long', 19_999.99, { realisedPnl: usdt(999.999), deficit: 0n, closeFee: usdt(0.9999995) }],
    ['long', 30_000, { realisedPnl: usdt(1_000), deficit: 0n, closeFee: usdt(1.5) }],
    ['short', 0.00000001, { realisedPnl: usdt(999.999999), deficit: 0n, closeFee: 1n }],
  ] as const)('of a %s at %d', (side, at, outcome) => {
    expect(closeOutcome(held(side), price(at))).toEqual(outcome);
  });
});

describe('thresholds', () => {
  test('a long is liquidated at open − (margin − maintenance) ÷ size, a short above it', () => {
    expect(liquidationThreshold(held('long'))).toBe(price(9_050.00000999));
    expect(isLiquidated(held('long'), price(9_050.00000999))).toBe(true);
    expect(isLiquidated(held('long'), price(9_050.00001))).toBe(false);
    expect(liquidationThreshold(held('short'))).toBe(price(10_949.99999001));
    expect(isLiquidated(held('short'), price(10_949.99999001))).toBe(true);
    expect(isLiquidated(held('short'), price(10_949.99999))).toBe(false);
  });

  test('a cap is reached where the profit is its whole', () => {
    expect(profitCapThreshold(held('long'))).toBe(price(20_000));
    expect(isCapped(held('long'), price(20_000))).toBe(true);
    expect(isCapped(held('long'), price(19_999.99999999))).toBe(false);
    // A price cannot fall to nothing, so a short of ten times its margin at multiple 10 never gets there.
    expect(profitCapThreshold(held('short'))).toBe(0n);
    expect(profitCapThreshold(held('short', { profitCapMultiple: 5 }))).toBe(price(5_000));
  });

  test('a position of a unit of margin and of maintenance is past its threshold as it opens (F13)', () => {
    const unit = { margin: minor(1n), maintenance: minor(1n) };
    expect(liquidationThreshold(held('long', unit)) >= price(10_000)).toBe(true);
    expect(liquidationThreshold(held('short', unit)) <= price(10_000)).toBe(true);
  });
});

describe('the estimate of the liquidation price', () => {
  test.each([
    ['long', 2_000, 10, 5_000, 1_810],
    ['short', 2_000, 10, 5_000, 2_190],
    ['long', 10_000, 100, 5_000, 9_950],
    ['short', 10_000, 2, 5_000, 14_950],
    ['long', 1, 3, 5_000, 0.67166667],
    ['short', 1, 3, 5_000, 1.32833333],
  ] as const)('of a %s at %d × %i, %i ppm: %d', (side, open, multiple, rate, estimate) => {
    const opened = { side, openPrice: price(open) };
    expect(liquidationEstimate(opened, multiple, ppm(rate))).toBe(price(estimate));
  });
});

test.each([
  [usdt(5), usdt(100), 50_000n],
  [usdt(5), usdt(5), 1_000_000n],
  [usdt(5), minor(usdt(5) + 1n), 999_999n],
  [usdt(5), minor(1n), 5_000_000_000_000n],
  [usdt(5), minor(0n), undefined],
  [usdt(5), minor(-1n), undefined],
])('the margin ratio of %s to %s rounds down to %s', (maintenance, equity, ratio) => {
  expect(marginRatioPpm(maintenance, equity)).toBe(ratio);
});

/** Any position that an engine may hold: prices up to 2^53, any lot, any pair of scales. */
const anyHeld: fc.Arbitrary<HeldPosition & { readonly multiple: number }> = fc
  .record({
    side: fc.constantFrom<FuturesSide>('long', 'short'),
    open: fc.bigInt(1n, 2n ** 53n - 1n),
    baseMinor: fc.bigInt(1n, 2n ** 60n),
    base: fc.integer({ min: 0, max: 18 }),
    quote: fc.integer({ min: 0, max: 18 }),
    multiple: fc.integer({ min: 2, max: 1_000 }),
    part: fc.integer({ min: 1, max: 1_000 }),
    cap: fc.integer({ min: 1, max: 100 }),
    fee: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ side, open, baseMinor, base, quote, multiple, part, cap, fee }) => {
    const size = { baseMinor: minor(baseMinor), scale: quoteScale({ base, quote }) };
    const rate = Math.max(1, Math.floor((500_000 / multiple) * (part / 1_000)));
    return {
      ...size,
      side,
      openPrice: priceE8(open),
      multiple,
      margin: positionMargin(size, priceE8(open), multiple),
      maintenance: notionalShare(size, priceE8(open), ppm(rate)),
      profitCapMultiple: cap,
      closeFeePpm: ppm(fee),
    };
  });

const RUNS = { seed: 20_200_312, numRuns: 2_000 } as const;

describe('for any position', () => {
  test('a threshold is met exactly where its rule holds', () => {
    const steps = fc.bigInt(-3n, 3n);
    fc.assert(
      fc.property(anyHeld, steps, fc.bigInt(1n, 2n ** 53n - 1n), (position, step, far) => {
        const isLong = position.side === 'long';
        const liquidation = liquidationThreshold(position);
        const cap = profitCapThreshold(position);
        for (const at of [liquidation + step, cap + step, far]) {
          const isLoss = isLong ? at <= liquidation : at >= liquidation;
          const isGain = isLong ? at >= cap : at <= cap;
          expect(isLiquidated(position, priceE8(at))).toBe(isLoss);
          expect(isCapped(position, priceE8(at))).toBe(isGain);
        }
      }),
      RUNS,
    );
  });

  test('a close takes no more than the margin, pays no more than the cap, and adds up', () => {
    fc.assert(
      fc.property(anyHeld, fc.bigInt(1n, 2n ** 53n - 1n), (position, at) => {
        const { realisedPnl, deficit, closeFee } = closeOutcome(position, priceE8(at));
        const pnl = positionPnl(position, priceE8(at));
        expect(realisedPnl >= -position.margin).toBe(true);
        expect(realisedPnl <= profitCap(position.margin, position.profitCapMultiple)).toBe(true);
        expect(closeFee >= 0n && closeFee <= position.margin + realisedPnl).toBe(true);
        expect(deficit >= 0n).toBe(true);
        if (deficit > 0n) expect(realisedPnl - deficit).toBe(pnl);
        if (deficit === 0n && !isCapped(position, priceE8(at))) expect(realisedPnl).toBe(pnl);
      }),
      RUNS,
    );
  });

  test('the ratio is one or more exactly when it is to be liquidated and something is left', () => {
    fc.assert(
      fc.property(anyHeld, fc.bigInt(1n, 2n ** 53n - 1n), (position, at) => {
        const equity = minor(position.margin + positionPnl(position, priceE8(at)));
        const ratio = marginRatioPpm(position.maintenance, equity);
        const isDue = ratio === undefined || ratio >= 1_000_000n;
        expect(isDue).toBe(isLiquidated(position, priceE8(at)));
      }),
      RUNS,
    );
  });

  test('long and short of one size lose what the other wins, but for a unit of rounding', () => {
    fc.assert(
      fc.property(anyHeld, fc.bigInt(1n, 2n ** 53n - 1n), (position, at) => {
        const long = positionPnl({ ...position, side: 'long' }, priceE8(at));
        const short = positionPnl({ ...position, side: 'short' }, priceE8(at));
        expect([0n, -1n]).toContain(long + short);
      }),
      RUNS,
    );
  });

  test('the estimate is where the threshold is, within what rounding of amounts makes of it', () => {
    fc.assert(
      fc.property(anyHeld, fc.integer({ min: 1, max: 1_000 }), (position, part) => {
        const { multiple, baseMinor, scale, openPrice } = position;
        const rate = ppm(Math.max(1, Math.floor((500_000 / multiple) * (part / 1_000))));
        const maintenance = notionalShare(position, openPrice, rate);
        const exact = liquidationThreshold({ ...position, maintenance });
        const estimate = liquidationEstimate(position, multiple, rate);
        // Margin, maintenance and loss are each up to a minor unit off.
        const unit = (3n * scale.denominator) / (baseMinor * scale.numerator) + 2n;
        const distance = exact > estimate ? exact - estimate : estimate - exact;
        expect(distance <= unit).toBe(true);
      }),
      RUNS,
    );
  });
});

test('the worked example of docs/internals/futures.md: both prices of liquidation, and the ratio', () => {
  const opened = { ...btc(0.03), side: 'long', openPrice: price(64_818.89) } as const;
  const margin = positionMargin(opened, opened.openPrice, 20);
  const maintenance = notionalShare(opened, opened.openPrice, ppm(5_000));
  expect([margin, maintenance]).toEqual([usdt(97.228335), usdt(9.722834)]);
  const position = held('long', { ...opened, margin, maintenance });
  expect(liquidationThreshold(position)).toBe(price(61_902.03999999));
  expect(liquidationEstimate(opened, 20, ppm(5_000))).toBe(price(61_902.03995));
  const equity = minor(margin + positionPnl(position, price(66_000)));
  expect(marginRatioPpm(maintenance, equity)).toBe(73_290n);
});
