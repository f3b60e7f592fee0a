/**
 * Goal: show which of the venues' published examples of linear contracts our formulas repeat, and by what our rule
 * differs from the others (docs/internals/futures.md says why). Inputs and results are as published; no code is.
 * Out of scope: inverse contracts, averaged entries, brackets and funding, none of which we have.
 */
import { type AmountMinor, amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import {
  closeOutcome,
  type FuturesSide,
  type HeldPosition,
  isLiquidated,
  liquidationEstimate,
  notionalShare,
  positionMargin,
  positionPnl,
  quoteScale,
} from './index.ts';

const SCALE = quoteScale({ base: 8, quote: 6 });
const usdt = (value: number) => amountMinor(BigInt(Math.round(value * 1e6)));
const price = (value: number) => priceE8(BigInt(Math.round(value * 1e8)));
const rate = (value: number) => ratePpm(BigInt(Math.round(value * 1e6)));

interface Example {
  readonly side?: FuturesSide;
  readonly quantity: number;
  readonly entry: number;
  readonly leverage?: number;
  readonly maintenance?: number;
  readonly fee?: number;
}

function position(example: Example): HeldPosition {
  const { side = 'long', quantity, entry, leverage = 10, maintenance = 0, fee = 0 } = example;
  const size = { baseMinor: amountMinor(BigInt(Math.round(quantity * 1e8))), scale: SCALE };
  return {
    ...size,
    side,
    openPrice: price(entry),
    margin: positionMargin(size, price(entry), leverage),
    maintenance: notionalShare(size, price(entry), rate(maintenance)),
    profitCapMultiple: 10,
    closeFeePpm: rate(fee),
  };
}

/** What is left of the margin. */
const left = (held: HeldPosition, at: number): AmountMinor =>
  amountMinor(held.margin + positionPnl(held, price(at)));

describe('repeated to the last unit', () => {
  test('Flipster: 0.1 at 30,000 ten times, maintenance 1 %, at 36,000, 28,000 and 26,000', () => {
    const held = position({ quantity: 0.1, entry: 30_000, maintenance: 0.01 });
    expect([held.margin, held.maintenance]).toEqual([usdt(300), usdt(30)]);
    const states = [36_000, 28_000, 26_000].map((at) => [
      left(held, at),
      isLiquidated(held, price(at)),
    ]);
    expect(states).toEqual([
      [usdt(900), false],
      [usdt(100), false],
      [usdt(-100), true],
    ]);
  });

  test.each([
    ['a long of 0.2 from 7,000 to 7,500', { quantity: 0.2, entry: 7_000 }, 7_500, 100],
    [
      'a short of 0.4 from 6,000 to 5,000',
      { side: 'short', quantity: 0.4, entry: 6_000 },
      5_000,
      400,
    ],
  ] as const)('Bybit: %s', (_, example, at, pnl) => {
    expect(positionPnl(position(example), price(at))).toBe(usdt(pnl));
  });

  test('Bybit: the margin of 0.2 at 7,000 ten times', () => {
    expect(position({ quantity: 0.2, entry: 7_000 }).margin).toBe(usdt(140));
  });

  test('Bybit: fees of 0.055 % of a short of 0.4 from 6,000 to 5,000', () => {
    const held = position({ side: 'short', quantity: 0.4, entry: 6_000, fee: 0.00055 });
    const openFee = notionalShare(held, held.openPrice, held.closeFeePpm);
    const { realisedPnl, closeFee } = closeOutcome(held, price(5_000));
    expect([openFee, closeFee]).toEqual([usdt(1.32), usdt(1.1)]);
    // Published: 395.48, after 2.1 of funding, which we do not have.
    expect(realisedPnl - openFee - closeFee).toBe(usdt(395.48) + usdt(2.1));
  });
});

describe('ours is another rule', () => {
  // MCS counts maintenance on what the position is worth at the price, we on what it was worth when it opened.
  test.each([
    ['long', 1_826.48, 1_810],
    ['short', 2_209.94, 2_190],
  ] as const)(
    'MCS: a %s at 2,000 ten times is liquidated at %d, ours at %d',
    (side, theirs, ours) => {
      const opened = { side, openPrice: price(2_000) };
      const estimate = liquidationEstimate(opened, 10, rate(0.005));
      expect(estimate).toBe(price(ours));
      const sign = side === 'long' ? -1 : 1;
      // Theirs: margin + profit = rate × price. Ours at their price still has more than the maintenance.
      const exact = (2_000 * 10) / (10 * (1 + sign * 0.005) - sign);
      expect(exact).toBeCloseTo(theirs, 2);
      const held = position({ side, quantity: 1, entry: 2_000, maintenance: 0.005 });
      expect(isLiquidated(held, price(theirs))).toBe(side === 'short');
    },
  );

  test('Bybit: a return on margin of 71.07 % counts the fee of a bankruptcy as margin, ours is 71.42 %', () => {
    const held = position({ quantity: 0.2, entry: 7_000 });
    const bankruptcyFee = notionalShare(held, price(6_300), rate(0.00055));
    expect(bankruptcyFee).toBe(693_000n);
    const percent = (margin: bigint) => (usdt(100) * 10_000n) / margin;
    expect([percent(held.margin + bankruptcyFee), percent(held.margin)]).toEqual([7_107n, 7_142n]);
  });
});
