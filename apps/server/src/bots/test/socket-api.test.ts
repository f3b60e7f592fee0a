/**
 * Orders over the WebSocket API (cases.md S4, V4). Goal: each method is the call of HTTP by another name, with its checks, limits and
 * idempotency; whatever a frame holds, nothing is done that its signer did not ask for, and nothing acknowledged is lost.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { FaultyDatabase } from '../../core/sequencer/test/faulty-database.ts';
import { FRAME_BYTES_MAX, WEIGHT_PER_MINUTE } from '../binance/limits.ts';
import {
  BinanceServer,
  type Credentials,
  type SocketProbe,
  signedMessage,
} from './binance-fixture.ts';

let exchange: BinanceServer;
let database: FaultyDatabase;
let user: TestUser;
let key: Credentials;
let probe: SocketProbe;
beforeAll(async () => {
  const opened = await openTestDatabase('pglite');
  database = new FaultyDatabase(opened.database);
  exchange = await BinanceServer.start({}, {}, { ...opened, database });
  user = await exchange.server.trader();
  key = await exchange.key(user);
  probe = await exchange.connect('ws-api/v3');
});
afterAll(() => exchange.stop());

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
const BUY = { ...ORDER, price: '90.00', quantity: '0.100' };
const GENTLE = { ...BUY, quantity: '0.010' };

let names = 0;
const freshName = (): string => {
  names += 1;
  return `ws-${names}`;
};

type Params = Readonly<Record<string, string | number>>;
const call = (method: string, params: Params = {}, by = key, on = probe) =>
  on.ask(signedMessage(by, method, params));
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).error?.code;
const waiting = async (owner: TestUser, on = exchange) =>
  (await on.server.data('orders', { status: 'waiting', limit: 100 }, owner)).total;

describe('methods', () => {
  test('are the calls of HTTP: an order that is placed, found, listed, cancelled', async () => {
    const own = await exchange.server.trader();
    const by = await exchange.key(own);
    const newClientOrderId = freshName();
    const placed = await call('order.place', { ...BUY, newClientOrderId }, by);
    expect(placed).toMatchObject({
      status: 200,
      result: { symbol: 'BTCUSDT', status: 'NEW', clientOrderId: newClientOrderId, price: '90.00' },
    });
    const params = { symbol: 'BTCUSDT', origClientOrderId: newClientOrderId };
    const { body } = await exchange.signed(by, 'GET', 'api/v3/order', params);
    expect((await call('order.status', params, by)).result).toEqual(body);
    const listed = await call('openOrders.status', { symbol: 'BTCUSDT' }, by);
    expect(listed.result).toEqual([body]);
    expect((await call('v3/allOrders', { symbol: 'BTCUSDT' }, by)).result).toEqual([body]);
    expect(await call('order.cancel', params, by)).toMatchObject({
      status: 200,
      result: { origClientOrderId: newClientOrderId, status: 'CANCELED' },
    });
    expect(await codeOf(call('order.cancel', params, by))).toBe(-2011);
    for (let count = 0; count < 3; count += 1) await call('order.place', GENTLE, by);
    expect(await codeOf(call('order.test', { ...BUY, quantity: '0' }, by))).toBe(-1013);
    expect((await call('order.test', BUY, by)).result).toEqual({});
    expect(await waiting(own)).toBe(3);
    const all = await call('openOrders.cancelAll', { symbol: 'BTCUSDT' }, by);
    expect(all.result).toHaveLength(3);
    expect(await waiting(own)).toBe(0);
  });

  test('many are sent without waiting, and placed in the order in which they were sent', async () => {
    const own = await exchange.server.trader();
    const by = await exchange.key(own);
    const socket = await exchange.connect('ws-api/v3?returnRateLimits=false');
    const sent = Array.from({ length: 200 }, (_, id) => {
      const newClientOrderId = `many-${id}`;
      return signedMessage(by, 'order.place', { ...GENTLE, newClientOrderId }, id);
    });
    const answers = await Promise.all(sent.map((message) => socket.ask(message)));
    const ids = answers.map(({ result }) => Number(result?.['orderId']));
    expect(ids).toEqual(ids.toSorted((left, right) => left - right));
    expect(await waiting(own)).toBe(200);
    socket.socket.close();
  });

  test('what is not served is refused, and logging on as well: each call is signed', async () => {
    for (const method of ['orderList.place.opo', 'sor.order.place'])
      expect(await call(method, BUY)).toMatchObject({ status: 404, error: { code: -1020 } });
    expect(await codeOf(call('session.logon'))).toBe(-4056);
    expect((await call('session.status')).result).toMatchObject({
      apiKey: null,
      authorizedSince: null,
      userDataStream: false,
    });
  });
});

test('answers tell what was used of the limits, unless they are asked not to', async () => {
  const own = await exchange.server.trader();
  const by = await exchange.key(own);
  const { rateLimits } = await call('order.place', GENTLE, by);
  expect(rateLimits).toEqual([
    expect.objectContaining({ rateLimitType: 'ORDERS', intervalNum: 10, count: 1 }),
    expect.objectContaining({ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE' }),
  ]);
  expect(await call('time', { returnRateLimits: 'false' })).not.toHaveProperty('rateLimits');
  const quiet = await exchange.connect('ws-api/v3?returnRateLimits=false');
  expect(await call('time', {}, by, quiet)).not.toHaveProperty('rateLimits');
  const asked = await call('time', { returnRateLimits: 'true' }, by, quiet);
  expect(asked['rateLimits']).toHaveLength(1);
  quiet.socket.close();
});

describe('limits', () => {
  let limited: BinanceServer;
  beforeAll(async () => {
    limited = await BinanceServer.start({}, { RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => limited.stop());

  test('weight is of one bucket with HTTP', async () => {
    const socket = await limited.connect('ws-api/v3');
    const used = async () => {
      const reply = await fetch(`${limited.url}/binance/api/v3/ping`);
      return Number(reply.headers.get('x-mbx-used-weight-1m'));
    };
    expect(await used()).toBe(1);
    const [limit] = (await call('ping', {}, key, socket))['rateLimits'] as { count: number }[];
    expect(limit).toMatchObject({ limit: WEIGHT_PER_MINUTE, count: 2 });
    expect(await used()).toBe(3);
    for (let weight = 3; weight + 80 <= WEIGHT_PER_MINUTE; weight += 80)
      expect((await call('ticker.24hr', {}, key, socket)).status).toBe(200);
    const refused = await call('ticker.24hr', {}, key, socket);
    expect(refused).toMatchObject({
      status: 429,
      error: { code: -1003, data: { retryAfter: expect.any(Number) } },
    });
    expect((await fetch(`${limited.url}/binance/api/v3/ticker/24hr`)).status).toBe(429);
  });

  test('a flood of what has no weight ends its socket', async () => {
    const socket = await limited.connect('ws-api/v3');
    for (let count = 0; count < 5_000; count += 1) socket.socket.send('{}');
    expect(await socket.closed).toBe(1008);
  });
});

describe('who may not', () => {
  test('a wrong, missing or foreign signature, a time that is over or to come, a key that only reads', async () => {
    const own = await exchange.server.trader();
    const by = await exchange.key(own);
    const reader = await exchange.key(own, {});
    const bound = await exchange.key(own, { trade: true, ips: '10.0.0.1' });
    const nowMs = Date.now();
    const refused = (params: Params = {}, credentials = by) =>
      codeOf(call('order.place', { ...BUY, ...params }, credentials));
    expect(await refused({}, { ...by, secret: key.secret })).toBe(-1022);
    expect(await refused({}, { ...by, key: key.key })).toBe(-1022);
    expect(await refused({}, { ...by, key: 'c'.repeat(64) })).toBe(-2015);
    expect(await refused({}, { ...by, key: 'short' })).toBe(-2014);
    expect(await refused({}, bound)).toBe(-2015);
    expect(await refused({}, reader)).toBe(-2010);
    expect(await refused({ timestamp: nowMs - 5_100 })).toBe(-1021);
    expect(await refused({ timestamp: nowMs + 60_000 })).toBe(-1021);
    expect(await refused({ recvWindow: 60_001 })).toBe(-1131);
    expect(await refused({ timestamp: 'now' })).toBe(-1100);
    const { params, ...message } = signedMessage(by, 'order.place', BUY);
    const changed = { ...params, quantity: '1.000' };
    expect((await probe.ask({ ...message, params: changed })).error?.code).toBe(-1022);
    const { signature: _signature, ...unsigned } = params;
    const bare = { ...message, id: 'bare' };
    expect((await probe.ask({ ...bare, params: unsigned })).error?.code).toBe(-1102);
    expect(await waiting(own)).toBe(0);
  });

  test('V4: a stranger’s order is none', async () => {
    const stranger = await exchange.key(await exchange.server.trader());
    const origClientOrderId = freshName();
    const placed = await call('order.place', { ...GENTLE, newClientOrderId: origClientOrderId });
    const orderId = Number(placed.result?.['orderId']);
    for (const name of [{ orderId }, { origClientOrderId }]) {
      const params = { symbol: 'BTCUSDT', ...name };
      expect(await codeOf(call('order.status', params, stranger))).toBe(-2013);
      expect(await codeOf(call('order.cancel', params, stranger))).toBe(-2011);
    }
    expect((await call('openOrders.status', {}, stranger)).result).toEqual([]);
    const status = await call('order.status', { symbol: 'BTCUSDT', orderId });
    expect(status.result).toMatchObject({ status: 'NEW' });
  });

  test('S4: a key that ended is refused at the next call, and so is a right that was taken', async () => {
    const { server } = exchange;
    const own = await server.trader();
    const request = { label: 'a', password: 'harbour-42', trade: true };
    const { secret = '', ...named } = await server.data('createApiKey', request, own);
    const made = { ...named, secret };
    expect((await call('order.place', GENTLE, made)).status).toBe(200);
    await server.data('editApiKey', { ...request, id: made.api_key.id, trade: false }, own);
    expect(await codeOf(call('order.place', GENTLE, made))).toBe(-2010);
    expect((await call('openOrders.status', {}, made)).status).toBe(200);
    await server.data('revokeApiKey', { id: made.api_key.id }, own);
    expect(await codeOf(call('openOrders.status', {}, made))).toBe(-2015);
    expect(await waiting(own)).toBe(1);
  });
});

describe('repeats', () => {
  test('one frame again, an order again by its client’s id, either way, is one order', async () => {
    const own = await exchange.server.trader();
    const by = await exchange.key(own);
    const frame = signedMessage(by, 'order.place', GENTLE, 'first');
    const first = await probe.ask(frame);
    // The same call by another id of the message: what is signed is the same.
    const again = await probe.ask({ ...frame, id: 'again' });
    expect(again.result).toEqual(first.result);
    const newClientOrderId = freshName();
    const named = { ...GENTLE, newClientOrderId };
    const placed = await call('order.place', named, by);
    const { body } = await exchange.signed(by, 'POST', 'api/v3/order', named);
    expect(body).toEqual(placed.result);
    expect((await call('order.place', named, by)).result).toEqual(placed.result);
    expect(await codeOf(call('order.place', { ...named, price: '91.00' }, by))).toBe(-2010);
    expect(await waiting(own)).toBe(2);
  });

  test('a connection that is killed loses no order, and its repeat places none', async () => {
    const own = await exchange.server.trader();
    const by = await exchange.key(own);
    const lost = await exchange.connect('ws-api/v3');
    const params = { ...GENTLE, newClientOrderId: 'lost' };
    const { promise, resolve: open } = Promise.withResolvers<void>();
    database.gate = promise;
    lost.socket.send(JSON.stringify(signedMessage(by, 'order.place', params)));
    await database.writesWaiting(1);
    lost.socket.terminate();
    await lost.closed;
    // Nobody knows yet.
    expect(await codeOf(call('order.place', params, by))).toBe(-1007);
    open();
    await expect.poll(async () => (await call('order.place', params, by)).status).toBe(200);
    const { result } = await call('order.place', params, by);
    expect(result).toMatchObject({ clientOrderId: 'lost', status: 'NEW' });
    expect(await waiting(own)).toBe(1);
    expect(lost.told).toEqual([]);
  });
});

describe('hostile frames', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  test.each([
    ['no JSON', '{"id":1,', -1135],
    ['nothing', '', -1135],
    ['null', 'null', -1135],
    ['a list', '[{"id":1,"method":"ping"}]', -1135],
    ['an id that is an object', '{"id":{},"method":"ping"}', -1135],
    ['an id that is a fraction', '{"id":0.5,"method":"ping"}', -1135],
    ['a long id', `{"id":"${'x'.repeat(37)}","method":"ping"}`, -1135],
    ['no method', '{"id":null}', -1135],
    ['a method that is a list', '{"id":null,"method":["ping"]}', -1135],
    ['an unknown method', '{"id":null,"method":"__proto__"}', -1020],
    ['params that are a list', '{"id":null,"method":"ping","params":[1]}', -1130],
    ['an object in params', '{"id":null,"method":"ping","params":{"a":{}}}', -1130],
    ['depth', `{"id":null,"method":"ping","params":{"a":${nested(7_000)}}}`, -1130],
    ['depth everywhere', nested(8_000), -1135],
    ['a parameter of nobody', '{"id":null,"method":"ping","params":{"a":1}}', -1104],
    [
      'too many parameters',
      JSON.stringify({
        id: null,
        method: 'ping',
        params: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, at])),
      }),
      -1101,
    ],
  ])('%s is refused, and the socket goes on', async (_name, frame, code) => {
    const socket = await exchange.connect('ws-api/v3');
    socket.socket.send(frame);
    const { id, error } = await socket.until(() => true);
    expect([id, error?.code]).toEqual([null, code]);
    expect((await socket.ask({ id: 'after', method: 'ping' })).status).toBe(200);
    socket.socket.close();
  });

  test('bytes are no text; a frame that is too long ends its socket alone', async () => {
    const socket = await exchange.connect('ws-api/v3');
    socket.socket.send(Buffer.from(JSON.stringify({ id: 1, method: 'ping' })));
    expect((await socket.until(() => true)).error?.code).toBe(-1135);
    socket.socket.send('x'.repeat(FRAME_BYTES_MAX + 1));
    expect(await socket.closed).toBe(1009);
    expect((await call('ping')).status).toBe(200);
  });
});

test('a stop answers what was taken, then says goodbye', async () => {
  const by = await exchange.key(await exchange.server.trader());
  const socket = await exchange.connect('ws-api/v3');
  const { promise, resolve: open } = Promise.withResolvers<void>();
  database.gate = promise;
  const answer = call('order.place', GENTLE, by, socket);
  await database.writesWaiting(1);
  const stopped = exchange.sockets.stop();
  open();
  expect((await answer).status).toBe(200);
  expect(await socket.closed).toBe(1001);
  await stopped;
});
