/** Subscription as stories with all balances. */
import { isOfferingValid, type Offering } from '@fairlead/engine';
import { limitOrder, rejectOf, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { e8, usdt } from '../../../test/kit/words.ts';
import { coins, LAUNCH, LAUNCHES_MS, NEW, NEW_USDT, OfferingExchange, STARTS_MS } from './words.ts';

const ADA = 1;
const BOB = 2;
const UNLOCKS_MS = LAUNCHES_MS + 10 * DAY_MS;

describe('a subscription', () => {
  test('freezes the payment and what it is for', () => {
    const exchange = OfferingExchange.begin();
    exchange.engine.takeChanges();
    const row = exchange.buy(ADA, 100);
    expect(row).toMatchObject({
      owner: ADA,
      amount: coins(100),
      paid: usdt(50),
      issuePrice: e8('0.5'),
      status: 'under_review',
      isReleased: false,
      unlocksAtMs: UNLOCKS_MS,
      createdAtMs: STARTS_MS,
    });
    expect(exchange.money()).toEqual({
      paying: '100 (50)',
      bought: '0 (0)',
      supply: '1000 (100)',
      proceeds: '0 (0)',
    });
    expect(exchange.engine.subscription(row.subscriptionId)).toEqual(row);
    expect(exchange.engine.offering(1)).toEqual({ ...LAUNCH, soldMinor: coins(100) });
    const { entries, subscriptions, offerings } = exchange.engine.takeChanges();
    expect([entries, subscriptions]).toEqual([[], [row]]);
    expect(offerings).toEqual([{ ...LAUNCH, soldMinor: coins(100) }]);
  });

  test('that passes is paid in one entry, and stays locked until launch and lock-up are over', () => {
    const exchange = OfferingExchange.begin();
    const { subscriptionId } = exchange.buy(ADA, 100);
    exchange.engine.takeChanges();
    exchange.timeMs += DAY_MS;
    const passed = exchange.pass(subscriptionId);
    expect(passed).toMatchObject({ status: 'passed', operatorId: 7, decidedAtMs: exchange.timeMs });
    const paid = {
      paying: '50 (0)',
      bought: '100 (100)',
      supply: '900 (0)',
      proceeds: '50 (0)',
    };
    expect(exchange.money()).toEqual(paid);
    const { entries, postings } = exchange.engine.takeChanges();
    expect(entries).toMatchObject([{ reason: 'subscription', reference: `${subscriptionId}` }]);
    expect(postings.map(({ account, amount }) => [account, amount])).toEqual([
      ['coin', -usdt(50)],
      ['subscription_proceeds', usdt(50)],
      ['subscription_supply', -coins(100)],
      ['coin', coins(100)],
    ]);
    expect(exchange.move(ADA, '0.01')).toBe('insufficient_balance');

    exchange.timeMs = UNLOCKS_MS - 1;
    expect(exchange.engine.nextScheduleMs()).toBe(UNLOCKS_MS);
    expect(exchange.runDue()).toBe(0);
    exchange.timeMs = UNLOCKS_MS;
    expect(exchange.runDue()).toBe(1);
    expect(exchange.money()).toEqual({ ...paid, bought: '100 (0)' });
    expect(exchange.engine.takeChanges()).toMatchObject({
      entries: [],
      subscriptions: [{ ...passed, isReleased: true, releasedAtMs: UNLOCKS_MS }],
    });
    expect(exchange.runDue()).toBe(0);
    expect(exchange.move(ADA, 100)).toBe('ok');
  });

  test('that is rejected gives everything back to the unit, and its amount is on sale again', () => {
    const exchange = OfferingExchange.begin({
      offering: { ...LAUNCH, issuePrice: e8('0.33333333') },
    });
    const before = exchange.money();
    exchange.engine.takeChanges();
    const { subscriptionId, paid } = exchange.buy(ADA, '1.01');
    // 1.01 × 0.33333333 is 0.3366666633: a whole unit of USDT's sixth decimal more.
    expect(paid).toBe(usdt('0.336667'));
    const rejected = exchange.decide(subscriptionId, 'rejected', 'not eligible');
    expect(rejected).toMatchObject({
      value: { subscription: { status: 'rejected', reason: 'not eligible', operatorId: 7 } },
    });
    expect(exchange.money()).toEqual(before);
    expect(exchange.engine.offering(1)?.soldMinor).toBe(0n);
    expect(exchange.engine.takeChanges().entries).toEqual([]);
  });

  test('costs its price rounded up: the worked example', () => {
    const offering = { ...LAUNCH, issuePrice: e8('0.33333333') };
    const exchange = OfferingExchange.begin({ offering });
    const { subscriptionId } = exchange.buy(ADA, '1.01');
    expect(exchange.money()).toMatchObject({ paying: '100 (0.336667)', supply: '1000 (1.01)' });
    exchange.pass(subscriptionId);
    expect(exchange.money()).toEqual({
      paying: '99.663333 (0)',
      bought: '1.01 (1.01)',
      supply: '998.99 (0)',
      proceeds: '0.336667 (0)',
    });
  });

  test('is decided once, by whatever order decisions come in', () => {
    const exchange = OfferingExchange.begin();
    const { subscriptionId } = exchange.buy(ADA, 10);
    const other = exchange.buy(ADA, 10).subscriptionId;
    exchange.pass(subscriptionId);
    expect(rejectOf(exchange.decide(subscriptionId, 'passed'))).toBe('already_decided');
    expect(rejectOf(exchange.decide(subscriptionId, 'rejected'))).toBe('already_decided');
    exchange.decide(other, 'rejected');
    // What is rejected, or released, is in the tables only.
    expect(rejectOf(exchange.decide(other, 'passed'))).toBe('subscription_not_found');
    expect(exchange.money()).toMatchObject({ paying: '95 (0)', bought: '10 (10)' });
  });

  test('that passes after its lock-up is over is released by the next run', () => {
    const exchange = OfferingExchange.begin();
    const { subscriptionId } = exchange.buy(ADA, 10);
    exchange.timeMs = UNLOCKS_MS + 5;
    exchange.pass(subscriptionId);
    expect(exchange.money().bought).toBe('10 (10)');
    expect(exchange.engine.nextScheduleMs()).toBe(UNLOCKS_MS);
    expect(exchange.runDue()).toBe(1);
    expect(exchange.money().bought).toBe('10 (0)');
  });

  test('needs the payment, the supply and a user who is not frozen', () => {
    const exchange = OfferingExchange.begin({
      offering: { ...LAUNCH, totalMinor: coins(5_000), maxMinor: coins(5_000) },
      funds: 500.01,
    });
    expect(exchange.answer(ADA, '1000.03')).toBe('insufficient_balance');
    expect(exchange.answer(ADA, '1000.01')).toBe('house_limit');
    expect(exchange.answer(ADA, 1_000)).toBe('ok');
    expect(exchange.answer(BOB, 1)).toBe('house_limit');
    exchange.supply(1);
    exchange.run({ kind: 'set_owner_state', owner: BOB, isFrozen: true });
    expect(exchange.answer(BOB, 1)).toBe('account_frozen');
    exchange.run({ kind: 'set_owner_state', owner: BOB, isFrozen: false });
    expect(exchange.answer(BOB, 1)).toBe('ok');
  });

  test('of a frozen user can be rejected and released, but not passed', () => {
    const exchange = OfferingExchange.begin();
    const [first, second, third] = [10, 20, 30].map((amount) => exchange.buy(ADA, amount));
    exchange.pass(first?.subscriptionId ?? 0);
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(rejectOf(exchange.decide(second?.subscriptionId ?? 0, 'passed'))).toBe('account_frozen');
    expect(exchange.decide(third?.subscriptionId ?? 0, 'rejected').ok).toBe(true);
    exchange.timeMs = UNLOCKS_MS;
    expect(exchange.runDue()).toBe(1);
    expect(exchange.money()).toMatchObject({ paying: '95 (10)', bought: '10 (0)' });
  });
});

describe('an offering', () => {
  test.each([
    [STARTS_MS - 1, 'not_subscribing'],
    [STARTS_MS, 'ok'],
    [LAUNCH.closesAtMs - 1, 'ok'],
    [LAUNCH.closesAtMs, 'not_subscribing'],
    [LAUNCHES_MS, 'not_subscribing'],
  ])('at %i answers %s', (timeMs, answer) => {
    const exchange = OfferingExchange.begin();
    // From the tables: the clock of a running engine does not go back.
    const { counters, ...rest } = exchange.engine.takeSnapshot();
    const snapshot = { ...rest, counters: { ...counters, timeMs: STARTS_MS - DAY_MS } };
    expect(OfferingExchange.reloaded(snapshot, timeMs).answer(ADA, 1)).toBe(answer);
  });

  test('counts all that an owner has of it, rejected ones left out', () => {
    const exchange = OfferingExchange.begin({ funds: 1_000 });
    expect(exchange.answer(ADA, '200.01')).toBe('per_user_limit');
    const first = exchange.buy(ADA, 120);
    const second = exchange.buy(ADA, 80);
    expect(exchange.answer(ADA, 1)).toBe('per_user_limit');
    exchange.pass(first.subscriptionId);
    expect(exchange.answer(ADA, 1)).toBe('per_user_limit');
    exchange.decide(second.subscriptionId, 'rejected');
    expect(exchange.answer(ADA, '80.01')).toBe('per_user_limit');
    expect(exchange.answer(ADA, 80)).toBe('ok');
    expect(exchange.answer(BOB, 200)).toBe('ok');
  });

  test('changes for what is sold from then on; lock-ups of before stay', () => {
    const exchange = OfferingExchange.begin();
    const before = exchange.buy(ADA, 10);
    expect(exchange.configure({ lockupDays: 3, isOpen: true })).toBe('ok');
    const after = exchange.buy(BOB, 10);
    expect(before.unlocksAtMs - after.unlocksAtMs).toBe(7 * DAY_MS);
    for (const { subscriptionId } of [before, after]) exchange.pass(subscriptionId);
    exchange.timeMs = after.unlocksAtMs;
    expect(exchange.runDue()).toBe(1);
    expect([exchange.money(ADA).bought, exchange.money(BOB).bought]).toEqual(['10 (10)', '10 (0)']);
  });

  test('keeps price and launch while something is sold, and changes them again when nothing is', () => {
    const exchange = OfferingExchange.begin();
    const { subscriptionId } = exchange.buy(ADA, 10);
    expect(exchange.configure({ issuePrice: e8('0.6') })).toBe('terms_invalid');
    expect(exchange.configure({ launchesAtMs: LAUNCHES_MS + 1 })).toBe('terms_invalid');
    expect(exchange.configure({ totalMinor: coins(9), maxMinor: coins(9) })).toBe('terms_invalid');
    expect(exchange.configure({ totalMinor: coins(10), maxMinor: coins(10) })).toBe('ok');
    expect(exchange.answer(BOB, 1)).toBe('sold_out');
    exchange.decide(subscriptionId, 'rejected');
    expect(exchange.configure({ issuePrice: e8('0.6'), launchesAtMs: LAUNCHES_MS + 1 })).toBe('ok');
  });

  test('keeps name and scale of both its currencies', () => {
    const exchange = new OfferingExchange();
    for (const currency of [NEW, USDT]) exchange.run({ kind: 'configure_currency', currency });
    exchange.run({ kind: 'configure_offering', offering: LAUNCH });
    for (const currency of [NEW, USDT]) {
      const changed = { ...currency, scale: 7 };
      const result = exchange.execute({ kind: 'configure_currency', currency: changed });
      expect(rejectOf(result)).toBe('terms_invalid');
    }
  });

  test('locks are released in the order of their times, then of their ids, so many at once as asked', () => {
    const exchange = OfferingExchange.begin();
    const late = exchange.buy(ADA, 1);
    exchange.configure({ lockupDays: 0 });
    const soon = [exchange.buy(BOB, 2), exchange.buy(ADA, 3), exchange.buy(BOB, 4)];
    for (const { subscriptionId } of [...soon, late].reverse()) exchange.pass(subscriptionId);
    exchange.engine.takeChanges();
    exchange.timeMs = UNLOCKS_MS;
    const released = (): number[] =>
      exchange.engine.takeChanges().subscriptions.map((row) => row.subscriptionId);
    expect(exchange.runDue(2)).toBe(2);
    expect(released()).toEqual(soon.slice(0, 2).map((row) => row.subscriptionId));
    expect(exchange.runDue()).toBe(2);
    expect(released()).toEqual([soon[2], late].map((row) => row?.subscriptionId));
    expect(exchange.engine.nextScheduleMs()).toBeUndefined();
  });
});

describe('N2: the market of what is sold', () => {
  test('opens neither before the launch nor while something is under review, nor by its terms', () => {
    const exchange = OfferingExchange.begin();
    const first = exchange.buy(ADA, 10);
    const second = exchange.buy(BOB, 10);
    const byTerms = () =>
      rejectOf(
        exchange.execute({ kind: 'configure_market', market: { ...NEW_USDT, state: 'open' } }),
      );
    expect(exchange.setState('open')).toBe('not_launched');
    expect(exchange.setState('halted')).toBe('ok');
    expect(exchange.setState('open')).toBe('not_launched');
    exchange.pass(first.subscriptionId);
    exchange.timeMs = LAUNCHES_MS - 1;
    expect([exchange.setState('open'), byTerms()]).toEqual(['not_launched', 'not_launched']);
    exchange.timeMs = LAUNCHES_MS;
    expect([exchange.setState('open'), byTerms()]).toEqual(['not_launched', 'not_launched']);
    exchange.decide(second.subscriptionId, 'rejected');
    expect(exchange.setState('open')).toBe('ok');
    exchange.engine.checkInvariants();
  });

  test('trades what is released, and nothing that is locked', () => {
    const exchange = OfferingExchange.begin();
    exchange.pass(exchange.buy(ADA, 10).subscriptionId);
    exchange.timeMs = LAUNCHES_MS;
    expect(exchange.setState('open')).toBe('ok');
    const { marketId } = NEW_USDT;
    const sell = () => rejectOf(exchange.execute(limitOrder(ADA, 'sell', [60, 10], { marketId })));
    expect(sell()).toBe('insufficient_balance');
    exchange.timeMs = UNLOCKS_MS;
    exchange.runDue();
    expect(sell()).toBe('ok');
  });

  test('is not opened and then offered: a traded currency has no offering to come', () => {
    const exchange = OfferingExchange.begin();
    exchange.timeMs = LAUNCHES_MS;
    exchange.setState('open');
    const next = { offeringId: 2, startsAtMs: LAUNCHES_MS, closesAtMs: LAUNCHES_MS + DAY_MS };
    const launchesAtMs = LAUNCHES_MS + 2 * DAY_MS;
    expect(exchange.configure({ ...next, launchesAtMs })).toBe('terms_invalid');
    exchange.setState('halted');
    expect(exchange.configure({ ...next, launchesAtMs })).toBe('ok');
    expect(exchange.setState('open')).toBe('not_launched');
  });
});

describe('an offering is refused with', () => {
  const wrong: readonly Partial<Offering>[] = [
    { offeringId: 0 },
    { offeringId: 2 ** 15 },
    { offeringId: 1.5 },
    { issuePrice: priceE8(0n) },
    { issuePrice: priceE8(2n ** 62n + 1n) },
    { minMinor: amountMinor(0n) },
    { maxMinor: coins('0.99') },
    { maxMinor: coins('1000.01') },
    { totalMinor: coins('199.99') },
    { totalMinor: amountMinor(2n ** 62n + 1n) },
    // All of it would cost more than may exist.
    { totalMinor: amountMinor(2n ** 62n), issuePrice: e8('0.00010001') },
    { lockupDays: -1 },
    { lockupDays: 0.5 },
    { lockupDays: 3_651 },
    { startsAtMs: 0 },
    { startsAtMs: LAUNCH.closesAtMs },
    { closesAtMs: LAUNCHES_MS + 1 },
    { launchesAtMs: Date.UTC(3000, 0, 1) },
    { launchesAtMs: Number.NaN },
    { isOpen: undefined as never },
  ];
  test.each(wrong)('%o', (change) => {
    expect(isOfferingValid({ ...LAUNCH, ...change }, NEW, USDT)).toBe(false);
  });

  test('the currency that it is paid in', () => {
    expect(isOfferingValid(LAUNCH, NEW, NEW)).toBe(false);
  });

  test.each([
    {},
    { lockupDays: 0, launchesAtMs: LAUNCH.closesAtMs },
    { minMinor: coins(200), totalMinor: coins(200) },
    { totalMinor: amountMinor(2n ** 62n), issuePrice: e8('0.0001') },
    { lockupDays: 3_650, launchesAtMs: Date.UTC(3000, 0, 1) - 1 },
  ])('but not with %o', (change) => {
    expect(isOfferingValid({ ...LAUNCH, ...change }, NEW, USDT)).toBe(true);
  });
});
