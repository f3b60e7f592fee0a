/** The failure stories of locked funds: Y1, Y2, Y3. */
import type { HostingProduct } from '@fairlead/engine';
import { rejectOf, USDT } from '@fairlead/testkit';
import { DAY_MS, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { Tables } from '../../../test/kit/tables.ts';
import { usdt } from '../../../test/kit/words.ts';
import { FORTNIGHT, HostingExchange, hostingOf } from './words.ts';

const ADA = 1;
const BOB = 2;

describe('Y1: one payout', () => {
  test('fifty redemptions are one', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.timeMs += DAY_MS / 2;
    const answers = Array.from({ length: 50 }, () => rejectOf(exchange.redeem(ADA, hostingId)));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(new Set(answers.slice(1))).toEqual(new Set(['hosting_not_open']));
    expect(exchange.money()).toEqual({ trust: '9934 (0)', treasury: '10066 (0)' });
  });

  test.each([
    ['redemption first', ['redeem', 'run']],
    ['completion first', ['run', 'redeem']],
    ['again and again', ['redeem', 'run', 'redeem', 'run', 'run', 'redeem']],
  ])('a redemption in the second of the completion, %s, gives all back once', (_, acts) => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.passDays(14);
    exchange.timeMs += DAY_MS;
    for (const act of acts) {
      if (act === 'run') exchange.runDue();
      else expect(rejectOf(exchange.redeem(ADA, hostingId))).toBe('hosting_not_open');
    }
    expect(exchange.money()).toEqual({ trust: '10060 (0)', treasury: '9940 (0)' });
  });

  test('a millisecond before its completion an order is redeemed, and is not completed then', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.timeMs += 15 * DAY_MS - 1;
    expect(hostingOf(exchange.redeem(ADA, hostingId))).toMatchObject({
      postedDays: 14,
      damages: usdt(4),
      penalty: usdt(6),
    });
    exchange.passDays(2);
    expect(exchange.money()).toEqual({ trust: '10046 (0)', treasury: '9954 (0)' });
  });

  test('a refused redemption changes nothing, although days are due', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.timeMs += 20 * DAY_MS;
    const hash = exchange.engine.stateHash();
    expect(rejectOf(exchange.redeem(ADA, hostingId))).toBe('hosting_not_open');
    expect(rejectOf(exchange.redeem(BOB, hostingId))).toBe('hosting_not_found');
    expect(exchange.engine.stateHash()).toBe(hash);
  });
});

describe('Y2: days are counted by the UTC rule', () => {
  /** A year of purchases and hours that nobody is there, from the winter before a leap day on. */
  function year(isAway: (day: number) => boolean) {
    const week: HostingProduct = { ...FORTNIGHT, productId: 2, days: 7 };
    const exchange = HostingExchange.begin({ products: [FORTNIGHT, week], users: [100_000] });
    const tables = new Tables();
    const hours = [0, 7, 13, 23];
    for (let day = 0; day < 366; day += 1) {
      for (const hour of hours) {
        exchange.timeMs = Date.UTC(2027, 10, 22 + day, 12 + hour, 34, 56, 789);
        if (hour === 7 && day % 5 === 0) exchange.buy(ADA, 100 + day, 1 + (day % 2));
        if (!isAway(day)) exchange.runDue();
      }
      tables.commit(exchange.engine.takeChanges());
      exchange.engine.checkInvariants();
    }
    exchange.timeMs += 30 * DAY_MS;
    exchange.runDue();
    tables.commit(exchange.engine.takeChanges());
    return { exchange, rows: tables.hosting.hostings() };
  }

  test('a year with a leap day, four looks a day: each day is posted once, on time', () => {
    const { exchange, rows } = year(() => false);
    expect(rows).toHaveLength(74);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'completed', postedDays: row.days });
      expect(row.earned).toBe((row.amount * 4n * BigInt(row.days)) / 1_000n);
      expect(row.completesAtMs - row.paidAtMs).toBe(row.days * DAY_MS);
    }
    const { frozen } = exchange.engine.houseBalance('yield_treasury', USDT.currencyId);
    expect(frozen).toBe(0n);
  });

  test('down for several days, often and over a leap day: nothing is lost and nothing comes twice', () => {
    const present = year(() => false);
    const away = year((day) => day % 11 < 6 || (day > 95 && day < 110));
    const sums = ({ exchange, rows }: typeof present) => [
      exchange.money(),
      rows.map(({ hostingId: _, endedAtMs: __, ...row }) => row),
    ];
    expect(sums(away)).toEqual(sums(present));
  });

  test('a clock that jumps a year ahead posts each day, in turn', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.changed();
    exchange.timeMs += 365 * DAY_MS;
    expect(exchange.runDue()).toBe(15);
    const { entries } = exchange.changed();
    expect(entries).toEqual(
      Array.from({ length: 15 }, (_, at) => `hosting_interest ${hostingId}:${at + 1}`),
    );
    expect(exchange.money().trust).toBe('10060 (0)');
  });

  test('a clock that stands still posts nothing', () => {
    const exchange = HostingExchange.begin();
    exchange.buy(ADA, 1_000);
    exchange.timeMs += DAY_MS;
    expect([exchange.runDue(), exchange.runDue(), exchange.runDue()]).toEqual([1, 0, 0]);
  });
});

describe('Y3: an order keeps the terms of its purchase', () => {
  test.each([
    ['a lower yield', { dailyYieldPpm: ratePpm(1n) }],
    ['fewer days', { days: 1 }],
    ['more days', { days: 100 }],
    ['higher damages', { damagesRatePpm: ratePpm(100_000n) }],
    ['a smaller capacity', { maxMinor: usdt(100), capacityMinor: usdt(100) }],
    ['a closed product', { isOpen: false }],
  ])('%s', (_, change) => {
    const exchange = HostingExchange.begin();
    const first = exchange.buy(ADA, 1_000);
    const second = exchange.buy(BOB, 1_000);
    exchange.passDays(6);
    exchange.run({ kind: 'configure_hosting', product: { ...FORTNIGHT, ...change } });
    exchange.passDays(6);
    expect(hostingOf(exchange.redeem(BOB, second.hostingId))).toMatchObject({
      earned: usdt(48),
      damages: usdt(12),
      penalty: usdt(6),
    });
    exchange.passDays(3);
    expect(exchange.money()).toEqual({ trust: '10060 (0)', treasury: '9910 (0)' });
    expect(exchange.money(BOB).trust).toBe('10030 (0)');
    expect(exchange.engine.hosting(first.hostingId)).toBeUndefined();
  });

  test('a closed product is not sold, and sold again once it is open', () => {
    const exchange = HostingExchange.begin();
    exchange.run({ kind: 'configure_hosting', product: { ...FORTNIGHT, isOpen: false } });
    expect(exchange.answer(ADA, 100)).toBe('product_closed');
    exchange.run({ kind: 'configure_hosting', product: FORTNIGHT });
    expect(exchange.answer(ADA, 100)).toBe('ok');
  });

  test('a hundred purchases of the last thousand: ten are sold, and the capacity is exact', () => {
    const full = { ...FORTNIGHT, maxMinor: usdt(1_000), capacityMinor: usdt(10_000) };
    const exchange = HostingExchange.begin({ products: [full], users: [20_000, 20_000] });
    for (let at = 0; at < 9; at += 1) exchange.buy(ADA, 1_000);
    const answers = Array.from({ length: 100 }, (_, at) => exchange.answer(1 + (at % 2), 100));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(10);
    expect(answers.filter((answer) => answer === 'sold_out')).toHaveLength(90);
    expect(exchange.engine.hosted(full.productId)).toEqual({ amount: usdt(10_000), orders: 19 });
  });

  test('what has ended is on sale again', () => {
    const full = { ...FORTNIGHT, maxMinor: usdt(1_000), capacityMinor: usdt(1_000) };
    const exchange = HostingExchange.begin({ products: [full] });
    const { hostingId } = exchange.buy(ADA, 1_000);
    expect(exchange.answer(BOB, 100)).toBe('sold_out');
    exchange.redeem(ADA, hostingId);
    expect(exchange.answer(BOB, 1_000)).toBe('ok');
    exchange.passDays(15);
    expect(exchange.answer(ADA, 1_000)).toBe('ok');
  });
});
