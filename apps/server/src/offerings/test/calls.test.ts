/** Subscribing to new currencies: what is offered and when, what a subscription does, and each refusal (N1, V7). */
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { saveIntroductions } from '../queries.ts';
import {
  coinOf,
  drifts,
  FLD,
  houseOf,
  offer,
  startOfferingServer,
  subscribe,
  subscriber,
} from './fixture.ts';

describe('what is offered', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startOfferingServer();
  });
  afterAll(() => server.stop());

  const listed = () => server.data('offerings');

  test('an offering with its terms, to guests too', async () => {
    const nowMs = server.clock.now();
    const shown = {
      id: 1,
      currency_id: 11,
      currency: 'FLD',
      name: 'Fairlead Demo',
      issue_price: '0.5',
      payment_currency_id: 3,
      payment_currency: 'USDT',
      total: '1000',
      remaining: '1000',
      min_amount: '1',
      max_amount: '100',
      lockup_days: 3,
      starts_at: nowMs - HOUR_MS,
      closes_at: nowMs + DAY_MS,
      launches_at: nowMs + 2 * DAY_MS,
      status: 'subscribing',
    };
    expect(await listed()).toEqual([shown]);
    expect(await server.data('offering', { id: 1 })).toEqual({ ...shown, introduction: '' });
    expect((await server.call('offering', { id: 2 })).error).toBe('not_found');
    expect((await server.call('offering', { id: '1 or 1=1' })).error).toBe('validation_failed');
  });

  test('an introduction in the caller’s language, in English where there is none', async () => {
    const texts = { en: 'A coin to try things with.', jp: 'お試し用のコインです。' };
    await saveIntroductions(server.context.database, 1, texts);
    const inLanguage = async (mark: string) => {
      const headers = { 'language-mark': mark };
      return (await server.data('offering', { id: 1 }, { headers })).introduction;
    };
    expect(await inLanguage('jp')).toBe(texts.jp);
    expect(await inLanguage('en')).toBe(texts.en);
    expect(await inLanguage('th')).toBe(texts.en);
    await offer(server, { isOpen: true });
    expect(await inLanguage('jp')).toBe(texts.jp);
  });

  test('and given to nobody by the demo’s faucet', async () => {
    const asked = { currency_id: FLD.currencyId, amount: '10' };
    const reply = await server.call('faucet', asked, await server.register());
    expect(reply.error).toBe('currency_closed');
  });

  test('what a user has to pay with and has subscribed for', async () => {
    const user = await subscriber(server, 100);
    const seen = async () => {
      const { available, subscribed } = await server.data('offering', { id: 1 }, user);
      return [available, subscribed];
    };
    expect(await seen()).toEqual(['100.000000', '0.0000']);
    await subscribe(server, user, '3');
    await subscribe(server, user, '4.5');
    expect(await seen()).toEqual(['96.250000', '7.5000']);
  });

  test('on sale first, then upcoming, then ended; drafts to nobody', async () => {
    const nowMs = server.clock.now();
    const ended = { startsAtMs: 1, closesAtMs: 2 };
    await offer(server, { offeringId: 2, ...ended, launchesAtMs: nowMs - 1 });
    await offer(server, { offeringId: 3, ...ended, launchesAtMs: nowMs });
    await offer(server, { offeringId: 4, startsAtMs: nowMs + 2 });
    await offer(server, { offeringId: 5, startsAtMs: nowMs + 1 });
    await offer(server, { offeringId: 6, closesAtMs: nowMs + 1 });
    await offer(server, { offeringId: 7, isOpen: false });
    await offer(server, { offeringId: 8, closesAtMs: nowMs });
    expect((await listed()).map(({ id, status }) => [id, status])).toEqual([
      [6, 'subscribing'],
      [1, 'subscribing'],
      [5, 'upcoming'],
      [4, 'upcoming'],
      [8, 'sold_out'],
      [3, 'redeeming'],
      [2, 'redeeming'],
    ]);
    expect((await server.call('offering', { id: 7 })).error).toBe('not_found');
    const recommended = await server.data('recommendedOfferings');
    expect(recommended.map(({ id }) => id)).toEqual([6, 1, 5, 4]);
  });
});

test('the state follows the clock, whatever remains', async () => {
  const server = await startOfferingServer();
  const startsAtMs = server.clock.now() + HOUR_MS;
  const closesAtMs = startsAtMs + HOUR_MS + DAY_MS;
  await offer(server, { startsAtMs, closesAtMs, launchesAtMs: closesAtMs + DAY_MS });
  const state = async () => (await server.data('offerings'))[0]?.status;
  const states: unknown[] = [await state()];
  for (const step of [HOUR_MS - 1, 1, HOUR_MS + DAY_MS - 1, 1, DAY_MS - 1, 1]) {
    await server.pass(step);
    states.push(await state());
  }
  const [on, over] = ['subscribing', 'sold_out'];
  expect(states).toEqual(['upcoming', 'upcoming', on, on, over, over, 'redeeming']);
  await server.stop();
});

describe('subscribing', () => {
  let server: TestServer;
  let user: TestUser;
  beforeEach(async () => {
    server = await startOfferingServer();
    user = await subscriber(server);
  });
  afterEach(async () => {
    expect(await drifts(server)).toEqual([]);
    await server.stop();
  });

  const ask = (more: Record<string, unknown> = {}, by: TestUser = user, key?: string) =>
    server.call(
      'subscribe',
      { offering_id: '1', amount: '10', ...more },
      { token: by.token, ...(key !== undefined && { key }) },
    );

  /** The code that it is refused with, having moved nothing. */
  async function refusal(more: Record<string, unknown>, by: TestUser = user) {
    const before = await server.ledger();
    const { error } = await ask(more, by);
    expect(await server.ledger()).toBe(before);
    return error;
  }

  test('freezes the payment and what the house sells', async () => {
    const { status, message } = await ask({ amount: '10.0001' });
    const order = {
      id: message.order.id,
      offering_id: 1,
      currency_id: 11,
      currency: 'FLD',
      amount: '10.0001',
      issue_price: '0.5',
      paid: '5.000050',
      payment_currency: 'USDT',
      status: 'under_review',
      time: server.clock.now(),
    };
    expect([status, message]).toEqual([200, { order }]);
    expect(await coinOf(server, user, USDT.currencyId)).toBe('994.999950 + 5.000050');
    expect(await coinOf(server, user, FLD.currencyId)).toBe('0.0000 + 0.0000');
    expect(await houseOf(server, 'subscription_supply', 11)).toEqual([50_000_000n, 100_001n]);
    expect((await server.data('offerings'))[0]?.remaining).toBe('989.9999');
    const mine = await server.data('subscriptions', {}, user);
    expect(mine).toEqual({ list: [order], page: 1, limit: 20, total: 1 });
  });

  test('lists are the caller’s own, newest first, page by page', async () => {
    const ids = [];
    for (const amount of ['1', '2', '3']) ids.unshift((await subscribe(server, user, amount)).id);
    const other = await subscriber(server);
    await subscribe(server, other, '9');
    const page = async (request: object) =>
      (await server.data('subscriptions', { ...request }, user)).list.map(({ id }) => id);
    expect(await page({})).toEqual(ids);
    expect(await page({ page: 2, limit: 2 })).toEqual(ids.slice(2));
    const foreign = await server.call('subscriptions', { user_id: other.userId }, user);
    expect(foreign.error).toBe('validation_failed');
    expect((await server.call('subscriptions')).error).toBe('not_logged_in');
  });

  test('bad input is a field error', async () => {
    const bad: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ amount: '1.00001' }, 'amount'],
      [{ amount: '-5' }, 'amount'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '0.0000' }, 'amount'],
      [{ amount: '1e3' }, 'amount'],
      [{ amount: '9'.repeat(51) }, 'amount'],
      [{ amount: undefined }, 'amount'],
      [{ offering_id: '0' }, 'offering_id'],
      [{ offering_id: '1.5' }, 'offering_id'],
      [{ issue_price: '0.01' }, 'issue_price'],
      [{ status: 'passed' }, 'status'],
      [{ user_id: '1' }, 'user_id'],
    ];
    for (const [more, field] of bad) {
      const { error, fields } = await ask(more);
      expect([error, Object.keys(fields ?? {})]).toEqual(['validation_failed', [field]]);
    }
  });

  test('bounds of one and of all subscriptions of a user', async () => {
    expect(await refusal({ amount: '0.9999' })).toBe('below_minimum');
    expect(await refusal({ amount: '100.0001' })).toBe('above_maximum');
    for (const huge of ['400000000000000', '460000000000000', '9'.repeat(18)])
      expect(await refusal({ amount: huge })).toBe('above_maximum');
    expect(await refusal({ amount: '9'.repeat(49) })).toBe('validation_failed');
    await subscribe(server, user, '60');
    await subscribe(server, user, '30');
    expect(await refusal({ amount: '10.0001' })).toBe('above_maximum');
    await subscribe(server, user, '10');
    expect(await refusal({ amount: '1' })).toBe('above_maximum');
  });

  test('a balance that does not suffice, an offering that is not there, nobody', async () => {
    const poor = await subscriber(server, 4);
    expect(await refusal({ amount: '8.0001' }, poor)).toBe('insufficient_balance');
    await subscribe(server, poor, '8');
    expect(await coinOf(server, poor, USDT.currencyId)).toBe('0.000000 + 4.000000');
    expect(await refusal({ offering_id: '2' })).toBe('not_found');
    expect(await refusal({ offering_id: '9007199254740991' })).toBe('not_found');
    expect((await ask({}, { ...user, token: 'none' })).error).toBe('not_logged_in');
  });

  test('not before the start, not from the closing on, not while it is closed', async () => {
    const nowMs = server.clock.now();
    await offer(server, { startsAtMs: nowMs + HOUR_MS });
    expect(await refusal({})).toBe('not_subscribing');
    await server.pass(HOUR_MS);
    expect((await ask({})).status).toBe(200);
    await server.pass(DAY_MS - HOUR_MS - 1);
    expect((await ask({})).status).toBe(200);
    await server.pass(1);
    expect(await refusal({})).toBe('not_subscribing');
    const second = { offeringId: 2, isOpen: false, closesAtMs: nowMs + 2 * DAY_MS };
    await offer(server, { ...second, launchesAtMs: nowMs + 3 * DAY_MS });
    expect(await refusal({ offering_id: '2' })).toBe('not_subscribing');
  });

  test('a frozen account, books that do not add up', async () => {
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    expect(await refusal({})).toBe('account_frozen');
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: false });
    const { database } = server.context;
    await database.query(
      `UPDATE balances SET total_minor = total_minor + 1 WHERE owner_id = 0 AND account = 'external'
         AND currency_id = 11`,
    );
    await server.context.reconciler.checkQuick();
    expect(await refusal({})).toBe('unavailable');
    await database.query(
      `UPDATE balances SET total_minor = total_minor - 1 WHERE owner_id = 0 AND account = 'external'
         AND currency_id = 11`,
    );
    await server.settleBooks();
  });

  test('more than the house has to sell', async () => {
    const much = amountMinor(100_000_0000n);
    await offer(server, { offeringId: 2, totalMinor: much, maxMinor: much });
    expect(await refusal({ offering_id: '2', amount: '5000.0001' })).toBe('insufficient_balance');
    const rich = await subscriber(server, 100_000);
    expect(await refusal({ offering_id: '2', amount: '5000.0001' }, rich)).toBe('house_limit');
    expect((await ask({ offering_id: '2', amount: '5000' }, rich)).status).toBe(200);
  });

  test('once per key: a repeat gets the first answer, another request is refused', async () => {
    const first = await ask({}, user, 'one-key');
    const again = await ask({ amount: '10' }, user, 'one-key');
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await ask({ amount: '11' }, user, 'one-key')).error).toBe('idempotency_conflict');
    const other = await subscriber(server);
    expect((await ask({}, other, 'one-key')).message.order.id).not.toBe(first.message.order.id);
    await server.pass(DAY_MS);
    await server.restart();
    expect((await ask({}, user, 'one-key')).text).toBe(first.text);
    expect((await server.data('subscriptions', {}, user)).total).toBe(1);
    const keyless = await server.app.inject({
      method: 'POST',
      url: '/api/lh/send/order',
      headers: { authorization: user.token, 'content-type': 'application/json' },
      payload: '{"offering_id":1,"amount":"10"}',
    });
    expect(keyless.json()).toMatchObject({ error: 'idempotency_key_required' });
  });

  test('fifty at once of one user stay within the user’s bound', async () => {
    const asked = Array.from({ length: 50 }, () => ask({ amount: '30' }));
    const codes = (await Promise.all(asked)).map(({ status, error }) => error ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(3);
    expect(codes.filter((code) => code === 'above_maximum')).toHaveLength(47);
  });
});

test('a hundred at once for the last ten units: ten get one each, and nobody more (N1)', async () => {
  const ten = amountMinor(10_0000n);
  const server = await startOfferingServer({}, { totalMinor: ten, maxMinor: ten });
  const users: TestUser[] = [];
  for (let count = 0; count < 25; count += 1) users.push(await subscriber(server, 100));
  const asked = Array.from({ length: 100 }, (_none, at) =>
    server.call('subscribe', { offering_id: 1, amount: '1' }, users[at % users.length]),
  );
  const codes = (await Promise.all(asked)).map(({ status, error }) => error ?? status);
  expect(codes.filter((code) => code === 200)).toHaveLength(10);
  expect(codes.filter((code) => code === 'sold_out')).toHaveLength(90);
  const [offering] = await server.data('offerings');
  expect([offering?.remaining, offering?.status]).toEqual(['0', 'sold_out']);
  const [sums] = await server.context.database.query<{ amount: string; paid: string }>(
    'SELECT sum(amount_minor)::text AS amount, sum(paid_minor)::text AS paid FROM subscriptions',
  );
  expect(sums).toEqual({ amount: '100000', paid: '5000000' });
  expect(await houseOf(server, 'subscription_supply', 11)).toEqual([50_000_000n, 100_000n]);
  expect(await drifts(server)).toEqual([]);
  await server.restart();
  const late = await server.call('subscribe', { offering_id: 1, amount: '1' }, users[0]);
  expect(late.error).toBe('sold_out');
  await server.stop();
});
