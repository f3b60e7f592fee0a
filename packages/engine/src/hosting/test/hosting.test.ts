/** Locked funds as stories with all balances. */
import { isHostingProductValid, type Reject } from '@fairlead/engine';
import { BTC, rejectOf, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { usdt } from '../../../test/kit/words.ts';
import { buying, FORTNIGHT, HostingExchange, hostingOf } from './words.ts';

const ADA = 1;
const BOB = 2;

describe('a purchase', () => {
  test('locks the principal where it is, and sets all its interest aside', () => {
    const exchange = HostingExchange.begin();
    const order = exchange.buy(ADA, 1_000);
    expect(order).toMatchObject({
      owner: ADA,
      amount: usdt(1_000),
      interest: usdt(60),
      postedDays: 0,
      earned: 0n,
      status: 'hosting',
      paidAtMs: exchange.timeMs,
      completesAtMs: exchange.timeMs + 15 * DAY_MS,
    });
    expect(exchange.money()).toEqual({ trust: '10000 (1000)', treasury: '10000 (60)' });
    expect(exchange.engine.hosting(order.hostingId)).toEqual(order);
    expect(exchange.engine.nextScheduleMs()).toBe(exchange.timeMs + DAY_MS);
    const { hostings, entries } = exchange.changed();
    expect(hostings).toEqual([order]);
    expect(entries.filter((entry) => entry.startsWith('hosting'))).toEqual([]);
  });

  test('what is locked cannot be moved, spent, or locked again', () => {
    const exchange = HostingExchange.begin({ users: [1_000] });
    exchange.buy(ADA, 900);
    const transfer = (amount: number) =>
      rejectOf(
        exchange.execute({
          kind: 'transfer',
          owner: ADA,
          source: 'trust',
          target: 'coin',
          currencyId: USDT.currencyId,
          amount: usdt(amount),
        }),
      );
    expect(transfer(101)).toBe('insufficient_balance');
    expect(exchange.answer(ADA, 101)).toBe('insufficient_balance');
    expect(transfer(100)).toBe('ok');
  });

  test('is sold while the treasury can promise all of its interest, to the unit', () => {
    const exchange = HostingExchange.begin({ treasury: 60 });
    expect(exchange.answer(ADA, '1000.000017')).toBe('house_limit');
    expect(exchange.answer(ADA, 1_000)).toBe('ok');
    expect(exchange.answer(BOB, 100)).toBe('house_limit');
    exchange.treasury(6);
    expect(exchange.answer(BOB, 100)).toBe('ok');
  });

  test('what the treasury has promised cannot be taken out of it', () => {
    const exchange = HostingExchange.begin({ treasury: 100 });
    exchange.buy(ADA, 1_000);
    const take = (amount: number): Reject | 'ok' =>
      rejectOf(
        exchange.execute({
          kind: 'post_entry',
          reason: 'capital',
          reference: `out:${amount}`,
          currencyId: USDT.currencyId,
          amount: usdt(amount),
          source: { house: 'yield_treasury' },
          target: { house: 'capital' },
        }),
      );
    expect([take(41), take(40), take(1)]).toEqual([
      'insufficient_balance',
      'ok',
      'insufficient_balance',
    ]);
    exchange.passDays(15);
    expect(exchange.money()).toEqual({ trust: '10060 (0)', treasury: '0 (0)' });
  });
});

describe('interest', () => {
  test('is posted each day at the time of the purchase, in an entry of its own', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.changed();
    exchange.timeMs += DAY_MS - 1;
    expect(exchange.runDue()).toBe(0);
    exchange.timeMs += 1;
    expect(exchange.runDue()).toBe(1);
    expect(exchange.runDue()).toBe(0);
    expect(exchange.money()).toEqual({ trust: '10004 (1000)', treasury: '9996 (56)' });
    const { hostings, entries } = exchange.changed();
    expect(entries).toEqual([`hosting_interest ${hostingId}:1`]);
    expect(hostings).toMatchObject([{ postedDays: 1, earned: usdt(4), status: 'hosting' }]);
  });

  test('that is posted is available at once; the last day gives the principal back', () => {
    const exchange = HostingExchange.begin({ users: [1_000] });
    const { hostingId, completesAtMs } = exchange.buy(ADA, 1_000);
    exchange.passDays(14);
    expect(exchange.money().trust).toBe('1056 (1000)');
    exchange.changed();
    exchange.passDays(1);
    expect(exchange.money()).toEqual({ trust: '1060 (0)', treasury: '9940 (0)' });
    expect(exchange.changed().hostings).toMatchObject([
      { status: 'completed', postedDays: 15, earned: usdt(60), endedAtMs: completesAtMs },
    ]);
    expect(exchange.engine.hosting(hostingId)).toBeUndefined();
    expect(exchange.engine.nextScheduleMs()).toBeUndefined();
  });

  test('of days that bring nothing is no entry, and adds up all the same', () => {
    const small = { ...FORTNIGHT, minMinor: amountMinor(17n) };
    const exchange = HostingExchange.begin({ products: [small] });
    // 30 millionths at 0.4 % over 15 days are 1.8 millionths: one, on the last day.
    exchange.buy(ADA, '0.00003');
    exchange.changed();
    exchange.passDays(14);
    expect(exchange.changed().entries).toEqual([]);
    exchange.passDays(1);
    expect(exchange.changed().entries).toHaveLength(1);
    expect(exchange.money().trust).toBe('10000.000001 (0)');
  });

  test('goes on for a frozen owner, who neither buys nor redeems', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(exchange.answer(ADA, 1_000)).toBe('account_frozen');
    expect(rejectOf(exchange.redeem(ADA, hostingId))).toBe('account_frozen');
    exchange.passDays(15);
    expect(exchange.money().trust).toBe('10060 (0)');
  });

  test('of many orders is posted in the order in which it is due, in parts of any size', () => {
    const exchange = HostingExchange.begin();
    const ids: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      ids.push(exchange.buy(at % 2 === 0 ? ADA : BOB, 1_000).hostingId);
      exchange.timeMs += at === 2 ? 0 : 3_600_000;
    }
    exchange.changed();
    exchange.timeMs += 2 * DAY_MS;
    const parts: number[] = [];
    for (let ran = 4; ran === 4; ) {
      const { value } = exchange.run({ kind: 'run_schedules', max: 4 });
      ran = value.kind === 'schedules' ? value.ran : 0;
      parts.push(ran);
    }
    expect(parts).toEqual([4, 4, 2]);
    expect(exchange.changed().entries).toEqual(
      [1, 2].flatMap((day) => ids.map((id) => `hosting_interest ${id}:${day}`)),
    );
  });
});

describe('an early end', () => {
  test('takes damages and penalty from the principal, and keeps what was posted', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.passDays(12);
    exchange.changed();
    const row = hostingOf(exchange.redeem(ADA, hostingId));
    expect(row).toMatchObject({
      status: 'redeemed',
      damages: usdt(12),
      penalty: usdt(6),
      earned: usdt(48),
      endedAtMs: exchange.timeMs,
    });
    // 48 of interest came, 18 are taken: of the treasury's 10,000 it has 9,970 again, and nothing is promised.
    expect(exchange.money()).toEqual({ trust: '10030 (0)', treasury: '9970 (0)' });
    expect(exchange.changed()).toEqual({
      hostings: [row],
      entries: [`hosting_redemption ${hostingId}`],
    });
    expect(exchange.engine.nextScheduleMs()).toBeUndefined();
    exchange.passDays(5);
    expect(exchange.money().trust).toBe('10030 (0)');
  });

  test('posts the days that are due by then first, as the schedule would have', () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    exchange.changed();
    exchange.timeMs += 12 * DAY_MS + 5;
    expect(hostingOf(exchange.redeem(ADA, hostingId))).toMatchObject({
      postedDays: 12,
      earned: usdt(48),
      damages: usdt(12),
    });
    const { entries } = exchange.changed();
    expect(entries).toHaveLength(13);
    expect(entries.slice(11)).toEqual([
      `hosting_interest ${hostingId}:12`,
      `hosting_redemption ${hostingId}`,
    ]);
  });

  test('never takes more than the principal', () => {
    const harsh = { ...FORTNIGHT, days: 1_000, damagesRatePpm: ratePpm(100_000n) };
    const exchange = HostingExchange.begin({ products: [harsh] });
    const { hostingId } = exchange.buy(ADA, 1_000);
    expect(hostingOf(exchange.redeem(ADA, hostingId))).toMatchObject({
      damages: usdt(1_000),
      penalty: 0n,
    });
    expect(exchange.money()).toEqual({ trust: '9000 (0)', treasury: '11000 (0)' });
  });

  test('that costs nothing is no entry', () => {
    const free = { ...FORTNIGHT, minMinor: amountMinor(17n), damagesRatePpm: ratePpm(0n) };
    const exchange = HostingExchange.begin({ products: [free] });
    const { hostingId } = exchange.buy(ADA, '0.000017');
    exchange.changed();
    expect(hostingOf(exchange.redeem(ADA, hostingId)).status).toBe('redeemed');
    expect(exchange.changed().entries).toEqual([]);
  });

  test("of a stranger's order is of none", () => {
    const exchange = HostingExchange.begin();
    const { hostingId } = exchange.buy(ADA, 1_000);
    expect(rejectOf(exchange.redeem(BOB, hostingId))).toBe('hosting_not_found');
    expect(rejectOf(exchange.redeem(BOB, 10_000))).toBe('hosting_not_found');
  });
});

describe('terms', () => {
  const wrong = [
    { productId: 0 },
    { productId: 32_768 },
    { productId: 1.5 },
    { days: 0 },
    { days: 1_096 },
    { days: 2.5 },
    { minMinor: amountMinor(0n) },
    { minMinor: usdt(50_001) },
    { maxMinor: usdt(1_000_001) },
    { capacityMinor: amountMinor(2n ** 62n + 1n) },
    { dailyYieldPpm: ratePpm(0n) },
    { dailyYieldPpm: ratePpm(20_001n) },
    { damagesRatePpm: ratePpm(-1n) },
    { damagesRatePpm: ratePpm(100_001n) },
    { isOpen: 1 as never },
    // 16 millionths at 0.4 % over 15 days are 0.96 of one: nothing.
    { minMinor: amountMinor(16n) },
  ];
  test.each(wrong)('%o are refused', (change) => {
    const exchange = HostingExchange.begin();
    const product = { ...FORTNIGHT, ...change };
    expect(isHostingProductValid(product)).toBe(false);
    expect(rejectOf(exchange.execute({ kind: 'configure_hosting', product }))).toBe(
      'terms_invalid',
    );
    expect(exchange.engine.hostingProduct(FORTNIGHT.productId)).toEqual(FORTNIGHT);
  });

  test.each([
    { productId: 32_767 },
    { days: 1, dailyYieldPpm: ratePpm(20_000n), damagesRatePpm: ratePpm(100_000n) },
    { days: 1_095 },
    { minMinor: amountMinor(17n), damagesRatePpm: ratePpm(0n) },
    { minMinor: FORTNIGHT.maxMinor, capacityMinor: FORTNIGHT.maxMinor },
    { capacityMinor: amountMinor(2n ** 62n) },
  ])('%o are taken', (change) => {
    expect(isHostingProductValid({ ...FORTNIGHT, ...change })).toBe(true);
  });

  test('the currency of a product stays', () => {
    const exchange = HostingExchange.begin();
    const product = { ...FORTNIGHT, currencyId: BTC.currencyId };
    expect(rejectOf(exchange.execute({ kind: 'configure_hosting', product }))).toBe(
      'terms_invalid',
    );
  });

  test('changed twice in a batch are given out once, as they last were', () => {
    const exchange = HostingExchange.begin();
    const { hostingProducts } = (() => {
      exchange.run({ kind: 'configure_hosting', product: { ...FORTNIGHT, days: 7 } });
      exchange.run({ kind: 'configure_hosting', product: { ...FORTNIGHT, days: 30 } });
      return exchange.engine.takeChanges();
    })();
    expect(hostingProducts).toEqual([{ ...FORTNIGHT, days: 30 }]);
  });

  test('bounds of an order hold to the unit', () => {
    const exchange = HostingExchange.begin({ users: [100_000] });
    const answers = ['99.999999', '100', '50000', '50000.000001'].map((amount) =>
      rejectOf(exchange.execute(buying(ADA, amount))),
    );
    expect(answers).toEqual(['below_minimum', 'ok', 'ok', 'quantity_out_of_range']);
  });
});
