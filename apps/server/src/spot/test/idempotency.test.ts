/** Keys of money calls (cases.md I1 to I4): one effect, one answer. */
import { type RouteName, routes } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { saveMarketByTwo } from '../../operators/test/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  // On the embedded database, as most tests are not where there is another.
  server = await startTestServer({ kind: 'pglite' });
});
afterAll(() => server.stop());

const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
const BUY_ETH = { symbol: 'ETH/USDT', side: 'buy', type: 'limit', price: '9.99', quantity: '1' };
const MOVE = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '10' };

test('I1: of 50 equal requests at once one takes effect, all get its answer or in_progress', async () => {
  const user = await server.trader();
  const options = { ...user, key: 'i1' };
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => server.call('placeOrder', BUY, options)),
  );
  const done = replies.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { status, error } of replies)
    if (status !== 200) expect([status, error]).toEqual([409, 'in_progress']);
  const later = await server.call('placeOrder', BUY, options);
  expect(later.text).toBe(done[0]?.text);
  expect(later.headers['idempotent-replayed']).toBe('true');
  expect((await server.data('orders', {}, user)).total).toBe(1);
});

test('the first answer is not marked as a repeat', async () => {
  const user = await server.trader();
  const first = await server.call('transfer', MOVE, { ...user, key: 'first' });
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
});

test('a form and the same in JSON are the same request', async () => {
  const user = await server.trader();
  const first = await server.call('placeOrder', BUY, { ...user, key: 'both' });
  const again = await server.app.inject({
    method: 'POST',
    url: '/api/coin/trade',
    headers: { authorization: user.token, 'idempotency-key': 'both' },
    payload: { quantity: '1', price: '99.00', type: 'limit', side: 'buy', symbol: 'BTC/USDT' },
  });
  expect(again.body).toBe(first.text);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('a repeat in another language is answered as the first was', async () => {
  const user = await server.trader();
  const request = { ...BUY, quantity: '11' };
  const first = await server.call('placeOrder', request, { ...user, key: 'lang' });
  const headers = { 'language-mark': 'jp' };
  const again = await server.call('placeOrder', request, { ...user, key: 'lang', headers });
  expect(again.text).toBe(first.text);
});

describe('I2', () => {
  test('the same key with another body is idempotency_conflict and does nothing', async () => {
    const user = await server.trader();
    await server.data('transfer', MOVE, { ...user, key: 'i2' });
    const other = await server.call('transfer', { ...MOVE, amount: '11' }, { ...user, key: 'i2' });
    expect(other).toMatchObject({ status: 422, error: 'idempotency_conflict' });
    expect((await server.data('transfers', {}, user)).total).toBe(1);
  });

  test('the same key on another route is idempotency_conflict', async () => {
    const user = await server.trader();
    await server.data('transfer', MOVE, { ...user, key: 'i2b' });
    const other = await server.call('placeOrder', BUY, { ...user, key: 'i2b' });
    expect(other).toMatchObject({ status: 422, error: 'idempotency_conflict' });
  });

  test("another user's equal key is another key", async () => {
    const [one, two] = [await server.trader(), await server.trader()];
    await server.data('transfer', MOVE, { ...one, key: 'shared' });
    const other = await server.call(
      'transfer',
      { ...MOVE, amount: '3' },
      { ...two, key: 'shared' },
    );
    expect(other.status).toBe(200);
  });
});

describe('I3: every money call needs a key of 1 to 64 printable ASCII characters', () => {
  const money = Object.entries(routes)
    .filter(([, { isMoney }]) => isMoney)
    .map(([name]) => name as RouteName);
  const requests: Partial<Record<RouteName, Record<string, unknown>>> = {
    placeOrder: BUY,
    cancelOrder: { order_id: 1 },
    amendOrder: { symbol: 'BTC/USDT', order_id: 1, quantity: '1' },
    replaceOrder: { ...BUY, cancel_order_id: 1 },
    placeTrigger: { ...BUY, trigger: 'stop', trigger_price: '105.00' },
    cancelTrigger: { trigger_id: 1 },
    amendTrigger: { symbol: 'BTC/USDT', trigger_id: 1, quantity: '1' },
    placeOrderList: {
      kind: 'oto',
      symbol: 'BTC/USDT',
      working: { side: 'buy', type: 'limit', price: '99.00', quantity: '1' },
      legs: [{ side: 'sell', type: 'limit', price: '105.00' }],
    },
    cancelOrderList: { list_id: 1 },
    setCancelTimer: { seconds: 30 },
    convert: {
      ...{ from_currency_id: 1, to_currency_id: 3, amount: '1' },
      ...{ worst_sale_price: '90.00', expires_at: 2 ** 45 },
    },
    placeOrders: { orders: JSON.stringify([BUY]) },
    cancelOrders: { orders: JSON.stringify([{ order_id: 1 }]) },
    openPosition: {
      symbol: 'BTC/USDT',
      side: 'long',
      type: 'limit',
      price: '90',
      lots: 10,
      multiple: 10,
    },
    setStops: { position_id: 1 },
    closePosition: { position_id: 1 },
    addMargin: { position_id: 1, amount: '1' },
    reversePosition: { position_id: 1 },
    amendPosition: { position_id: 1, lots: 11 },
    setStopLevel: { position_id: 1, stop: 'stop_loss', price: '80', lots: 1 },
    removeStopLevel: { position_id: 1, level_id: 1 },
    closePositions: {},
    buyOption: {
      symbol: 'BTC/USDT',
      direction: 'rise',
      seconds: 30,
      currency_id: 3,
      amount: '10',
    },
    buyHosting: { product_id: 1, amount: '100', agreed: 'true' },
    redeemHosting: { id: 1 },
    subscribe: { offering_id: 1, amount: '1' },
    transfer: MOVE,
    moveSubAccount: { id: 1, direction: 'in', currency_id: 3, amount: '1' },
    faucet: { currency_id: 3, amount: '1' },
    withdraw: { currency_id: 3, address_id: 1, amount: '20', fund_password: '271828' },
    cancelWithdrawal: { id: 1 },
  };

  test('all money calls are known here', () => {
    expect(money.sort()).toEqual(Object.keys(requests).sort());
  });

  test.each(money)('%s', async (name) => {
    const user = await server.trader();
    const before = await server.ledger();
    for (const key of ['', ' ', 'a b', 'k'.repeat(65), 'ü']) {
      const reply = await server.call(name, requests[name], { ...user, key });
      expect(reply).toMatchObject({ status: 400, error: 'idempotency_key_required' });
    }
    const { method, path } = routes[name];
    const missing = await server.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: user.token },
      payload: requests[name] ?? {},
    });
    expect(missing.statusCode).toBe(400);
    expect(missing.json()).toMatchObject({ error: 'idempotency_key_required' });
    expect(await server.ledger()).toBe(before);
  });
});

describe('I4', () => {
  test('bad input does not burn the key', async () => {
    const user = await server.trader();
    const options = { ...user, key: 'i4' };
    const bad = await server.call('placeOrder', { ...BUY, price: '99.001' }, options);
    expect(bad.status).toBe(422);
    expect((await server.call('placeOrder', BUY, options)).status).toBe(200);
  });

  test('a business refusal burns it and is given again', async () => {
    const user = await server.register();
    const options = { ...user, key: 'i4b' };
    const first = await server.call('transfer', MOVE, options);
    expect(first).toMatchObject({ status: 400, error: 'insufficient_balance' });
    await server.fund(user.userId, 3, 100_000000n);
    const again = await server.call('transfer', MOVE, options);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await server.data('transfers', {}, user)).total).toBe(0);
  });

  test("a stranger's order stays unknown when the call is repeated", async () => {
    const [owner, stranger] = [await server.trader(), await server.trader()];
    const { order } = await server.data('placeOrder', BUY, owner);
    await server.data('cancelOrder', { order_id: order.id }, owner);
    const options = { ...stranger, key: 'i4c' };
    const first = await server.call('cancelOrder', { order_id: order.id }, options);
    const again = await server.call('cancelOrder', { order_id: order.id }, options);
    expect([first.status, again.status]).toEqual([404, 404]);
    expect(again.text).toBe(first.text);
    const inThai = { ...options, headers: { 'language-mark': 'th' } };
    expect((await server.call('cancelOrder', { order_id: order.id }, inThai)).text).toBe(
      first.text,
    );
  });

  test('an unknown client order id stays unknown under its key, whatever is placed under it later', async () => {
    const user = await server.trader();
    const options = { ...user, key: 'i4d' };
    const cancel = { client_order_id: 'later' };
    const first = await server.call('cancelOrder', cancel, options);
    expect(first).toMatchObject({ status: 404, error: 'not_found' });
    const { order } = await server.data('placeOrder', { ...BUY, ...cancel }, user);
    await server.data('cancelOrder', { order_id: order.id }, user);
    const again = await server.call('cancelOrder', cancel, options);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await server.call('cancelOrder', cancel, user)).error).toBe('order_not_open');
  });
});

describe('a repeat gets the first answer though the request would be refused by now', () => {
  const expectReplay = (again: Reply, first: Reply): void => {
    expect(again.text).toBe(first.text);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  };

  test('the tick has changed; another body is a conflict, another owner is on his own', async () => {
    const [user, stranger] = [await server.trader(), await server.trader()];
    const options = { ...user, key: 'old-tick' };
    const first = await server.call('placeOrder', BUY_ETH, options);
    await setEthTick(server, '0.004');
    expectReplay(await server.call('placeOrder', BUY_ETH, options), first);
    const other = await server.call('placeOrder', { ...BUY_ETH, price: '9.98' }, options);
    expect(other).toMatchObject({ status: 422, error: 'idempotency_conflict' });
    const theirs = await server.call('placeOrder', BUY_ETH, { ...stranger, key: 'old-tick' });
    expect(theirs).toMatchObject({ status: 422, error: 'validation_failed' });
    expect((await server.data('orders', {}, user)).total).toBe(1);
  });

  test('the gate is closed for a change of the market', async () => {
    const user = await server.trader();
    const options = { ...user, key: 'gate' };
    const first = await server.call('placeOrder', BUY, options);
    const { orderGate, terms } = server.context;
    const marketId = terms.market(BUY.symbol)?.marketId ?? 0;
    await orderGate.whileClosed(marketId, async () => {
      expect((await server.call('placeOrder', BUY, user)).error).toBe('market_closed');
      expectReplay(await server.call('placeOrder', BUY, options), first);
    });
  });

  test('the books do not add up', async () => {
    const user = await server.trader();
    const options = { ...user, key: 'books' };
    const first = await server.call('placeOrder', BUY, options);
    const { database, reconciler } = server.context;
    const falsify = async (minor: bigint): Promise<void> => {
      await database.query(
        `UPDATE balances SET total_minor = total_minor + $2
         WHERE owner_id = $1 AND currency_id = 3 AND account = 'coin'`,
        [user.userId, minor],
      );
      await reconciler.checkQuick();
    };
    await falsify(1n);
    expect((await server.call('placeOrder', BUY, user)).error).toBe('unavailable');
    expectReplay(await server.call('placeOrder', BUY, options), first);
    await falsify(-1n);
    await server.settleBooks();
  });

  test('the currency of the faucet is closed', async () => {
    const user = await server.register();
    const token = await server.ownerToken();
    const grant = { currency_id: 2, amount: '1' };
    const options = { ...user, key: 'closed' };
    const first = await server.call('faucet', grant, options);
    const currency = (await server.data('operatorCurrencies', {}, { token })).find(
      ({ currency_id: id }) => id === grant.currency_id,
    );
    await server.data('operatorSaveCurrency', { ...currency, is_enabled: false }, { token });
    expect((await server.call('faucet', grant, user)).error).toBe('currency_closed');
    expectReplay(await server.call('faucet', grant, options), first);
  });

  test('the first of two equal requests has used up the faucet while the second waited', async () => {
    const user = await server.register();
    const ask = () => server.call('faucet', { currency_id: 1, amount: '1500' }, options);
    const options = { ...user, key: 'twice' };
    const [first, second] = await Promise.all([ask(), ask()]);
    expectReplay(second, first);
    const more = await server.call('faucet', { currency_id: 1, amount: '1500' }, user);
    expect(more.error).toBe('faucet_limit');
  });

  test('memory has let the key go, and the table has it', async () => {
    const forgetful = await startTestServer({ answersMax: 1 });
    try {
      const user = await forgetful.trader();
      const options = { ...user, key: 'long-ago' };
      const first = await forgetful.call('placeOrder', BUY_ETH, options);
      await forgetful.data('transfer', MOVE, user);
      await setEthTick(forgetful, '0.004');
      expectReplay(await forgetful.call('placeOrder', BUY_ETH, options), first);
      const other = await forgetful.call('placeOrder', { ...BUY_ETH, price: '9.98' }, options);
      expect(other).toMatchObject({ status: 422, error: 'idempotency_conflict' });
      const fresh = await forgetful.call('placeOrder', BUY_ETH, user);
      expect(fresh).toMatchObject({ status: 422, error: 'validation_failed' });
    } finally {
      await forgetful.stop();
    }
  });
});

async function setEthTick(on: TestServer, tick: string): Promise<void> {
  const token = await on.ownerToken();
  const markets = await on.data('operatorMarkets', {}, { token });
  const market = markets.find(({ symbol }) => symbol === BUY_ETH.symbol);
  await saveMarketByTwo(on, { ...market, tick_size: tick }, token);
}
