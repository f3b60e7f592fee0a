/** The queue of subscriptions: who decides, once, and what becomes of money, locks and the market (N1, N2). */
import { subscriptionApproval } from '@fairlead/contract';
import { USDT } from '@fairlead/testkit';
import { DAY_MS, priceE8 } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  lastActs,
  loginAs,
  operator,
  saveMarketByTwo,
  type TestOperator,
} from '../../operators/test/fixture.ts';
import { signed, signer } from '../../operators/test/signer.ts';
import {
  coinOf,
  drifts,
  FLD,
  houseOf,
  offer,
  runDue,
  startOfferingServer,
  subscribe,
  subscriber,
} from './fixture.ts';

let server: TestServer;
let reviewer: TestOperator;
let reviewer2: TestOperator;
let user: TestUser;
beforeEach(async () => {
  server = await startOfferingServer();
  [reviewer, reviewer2] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
  user = await subscriber(server);
});
afterEach(async () => {
  expect(await drifts(server)).toEqual([]);
  await server.stop();
});

const decide = (id: number, decision: string, more: Record<string, unknown> = {}, by = reviewer) =>
  server.call('decideSubscription', { id, decision, ...more }, { token: by.token });
const reject = (id: number, reason = 'not eligible', by = reviewer) =>
  decide(id, 'rejected', { reason }, by);
async function told(who: TestUser = user) {
  await server.notices.settled();
  const { list } = await server.data('messages', {}, who);
  return list.filter(({ kind }) => kind.startsWith('subscription')).map(({ body }) => body);
}
async function queue(filter: Record<string, unknown> = {}, by = reviewer) {
  return (await server.data('operatorSubscriptions', filter, { token: by.token })).list;
}

describe('passing', () => {
  test('C5, W12: takes what an operator’s passkey signed of it, once', async () => {
    const by = await signer(server, 'reviewer');
    const [first, second] = [
      await subscribe(server, user, '10'),
      await subscribe(server, user, '20'),
    ];
    const [one, other] = [first, second].map((row) =>
      subscriptionApproval({ ...row, user_id: user.userId }),
    );
    if (one === undefined || other === undefined) throw new Error('not subscribed');
    expect((await decide(first.id, 'passed', {}, by)).error).toBe('signature_required');
    const wrong = await signed(server, by, other);
    expect((await decide(first.id, 'passed', wrong, by)).error).toBe('passkey_refused');
    const right = await signed(server, by, one);
    expect((await decide(first.id, 'passed', right, by)).status).toBe(200);
    expect((await decide(second.id, 'passed', right, by)).error).toBe('passkey_refused');
    expect((await reject(second.id, 'not eligible', by)).status).toBe(200);
  });

  test('pays the house, locks what was bought, and frees it at launch and lock-up', async () => {
    const order = await subscribe(server, user, '10');
    const heard: unknown[] = [];
    server.context.events.on('message', ({ userId, message: { kind } }) => {
      heard.push([userId, kind]);
    });
    const { status, message } = await decide(order.id, 'passed');
    const unlocksAt = server.clock.now() + 5 * DAY_MS;
    expect(status).toBe(200);
    expect(message).toEqual({
      ...order,
      // Decided: nothing is left to be looked at.
      checks: [],
      status: 'passed',
      unlocks_at: unlocksAt,
      released: false,
      user_id: user.userId,
      user: expect.stringMatching(/^u\*\*\*@example\.com$/),
      operator: reviewer.name,
    });
    expect(await coinOf(server, user, USDT.currencyId)).toBe('995.000000 + 0.000000');
    expect(await coinOf(server, user, FLD.currencyId)).toBe('0.0000 + 10.0000');
    expect(await houseOf(server, 'subscription_proceeds', 3)).toEqual([5_000_000n, 0n]);
    expect(await houseOf(server, 'subscription_supply', 11)).toEqual([49_900_000n, 0n]);
    expect(await lastActs(server, 1)).toEqual([
      { action: 'subscription.passed', subject: `subscription ${order.id}`, detail: {} },
    ]);
    expect(await told()).toEqual([
      'Your subscription of 10 FLD has passed. It stays locked until its date and is in your coin account.',
    ]);
    // What open sockets show.
    expect(heard).toEqual([[user.userId, 'subscription_passed']]);

    await server.pass(5 * DAY_MS - 1);
    expect(await runDue(server)).toBe(0);
    await server.restart();
    await server.pass(1);
    expect([await runDue(server), await runDue(server)]).toEqual([1, 0]);
    expect(await coinOf(server, user, FLD.currencyId)).toBe('10.0000 + 0.0000');
    const [mine] = (await server.data('subscriptions', {}, user)).list;
    expect(mine).toMatchObject({ status: 'passed', released: true, unlocks_at: unlocksAt });
    expect((await told())[0]).toBe(
      '10 FLD of your subscription are unlocked. You can use them now.',
    );
  });

  test('what is locked cannot be moved away', async () => {
    const order = await subscribe(server, user, '10');
    await decide(order.id, 'passed');
    const move = { from_account: 'coin', to_account: 'option', currency_id: 11, amount: '1' };
    expect((await server.call('transfer', move, user)).error).toBe('insufficient_balance');
  });

  test('not while the account is frozen, nor on books that do not add up', async () => {
    const order = await subscribe(server, user, '10');
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    expect((await decide(order.id, 'passed')).error).toBe('account_frozen');
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: false });
    const { database, reconciler } = server.context;
    const drift = (by: number) =>
      database.query(
        `UPDATE balances SET total_minor = total_minor + $1
         WHERE owner_id = 0 AND account = 'external' AND currency_id = 11`,
        [by],
      );
    await drift(1);
    await reconciler.checkQuick();
    expect((await decide(order.id, 'passed')).error).toBe('unavailable');
    await drift(-1);
    await server.settleBooks();
    expect((await decide(order.id, 'passed')).status).toBe(200);
  });
});

describe('rejecting', () => {
  test('gives the payment back, and what was asked for is on sale again', async () => {
    const order = await subscribe(server, user, '100');
    expect((await decide(order.id, 'rejected')).fields).toEqual({ reason: 'Required' });
    expect((await decide(order.id, 'rejected', { reason: 'x' })).error).toBe('validation_failed');
    const { message } = await reject(order.id, 'The name does not match.');
    expect(message).toMatchObject({ status: 'rejected', reason: 'The name does not match.' });
    expect(message.unlocks_at).toBeUndefined();
    expect(await coinOf(server, user, USDT.currencyId)).toBe('1000.000000 + 0.000000');
    expect(await houseOf(server, 'subscription_supply', 11)).toEqual([50_000_000n, 0n]);
    expect((await server.data('offerings'))[0]?.remaining).toBe('1000');
    expect(await told()).toEqual([
      'Your subscription of 100 FLD was not passed: The name does not match. What you paid is available again.',
    ]);
    expect((await subscribe(server, user, '100')).status).toBe('under_review');
    expect((await server.data('offering', { id: 1 }, user)).subscribed).toBe('100.0000');
  });
});

describe('deciding', () => {
  test.each([
    ['passed', 'passed'],
    ['passed', 'rejected'],
    ['rejected', 'passed'],
    ['rejected', 'rejected'],
  ] as const)('once: %s, then %s', async (first, second) => {
    const order = await subscribe(server, user, '10');
    expect((await decide(order.id, first, { reason: 'the first' })).status).toBe(200);
    const before = await server.ledger();
    for (const by of [reviewer, reviewer2])
      expect((await decide(order.id, second, { reason: 'another' }, by)).error).toBe(
        'already_decided',
      );
    expect(await server.ledger()).toBe(before);
    await server.restart();
    expect((await decide(order.id, second, { reason: 'another' })).error).toBe('already_decided');
  });

  test('by two operators at once is taken once', async () => {
    const orders = [];
    for (let count = 0; count < 10; count += 1) orders.push(await subscribe(server, user, '10'));
    const outcomes = await Promise.all(
      orders.flatMap(({ id }, at) => [
        decide(id, 'passed', {}, at % 2 === 0 ? reviewer : reviewer2),
        reject(id, 'not eligible', at % 2 === 0 ? reviewer2 : reviewer),
      ]),
    );
    const codes = outcomes.map(({ status, error }) => error ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.filter((code) => code === 'already_decided')).toHaveLength(10);
    const rows = await server.context.database.query<{ status: string }>(
      "SELECT status FROM subscriptions WHERE status <> 'under_review'",
    );
    expect(rows).toHaveLength(10);
  });

  test('is a reviewer’s; others read, or not even that', async () => {
    const { id } = await subscribe(server, user, '10');
    for (const role of ['manager', 'auditor', 'support'] as const) {
      const other = await operator(server, role);
      expect((await decide(id, 'passed', {}, other)).error).toBe('forbidden');
      const read = await server.call('operatorSubscriptions', {}, { token: other.token });
      expect(read.error).toBe(role === 'support' ? 'forbidden' : undefined);
    }
    expect((await server.call('decideSubscription', { id, decision: 'passed' }, user)).error).toBe(
      'not_logged_in',
    );
    expect((await decide(id + 1_000, 'passed')).error).toBe('not_found');
    expect((await decide(id, 'cancelled')).error).toBe('validation_failed');
  });
});

test('the queue: oldest under review first, then decided ones, masked, by filter', async () => {
  const other = await subscriber(server);
  const ids = [];
  for (const by of [user, other, user, other]) ids.push((await subscribe(server, by, '5')).id);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  await decide(first, 'passed');
  await reject(third);
  const idsOf = async (filter: Record<string, unknown> = {}) =>
    (await queue(filter)).map(({ id }) => id);
  expect(await idsOf()).toEqual([second, fourth, third, first]);
  expect(await idsOf({ status: 'under_review' })).toEqual([second, fourth]);
  expect(await idsOf({ status: 'passed' })).toEqual([first]);
  expect(await idsOf({ user_id: user.userId })).toEqual([third, first]);
  expect(await idsOf({ offering_id: 2 })).toEqual([]);
  expect(await idsOf({ limit: 1, page: 2 })).toEqual([fourth]);
  const listed = JSON.stringify(await queue());
  expect(listed).not.toContain(user.email);
  expect(listed).toContain('u***@example.com');
});

test('counts and open marks, as in other queues', async () => {
  const count = async () =>
    (await server.data('queueCounts', {}, { token: reviewer.token })).subscriptions;
  expect(await count()).toBe(0);
  const { id } = await subscribe(server, user, '10');
  await subscribe(server, user, '10');
  expect(await count()).toBe(2);
  const open = { queue: 'subscriptions', id };
  await server.data('openRecord', open, { token: reviewer.token });
  const [marked, unmarked] = await queue({}, reviewer2);
  expect(marked?.open_by).toMatchObject({
    operator_id: reviewer.operatorId,
    operator: reviewer.name,
  });
  expect(unmarked?.open_by).toBeUndefined();
  const { open_by: openBy } = await server.data('openRecord', open, { token: reviewer2.token });
  expect(openBy?.operator).toBe(reviewer.name);
  await decide(id, 'passed', {}, reviewer2);
  expect(await count()).toBe(1);
});

test('what is frozen for one is told: the payment, then what was bought, then nothing', async () => {
  const { id } = await subscribe(server, user, '10');
  const holds = async () => {
    const filter = { user_id: user.userId };
    const { list } = await server.data('ledgerHolds', filter, { token: reviewer.token });
    return list.map(({ kind, id: of, amount, currency }) => [kind, of, `${amount} ${currency}`]);
  };
  expect(await holds()).toEqual([['subscription', id, '5.000000 USDT']]);
  await decide(id, 'passed');
  expect(await holds()).toEqual([['subscription', id, '10.0000 FLD']]);
  await server.pass(5 * DAY_MS);
  await runDue(server);
  Object.assign(reviewer, { token: await loginAs(server, reviewer.name) });
  expect(await holds()).toEqual([]);
});

test('what a crash kept from being told is told after the restart, and nothing twice', async () => {
  const order = await subscribe(server, user, '10');
  await server.notices.stop();
  await server.run({
    kind: 'decide_subscription',
    subscriptionId: order.id,
    operatorId: reviewer.operatorId,
    decision: 'rejected',
    reason: 'too late',
  });
  expect(await told()).toEqual([]);
  await server.restart();
  expect(await told()).toHaveLength(1);
  await server.restart();
  expect(await told()).toHaveLength(1);
});

describe('the market of the new currency (N2)', () => {
  const market = {
    symbol: 'FLD/USDT',
    tick_size: '0.0001',
    lot_size: '1',
    min_notional: '1',
    maker_fee: '0.001',
    taker_fee: '0.002',
    market_band: '0.02',
    limit_band: '0.2',
    open_orders_max: '200',
    iceberg_parts_max: '10',
  };
  let manager: TestOperator;
  beforeEach(async () => {
    manager = await operator(server, 'manager');
  });
  /** Days later everybody logs in again. */
  async function passDays(days: number) {
    await server.pass(days * DAY_MS);
    for (const each of [manager, reviewer])
      Object.assign(each, { token: await loginAs(server, each.name) });
  }
  const save = (state: string) =>
    server.call('operatorSaveMarket', { ...market, state }, { token: manager.token });
  const resume = () => {
    const request = { symbol: 'FLD/USDT', state: 'open', reason: 'launched today' };
    return server.call('operatorHalt', request, { token: manager.token });
  };

  test('opens at the launch and not before, without a restart, and shows real returns', async () => {
    const order = await subscribe(server, user, '10');
    await saveMarketByTwo(server, { ...market, state: 'halted' }, manager.token);
    expect(await save('open')).toMatchObject({ status: 400, error: 'not_launched' });
    expect((await resume()).error).toBe('not_launched');
    await passDays(2);
    // Launched, but one subscription is not decided.
    expect((await resume()).error).toBe('not_launched');
    expect((await save('open')).error).toBe('not_launched');
    await decide(order.id, 'passed');
    const before = (await server.data('subscriptions', {}, user)).list[0];
    expect(before).not.toHaveProperty('accumulated_return');
    expect((await server.data('offerings'))[0]).not.toHaveProperty('expected_return');
    expect((await resume()).status).toBe(200);

    const marketId = server.context.terms.market('FLD/USDT')?.marketId ?? 0;
    const index = (price: bigint) =>
      server.run({
        kind: 'index_tick',
        marketId,
        sampleTimeMs: server.clock.now(),
        price: priceE8(price),
      });
    await index(40_000_000n);
    expect((await server.data('offerings'))[0]?.expected_return).toBe('-0.2');
    await server.pass(1_000);
    await index(80_000_000n);
    expect((await server.data('offerings'))[0]?.expected_return).toBe('0.6');
    expect((await server.data('subscriptions', {}, user)).list[0]).toMatchObject({
      accumulated_return: '3.000000',
      total_return: '0.6',
    });
    // An index that is not fresh says nothing.
    await server.pass(60_000);
    expect((await server.data('offerings'))[0]).not.toHaveProperty('expected_return');
    const [stale] = (await server.data('subscriptions', {}, user)).list;
    expect(stale).not.toHaveProperty('total_return');

    await passDays(3);
    await runDue(server);
    await index(80_000_000n);
    const sell = { symbol: 'FLD/USDT', side: 'sell', type: 'limit', price: '0.8', quantity: '10' };
    expect((await server.call('placeOrder', sell, user)).status).toBe(200);
  });

  test('stays closed for another round of the same currency', async () => {
    await passDays(2);
    const round = { offeringId: 2, launchesAtMs: server.clock.now() + 2 * DAY_MS };
    await offer(server, round);
    await expect(
      saveMarketByTwo(server, { ...market, state: 'open' }, manager.token),
    ).rejects.toThrow('not_launched');
  });
});
