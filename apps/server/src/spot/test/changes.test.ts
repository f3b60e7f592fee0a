/** Orders amended and replaced, who goes where they meet their own, and good till a time (B20, B21, B22), over HTTP. */
import type { RouteName } from '@fairlead/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { Schedules } from '../../core/operations/schedules.ts';
import { unguarded } from '../../receipts/test/rewrite-past.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startTestServer();
  user = await server.trader();
});
afterEach(() => server.stop());

const SYMBOL = 'BTC/USDT';
const BUY = { symbol: SYMBOL, side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
const SELL = { ...BUY, side: 'sell' };
const place = async (more: object = {}, by = user) =>
  (await server.data('placeOrder', { ...BUY, ...more }, by)).order;
const amend = (order: { readonly id: number }, more: object, by = user) =>
  server.call('amendOrder', { symbol: SYMBOL, order_id: order.id, ...more }, by);
const own = async (by = user) => (await server.data('orders', {}, by)).list;
const held = async (by = user) => {
  const { accounts } = await server.data('wallet', {}, by);
  const coin = accounts.find(({ account }) => account === 'coin');
  return Number(coin?.balances.find(({ name }) => name === 'USDT')?.frozen);
};
/** What the tables hold is what the engine knows, and all that is open is as it was agreed. */
async function checkTables(): Promise<void> {
  const { reconciler } = server.context;
  expect((await reconciler.checkEngine()).drifts).toEqual([]);
  expect((await reconciler.checkAgreed()).drifts).toEqual([]);
}

describe('an amendment', () => {
  test('changes price and quantity under the same id, in the books and in the tables', async () => {
    const order = await place({ client_order_id: 'mine' });
    const { message } = await amend(order, { price: '98.50', quantity: '2' });
    expect(message.order).toMatchObject({
      ...{ id: order.id, client_order_id: 'mine', status: 'waiting' },
      ...{ price: '98.50', quantity: '2.000', filled_quantity: '0.000' },
    });
    expect(await own()).toEqual([message.order]);
    await amend(order, { quantity: '0.5' });
    expect((await server.data('amendments', { order_id: order.id }, user)).list).toEqual([
      expect.objectContaining({ price_before: '99.00', price: '98.50', kept_place: false }),
      expect.objectContaining({
        ...{ quantity_before: '2.000', quantity: '0.500', kept_place: true },
      }),
    ]);
    await checkTables();
  });

  test('is what a restart finds, with its place and its digest', async () => {
    const first = await place();
    const other = await server.trader();
    const second = await place({}, other);
    await amend(first, { quantity: '2' });
    await amend(second, { quantity: '0.4' }, other);
    await checkTables();
    await server.restart();
    await checkTables();
    const taker = await server.trader();
    await server.data('placeOrder', { ...SELL, quantity: '0.4' }, taker);
    expect((await own(other))[0]).toMatchObject({ status: 'completed', quantity: '0.400' });
    expect((await own())[0]).toMatchObject({ status: 'waiting', filled_quantity: '0.000' });
  });

  test('under one key is done once; another under it is a conflict', async () => {
    const order = await place();
    const keyed = { ...user, key: 'amend-once' };
    const first = await amend(order, { price: '98.00' }, keyed);
    await amend(order, { price: '97.00' });
    const again = await amend(order, { price: '98.00' }, keyed);
    expect(again.text).toBe(first.text);
    expect((await own())[0]).toMatchObject({ price: '97.00' });
    expect(await amend(order, { price: '96.00' }, keyed)).toMatchObject({
      error: 'idempotency_conflict',
    });
  });

  test.each<readonly [object, object]>([
    [{}, { error: 'validation_failed', fields: { quantity: expect.any(String) } }],
    [{ price: '98.001' }, { error: 'validation_failed', fields: { price: expect.any(String) } }],
    [
      { quantity: '0.000001' },
      { error: 'validation_failed', fields: { quantity: expect.any(String) } },
    ],
    [{ quantity: '1.5', must_keep_place: true }, { error: 'place_not_kept' }],
    [{ price: '150.00' }, { error: 'price_out_of_band' }],
    [{ quantity: '1000' }, { error: 'insufficient_balance' }],
    [{ price: '98.00', client_order_id: 'x' }, { error: 'validation_failed' }],
  ])('to %o is refused, and it stays as it was', async (more, refused) => {
    const order = await place();
    const answer = await amend(order, more);
    expect(answer).toMatchObject(refused);
    expect(await own()).toEqual([order]);
  });

  test('to no more than what is filled is told so', async () => {
    const maker = await server.trader();
    const order = await place();
    await server.data('placeOrder', { ...SELL, quantity: '0.4' }, maker);
    expect(await amend(order, { quantity: '0.4', must_keep_place: true })).toMatchObject({
      error: 'below_filled',
      message: expect.stringContaining('filled'),
    });
    await server.data('cancelOrder', { order_id: order.id }, user);
  });

  test('of one that is over, of none and of another’s says so, and no more', async () => {
    const order = await place();
    const other = await server.trader();
    expect(await amend(order, { price: '98.00' }, other)).toMatchObject({ error: 'not_found' });
    await server.data('cancelOrder', { order_id: order.id }, user);
    expect(await amend(order, { price: '98.00' })).toMatchObject({ error: 'order_not_open' });
    expect(await amend({ id: 9_999 }, { price: '98.00' })).toMatchObject({ error: 'not_found' });
  });

  test('that meets others trades, and what it froze goes with it', async () => {
    const maker = await server.trader();
    await server.data('placeOrder', { ...SELL, price: '100.00', quantity: '0.4' }, maker);
    const order = await place();
    expect(await held()).toBe(99);
    const { message } = await amend(order, { price: '100.00' });
    expect(message.order).toMatchObject({ status: 'waiting', filled_quantity: '0.400' });
    expect(await held()).toBe(60);
    await checkTables();
  });
});

describe('a replacement', () => {
  const replace = (order: { readonly id: number }, more: object = {}, by = user) =>
    server.call('replaceOrder', { ...BUY, cancel_order_id: order.id, ...more }, by);

  test('cancels one and places another, each told like a call of its own', async () => {
    const order = await place();
    const { message } = await replace(order, { price: '98.00' });
    expect(message).toMatchObject({
      cancelled: { type: 'ok', message: { order: { id: order.id, status: 'cancelled' } } },
      placed: { type: 'ok', message: { order: { price: '98.00', status: 'waiting' } } },
    });
    expect(await own()).toHaveLength(2);
  });

  test('what cannot be placed is told in the caller’s words, and what was cancelled stays so', async () => {
    const order = await place();
    const { message } = await replace(order, { price: '150.00' });
    expect(message).toMatchObject({
      cancelled: { type: 'ok' },
      placed: { type: 'error', code: 0, error: 'price_out_of_band', message: expect.any(String) },
    });
    const expired = await place();
    const late = await replace(expired, { expires_at: 5 });
    expect(late.message.placed).toMatchObject({ fields: { expires_at: expect.any(String) } });
  });

  test('of another’s stops, or goes on without; his stays', async () => {
    const order = await place();
    const other = await server.trader();
    expect(await replace(order, {}, other)).toMatchObject({ error: 'not_found' });
    const { message } = await replace(order, { mode: 'allow_failure' }, other);
    expect(message).toMatchObject({
      cancelled: { error: 'not_found' },
      placed: { type: 'ok' },
    });
    expect(await own()).toEqual([order]);
  });

  test('and a cancel may ask what is filled of it; one that is filled otherwise stays', async () => {
    const order = await place();
    const differs = { error: 'cancel_restricted', message: expect.any(String) };
    expect(await replace(order, { cancel_only_filled: 'part' })).toMatchObject(differs);
    const cancel = (only_filled: string) =>
      server.call('cancelOrder', { order_id: order.id, only_filled }, user);
    expect(await cancel('part')).toMatchObject(differs);
    await place({ side: 'sell', quantity: '0.4' }, await server.trader());
    expect(await cancel('nothing')).toMatchObject(differs);
    expect(await cancel('all')).toMatchObject({ fields: { only_filled: expect.any(String) } });
    expect(await cancel('part')).toMatchObject({
      message: { order: { status: 'cancelled', filled_quantity: '0.400' } },
    });
  });

  test('under a name that was used is refused before anything is cancelled', async () => {
    const order = await place({ client_order_id: 'used' });
    await server.data('cancelOrder', { order_id: order.id }, user);
    const next = await place();
    const answer = await replace(next, { client_order_id: 'used' });
    expect(answer).toMatchObject({ error: 'duplicate_client_order_id' });
    expect((await own())[0]).toMatchObject({ id: next.id, status: 'waiting' });
  });
});

describe('an order of one’s own that is met', () => {
  test.each<readonly [string, string, string]>([
    ['expire_taker', 'waiting', 'cancelled'],
    ['expire_maker', 'cancelled', 'waiting'],
    ['expire_both', 'cancelled', 'cancelled'],
  ])('%s', async (mode, maker, taker) => {
    const waiting = await place();
    const sell = await server.data('placeOrder', { ...SELL, self_trade_prevention: mode }, user);
    expect(sell.order).toMatchObject({ status: taker, filled_quantity: '0.000' });
    expect(sell.order.self_trade_prevention).toBe(mode === 'expire_taker' ? undefined : mode);
    expect((await own()).find(({ id }) => id === waiting.id)?.status).toBe(maker);
  });

  test('in no other way: they never trade', async () => {
    const answer = await server.call('placeOrder', { ...BUY, self_trade_prevention: 'none' }, user);
    expect(answer).toMatchObject({ error: 'validation_failed' });
  });
});

/** As the server does each second. */
async function runDue(): Promise<void> {
  const { sequencer, clock } = server;
  const log = { info: () => undefined, warn: () => undefined };
  const schedules = new Schedules({ sequencer, clock, log, tables: EXCHANGE_TABLES });
  await schedules.run();
  await schedules.stop();
}

describe('an order that is good till a time', () => {
  test('waits, through a restart, until then; then it says expired, and its money is free', async () => {
    const at = server.clock.now() + 60_000;
    const order = await place({ expires_at: at });
    expect(order).toMatchObject({ status: 'waiting', expires_at: at });
    await server.restart();
    await server.pass(59_000);
    await runDue();
    expect((await own())[0]).toMatchObject({ status: 'waiting' });
    await server.pass(1_000);
    await runDue();
    expect((await own())[0]).toMatchObject({
      ...{ status: 'cancelled', cancel_reason: 'expired', expires_at: at },
    });
    expect(await held()).toBe(0);
  });

  test('tells whoever wants to know that it expired, with what of it was filled', async () => {
    await server.data('saveNotification', { kind: 'fills', inbox: true }, user);
    const order = await place({ expires_at: server.clock.now() + 60_000 });
    await server.data('placeOrder', { ...SELL, quantity: '0.4' }, await server.trader());
    await server.pass(61_000);
    await runDue();
    await server.notices.settled();
    expect((await server.data('messages', {}, user)).list).toMatchObject([
      {
        ...{ kind: 'order_expired', title: 'BTC/USDT order expired' },
        body: 'The time of your order to buy at 99.00 came. Filled: 0.4 BTC. Not filled: 0.6 BTC. What it held back is available again.',
        link: `pages/trade/orders?order=${order.id}`,
      },
    ]);
  });

  test.each<readonly [string, object]>([
    ['gone by', { expires_at: 5 }],
    ['of a market order', { type: 'market', price: undefined, expires_at: 9_999_999_999_999 }],
    ['filled at once', { time_in_force: 'ioc', expires_at: 9_999_999_999_999 }],
  ])('%s is refused by name', async (_, more) => {
    const answer = await server.call('placeOrder', { ...BUY, ...more }, user);
    expect(answer).toMatchObject({ error: 'validation_failed' });
    expect(answer.fields).toEqual({ expires_at: expect.any(String) });
  });

  test('is none that waits for a price', async () => {
    const stop = { ...BUY, trigger: 'stop', trigger_price: '105.00', expires_at: 9_999_999_999 };
    expect(await server.call('placeTrigger' as RouteName, stop, user)).toMatchObject({
      error: 'validation_failed',
    });
  });
});

describe('whoever can write to the database', () => {
  test.each([
    ['its place in the queue', 'priority = priority + 1'],
    ['when it expires', 'expires_at_ms = expires_at_ms + 1'],
    ['who goes', "self_trade = 'expire_both'"],
    ['its price', 'price_ticks = price_ticks + 1'],
  ])('changes %s of an amended order and is found', async (_, change) => {
    const order = await place({ expires_at: server.clock.now() + 60_000 });
    await amend(order, { price: '98.00' });
    await checkTables();
    await server.sequencer.stop();
    await unguarded(server.context.database, async (sql) => {
      await sql.query(`UPDATE orders SET ${change} WHERE order_id = $1`, [order.id]);
    });
    const { drifts } = await server.context.reconciler.checkAgreed();
    expect(drifts).toMatchObject([{ check: 'agreed_terms' }]);
  });

  test('the tables refuse another word for what has been', async () => {
    const { database } = server.context;
    const order = await place();
    await amend(order, { price: '98.00' });
    await server.data('cancelOrder', { order_id: order.id }, user);
    for (const sql of [
      'UPDATE orders SET price_ticks = 1',
      "UPDATE orders SET self_trade = 'expire_maker'",
      'UPDATE orders SET expires_at_ms = created_at_ms + 1',
      'UPDATE order_amendments SET price_ticks = 1',
      'DELETE FROM order_amendments',
    ]) {
      await expect(database.query(sql)).rejects.toThrow();
    }
  });
});
