/** Orders over HTTP: what they do, every refusal, and what a stranger sees. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
const SELL = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '101.00', quantity: '1' };

async function available(user: TestUser, currencyId: number): Promise<string> {
  const { token } = user;
  const detail = await server.data(
    'walletDetail',
    { account: 'coin', currency_id: currencyId },
    { token },
  );
  return `${detail.available} + ${detail.frozen}`;
}

describe('placing', () => {
  test('a limit order rests and freezes what it costs', async () => {
    const user = await server.trader();
    const { order } = await server.data('placeOrder', BUY, user);
    expect(order).toMatchObject({
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      time_in_force: 'gtc',
      price: '99.00',
      quantity: '1.000',
      filled_quantity: '0.000',
      status: 'waiting',
      fee_currency: 'BTC',
    });
    expect(await available(user, 3)).toBe('901.000000 + 99.000000');
  });

  test('two orders match and both users see their side', async () => {
    const [maker, taker] = [await server.trader(), await server.trader()];
    await server.data('placeOrder', { ...SELL, price: '100.00', quantity: '2' }, maker);
    const { order } = await server.data('placeOrder', { ...BUY, price: '100.00' }, taker);
    expect(order).toMatchObject({
      status: 'completed',
      filled_quantity: '1.000',
      filled_amount: '100.000000',
      average_price: '100.0000',
      fee: '0.00200000',
    });
    const [resting] = (await server.data('orders', { status: 'waiting' }, maker)).list;
    expect(resting).toMatchObject({
      filled_quantity: '1.000',
      fee: '0.100000',
      fee_currency: 'USDT',
    });
    expect(await available(taker, 1)).toBe('10.99800000 + 0.00000000');
    await server.data('cancelOrder', { order_id: resting?.id }, maker);
  });

  test('a market buy by amount spends at most the amount', async () => {
    const [maker, taker] = [await server.trader(), await server.trader()];
    await server.data('placeOrder', { ...SELL, price: '100.00' }, maker);
    const { order } = await server.data(
      'placeOrder',
      { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '50.05' },
      taker,
    );
    expect(order).toMatchObject({
      type: 'market',
      time_in_force: 'ioc',
      amount: '50.050000',
      filled_quantity: '0.500',
    });
    expect(order).not.toHaveProperty('quantity');
    await cancelAll(maker);
  });

  test('ioc and fok take what the book gives', async () => {
    const [maker, taker] = [await server.trader(), await server.trader()];
    await server.data('placeOrder', { ...SELL, price: '100.00', quantity: '1' }, maker);
    const ioc = { ...BUY, price: '100.00', quantity: '2', time_in_force: 'ioc' };
    const { order } = await server.data('placeOrder', ioc, taker);
    expect(order).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'remainder',
      filled_quantity: '1.000',
    });
    const fok = { ...BUY, price: '100.00', time_in_force: 'fok' };
    expect(await server.call('placeOrder', fok, taker)).toMatchObject({ error: 'would_not_fill' });
  });

  test('JSON is taken like a form', async () => {
    const { token } = await server.trader();
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/coin/trade',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'json-1' },
      payload: BUY,
    });
    expect(response.statusCode).toBe(200);
    expect(response.json().message.order).toMatchObject({ price: '99.00', quantity: '1.000' });
  });

  test('an empty field of a form is a field left out', async () => {
    const user = await server.trader();
    const request = { ...BUY, amount: '', client_order_id: '', time_in_force: '' };
    const { order } = await server.data('placeOrder', request, user);
    expect(order).not.toHaveProperty('client_order_id');
  });
});

describe('refusals of the engine', () => {
  const refusals = [
    ['insufficient_balance', { quantity: '11' }, 400],
    ['below_minimum', { price: '80.00', quantity: '0.000' }, 422],
    ['price_out_of_band', { price: '79.99' }, 400],
    ['would_not_fill', { time_in_force: 'ioc', price: '80.00' }, 400],
    ['not_found', { symbol: 'BTC/EUR' }, 404],
    ['above_maximum', { price: '100.00', quantity: '9000000000000' }, 400],
  ] as const;
  test.each(refusals)('%s for %j', async (error, change, status) => {
    const user = await server.trader();
    const reply = await server.call('placeOrder', { ...BUY, ...change }, user);
    expect(reply.status).toBe(status);
    if (status !== 422) expect(reply).toMatchObject({ type: 'error', code: 0, error });
    expect(await available(user, 3)).toBe('1000.000000 + 0.000000');
  });

  test('a client order id is used once, for ever (B16)', async () => {
    const user = await server.trader();
    const request = { ...BUY, client_order_id: 'mine-1' };
    await server.data('placeOrder', request, user);
    expect(await server.call('placeOrder', request, user)).toMatchObject({
      error: 'duplicate_client_order_id',
    });
    await server.data('cancelOrder', { client_order_id: 'mine-1' }, user);
    expect(await server.call('placeOrder', request, user)).toMatchObject({
      error: 'duplicate_client_order_id',
    });
  });

  test('a cancel before its order finds nothing and does not catch it later (B16)', async () => {
    const user = await server.trader();
    const target = { client_order_id: 'late-1' };
    expect(await server.call('cancelOrder', target, user)).toMatchObject({ status: 404 });
    const { order } = await server.data('placeOrder', { ...BUY, ...target }, user);
    expect(order.status).toBe('waiting');
  });

  test('the message is in the language of the request', async () => {
    const user = await server.trader();
    const request = { ...BUY, quantity: '11' };
    const say = async (mark: string) =>
      (await server.call('placeOrder', request, { ...user, headers: { 'language-mark': mark } }))
        .message;
    expect(await say('en')).toBe('Insufficient balance');
    expect(await say('zh')).toBe('余额不足');
    expect(await say('xx')).toBe('Insufficient balance');
  });

  test('a market order without a fresh index is price_stale', async () => {
    const user = await server.trader();
    server.clock.nowMs += 11_000;
    const market = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '1' };
    expect(await server.call('placeOrder', market, user)).toMatchObject({ error: 'price_stale' });
    await server.tick();
  });
});

describe('bad input burns nothing and names the field', () => {
  const cases = [
    [{ price: undefined }, 'price', 'Required'],
    [{ quantity: undefined }, 'quantity', 'Required'],
    [{ price: '99.001' }, 'price', 'Must be a multiple of 0.01'],
    [{ quantity: '0.0005' }, 'quantity', 'Must be a multiple of 0.001'],
    [{ amount: '5' }, 'amount', 'Only for a market buy'],
    [{ type: 'market' }, 'price', 'Not for a market order'],
    [{ type: 'market', price: undefined, amount: '5' }, 'amount', 'Give one of the two only'],
    [
      { type: 'market', price: undefined, quantity: undefined, amount: '5', side: 'sell' },
      'amount',
      'Only for a market buy',
    ],
    [
      { type: 'market', price: undefined, quantity: undefined, amount: '5.0000001' },
      'amount',
      'At most 6 decimals',
    ],
    [
      { type: 'market', price: undefined, time_in_force: 'post_only' },
      'time_in_force',
      'Not for a market order',
    ],
    [{ side: 'up' }, 'side', 'Not one of the choices'],
    [{ type: 'stop' }, 'type', 'Not one of the choices'],
    [{ symbol: 'BTCUSDT' }, 'symbol', 'Unknown market'],
    [{ client_order_id: 'a b' }, 'client_order_id', 'Not valid'],
    [{ quantity: '99999999999999999' }, 'quantity', 'Too large'],
    // B4: nobody names the account that pays.
    [{ account: 'trust' }, 'account', 'Not a field of this call'],
    [{ owner: '1' }, 'owner', 'Not a field of this call'],
  ] as const;
  test.each(cases)('%j', async (change, field, text) => {
    const user = await server.trader();
    const reply = await server.call('placeOrder', { ...BUY, ...change }, user);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(reply.fields).toHaveProperty(field, text);
  });

  // B8 and V2: one value has one reading.
  test.each([
    '-1',
    '0',
    '0.000',
    '1e-7',
    '1e3',
    '0x10',
    '１',
    ' 1',
    '1.',
    '.5',
    '+1',
    '01',
    'NaN',
    '[1]',
    '1,5',
    '9'.repeat(40),
  ])('the amount %j is refused', async (quantity) => {
    const user = await server.trader();
    const reply = await server.call('placeOrder', { ...BUY, quantity }, user);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual(['quantity']);
  });

  test.each([1, 0.5, [1], { a: 1 }, null, true])(
    'the JSON amount %j is refused: a number has lost what it meant (B8)',
    async (quantity) => {
      const { token } = await server.trader();
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/coin/trade',
        headers: { authorization: token, 'idempotency-key': 'x' },
        payload: { ...BUY, quantity },
      });
      expect(response.statusCode).toBe(422);
    },
  );
});

describe('cancelling', () => {
  test('gives the hold back and is final', async () => {
    const user = await server.trader();
    const { order } = await server.data('placeOrder', BUY, user);
    const cancelled = await server.data('cancelOrder', { order_id: order.id }, user);
    expect(cancelled.order).toMatchObject({ status: 'cancelled', cancel_reason: 'user' });
    expect(await available(user, 3)).toBe('1000.000000 + 0.000000');
    const again = await server.call('cancelOrder', { order_id: order.id }, user);
    expect(again).toMatchObject({ status: 400, error: 'order_not_open' });
  });

  test('of an order that waits asks the tables nothing', async () => {
    const user = await server.trader();
    await server.data('placeOrder', { ...BUY, client_order_id: 'w-1' }, user);
    const { order } = await server.data('placeOrder', BUY, user);
    const queries = vi.spyOn(server.context.database, 'query');
    try {
      await server.data('cancelOrder', { order_id: order.id }, user);
      await server.data('cancelOrder', { client_order_id: 'w-1' }, user);
      const asked = queries.mock.calls.filter(([sql]) => sql.includes('FROM orders'));
      expect(asked).toEqual([]);
      await server.call('cancelOrder', { order_id: order.id }, user);
      expect(queries.mock.calls.some(([sql]) => sql.includes('FROM orders'))).toBe(true);
    } finally {
      queries.mockRestore();
    }
  });

  test('by the client order id; over, it is order_not_open', async () => {
    const user = await server.trader();
    await server.data('placeOrder', { ...BUY, client_order_id: 'c-1' }, user);
    await server.data('cancelOrder', { client_order_id: 'c-1' }, user);
    const again = await server.call('cancelOrder', { client_order_id: 'c-1' }, user);
    expect(again).toMatchObject({ status: 400, error: 'order_not_open' });
  });

  test("a stranger's order, open or over, looks like one that never was (B1)", async () => {
    const [owner, stranger] = [await server.trader(), await server.trader()];
    const { order } = await server.data('placeOrder', { ...BUY, client_order_id: 'own-1' }, owner);
    const missing = await server.call('cancelOrder', { order_id: 999_999 }, stranger);
    expect(missing).toMatchObject({ status: 404, error: 'not_found' });
    const open = await server.call('cancelOrder', { order_id: order.id }, stranger);
    expect([open.status, open.text]).toEqual([404, missing.text]);
    const byName = await server.call('cancelOrder', { client_order_id: 'own-1' }, stranger);
    expect([byName.status, byName.text]).toEqual([404, missing.text]);
    await server.data('cancelOrder', { order_id: order.id }, owner);
    const over = await server.call('cancelOrder', { order_id: order.id }, stranger);
    expect([over.status, over.text]).toEqual([404, missing.text]);
    expect(await available(stranger, 3)).toBe('1000.000000 + 0.000000');
    expect(await available(owner, 3)).toBe('1000.000000 + 0.000000');
  });

  test('of 50 cancels at once one succeeds and the hold comes back once (B2)', async () => {
    const user = await server.trader();
    const { order } = await server.data('placeOrder', BUY, user);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.call('cancelOrder', { order_id: order.id }, user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await available(user, 3)).toBe('1000.000000 + 0.000000');
  });

  test('needs one of the two names', async () => {
    const user = await server.trader();
    expect((await server.call('cancelOrder', {}, user)).fields).toEqual({ order_id: 'Required' });
    const both = await server.call('cancelOrder', { order_id: 1, client_order_id: 'a' }, user);
    expect(both.fields).toEqual({ client_order_id: 'Give one of the two only' });
  });
});

describe('the list', () => {
  test('has own orders only, newest first, by symbol and status', async () => {
    const [user, stranger] = [await server.trader(), await server.trader()];
    const first = await server.data('placeOrder', BUY, user);
    const second = await server.data('placeOrder', { ...BUY, price: '98.00' }, user);
    await server.data('cancelOrder', { order_id: first.order.id }, user);
    const all = await server.data('orders', {}, user);
    expect(all.list.map(({ id }) => id)).toEqual([second.order.id, first.order.id]);
    expect(all).toMatchObject({ page: 1, limit: 20, total: 2 });
    const waiting = await server.data('orders', { status: 'waiting', symbol: 'BTC/USDT' }, user);
    expect(waiting.list).toEqual([second.order]);
    expect((await server.data('orders', { symbol: 'ETH/USDT' }, user)).total).toBe(0);
    expect((await server.data('orders', {}, stranger)).total).toBe(0);
    expect(await server.call('orders', { symbol: 'NO/NO' }, user)).toMatchObject({ status: 404 });
    const secondPage = await server.data('orders', { page: 2, limit: 1 }, user);
    expect(secondPage.list.map(({ id }) => id)).toEqual([first.order.id]);
  });
});

async function cancelAll(user: TestUser): Promise<void> {
  const { list } = await server.data('orders', { status: 'waiting', limit: 100 }, user);
  for (const { id } of list) await server.data('cancelOrder', { order_id: id }, user);
}
