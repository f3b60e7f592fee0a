/**
 * The streams' sockets (cases.md H7, S4). Goal: nobody hears what is not theirs, nothing is sent for
 * ever to who does not read, and a socket that was opened with a key ends with it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PASSWORD, type TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials, signedMessage } from './binance-fixture.ts';

let exchange: BinanceServer;
let user: TestUser;
beforeAll(async () => {
  exchange = await BinanceServer.start();
  user = await exchange.server.trader();
});
afterAll(() => exchange.stop());

const connected = (path: string, options: object = {}) => exchange.connect(path, options);

const subscription = (credentials: Credentials, id = 1, params = {}) =>
  signedMessage(credentials, 'userDataStream.subscribe.signature', params, id);

const place = (owner: TestUser, more: object = {}) =>
  exchange.server.data(
    'placeOrder',
    { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90.00', quantity: '1', ...more },
    owner,
  );

describe('market streams', () => {
  test('subscribe, list, unsubscribe; all of a list or none', async () => {
    const probe = await connected('ws');
    const names = ['btcusdt@depth@100ms', 'btcusdt@trade', '!miniTicker@arr'];
    expect(await probe.ask({ id: 1, method: 'SUBSCRIBE', params: names })).toEqual({
      result: null,
      id: 1,
    });
    expect(await probe.ask({ id: 2, method: 'LIST_SUBSCRIPTIONS' })).toEqual({
      result: names,
      id: 2,
    });
    const wrong = ['ethusdt@trade', 'nonesuch@trade'];
    expect(await probe.ask({ id: 3, method: 'SUBSCRIBE', params: wrong })).toMatchObject({
      error: { code: 2 },
    });
    await probe.ask({ id: 4, method: 'UNSUBSCRIBE', params: [names[0]] });
    expect(await probe.ask({ id: 5, method: 'LIST_SUBSCRIPTIONS' })).toMatchObject({
      result: names.slice(1),
    });
    const many = Array.from({ length: 400 }, () => 'btcusdt@kline_1m');
    expect(await probe.ask({ id: 6, method: 'SUBSCRIBE', params: many })).toMatchObject({
      result: null,
    });
    for (const [id, text] of [
      [7, '{"id":7,"method":"DANCE"}'],
      [8, '{"id":8,"method":"SUBSCRIBE","params":{}}'],
    ] as const) {
      probe.socket.send(text);
      await probe.until(({ error }) => error !== undefined && id > 0);
    }
    probe.socket.close();
  });

  test('differences of a book connect to the snapshot and to one another', async () => {
    const probe = await connected('stream?streams=btcusdt@depth@100ms/btcusdt@depth5@100ms');
    const { order: first } = await place(user, { price: '91.00' });
    const one = await probe.until(({ stream }) => stream === 'btcusdt@depth@100ms');
    const reply = await fetch(`${exchange.url}/binance/api/v3/depth?symbol=BTCUSDT`);
    const snapshot = (await reply.json()) as { lastUpdateId: number; bids: string[][] };
    const [before] = [one['data'] as { U: number; u: number; b: string[][] }];
    expect(before.b).toContainEqual(['91.00', '1.000']);
    expect(before.U).toBeLessThanOrEqual(snapshot.lastUpdateId + 1);
    await exchange.server.data('cancelOrder', { order_id: first.id }, user);
    const two = await probe.until(({ data }) => (data as { U?: number })?.U === before.u + 1);
    expect((two['data'] as { b: string[][] }).b).toContainEqual(['91.00', '0']);
    const partial = await probe.until(({ stream }) => stream === 'btcusdt@depth5@100ms');
    expect(partial['data']).toMatchObject({
      lastUpdateId: expect.any(Number),
      bids: expect.any(Array),
    });
    probe.socket.close();
  });
});

describe('user streams', () => {
  test('tell their owner and nobody else', async () => {
    const stranger = await exchange.server.trader();
    const [mine, theirs] = [await connected('ws-api/v3'), await connected('ws-api/v3')];
    await mine.ask(subscription(await exchange.key(user)));
    await theirs.ask(subscription(await exchange.key(stranger)));
    const { order } = await place(user, { client_order_id: 'told-1' });
    const told = await mine.until(({ event }) => event?.['e'] === 'executionReport');
    expect(told).toMatchObject({
      subscriptionId: 0,
      event: { c: 'told-1', x: 'NEW', X: 'NEW', i: order.id, q: '1.000', p: '90.00', z: '0.000' },
    });
    await mine.until(({ event }) => event?.['e'] === 'outboundAccountPosition');
    await theirs.ask({ id: 9, method: 'ping' });
    expect(theirs.told.some(({ event }) => event !== undefined)).toBe(false);
    for (const probe of [mine, theirs]) probe.socket.close();
  });

  test('a wrong signature, an unknown key and a late call open none', async () => {
    const probe = await connected('ws-api/v3');
    const key = await exchange.key(user);
    const refusal = async (message: ReturnType<typeof subscription>) =>
      ((await probe.ask(message))['error'] as { code: number }).code;
    expect(await refusal(subscription({ ...key, secret: 'no' }, 1))).toBe(-1022);
    expect(await refusal(subscription({ ...key, key: 'c'.repeat(64) }, 2))).toBe(-2015);
    const late = subscription(key, 3, { timestamp: Date.now() - 60_000 });
    expect(await refusal(late)).toBe(-1021);
    probe.socket.close();
  });

  test('S4: the socket ends with its key, revoked here or in another process', async () => {
    const { server } = exchange;
    const make = async (label: string) => {
      const { secret = '', ...named } = await server.data(
        'createApiKey',
        { label, password: PASSWORD },
        user,
      );
      return { ...named, secret };
    };
    const made = await make('a');
    const probe = await connected('ws-api/v3');
    await probe.ask(subscription(made));
    await server.data('revokeApiKey', { id: made.api_key.id }, user);
    await probe.until(({ event }) => event?.['e'] === 'eventStreamTerminated');
    expect(await probe.closed).toBe(1008);
    const other = await make('b');
    const second = await connected('ws-api/v3');
    await second.ask(subscription(other));
    await server.context.database.query(
      'UPDATE api_keys SET revoked_at_ms = 1 WHERE api_key_id = $1',
      [other.api_key.id],
    );
    expect(await second.closed).toBe(1008);
  });

  test('Q20: the socket and the listen key end with a change of the password', async () => {
    const { server } = exchange;
    const owner = await server.register();
    const made = await exchange.key(owner, {});
    const probe = await connected('ws-api/v3');
    await probe.ask(subscription(made));
    const fresh = { password: 'lantern-77', password_confirmation: 'lantern-77' };
    await server.data('changePassword', { old_password: PASSWORD, ...fresh }, owner);
    await probe.until(({ event }) => event?.['e'] === 'eventStreamTerminated');
    expect(await probe.closed).toBe(1008);
  });

  test('by a listen key, until it is given back', async () => {
    const { key } = await exchange.key(user);
    const call = async (method: string, query = '') => {
      const url = `${exchange.url}/binance/api/v3/userDataStream${query}`;
      return (await fetch(url, { method, headers: { 'X-MBX-APIKEY': key } })).json();
    };
    const { listenKey } = (await call('POST')) as { listenKey: string };
    const probe = await connected(`ws/${listenKey}`);
    // A call of its own shows that the stream is open.
    const telling = probe.until(({ e }) => e === 'executionReport');
    for (;;) {
      await place(user);
      if (await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, 20))])) break;
    }
    expect(await call('PUT', `?listenKey=${listenKey}`)).toEqual({});
    expect(await call('DELETE', `?listenKey=${listenKey}`)).toEqual({});
    expect(await probe.closed).toBe(1008);
    expect(await call('PUT', `?listenKey=${listenKey}`)).toMatchObject({ code: -1125 });
    expect(await (await connected(`ws/${listenKey}`)).closed).toBe(1008);
    // The name of a stream of a key that is bound to other addresses.
    const { listenKey: bound } = (await call('POST')) as { listenKey: string };
    await exchange.server.context.database.query(
      "UPDATE api_keys SET ips = '{10.0.0.1}' WHERE prefix = $1",
      [key.slice(0, 8)],
    );
    expect(await (await connected(`ws/${bound}`)).closed).toBe(1008);
  });
});

test('H7: a page of another origin gets no socket; programs, which send none, do', async () => {
  const refused = exchange.probe('ws', { origin: 'https://evil.example' });
  await expect(refused.opened).rejects.toThrow('403');
  const own = await connected('ws', { origin: exchange.server.context.config.publicUrl });
  own.socket.close();
});

test('who sends too much or too long is cut off', async () => {
  const flood = await BinanceServer.start({}, { RATE_LIMIT_FACTOR: '1' });
  const socket = new WebSocket(`${flood.url.replace('http', 'ws')}/binance/ws`);
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let id = 0; id < 400; id += 1)
    socket.send(JSON.stringify({ id, method: 'LIST_SUBSCRIPTIONS' }));
  expect(await closed).toBe(1008);
  const long = new WebSocket(`${flood.url.replace('http', 'ws')}/binance/ws`);
  await new Promise((resolve) => long.once('open', resolve));
  const ended = new Promise((resolve) => long.once('close', resolve));
  long.send('x'.repeat(20_000));
  expect(await ended).toBe(1009);
  await flood.stop();
});

test('who does not read is cut off', async () => {
  const own = await BinanceServer.start({ slowBytesMax: -1 });
  const socket = new WebSocket(`${own.url.replace('http', 'ws')}/binance/ws`);
  expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1006);
  await own.stop();
});
