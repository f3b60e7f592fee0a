/**
 * Profit and loss: the worked example of docs/internals/portfolio.md, and random histories against an oracle that counts
 * spot by itself, from price changes and trades, where the formula takes the remainder.
 */
import { InvariantError, priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  currencyValue,
  dayProfit,
  momentValue,
  NO_FLOWS,
  type PortfolioFlows,
  type PortfolioMoment,
  type ProfitParts,
  returnRate,
  totalProfit,
  turnoverValue,
} from './index.ts';

const USDT = 1_000_000n;
const at = (price: bigint) => priceE8(price * 100_000_000n);
const moment = (held: bigint, unrealisedPnl = 0n, stakes = 0n): PortfolioMoment => ({
  held,
  unrealisedPnl,
  stakes,
});
const partsOf = ({ spot, futures, options, hosting, offerings, referral, other }: ProfitParts) =>
  spot + futures + options + hosting + offerings + referral + other;

describe('the worked example of docs/internals/portfolio.md', () => {
  // 0.1 BTC at 60,000 and 1,000 USDT; a long position that stands at +20.
  const opening = moment(
    currencyValue(10_000_000n, at(60_000n), 8) + currencyValue(1_000_000_000n, at(1n), 6),
    20n * USDT,
  );
  // 0.15 BTC at 62,000 and 1,343.36 USDT; the position is closed, 101 USDT are in an open option.
  const closing = moment(
    currencyValue(15_000_000n, at(62_000n), 8) + 1_343_360_000n,
    0n,
    101n * USDT,
  );
  const flows: PortfolioFlows = {
    ...NO_FLOWS,
    deposits: turnoverValue(10_000_000n * at(61_000n), 8),
    withdrawals: 2_600n * USDT,
    futures: 45n * USDT - 640_000n,
    options: -101n * USDT - 101n * USDT + 180n * USDT,
    hosting: 4n * USDT,
    referral: 1_000_000n,
  };
  const day = dayProfit(opening, closing, flows);

  test('the values at both ends', () => {
    expect(momentValue(opening)).toBe(7_020n * USDT);
    expect(momentValue(closing)).toBe(10_744_360_000n);
  });

  test('the day and its parts', () => {
    expect(day).toEqual({
      deposits: 6_100n * USDT,
      withdrawals: 2_600n * USDT,
      pnl: 224_360_000n,
      spot: 116n * USDT,
      futures: 24_360_000n,
      options: 79n * USDT,
      hosting: 4n * USDT,
      offerings: 0n,
      referral: 1n * USDT,
      other: 0n,
    });
    expect(partsOf(day)).toBe(day.pnl);
  });

  test('the return: 224.36 of 7,020 and 6,100 put in', () => {
    expect(returnRate(momentValue(opening), day)).toBe(17_100n);
  });
});

describe('values', () => {
  test.each([
    [1n, 64_812_12345678n, 8, 648n],
    [0n, 64_812_12345678n, 8, 0n],
    [10n ** 18n, 3_500_00000000n, 18, 3_500_000_000n],
    [7n, 100_000_000n, 0, 7_000_000n],
    [-1n, 150_000_000n, 8, -1n],
  ])('%s at %s with %s decimals is %s, rounded down', (amount, price, scale, value) => {
    expect(currencyValue(amount, priceE8(price), scale)).toBe(value);
  });

  test('what is lost on paper is never more than is held', () => {
    expect(momentValue(moment(5n, -6n))).toBe(0n);
  });

  test('the return of nothing put in is no number', () => {
    expect(returnRate(0n, { pnl: 5n, deposits: 0n })).toBeUndefined();
    expect(returnRate(0n, { pnl: -1n, deposits: 3n })).toBe(-333_334n);
  });

  test('a deposit has no sign', () => {
    const wrong = { ...NO_FLOWS, deposits: -1n };
    expect(() => dayProfit(moment(0n), moment(0n), wrong)).toThrow(InvariantError);
  });
});

/** One thing that happens to an owner of USDT and BTC. Amounts are minor units, prices whole USDT. */
type Event =
  | { readonly kind: 'price'; readonly price: bigint }
  | { readonly kind: 'buy' | 'sell'; readonly btc: bigint; readonly feePpm: bigint }
  | { readonly kind: 'deposit' | 'withdraw'; readonly btc: bigint }
  | {
      readonly kind: 'futures' | 'hosting' | 'referral' | 'other' | 'paper';
      readonly usdt: bigint;
    }
  | { readonly kind: 'stake'; readonly usdt: bigint }
  | { readonly kind: 'deliver'; readonly wins: boolean };

const btc = fc.bigInt({ min: 1n, max: 10n ** 9n });
const signed = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
const events: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), price: fc.bigInt({ min: 1n, max: 200_000n }) }),
  fc.record({
    kind: fc.constantFrom('buy' as const, 'sell' as const),
    btc,
    feePpm: fc.bigInt({ min: 0n, max: 5_000n }),
  }),
  fc.record({ kind: fc.constantFrom('deposit' as const, 'withdraw' as const), btc }),
  fc.record({
    kind: fc.constantFrom('futures', 'hosting', 'referral', 'other', 'paper'),
    usdt: signed,
  }),
  fc.record({
    kind: fc.constant('stake' as const),
    usdt: fc.bigInt({ min: 1n, max: 10n ** 8n }),
  }),
  fc.record({ kind: fc.constant('deliver' as const), wins: fc.boolean() }),
);

/** Lives a day, and counts spot exactly, in 10^-14 USDT. */
class Owner {
  usdt = 10n ** 13n;
  btc = 10n ** 12n;
  stakes = 0n;
  paper = 0n;
  price = 30_000n;
  spotE14 = 0n;
  flows = { ...NO_FLOWS };

  moment(): PortfolioMoment {
    const held = currencyValue(this.usdt, at(1n), 6) + currencyValue(this.btc, at(this.price), 8);
    return moment(held, this.paper, this.stakes);
  }

  live(event: Event): void {
    switch (event.kind) {
      case 'price':
        this.spotE14 += this.btc * (event.price - this.price) * 10n ** 6n;
        this.price = event.price;
        return;
      case 'buy':
      case 'sell':
        this.trade(event);
        return;
      case 'deposit':
        this.btc += event.btc;
        this.flows.deposits += turnoverValue(event.btc * at(this.price), 8);
        return;
      case 'withdraw':
        this.btc -= event.btc;
        this.flows.withdrawals += turnoverValue(event.btc * at(this.price), 8);
        return;
      case 'paper':
        this.paper = event.usdt;
        return;
      case 'stake':
        this.usdt -= event.usdt;
        this.stakes += event.usdt;
        this.flows.options -= event.usdt;
        return;
      case 'deliver':
        this.flows.options += event.wins ? this.stakes * 2n : 0n;
        this.usdt += event.wins ? this.stakes * 2n : 0n;
        this.stakes = 0n;
        return;
      default:
        this.usdt += event.usdt;
        this.flows[event.kind] += event.usdt;
    }
  }

  /** At a price 1 % beside the index: the difference and the fee are spot's. */
  trade(event: Extract<Event, { readonly kind: 'buy' | 'sell' }>): void {
    const sign = event.kind === 'buy' ? 1n : -1n;
    const cost = (event.btc * this.price * 101n) / 10_000n;
    const fee = (event.btc * event.feePpm) / 1_000_000n;
    this.btc += sign * event.btc - fee;
    this.usdt -= sign * cost;
    const gained = (sign * event.btc - fee) * this.price * 10n ** 6n;
    this.spotE14 += gained - sign * cost * 10n ** 8n;
  }
}

describe('random histories', () => {
  test('the parts of a day add up to it, and spot is what prices and trades made of it', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (day) => {
        const owner = new Owner();
        const opening = owner.moment();
        for (const event of day) owner.live(event);
        const profit = dayProfit(opening, owner.moment(), owner.flows);
        expect(partsOf(profit)).toBe(profit.pnl);
        // Each valued sum may have lost less than one unit.
        const roundingMax = BigInt(day.length + 4) * 10n ** 8n;
        const difference = profit.spot * 10n ** 8n - owner.spotE14;
        expect(difference < roundingMax && -difference < roundingMax).toBe(true);
      }),
      { seed: 20_261, numRuns: 500 },
    );
  });

  test('days in a row add up to what the whole time made', () => {
    fc.assert(
      fc.property(fc.array(fc.array(events, { maxLength: 8 }), { maxLength: 8 }), (days) => {
        const owner = new Owner();
        const first = owner.moment();
        const profits = days.map((day) => {
          const opening = owner.moment();
          owner.flows = { ...NO_FLOWS };
          for (const event of day) owner.live(event);
          return dayProfit(opening, owner.moment(), owner.flows);
        });
        const total = totalProfit(profits);
        const grown = momentValue(owner.moment()) - momentValue(first);
        expect(total.pnl).toBe(grown - total.deposits + total.withdrawals);
        expect(partsOf(total)).toBe(total.pnl);
      }),
      { seed: 20_262, numRuns: 300 },
    );
  });
});
