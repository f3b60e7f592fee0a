/** Stops and take-profits in Binance's words (B18): placed, found, listed, told of, taken back, and what they become. */
import { priceE8 } from '@fairlead/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials, signedMessage } from './binance-fixture.ts';

let exchange: BinanceServer;
let maker: TestUser;
let credentials: Credentials;
beforeAll(async () => {
  exchange = await BinanceServer.start();
  maker = await exchange.server.trader();
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  credentials = await exchange.key(await exchange.server.trader());
  await exchange.server.tick();
});

// What is left would trade with what comes.
afterEach(() => call('DELETE', 'openOrders', { symbol: 'BTCUSDT' }));

type Asked = Readonly<Record<string, string>>;
const BASE = { symbol: 'BTCUSDT', side: 'SELL', quantity: '1' };
const STOP = { ...BASE, type: 'STOP_LOSS', stopPrice: '95.00' };
const RESULT = { newOrderRespType: 'RESULT' };

const call = async (method: string, path: string, asked: Asked) =>
  (await exchange.signed(credentials, method, `api/v3/${path}`, asked)).body;
const place = (asked: Asked) => call('POST', 'order', { ...asked, ...RESULT });
const find = (asked: Asked) => call('GET', 'order', { symbol: 'BTCUSDT', ...asked });

/** A sample of now at another price. */
async function reach(ticks: bigint): Promise<void> {
  const sampleTimeMs = Date.now();
  const price = priceE8(ticks * 1_000_000n);
  await exchange.server.sequencer.run(
    { kind: 'index_tick', marketId: 1, sampleTimeMs, quotedAtMs: sampleTimeMs, price },
    { sampleSources: JSON.stringify({ sources: [], dropped: [] }) },
  );
}

describe('a stop', () => {
  test.each<[Asked, object]>([
    [STOP, { type: 'STOP_LOSS', stopPrice: '95.00', price: '0' }],
    [
      { ...STOP, type: 'STOP_LOSS_LIMIT', price: '94.00', timeInForce: 'GTC' },
      { type: 'STOP_LOSS_LIMIT', stopPrice: '95.00', price: '94.00' },
    ],
    [
      { ...STOP, type: 'TAKE_PROFIT', stopPrice: '110.00' },
      { type: 'TAKE_PROFIT', stopPrice: '110.00' },
    ],
    [
      {
        ...STOP,
        type: 'TAKE_PROFIT_LIMIT',
        stopPrice: '110.00',
        price: '109.00',
        timeInForce: 'IOC',
      },
      { type: 'TAKE_PROFIT_LIMIT', timeInForce: 'IOC' },
    ],
    [
      { ...BASE, type: 'STOP_LOSS', trailingDelta: '200' },
      { type: 'STOP_LOSS', stopPrice: '98.00', trailingDelta: 200 },
    ],
  ])('%o is found, listed and taken back by either name', async (asked, expected) => {
    const placed = await place({ ...asked, newClientOrderId: 'mine' });
    const told = { ...expected, clientOrderId: 'mine', status: 'NEW', executedQty: '0' };
    expect(placed).toMatchObject(told);
    const orderId = String(placed['orderId']);
    for (const name of [{ orderId }, { origClientOrderId: 'mine' }])
      expect(await find(name)).toMatchObject({ ...told, isWorking: false, workingTime: -1 });
    expect(await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).toMatchObject([told]);
    const gone = await call('DELETE', 'order', { symbol: 'BTCUSDT', origClientOrderId: 'mine' });
    expect(gone).toMatchObject({ ...expected, origClientOrderId: 'mine', status: 'CANCELED' });
    expect(await call('DELETE', 'order', { symbol: 'BTCUSDT', orderId })).toMatchObject({
      code: -2011,
    });
    expect(await find({ orderId })).toMatchObject({ status: 'CANCELED' });
  });

  test('is tried without being placed, and sent twice under one name is one', async () => {
    expect(await call('POST', 'order/test', STOP)).toEqual({});
    const once = await place({ ...STOP, newClientOrderId: 'once' });
    expect(await place({ ...STOP, newClientOrderId: 'once' })).toEqual(once);
    expect(await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).toHaveLength(1);
  });

  test('goes with everything that is open', async () => {
    const { orderId } = await place(STOP);
    await call('POST', 'order', {
      ...{ ...BASE, type: 'LIMIT', timeInForce: 'GTC', price: '110.00' },
    });
    const gone = await call('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
    expect(gone).toMatchObject([{ type: 'LIMIT' }, { orderId, type: 'STOP_LOSS' }]);
    expect(await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).toEqual([]);
  });

  test.each<[Asked, number]>([
    [{ ...STOP, stopPrice: '100.00' }, -2010],
    [{ ...BASE, type: 'STOP_LOSS' }, -1102],
    [{ ...STOP, stopPrice: '95.001' }, -1013],
    [{ ...STOP, price: '94.00' }, -1106],
    [{ ...STOP, quoteOrderQty: '5' }, -1106],
    [{ ...STOP, type: 'STOP_LOSS_LIMIT', price: '94.00' }, -1102],
    [{ ...STOP, trailingDelta: '100' }, -1014],
    [{ ...BASE, type: 'TAKE_PROFIT', trailingDelta: '100' }, -1014],
    [{ ...BASE, type: 'STOP_LOSS', trailingDelta: '9' }, -1013],
    [{ ...BASE, type: 'STOP_LOSS', trailingDelta: '2001' }, -1013],
    [{ ...STOP, icebergQty: '0.1' }, -1014],
    [{ ...STOP, selfTradePreventionMode: 'NONE' }, -1013],
    [{ ...BASE, type: 'LIMIT', timeInForce: 'GTC', price: '94.00', stopPrice: '95.00' }, -1014],
  ])('%o is refused and nothing moves', async (asked, code) => {
    const before = await exchange.server.ledger();
    expect(await place(asked)).toMatchObject({ code });
    expect(await exchange.server.ledger()).toBe(before);
  });

  test('of somebody else is as none', async () => {
    const { orderId } = await place(STOP);
    const owner = credentials;
    credentials = await exchange.key(await exchange.server.trader());
    expect(await find({ orderId: String(orderId) })).toMatchObject({ code: -2013 });
    const asked = { symbol: 'BTCUSDT', orderId: String(orderId) };
    expect(await call('DELETE', 'order', asked)).toMatchObject({ code: -2011 });
    credentials = owner;
  });
});

test('once its price is reached it and the order that it became are told as one', async () => {
  const bid = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '94.00', quantity: '0.4' };
  await exchange.server.data('placeOrder', bid, maker);
  const limit = { type: 'STOP_LOSS_LIMIT', price: '94.00', timeInForce: 'GTC' };
  const { orderId } = await place({ ...STOP, ...limit });
  const never = await place({ ...STOP, quantity: '0.5', stopPrice: '93.50' });
  await reach(9_400n);
  expect(await find({ orderId: String(orderId) })).toMatchObject({
    ...{ orderId, type: 'STOP_LOSS_LIMIT', status: 'PARTIALLY_FILLED', isWorking: true },
    ...{ origQty: '1.000', executedQty: '0.400', cummulativeQuoteQty: '37.600000' },
  });
  // What it became stands in the book by an id of its own.
  expect(await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).toMatchObject([
    { orderId: never['orderId'], type: 'STOP_LOSS' },
    { type: 'LIMIT', status: 'PARTIALLY_FILLED' },
  ]);
  await call('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
  const alone = await place({ ...STOP, quantity: '0.5', stopPrice: '93.50' });
  await reach(9_300n);
  expect(await find({ orderId: String(alone['orderId']) })).toMatchObject({
    status: 'EXPIRED',
    executedQty: '0',
  });
});

test('its name takes back what it became, and a name of two means the one that waits', async () => {
  const remove = (name: string) =>
    call('DELETE', 'order', { symbol: 'BTCUSDT', origClientOrderId: name });
  const limit = { type: 'STOP_LOSS_LIMIT', price: '99.00', timeInForce: 'GTC' };
  const { orderId } = await place({ ...STOP, ...limit, newClientOrderId: 'became' });
  await reach(9_450n);
  expect(await find({ origClientOrderId: 'became' })).toMatchObject({ orderId, status: 'NEW' });
  expect(await remove('became')).toMatchObject({
    ...{ orderId, status: 'CANCELED', origClientOrderId: 'became' },
  });
  expect((await remove('became'))['code']).toBe(-2011);
  await reach(10_000n);
  // An order of that name is over, a stop of it waits.
  const resting = { ...BASE, type: 'LIMIT', price: '101.00', timeInForce: 'GTC' };
  await place({ ...resting, newClientOrderId: 'twice' });
  await remove('twice');
  const stop = await place({ ...STOP, newClientOrderId: 'twice' });
  const found = { orderId: stop['orderId'], type: 'STOP_LOSS', status: 'NEW' };
  expect(await find({ origClientOrderId: 'twice' })).toMatchObject(found);
  expect(await remove('twice')).toMatchObject({ ...found, status: 'CANCELED' });
});

test('a user stream tells that it is placed, and how it ends without an order', async () => {
  const probe = await exchange.connect('ws-api/v3');
  await probe.ask(signedMessage(credentials, 'userDataStream.subscribe.signature'));
  const kept = await place(STOP);
  const trailing = await place({ ...BASE, type: 'STOP_LOSS', trailingDelta: '100' });
  await call('DELETE', 'order', { symbol: 'BTCUSDT', orderId: String(trailing['orderId']) });
  await reach(9_400n);
  const told = async (id: unknown, x: string) =>
    (await probe.until(({ event }) => event?.['i'] === id && event?.['x'] === x)).event;
  expect(await told(kept['orderId'], 'NEW')).toMatchObject({
    ...{ e: 'executionReport', s: 'BTCUSDT', S: 'SELL', o: 'STOP_LOSS', P: '95.00', w: false },
  });
  expect(await told(trailing['orderId'], 'CANCELED')).toMatchObject({ d: 100, X: 'CANCELED' });
  expect(await told(kept['orderId'], 'EXPIRED')).toMatchObject({ X: 'EXPIRED', z: '0' });
});
