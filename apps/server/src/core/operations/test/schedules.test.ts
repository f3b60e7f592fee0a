/**
 * What the clock makes due is done once: on time, after a downtime of days, through restarts, and wherever a process
 * ended between two parts (Y1, Y2, N1, R1).
 */
import { Seeded } from '@fairlead/testkit';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../../test/support/fixture.ts';
import {
  expectSound,
  holds,
  host,
  leaveInTreasury,
  loginAgain,
  runDue,
  saver,
  schedulesOf,
  startHostingServer,
} from '../../../hosting/test/fixture.ts';
import { FLD, offer, SUPPLY, subscribe } from '../../../offerings/test/fixture.ts';
import { invitedBy, LEVELS, trade } from '../../../referral/test/fixture.ts';
import { gaugeSchedules } from '../schedule-gauges.ts';
import type { Schedules } from '../schedules.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startHostingServer();
  user = await saver(server);
});
afterEach(async () => {
  await expectSound(server);
  await server.stop();
});

const trustOf = ({ userId }: TestUser) => holds(server, 'trust', { owner: userId });
const ordersOf = async (of: TestUser) => (await server.data('hostingOrders', {}, of)).list;
const reportOf = (of: TestUser) => server.data('hostingReport', {}, of);
/** References of all interest entries, in the order of their posting. */
async function interestEntries(): Promise<{ reference: string; time_ms: bigint }[]> {
  return server.context.database.query(
    `SELECT reference, time_ms FROM journal_entries WHERE reason = 'hosting_interest'
     ORDER BY entry_id`,
  );
}
const commands = () => server.sequencer.health().lastSequence;

describe('a day', () => {
  test('is posted at the time of day of the purchase, not a millisecond sooner', async () => {
    const { paid_at: paidAt } = await host(server, user);
    server.clock.nowMs = paidAt + DAY_MS - 1;
    expect(await runDue(server)).toBe(0);
    server.clock.nowMs += 1;
    expect(await runDue(server)).toBe(1);
    expect(await runDue(server)).toBe(0);
    const [order] = await ordersOf(user);
    expect(order).toMatchObject({
      earned: '4.000000',
      remaining_days: 14,
      damages: '56.000000',
      next_at: paidAt + 2 * DAY_MS,
      next_amount: '4.000000',
    });
    expect(await trustOf(user)).toEqual({ total: 10_004_000000n, frozen: 1_000_000000n });
    const treasury = await holds(server, 'yield_treasury');
    expect(treasury).toEqual({ total: 996_000000n, frozen: 56_000000n });
    const [record] = (await server.data('records', { account: 'trust' }, user)).list;
    expect(record).toMatchObject({ kind: 'hosting_interest', amount: '4.000000' });
  });

  test('that brings less than a unit is made up for by a later one', async () => {
    // 6.000007 over 15 days.
    await host(server, user, { amount: '100.000123' });
    const earned: string[] = [];
    for (let day = 1; day <= 15; day += 1) {
      server.clock.nowMs += DAY_MS;
      await runDue(server);
      if (day < 14) earned.push((await ordersOf(user))[0]?.earned ?? '');
    }
    expect(earned.slice(0, 3)).toEqual(['0.400000', '0.800000', '1.200001']);
    expect((await trustOf(user)).total).toBe(10_006_000007n);
  });
});

test('completion gives the principal back, is told once, and is in the report', async () => {
  const { id, paid_at: paidAt } = await host(server, user);
  server.clock.nowMs = paidAt + 15 * DAY_MS + 1_000;
  const one = await loginAgain(server, user);
  expect((await reportOf(one)).next_at).toBe(paidAt + DAY_MS);
  await runDue(server);
  await server.notices.settled();
  const [order] = await ordersOf(one);
  expect(order).toMatchObject({
    id,
    status: 'completed',
    earned: '60.000000',
    damages: '0.000000',
    penalty: '0.000000',
    redeemable_amount: '1000.000000',
    remaining_days: 0,
    completed_at: paidAt + 15 * DAY_MS + 1_000,
  });
  expect(await trustOf(one)).toEqual({ total: 10_060_000000n, frozen: 0n });
  const told = async () =>
    (await server.data('messages', {}, one)).list.filter(
      ({ kind }) => kind === 'hosting_completed',
    );
  expect((await told()).map(({ title, body }) => [title, body])).toEqual([
    [
      'Locked funds completed',
      'Your 1,000 USDT are available in your trust account again. They earned 60 USDT.',
    ],
  ]);
  await server.restart();
  await server.notices.settled();
  expect(await told()).toHaveLength(1);
  expect(await reportOf(one)).toEqual({
    currency: 'USDT',
    principal: '0.000000',
    earned_today: '60.000000',
    earned_total: '60.000000',
    orders: 0,
    by_currency: [
      {
        currency_id: 3,
        currency: 'USDT',
        principal: '0.000000',
        earned_today: '60.000000',
        earned_total: '60.000000',
        orders: 0,
      },
    ],
  });
});

test('the report sums currencies at the index, and today begins at 00:00 UTC', async () => {
  const { paid_at: paidAt } = await host(server, user);
  await server.fund(user.userId, 1, 1_00000000n);
  await server.data(
    'transfer',
    { from_account: 'coin', to_account: 'trust', currency_id: 1, amount: '1' },
    user,
  );
  server.clock.nowMs += 1_000;
  await host(server, user, { product_id: 2, amount: '1' });
  // 08:00 UTC and a second: both days are posted on the next day of the calendar.
  server.clock.nowMs = paidAt + DAY_MS + 1_000;
  await server.tick();
  await runDue(server);
  const today = await reportOf(user);
  expect(today).toMatchObject({
    principal: '1100.000000',
    earned_today: '4.100000',
    earned_total: '4.100000',
    orders: 2,
    next_at: paidAt + 2 * DAY_MS,
    next_amount: '4.000000',
    next_currency: 'USDT',
  });
  expect(today.by_currency).toMatchObject([
    { currency: 'BTC', principal: '1.00000000', earned_today: '0.00100000', orders: 1 },
    { currency: 'USDT', principal: '1000.000000', earned_today: '4.000000', orders: 1 },
  ]);
  server.clock.nowMs = Math.ceil(server.clock.nowMs / DAY_MS) * DAY_MS - 1;
  await server.tick();
  expect((await reportOf(user)).earned_today).toBe('4.100000');
  server.clock.nowMs += 1;
  await server.tick();
  expect(await reportOf(user)).toMatchObject({
    earned_today: '0.000000',
    earned_total: '4.100000',
  });
});

describe('after a downtime', () => {
  test('of several days each missed day is posted by itself, oldest first', async () => {
    const first = await host(server, user);
    server.clock.nowMs += 60_000;
    const second = await host(server, user, { amount: '500' });
    server.clock.nowMs += 3 * DAY_MS - 30_000;
    await server.restart();
    expect(await runDue(server, 2)).toBe(5);
    expect((await interestEntries()).map(({ reference }) => reference)).toEqual([
      `${first.id}:1`,
      `${second.id}:1`,
      `${first.id}:2`,
      `${second.id}:2`,
      `${first.id}:3`,
    ]);
    expect((await reportOf(user)).earned_today).toBe('16.000000');
  });

  test('a process that ended between two parts posts the rest and nothing twice', async () => {
    for (let count = 0; count < 5; count += 1) await host(server, user, { amount: '200' });
    server.clock.nowMs += 2 * DAY_MS;
    const ended = new Error('the process ended');
    for (let time = 0; time < 3; time += 1) {
      const dying = schedulesOf(server, { chunk: 3, rest: () => Promise.reject(ended) });
      await expect(dying.run()).rejects.toThrow(ended);
      expect(dying.ran).toBe(3);
      await dying.stop();
      await server.restart();
    }
    expect(await runDue(server)).toBe(1);
    const references = (await interestEntries()).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(10);
    expect(references).toHaveLength(10);
    expect((await trustOf(user)).total).toBe(10_008_000000n);
  });

  test('two runs at once, and commands between parts, change nothing of it', async () => {
    for (let count = 0; count < 4; count += 1) await host(server, user, { amount: '200' });
    server.clock.nowMs += DAY_MS;
    const [one, other] = [schedulesOf(server, { chunk: 1 }), schedulesOf(server, { chunk: 1 })];
    await Promise.all([one.run(), other.run(), one.run(), server.trader(), runDue(server)]);
    expect(await interestEntries()).toHaveLength(4);
    await one.stop();
    await other.stop();
  });

  test('a clock that goes back makes nothing due twice', async () => {
    await host(server, user);
    server.clock.nowMs += DAY_MS + 5;
    await runDue(server);
    server.clock.nowMs -= DAY_MS;
    // What meets it first is turned away (clock-return.ts).
    await expect(server.run({ kind: 'settle_due' })).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => server.sequencer.health().state).toBe('running');
    expect(await runDue(server)).toBe(0);
    server.clock.nowMs += DAY_MS;
    expect(await runDue(server)).toBe(0);
    expect(await interestEntries()).toHaveLength(1);
  });
});

describe('knowing when', () => {
  let schedules: Schedules;
  beforeEach(async () => {
    schedules = schedulesOf(server);
    await schedules.run();
  });
  afterEach(() => schedules.stop());

  test('nothing is asked while nothing is due', async () => {
    expect([schedules.nextDueAtMs, schedules.overdueMs]).toEqual([undefined, 0]);
    await host(server, user);
    const before = commands();
    for (let time = 0; time < 3; time += 1) await schedules.run();
    server.clock.nowMs += DAY_MS - 1;
    await schedules.run();
    expect(commands()).toBe(before);
    expect(schedules.ran).toBe(0);
  });

  test('a purchase, an end and a run say when the next is due', async () => {
    const { id, paid_at: paidAt } = await host(server, user);
    expect(schedules.nextDueAtMs).toBe(paidAt + DAY_MS);
    server.clock.nowMs += 5_000;
    await host(server, user);
    expect(schedules.nextDueAtMs).toBe(paidAt + DAY_MS);
    await server.data('redeemHosting', { id }, user);
    // The first one's day comes to nothing, and the second's is next.
    server.clock.nowMs = paidAt + DAY_MS;
    expect(schedules.overdueMs).toBe(0);
    await schedules.run();
    expect([schedules.ran, schedules.nextDueAtMs]).toEqual([0, paidAt + DAY_MS + 5_000]);
    server.clock.nowMs += 65_000;
    expect(schedules.overdueMs).toBe(60_000);
    await schedules.run();
    expect([schedules.ran, schedules.overdueMs]).toEqual([1, 0]);
    expect(schedules.nextDueAtMs).toBe(paidAt + 2 * DAY_MS + 5_000);
  });

  test('it is in the figures', async () => {
    const registry = new Registry();
    gaugeSchedules(registry, schedules);
    const { paid_at: paidAt } = await host(server, user);
    server.clock.nowMs += DAY_MS + 90_000;
    const text = await registry.metrics();
    expect(text).toContain(`fairlead_schedules_due_at_seconds ${(paidAt + DAY_MS) / 1_000}\n`);
    expect(text).toContain('fairlead_schedules_overdue_seconds 90\n');
    await schedules.run();
    const later = await registry.metrics();
    expect(later).toContain('fairlead_schedules_overdue_seconds 0\n');
    expect(later).toContain('fairlead_schedules_done 1\n');
  });

  test('a failure leaves it due, and the next second does it', async () => {
    await host(server, user);
    server.clock.nowMs += DAY_MS;
    let isDown = true;
    const shaky = schedulesOf(server, {
      sequencer: {
        onCommitted: (listener) => server.sequencer.onCommitted(listener),
        run: (command) =>
          isDown ? Promise.reject(new Error('down')) : server.sequencer.run(command),
      },
    });
    await expect(shaky.run()).rejects.toThrow('down');
    isDown = false;
    await shaky.run();
    expect(shaky.ran).toBe(1);
    await shaky.stop();
  });
});

test('releases and rebates are done by the same run, each when it is due', async () => {
  await server.run({ kind: 'configure_currency', currency: FLD });
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'supply',
    currencyId: FLD.currencyId,
    amount: amountMinor(BigInt(SUPPLY) * 10_000n),
    source: { house: 'external' },
    target: { house: 'subscription_supply' },
  });
  await offer(server);
  await server.run({ kind: 'configure_referral', terms: LEVELS });
  const schedules = schedulesOf(server);
  await schedules.run();
  const inviter = await server.trader();
  const [maker, taker] = [await invitedBy(server, inviter), await server.trader()];
  const { id, time } = await subscribe(server, maker, '10');
  expect(schedules.nextDueAtMs).toBeUndefined();
  await server.run({
    kind: 'decide_subscription',
    subscriptionId: id,
    operatorId: 1,
    decision: 'passed',
  });
  // Launch on the third day, and three days' lock-up.
  expect(schedules.nextDueAtMs).toBe(time + 5 * DAY_MS);
  await trade(server, { maker, taker });
  const midnight = Math.ceil(server.clock.nowMs / DAY_MS) * DAY_MS;
  expect(schedules.nextDueAtMs).toBe(midnight);
  const coin = (currencyId: number, { userId }: TestUser) =>
    holds(server, 'coin', { owner: userId, currencyId });
  const before = (await coin(3, inviter)).total;
  server.clock.nowMs = midnight - 1;
  await schedules.run();
  expect((await coin(3, inviter)).total).toBe(before);
  server.clock.nowMs += 1;
  await schedules.run();
  expect((await coin(3, inviter)).total).toBeGreaterThan(before);
  expect(await coin(FLD.currencyId, maker)).toEqual({ total: 100_000n, frozen: 100_000n });
  server.clock.nowMs = time + 5 * DAY_MS;
  await schedules.run();
  expect(await coin(FLD.currencyId, maker)).toEqual({ total: 100_000n, frozen: 0n });
  expect([schedules.ran, schedules.nextDueAtMs]).toEqual([2, undefined]);
  await schedules.stop();
});

test('a year with purchases, early ends and restarts comes to the sums of its orders', async () => {
  const random = new Seeded(20_27);
  const savers = [user, await saver(server), await saver(server)];
  await leaveInTreasury(server, 100_000_000000n);
  const open: { id: number; owner: number }[] = [];
  for (let day = 0; day < 365; day += 1) {
    // Some hours of the day, and sometimes nobody is there for days.
    server.clock.nowMs += random.below(DAY_MS) + (random.below(40) === 0 ? 4 * DAY_MS : 0);
    if (random.below(30) === 0) await server.restart();
    await runDue(server, 1 + random.below(50));
    const { userId: owner } = random.pick(savers);
    const amount = amountMinor(100_000000n + BigInt(random.below(400_000000)));
    const bought = await server.sequencer.run({ kind: 'buy_hosting', owner, productId: 1, amount });
    if (bought.ok && bought.value.kind === 'hosting')
      open.push({ id: bought.value.hosting.hostingId, owner });
    const ended = open[random.below(open.length * 3)];
    if (ended !== undefined)
      await server.sequencer.run({
        kind: 'redeem_hosting',
        owner: ended.owner,
        hostingId: ended.id,
      });
  }
  server.clock.nowMs += 16 * DAY_MS;
  await runDue(server);
  const [sums] = await server.context.database.query<Record<string, string>>(
    `SELECT count(*)::text AS orders, sum(earned_minor)::text AS earned,
       sum(damages_minor + penalty_minor)::text AS taken, count(DISTINCT status)::text AS statuses
     FROM hosting_orders`,
  );
  const posted = await server.context.database.query<{ reason: string; amount: string }>(
    `SELECT reason, sum(amount_minor)::text AS amount FROM postings JOIN journal_entries USING (entry_id)
     WHERE account = 'trust' AND reason LIKE 'hosting%' GROUP BY reason ORDER BY reason`,
  );
  expect(posted).toEqual([
    { reason: 'hosting_interest', amount: sums?.['earned'] },
    { reason: 'hosting_redemption', amount: `-${sums?.['taken']}` },
  ]);
  expect(Number(sums?.['orders'])).toBeGreaterThan(250);
  expect(sums?.['statuses']).toBe('2');
  expect((await holds(server, 'yield_treasury')).frozen).toBe(0n);
  for (const each of savers) expect((await trustOf(each)).frozen).toBe(0n);
});
