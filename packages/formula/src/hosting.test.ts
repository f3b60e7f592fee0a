/** Y2 and the sums of locked funds: worked values, a golden table of days, and what must hold for any order. */
import { amountMinor, InvariantError, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HOSTING_DAY_MS,
  hostingDayInterest,
  hostingDaysDue,
  hostingDueAtMs,
  hostingEarned,
  hostingExpectedReturn,
  hostingInterest,
  hostingRedemption,
} from './index.ts';

const terms = (amount: bigint, days: number, yieldPpm: bigint) => ({
  amount: amountMinor(amount),
  days,
  dailyYieldPpm: ratePpm(yieldPpm),
});
const hosted = (amount: bigint, [posted, days]: [number, number], rates: [bigint, bigint]) => ({
  ...terms(amount, days, rates[0]),
  damagesRatePpm: ratePpm(rates[1]),
  postedDays: posted,
});

describe('the worked figures of the specification', () => {
  const USDT = 1_000_000n;

  test('0.4 % daily over 15 days on 10000 gives 600', () => {
    expect(hostingInterest(terms(10_000n * USDT, 15, 4_000n))).toBe(600n * USDT);
  });

  test('damages: 0.4 % × 3 days × 1000 = 12, and a penalty of 1.5 × daily interest', () => {
    expect(hostingRedemption(hosted(1_000n * USDT, [12, 15], [4_000n, 4_000n]))).toEqual({
      damages: 12n * USDT,
      penalty: 6n * USDT,
      returned: 982n * USDT,
    });
  });
});

describe('interest', () => {
  test.each([
    [100n, 7, 4_000n, 2n],
    [124n, 2, 4_000n, 0n],
    [125n, 2, 4_000n, 1n],
    [1n, 1, 1n, 0n],
    [0n, 30, 4_000n, 0n],
    [2n ** 62n, 365, 1_000n, 1_683_265_396_725_996_584n],
  ])('of %s over %s days at %s ppm is %s, rounded down once', (amount, days, rate, interest) => {
    expect(hostingInterest(terms(amount, days, rate))).toBe(interest);
  });

  test('days that do not divide it get their sub-units when they add up to one', () => {
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => hostingDayInterest(amountMinor(10n), day, 7));
    expect(days).toEqual([1n, 1n, 2n, 1n, 2n, 1n, 2n]);
    expect([1, 2, 3].map((day) => hostingDayInterest(amountMinor(1n), day, 3))).toEqual([
      0n,
      0n,
      1n,
    ]);
  });

  test('30 days of an amount, whatever the product', () => {
    expect(hostingExpectedReturn(amountMinor(10_000n), ratePpm(4_000n))).toBe(1_200n);
    expect(hostingExpectedReturn(amountMinor(8n), ratePpm(4_000n))).toBe(0n);
  });

  test('nothing is earned of less than nothing, or for days that are none', () => {
    const interest = amountMinor(10n);
    for (const wrong of [
      () => hostingInterest(terms(-1n, 7, 4_000n)),
      () => hostingInterest(terms(1n, 7, -1n)),
      () => hostingInterest(terms(1n, 0, 1n)),
      () => hostingInterest(terms(1n, 1.5, 1n)),
      () => hostingEarned(interest, { days: 7, postedDays: 8 }),
      () => hostingEarned(interest, { days: 7, postedDays: -1 }),
      () => hostingEarned(interest, { days: 7, postedDays: 0.5 }),
      () => hostingDayInterest(interest, 0, 7),
      () => hostingExpectedReturn(amountMinor(-1n), ratePpm(1n)),
    ]) {
      expect(wrong).toThrow(InvariantError);
    }
  });
});

describe('an early end', () => {
  test.each([
    ['nothing is posted yet', 1_000n, [0, 15], [4_000n, 4_000n], [60n, 6n, 934n]],
    ['one day is left', 1_000n, [14, 15], [4_000n, 4_000n], [4n, 6n, 990n]],
    ['both round down', 99n, [12, 15], [4_000n, 4_000n], [1n, 0n, 98n]],
    ['damages are all of it', 1_000n, [0, 500], [4_000n, 2_000n], [1_000n, 0n, 0n]],
    ['damages would be more', 1_000n, [0, 700], [4_000n, 2_000n], [1_000n, 0n, 0n]],
    ['the penalty is what is left', 1_000n, [0, 499], [4_000n, 2_000n], [998n, 2n, 0n]],
    ['no damages', 1_000n, [0, 15], [4_000n, 0n], [0n, 6n, 994n]],
  ] as const)('%s', (_, amount, [posted, days], [daily, rate], [damages, penalty, returned]) => {
    expect(hostingRedemption(hosted(amount, [posted, days], [daily, rate]))).toEqual({
      damages,
      penalty,
      returned,
    });
  });

  test('what is completed does not end early', () => {
    expect(() => hostingRedemption(hosted(1n, [15, 15], [1n, 1n]))).toThrow(InvariantError);
    expect(() => hostingRedemption(hosted(1n, [-1, 15], [1n, 1n]))).toThrow(InvariantError);
  });
});

describe('Y2: a day is 86,400,000 ms, whatever calendars and clocks say', () => {
  const at = (text: string): number => Date.parse(text);

  test.each([
    ['a month of 31 days', '2026-01-31T10:20:30.400Z', 1, '2026-02-01T10:20:30.400Z'],
    ['a month of 30 days', '2026-04-30T23:59:59.999Z', 1, '2026-05-01T23:59:59.999Z'],
    ['February', '2026-01-31T00:00:00.000Z', 30, '2026-03-02T00:00:00.000Z'],
    ['a leap day', '2028-02-28T12:00:00.000Z', 1, '2028-02-29T12:00:00.000Z'],
    ['February with a leap day', '2028-01-31T00:00:00.000Z', 30, '2028-03-01T00:00:00.000Z'],
    ['bought on a leap day', '2028-02-29T12:00:00.000Z', 365, '2029-02-28T12:00:00.000Z'],
    ['a century without one', '2100-02-28T12:00:00.000Z', 1, '2100-03-01T12:00:00.000Z'],
    ['a new year', '2026-12-31T23:59:59.999Z', 1, '2027-01-01T23:59:59.999Z'],
    ['a year', '2026-11-22T08:00:00.000Z', 365, '2027-11-22T08:00:00.000Z'],
    ['New York goes forward', '2026-03-07T23:30:00-05:00', 1, '2026-03-09T00:30:00-04:00'],
    ['New York goes back', '2026-10-31T23:30:00-04:00', 1, '2026-11-01T22:30:00-05:00'],
    ['Berlin goes forward', '2026-03-28T02:30:00+01:00', 1, '2026-03-29T03:30:00+02:00'],
    ['Samoa left out 30 December', '2011-12-29T12:00:00-10:00', 1, '2011-12-31T12:00:00+14:00'],
  ])('%s', (_, paid, days, completes) => {
    const paidAtMs = at(paid);
    const dueAtMs = hostingDueAtMs(paidAtMs, days);
    expect(dueAtMs).toBe(at(completes));
    expect(hostingDaysDue({ paidAtMs, days }, dueAtMs - 1)).toBe(days - 1);
    expect(hostingDaysDue({ paidAtMs, days }, dueAtMs)).toBe(days);
  });

  test.each([
    ['at the purchase', 0, 0],
    ['before it, as after a clock that went back', -90_000_000, 0],
    ['a millisecond before the first day is over', HOSTING_DAY_MS - 1, 0],
    ['when it is', HOSTING_DAY_MS, 1],
    ['down for three days and a half', 3.5 * HOSTING_DAY_MS, 3],
    ['down until the end', 15 * HOSTING_DAY_MS, 15],
    ['down for longer', 400 * HOSTING_DAY_MS, 15],
  ])('%s: of 15 days %s ms after the purchase %s are due', (_, afterMs, due) => {
    const paidAtMs = at('2028-02-20T17:45:00.000Z');
    expect(hostingDaysDue({ paidAtMs, days: 15 }, paidAtMs + afterMs)).toBe(due);
  });
});

describe('for any order', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 62n }).map(amountMinor);
  const rate = fc.bigInt({ min: 0n, max: 1_000_000n }).map(ratePpm);
  const days = fc.integer({ min: 1, max: 400 });

  test('the days add up to the interest, none is below zero, and two differ by a unit at most', () => {
    fc.assert(
      fc.property(amount, rate, days, (principal, dailyYieldPpm, count) => {
        const interest = hostingInterest({ amount: principal, days: count, dailyYieldPpm });
        let [sum, least, most] = [0n, interest, 0n] as [bigint, bigint, bigint];
        for (let day = 1; day <= count; day += 1) {
          const part = hostingDayInterest(interest, day, count);
          sum += part;
          expect(sum).toBe(hostingEarned(interest, { days: count, postedDays: day }));
          if (part < least) least = part;
          if (part > most) most = part;
        }
        expect(sum).toBe(interest);
        expect(least >= 0n && most - least <= 1n).toBe(true);
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  test('more money, more days or more yield never earn less', () => {
    fc.assert(
      fc.property(amount, rate, days, (principal, dailyYieldPpm, count) => {
        const order = { amount: principal, days: count, dailyYieldPpm };
        const interest = hostingInterest(order);
        const more = [
          { ...order, amount: amountMinor(principal + 1n) },
          { ...order, days: count + 1 },
          { ...order, dailyYieldPpm: ratePpm(dailyYieldPpm + 1n) },
        ];
        expect(more.every((each) => hostingInterest(each) >= interest)).toBe(true);
      }),
      { seed: 2 },
    );
  });

  test('an early end never takes more than the principal, nor more for each day that is posted', () => {
    fc.assert(
      fc.property(amount, rate, rate, days, (principal, dailyYieldPpm, damagesRatePpm, count) => {
        const order = { amount: principal, days: count, dailyYieldPpm, damagesRatePpm };
        let before = 0n;
        for (let postedDays = 0; postedDays < count; postedDays += 1) {
          const { damages, penalty, returned } = hostingRedemption({ ...order, postedDays });
          expect(damages >= 0n && penalty >= 0n && returned >= before).toBe(true);
          expect(damages + penalty + returned).toBe(principal);
          before = returned;
        }
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});
