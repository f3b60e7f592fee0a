/** Parts of positions by values worked by hand, and what must hold of any part. */
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  capOf,
  closeOutcome,
  estimateOfHeld,
  type HeldAmounts,
  type HeldPosition,
  liquidationEstimate,
  liquidationThreshold,
  notionalShare,
  partAmounts,
  positionMargin,
  profitCapThreshold,
  quoteScale,
  type SplitTerms,
  sizeOfLots,
} from './index.ts';

const NONE = amountMinor(0n);
const scale = quoteScale({ base: 8, quote: 6 });

const wholeOf = (terms: SplitTerms, lots: number, marginAdded = NONE): HeldAmounts => {
  const size = { baseMinor: sizeOfLots(lots, terms.lotBaseMinor), scale: terms.scale };
  const base = positionMargin(size, terms.openPrice, terms.multiple);
  return {
    lots,
    margin: amountMinor(base + marginAdded),
    marginAdded,
    maintenance: notionalShare(size, terms.openPrice, terms.maintenanceRatePpm),
    openFee: notionalShare(size, terms.openPrice, terms.openFeePpm),
  };
};

const heldOf = (terms: SplitTerms, amounts: HeldAmounts, side: 'long' | 'short'): HeldPosition => ({
  ...amounts,
  side,
  baseMinor: sizeOfLots(amounts.lots, terms.lotBaseMinor),
  scale: terms.scale,
  openPrice: terms.openPrice,
  profitCapMultiple: 10,
  closeFeePpm: ratePpm(500n),
});

/** The worked example of docs/internals/futures.md: three lots of 0.01 BTC at 64,818.89, twenty times. */
const ADA: SplitTerms = {
  lotBaseMinor: amountMinor(1_000_000n),
  scale,
  openPrice: priceE8(6_481_889_000_000n),
  multiple: 20,
  maintenanceRatePpm: ratePpm(5_000n),
  openFeePpm: ratePpm(500n),
};

describe('a part of the worked example', () => {
  test('of three lots one is what three are less what two are', () => {
    const { part, rest } = partAmounts(ADA, wholeOf(ADA, 3), 1);
    // 97.228335 − 64.818890, 9.722834 − 6.481889, 0.972284 − 0.648189.
    expect(rest).toEqual({
      lots: 2,
      margin: 64_818_890n,
      marginAdded: 0n,
      maintenance: 6_481_889n,
      openFee: 648_189n,
    });
    expect(part).toEqual({
      lots: 1,
      margin: 32_409_445n,
      marginAdded: 0n,
      maintenance: 3_240_945n,
      openFee: 324_095n,
    });
  });

  test('of 10.000001 that were added a third goes along, rounded down', () => {
    const { part, rest } = partAmounts(ADA, wholeOf(ADA, 3, amountMinor(10_000_001n)), 1);
    expect([part.marginAdded, rest.marginAdded]).toEqual([3_333_333n, 6_666_668n]);
    expect([part.margin, rest.margin]).toEqual([35_742_778n, 71_485_558n]);
  });

  test('none, all and more than all are no part', () => {
    for (const lots of [0, 3, 4]) expect(() => partAmounts(ADA, wholeOf(ADA, 3), lots)).toThrow();
  });
});

describe('added margin', () => {
  test('moves the liquidation price by what it is per unit, and the cap by nothing', () => {
    const before = heldOf(ADA, wholeOf(ADA, 3), 'long');
    const after = heldOf(ADA, wholeOf(ADA, 3, amountMinor(30_000_000n)), 'long');
    // 30 ÷ 0.03 = 1,000.
    expect(liquidationThreshold(before) - liquidationThreshold(after)).toBe(100_000_000_000n);
    expect(profitCapThreshold(after)).toBe(profitCapThreshold(before));
    expect(capOf(after)).toBe(capOf(before));
    const estimate = liquidationEstimate(before, 20, ADA.maintenanceRatePpm);
    expect(estimateOfHeld(before, 20, ADA.maintenanceRatePpm)).toBe(estimate);
    expect(estimateOfHeld(after, 20, ADA.maintenanceRatePpm)).toBe(estimate - 100_000_000_000n);
  });

  test('a short’s moves up, and a long with enough is liquidated by no price', () => {
    const short = heldOf(ADA, wholeOf(ADA, 3, amountMinor(30_000_000n)), 'short');
    const estimate = liquidationEstimate(short, 20, ADA.maintenanceRatePpm);
    expect(estimateOfHeld(short, 20, ADA.maintenanceRatePpm)).toBe(estimate + 100_000_000_000n);
    const safe = heldOf(ADA, wholeOf(ADA, 3, amountMinor(2_000_000_000n)), 'long');
    expect(estimateOfHeld(safe, 20, ADA.maintenanceRatePpm)).toBeUndefined();
    expect(liquidationThreshold(safe)).toBeLessThan(1n);
  });
});

const terms = fc.record({
  lotBaseMinor: fc.bigInt(1n, 10_000_000n).map(amountMinor),
  scale: fc.constantFrom(scale, quoteScale({ base: 2, quote: 8 })),
  openPrice: fc.bigInt(1_000_000n, 10n ** 13n).map(priceE8),
  multiple: fc.constantFrom(2, 7, 20, 100),
  maintenanceRatePpm: fc.constantFrom(1_000n, 3_333n, 5_000n).map(ratePpm),
  openFeePpm: fc.bigInt(0n, 10_000n).map(ratePpm),
});
const split = fc
  .tuple(terms, fc.integer({ min: 2, max: 10_000 }), fc.bigInt(0n, 10n ** 9n), fc.nat())
  .map(([agreed, lots, added, cut]) => ({
    agreed,
    whole: wholeOf(agreed, lots, amountMinor(added)),
    lots: 1 + (cut % (lots - 1)),
  }));

describe('of any part', () => {
  test('part and rest are the whole to the unit, and nothing is less than nothing', () => {
    fc.assert(
      fc.property(split, ({ agreed, whole, lots }) => {
        const { part, rest } = partAmounts(agreed, whole, lots);
        for (const name of ['margin', 'marginAdded', 'maintenance', 'openFee'] as const) {
          expect(part[name] + rest[name]).toBe(whole[name]);
          expect(part[name]).toBeGreaterThanOrEqual(0n);
        }
        expect(part.lots + rest.lots).toBe(whole.lots);
        const caps = [part, rest].map((each) => capOf(heldOf(agreed, each, 'long')));
        expect(caps.reduce((sum, cap) => sum + cap, 0n)).toBe(capOf(heldOf(agreed, whole, 'long')));
      }),
      { seed: 17, numRuns: 300 },
    );
  });

  test('a rest is what it would be had only its lots been opened', () => {
    fc.assert(
      fc.property(split, ({ agreed, whole, lots }) => {
        const { rest } = partAmounts(agreed, { ...whole }, lots);
        expect(rest).toEqual(wholeOf(agreed, rest.lots, rest.marginAdded));
      }),
      { seed: 18, numRuns: 200 },
    );
  });

  test('closing in parts comes to what closing at once does, but for the units that rounding makes', () => {
    fc.assert(
      fc.property(split, fc.bigInt(1n, 10n ** 14n), ({ agreed, whole, lots }, at) => {
        const price = priceE8(at);
        const { part, rest } = partAmounts(agreed, whole, lots);
        const [all, ...each] = [whole, part, rest]
          .filter(({ margin }) => margin > 0n)
          .map((amounts) => closeOutcome(heldOf(agreed, amounts, 'long'), price).realisedPnl);
        if (each.length < 2 || all === undefined) return;
        const sum = each.reduce((total, pnl) => total + pnl, 0n);
        // A bound that one of the two meets alone, for rounding, is met by at most a unit of its margin's.
        expect(sum).toBeLessThanOrEqual(all + BigInt(11));
        expect(sum).toBeGreaterThanOrEqual(all - BigInt(11));
      }),
      { seed: 19, numRuns: 300 },
    );
  });
});
