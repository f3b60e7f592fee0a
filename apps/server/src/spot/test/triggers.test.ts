/** Orders that wait for a price (B18), over HTTP: what they do, every refusal, their receipts and messages, and a restart. */
import { verifyReceipt } from '@fairlead/receipt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { DerivativeStory } from '../../receipts/test/receipt-story.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const STOP = {
  symbol: 'BTC/USDT',
  side: 'sell',
  trigger: 'stop',
  trigger_price: '95.00',
  type: 'market',
  quantity: '1',
} as const;
const STOP_LIMIT = {
  ...STOP,
  side: 'buy',
  trigger_price: '105.00',
  type: 'limit',
  price: '106.00',
} as const;

/** A sample of a whole second, with its sources. */
const tick = (price: string): Promise<void> =>
  new DerivativeStory(server.sequencer, server.clock).tick(price);

const list = async (user: TestUser, status?: 'waiting' | 'triggered' | 'cancelled') =>
  (await server.data('triggers', status === undefined ? {} : { status }, user)).list;

async function frozen({ token }: TestUser, currencyId: number): Promise<string> {
  const asked = { account: 'coin', currency_id: currencyId } as const;
  return (await server.data('walletDetail', asked, { token })).frozen;
}

describe('an order that waits', () => {
  test('says what it waits for and what it will be, and freezes what that needs', async () => {
    const user = await server.trader();
    const named = { ...STOP_LIMIT, client_order_id: 'mine', trigger_by: 'last' };
    const { trigger_order } = await server.data('placeTrigger', named, user);
    expect(trigger_order).toEqual({
      id: expect.any(Number),
      client_order_id: 'mine',
      symbol: 'BTC/USDT',
      side: 'buy',
      trigger: 'stop',
      trigger_by: 'last',
      trigger_price: '105.00',
      type: 'limit',
      time_in_force: 'gtc',
      price: '106.00',
      quantity: '1.000',
      held: '106.000000',
      held_currency: 'USDT',
      maker_fee_rate: '0.001',
      taker_fee_rate: '0.002',
      status: 'waiting',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    });
    expect(await frozen(user, 3)).toBe('106.000000');
    expect(await list(user, 'waiting')).toEqual([trigger_order]);
    const ended = await server.data('cancelTrigger', { client_order_id: 'mine' }, user);
    expect(ended.trigger_order).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'user',
      held: '0.000000',
    });
    expect(await frozen(user, 3)).toBe('0.000000');
  });

  test('of a trailing stop the price moves with the best one, and its receipt proves where it stood', async () => {
    const user = await server.trader();
    await tick('100.00');
    const trailing = {
      ...{ symbol: 'BTC/USDT', side: 'sell', trigger: 'trailing_stop', type: 'market' },
      ...{ quantity: '1', trail_rate: '0.01', activation_price: '101.00' },
    } as const;
    const { trigger_order } = await server.data('placeTrigger', trailing, user);
    expect(trigger_order).toMatchObject({
      trigger: 'trailing_stop',
      trigger_price: '99.99',
      trail_rate: '0.01',
      activation_price: '101.00',
    });
    expect(trigger_order).not.toHaveProperty('best_price');
    await tick('102.00');
    const [moved] = await list(user, 'waiting');
    expect(moved).toMatchObject({
      best_price: '102.00',
      best_at: expect.any(Number),
      trigger_price: '100.98',
    });
    await server.restart();
    expect(await list(user, 'waiting')).toEqual([moved]);
    await tick('100.97');
    const [fired] = await list(user);
    expect(fired).toMatchObject({ status: 'cancelled', cancel_reason: 'would_not_fill' });
    const receipt = await server.data('receipt', { id: fired?.receipt_id ?? 0 }, user);
    expect(receipt).toMatchObject({ result: { best_price: '102.00000000' } });
    const { checks } = await verifyReceipt(receipt);
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  test('a key asks once, and a name is used once and for ever', async () => {
    const user = await server.trader();
    const key = { ...user, key: 'once' };
    const named = { ...STOP, client_order_id: 'mine' };
    const first = await server.data('placeTrigger', named, key);
    expect(await server.data('placeTrigger', named, key)).toEqual(first);
    expect(await list(user)).toHaveLength(1);
    await server.data('cancelTrigger', { trigger_id: first.trigger_order.id }, user);
    expect(await server.call('placeTrigger', named, user)).toMatchObject({
      error: 'duplicate_client_order_id',
    });
    // Orders have names of their own.
    const order = { ...STOP_LIMIT, trigger: undefined, trigger_price: undefined, price: '90.00' };
    await server.data('placeOrder', { ...order, client_order_id: 'mine' }, user);
  });

  test.each([
    [{ trigger_price: '100.00' }, 'price_reached'],
    [
      { side: 'buy', trigger_price: '105.00', quantity: undefined, amount: '0.0005' },
      'below_minimum',
    ],
    [{ quantity: '11' }, 'insufficient_balance'],
    [{ shown_fee_rate: '0.001' }, 'terms_changed'],
    [{ type: 'limit', price: '70.00' }, 'price_out_of_band'],
  ])('%o is refused as %s', async (change, code) => {
    const asked = { ...STOP, ...change };
    expect(await server.call('placeTrigger', asked, await server.trader())).toMatchObject({
      error: code,
    });
  });

  test.each([
    [{ trigger_price: '95.005' }, 'trigger_price'],
    [{ price: '95.00' }, 'price'],
    [{ amount: '5' }, 'amount'],
    [{ time_in_force: 'post_only' }, 'time_in_force'],
    [{ trail_rate: '0.01' }, 'trail_rate'],
    [{ activation_price: '99.00' }, 'activation_price'],
    [{ trigger: 'trailing_stop', trail_rate: '0.01' }, 'trigger_price'],
    [{ trigger: 'trailing_stop', trigger_price: undefined }, 'trail_rate'],
    [{ trigger: 'trailing_stop', trigger_price: undefined, trail_rate: '0.0009' }, 'trail_rate'],
    [{ trigger: 'trailing_stop', trigger_price: undefined, trail_rate: '0.01005' }, 'trail_rate'],
  ])('%o is wrong in %s', async (change, field) => {
    const asked = JSON.parse(JSON.stringify({ ...STOP, ...change }));
    const answer = await server.call('placeTrigger', asked, await server.trader());
    expect(answer).toMatchObject({ error: 'validation_failed' });
    expect(Object.keys(answer.fields ?? {})).toEqual([field]);
  });

  test('V4: a stranger finds nothing, waiting or over; its owner finds it over', async () => {
    const [owner, stranger] = [await server.trader(), await server.trader()];
    const { trigger_order } = await server.data('placeTrigger', STOP, owner);
    const named = { trigger_id: trigger_order.id };
    const notFound = { error: 'not_found' };
    expect(await server.call('cancelTrigger', named, stranger)).toMatchObject(notFound);
    await server.data('cancelTrigger', named, owner);
    expect(await server.call('cancelTrigger', named, stranger)).toMatchObject(notFound);
    expect(await server.call('cancelTrigger', named, owner)).toMatchObject({
      error: 'order_not_open',
    });
    expect(await list(stranger)).toEqual([]);
  });
});

describe('once its price is reached', () => {
  test('it is an order, with a receipt that anybody can check and a message', async () => {
    const [user, buyer] = [await server.trader(), await server.trader()];
    const bid = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '94.00', quantity: '1' };
    await server.data('placeOrder', bid, buyer);
    const { trigger_order } = await server.data('placeTrigger', STOP, user);
    await tick('94.50');
    const [triggered] = await list(user, 'triggered');
    expect(triggered).toMatchObject({ id: trigger_order.id, held: '0.00000000' });
    const [order] = (await server.data('orders', {}, user)).list;
    expect(order).toMatchObject({
      id: triggered?.order_id,
      type: 'market',
      status: 'completed',
      average_price: '94.0000',
      taker_fee_rate: '0.002',
    });

    const id = triggered?.receipt_id ?? 0;
    const previous = id > 1 ? await server.data('receipt', { id: id - 1 }) : undefined;
    for (const viewer of [{}, { token: user.token }]) {
      const receipt = await server.data('receipt', { id }, viewer);
      expect(receipt).toMatchObject({
        kind: 'trigger',
        terms: { trigger: 'stop', trigger_by: 'index', trigger_price: '95.00000000' },
        result: { state: 'placed' },
      });
      const { isRight, checks } = await verifyReceipt(receipt, { previous });
      expect([isRight, checks.filter(({ status }) => status === 'failed')]).toEqual([true, []]);
      expect('own' in receipt).toBe('token' in viewer);
    }
    await expect
      .poll(async () => (await server.data('messages', {}, user)).list.map(({ body }) => body))
      .toContain('Your stop at 95.00 was reached: the order to sell is placed.');
  });

  test('what cannot be placed gives its money back and says why', async () => {
    const user = await server.trader();
    await server.data('placeTrigger', { ...STOP, trigger_price: '90.00' }, user);
    await tick('89.00');
    expect(await list(user)).toMatchObject([
      { status: 'cancelled', cancel_reason: 'would_not_fill', receipt_id: expect.any(Number) },
    ]);
    expect(await frozen(user, 1)).toBe('0.00000000');
    await expect
      .poll(async () => (await server.data('messages', {}, user)).list.map(({ body }) => body))
      .toContain(
        'Your stop at 90.00 was reached, and the order to sell could not be placed: nobody was there to fill it as asked. What it held back is available again.',
      );
  });

  test('a trade sets off what waited for it, and the receipt names it', async () => {
    const [user, maker, taker] = [
      await server.trader(),
      await server.trader(),
      await server.trader(),
    ];
    const asked = { ...STOP, trigger_by: 'last', type: 'limit', price: '93.00' };
    await server.data('placeTrigger', asked, user);
    const bid = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '95.00', quantity: '0.1' };
    await server.data('placeOrder', bid, maker);
    await server.data('placeOrder', { ...bid, side: 'sell' }, taker);
    const [triggered] = await list(user);
    expect(triggered).toMatchObject({ status: 'triggered' });
    const receipt = await server.data('receipt', { id: triggered?.receipt_id ?? 0 });
    expect(receipt).toMatchObject({ samples: [], result: { trade_price: '95.00000000' } });
    expect((await verifyReceipt(receipt)).isRight).toBe(true);
    await server.data('cancelOrder', { order_id: triggered?.order_id }, user);
  });
});

test('after a restart it waits as it did, the books add up, and its price sets it off', async () => {
  const user = await server.trader();
  await server.data('placeTrigger', { ...STOP, type: 'limit', price: '94.00' }, user);
  const before = await list(user);
  await server.restart();
  expect(await list(user)).toEqual(before);
  expect(await frozen(user, 1)).toBe('1.00000000');
  const { reconciler } = server.context;
  await reconciler.checkBalances();
  await reconciler.checkAgreed();
  await reconciler.checkEngine();
  expect(reconciler.isSound).toBe(true);
  await tick('94.00');
  expect(await list(user)).toMatchObject([{ status: 'triggered' }]);
});

test('Q9: what waits is not what was placed any more: the server stops', async () => {
  const user = await server.trader();
  await server.data('placeTrigger', STOP, user);
  await server.context.database.query('ALTER TABLE trigger_orders DISABLE TRIGGER as_placed');
  await server.context.database.query(
    "UPDATE trigger_orders SET trigger_price_ticks = 9900 WHERE status = 'waiting'",
  );
  await server.context.reconciler.checkAgreed();
  expect(server.context.reconciler.isSound).toBe(false);
});
