import { parseDecimal } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketView } from './market-view.ts';
import { buyChance, nextTakeMs, planTake } from './plan-take.ts';
import { TAKE_EVERY_MS } from './policy.ts';
import { seededDraw } from './random.ts';

const E18 = 10n ** 18n;
const market = (base: string, index: string, given: Partial<MarketView> = {}): MarketView => ({
  symbol: `${base}/USDT`,
  base,
  quote: 'USDT',
  tickE8: 1_000_000n,
  lotE18: E18 / 100_000n,
  minNotionalE8: 10n * 10n ** 8n,
  isOpen: true,
  indexE8: parseDecimal(index, 8) ?? 0n,
  ...given,
});
const btc = market('BTC', '64812.40');
const ada = market('ADA', '0.4467', { tickE8: 10_000n, lotE18: E18 / 10n });
const rich = new Map([
  ['BTC', 10n * E18],
  ['ADA', 1_000_000n * E18],
  ['USDT', 1_000_000n * E18],
]);
const takes = (count: number, funds: ReadonlyMap<string, bigint>, markets = [btc, ada]) => {
  const draw = seededDraw(1);
  return Array.from({ length: count }, () => planTake({ markets, funds, draw }));
};

describe('the taker', () => {
  test('sends all three kinds of order, both ways, in every market, the larger one more often', () => {
    const kinds = new Map<string, number>();
    for (const take of takes(2_000, rich)) {
      const kind =
        take === undefined
          ? 'none'
          : `${take.symbol} ${take.side} ${take.type} ${'amount' in take ? 'amount' : 'quantity'}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const count = (text: string) =>
      [...kinds].reduce((sum, [kind, times]) => sum + (kind.includes(text) ? times : 0), 0);
    expect(count('none')).toBe(0);
    for (const kind of [
      'buy limit',
      'sell limit',
      'buy market amount',
      'buy market quantity',
      'sell market quantity',
    ]) {
      expect(count(`BTC/USDT ${kind}`)).toBeGreaterThan(30);
      expect(count(`ADA/USDT ${kind}`)).toBeGreaterThan(5);
    }
    expect(count('sell market amount')).toBe(0);
    expect(count('BTC/USDT')).toBeGreaterThan(4 * count('ADA/USDT'));
  });

  test('does the same for the same seed', () => {
    expect(takes(50, rich)).toEqual(takes(50, rich));
  });

  test('takes nothing for a quote currency without a price, and by its price where another market has it', () => {
    const eth = {
      ...market('ETH', '0.05'),
      symbol: 'ETH/BTC',
      quote: 'BTC',
      minNotionalE8: 1_000n,
    };
    expect(takes(50, rich, [eth])).toEqual(Array(50).fill(undefined));
    const draw = seededDraw(1);
    const funds = new Map([...rich, ['ETH', 100n * E18] as const]);
    const taken = Array.from({ length: 50 }, () =>
      planTake({ markets: [eth], priced: [eth, btc], funds, draw }),
    ).filter((take) => take !== undefined);
    expect(taken.length).toBeGreaterThan(0);
    for (const take of taken) {
      const worth = Number(take.quantity ?? '0') * 0.05 * 64_812.4;
      // At most half of 1,615 dollars, weighted, and a lot.
      expect(worth).toBeLessThan(2 * 1_615);
    }
  });

  test('leaves stale and closed markets alone', () => {
    const { indexE8: _index, ...stale } = btc;
    expect(takes(50, rich, [stale])).toEqual(Array(50).fill(undefined));
    expect(takes(50, rich, [{ ...btc, isOpen: false }])).toEqual(Array(50).fill(undefined));
    expect(takes(3, rich, [])).toEqual([undefined, undefined, undefined]);
  });

  test('does nothing without funds', () => {
    expect(takes(50, new Map())).toEqual(Array(50).fill(undefined));
  });

  test('never sends an order below the least notional, off the grid or above a tenth of its funds', () => {
    const anyFunds = fc.record({
      BTC: fc.bigInt({ min: 0n, max: 20n * E18 }),
      USDT: fc.bigInt({ min: 0n, max: 1_000_000n * E18 }),
    });
    fc.assert(
      fc.property(anyFunds, fc.nat(), (funds, seed) => {
        const draw = seededDraw(seed);
        const take = planTake({ markets: [btc], funds: new Map(Object.entries(funds)), draw });
        if (take === undefined) return;
        const index = 64_812.4;
        const quantity = take.quantity === undefined ? undefined : Number(take.quantity);
        const notional = quantity === undefined ? Number(take.amount) : quantity * index;
        const fundsNotional =
          take.side === 'buy' ? Number(funds.USDT) / 1e18 : (Number(funds.BTC) / 1e18) * index;
        expect(notional).toBeGreaterThanOrEqual(10);
        expect(notional).toBeLessThanOrEqual(fundsNotional / 10 + 1e-6);
        if (quantity !== undefined)
          expect(Math.abs(quantity * 1e5 - Math.round(quantity * 1e5))).toBeLessThan(1e-6);
        if (take.price !== undefined) {
          expect(take.time_in_force).toBe('ioc');
          expect(Math.abs(Number(take.price) / index - 1)).toBeLessThan(0.0016);
        }
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });

  test('buys more often the less of the base it has, within bounds', () => {
    const chance = (baseE18: bigint, quoteE18: bigint) =>
      buyChance({ market: btc, indexE8: 100n * 10n ** 8n, baseE18, quoteE18 });
    expect(chance(0n, 0n)).toBe(0.5);
    expect(chance(E18, 100n * E18)).toBe(0.5);
    expect(chance(0n, 100n * E18)).toBe(0.85);
    expect(chance(E18, 0n)).toBe(0.15);
    expect(chance(E18, 300n * E18)).toBeCloseTo(0.7);
  });

  test('keeps both currencies in hand over 20,000 orders', () => {
    const draw = seededDraw(3);
    const index = 64_812.4;
    let base = 5;
    let quote = 324_062;
    let least = 1;
    for (let at = 0; at < 20_000; at += 1) {
      const funds = new Map([
        ['BTC', BigInt(Math.floor(base * 1e8)) * 10n ** 10n],
        ['USDT', BigInt(Math.floor(quote * 1e6)) * 10n ** 12n],
      ]);
      const take = planTake({ markets: [btc], funds, draw });
      if (take === undefined) continue;
      const quantity =
        take.quantity === undefined ? Number(take.amount) / index : Number(take.quantity);
      const sign = take.side === 'buy' ? 1 : -1;
      base += sign * quantity;
      quote -= sign * quantity * index;
      least = Math.min(
        least,
        (base * index) / (base * index + quote),
        quote / (base * index + quote),
      );
    }
    expect(least).toBeGreaterThan(0.1);
  });

  test('comes at random times whose mean is the policy’s', () => {
    const draw = seededDraw(9);
    const times = Array.from({ length: 20_000 }, () => nextTakeMs(draw));
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    expect(mean / TAKE_EVERY_MS).toBeCloseTo(1, 1);
    expect(Math.max(...times)).toBeLessThanOrEqual(10 * TAKE_EVERY_MS);
  });
});
