/**
 * Orders over the live socket (cases.md L2, V4). Goal: an acknowledgement is HTTP's answer, to the byte and no earlier; nothing
 * a socket sends does more than a call of its user would, and none that was acknowledged is lost with its connection.
 */
import { type CallAck, ELEMENTS_MAX, type Order, type SocketCall } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { LiveClientProbe } from '../../../test/support/live-fixture.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { RATE_LIMITS } from '../../core/http/limits.ts';
import { FaultyDatabase } from '../../core/sequencer/test/faulty-database.ts';
import { CALLS_UNDER_WAY_MAX, FRAME_BYTES_MAX } from '../../realtime/limits.ts';
import { type Realtime, startRealtime } from '../../realtime/realtime.ts';
import { stepSource } from '../../steps/index.ts';

const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90.00', quantity: '0.100' };

/** A server that listens, with its live socket. */
class Listening {
  readonly server: TestServer;
  readonly url: string;
  readonly realtime: Realtime;
  readonly #probes: LiveClientProbe[] = [];

  constructor(server: TestServer, url: string, realtime: Realtime) {
    this.server = server;
    this.url = url;
    this.realtime = realtime;
  }

  static async start(
    options: TestServerOptions = {},
    { slowBytesMax }: { readonly slowBytesMax?: number } = {},
  ): Promise<Listening> {
    const server = await startTestServer(options);
    const { clock, log, sessions, events, marketData, candles } = server.context;
    const realtime = startRealtime({
      httpServer: server.app.server,
      ...{ marketData, candles, sessions, events, clock, log },
      calls: server.calls,
      publicUrl: 'https://exchange.example',
      told: server.context.told,
      subAccounts: server.context.subAccounts,
      steps: stepSource(server.context),
      limitFactor: 1_000,
      ...(slowBytesMax !== undefined && { slowBytesMax }),
    });
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    return new Listening(server, url, realtime);
  }

  async connect(token?: string, lang = 'en'): Promise<Trader> {
    const probe = new LiveClientProbe(this.url);
    this.#probes.push(probe);
    await probe.connected();
    if (token !== undefined)
      expect(await probe.ask('login', { token, lang })).toMatchObject({ ok: true });
    return new Trader(probe);
  }

  async stop(): Promise<void> {
    for (const { socket } of this.#probes) socket.disconnect();
    await this.realtime.stop();
    await this.server.stop();
  }
}

let keys = 0;
const freshKey = (): string => {
  keys += 1;
  return `socket-${keys}`;
};

interface Envelope {
  readonly error?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly message: {
    readonly order: Order;
    readonly results: readonly {
      readonly error?: string;
      readonly message: { readonly order: Order };
    }[];
  };
}
const read = ({ body }: CallAck): Envelope => JSON.parse(body);

class Trader {
  readonly probe: LiveClientProbe;

  constructor(probe: LiveClientProbe) {
    this.probe = probe;
  }

  ask(event: SocketCall, request: unknown): Promise<CallAck> {
    return this.probe.socket.timeout(10_000).emitWithAck(event, request);
  }

  call(event: SocketCall, request: object, key = freshKey()): Promise<CallAck> {
    return this.ask(event, { key, request });
  }
}

let live: Listening;
let server: TestServer;
let database: FaultyDatabase;
beforeAll(async () => {
  const opened = await openTestDatabase('pglite');
  database = new FaultyDatabase(opened.database);
  live = await Listening.start({ opened: { ...opened, database } });
  server = live.server;
});
afterAll(() => live.stop());

const waiting = async (user: TestUser) =>
  (await server.data('orders', { status: 'waiting', limit: 100 }, user)).total;

describe('an acknowledgement', () => {
  test('is the answer of HTTP: either way repeats the other to the byte', async () => {
    const user = await server.trader();
    const socket = await live.connect(user.token);
    const { token } = user;
    const first = await socket.call('trade', BUY, 'one-key');
    expect([first.status, first.is_replay]).toEqual([200, false]);
    const again = await server.call('placeOrder', BUY, { token, key: 'one-key' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const cancelled = await server.call(
      'cancelOrder',
      { order_id: read(first).message.order.id },
      { token, key: 'its-end' },
    );
    const target = { order_id: read(first).message.order.id };
    expect(await socket.call('trade_cancel', target, 'its-end')).toEqual({
      status: 200,
      body: cancelled.text,
      is_replay: true,
    });
    const other = await socket.call('trade', { ...BUY, quantity: '0.200' }, 'one-key');
    expect([other.status, read(other).error]).toEqual([422, 'idempotency_conflict']);
  });

  test('refuses in the words and with the fields of HTTP, in the language of the login', async () => {
    const user = await server.trader();
    const socket = await live.connect(user.token, 'th');
    const headers = { 'language-mark': 'th' };
    for (const wrong of [
      { ...BUY, price: '90.001' },
      { ...BUY, prise: '1' },
      { ...BUY, symbol: 'NO/SUCH' },
      { ...BUY, quantity: '500.000' },
      { ...BUY, quantity: ['0.100'] },
      {},
    ]) {
      const { status, body } = await socket.call('trade', wrong);
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/coin/trade',
        headers: { ...headers, authorization: user.token, 'idempotency-key': freshKey() },
        payload: wrong,
      });
      expect([status, body]).toEqual([reply.statusCode, reply.body]);
    }
    expect(await waiting(user)).toBe(0);
  });

  test('of many has each in its place; they are cancelled as many', async () => {
    const user = await server.trader();
    const socket = await live.connect(user.token);
    const orders = Array.from({ length: ELEMENTS_MAX }, (_, at) =>
      at === 7 ? { ...BUY, price: '0' } : { ...BUY, quantity: '0.010' },
    );
    const { results } = read(await socket.call('trade_bulk', { orders })).message;
    expect(results.map(({ error }) => error)).toEqual(
      orders.map((_, at) => (at === 7 ? 'validation_failed' : undefined)),
    );
    const names = results.flatMap(({ message }) =>
      message.order === undefined ? [] : [{ order_id: message.order.id }],
    );
    expect(await waiting(user)).toBe(names.length);
    const ended = read(await socket.call('trade_cancel_bulk', { orders: names })).message.results;
    expect(ended.map(({ message }) => message.order.status)).toEqual(names.map(() => 'cancelled'));
    expect(await waiting(user)).toBe(0);
  });
});

test('nothing is acknowledged before its commit, and of too many at once the last are refused', async () => {
  const user = await server.trader();
  const socket = await live.connect(user.token);
  const { promise, resolve: open } = Promise.withResolvers<void>();
  database.gate = promise;
  const acks: CallAck[] = [];
  const asked = Array.from({ length: CALLS_UNDER_WAY_MAX + 3 }, () =>
    socket.call('trade', { ...BUY, quantity: '0.010' }).then((ack) => acks.push(ack)),
  );
  await Promise.all(asked.slice(-3));
  expect(acks.map((ack) => [ack.status, read(ack).error])).toEqual(
    Array.from({ length: 3 }, () => [503, 'overloaded']),
  );
  open();
  await Promise.all(asked);
  expect(acks.filter(({ status }) => status === 200)).toHaveLength(CALLS_UNDER_WAY_MAX);
  expect(await waiting(user)).toBe(CALLS_UNDER_WAY_MAX);
  expect((await socket.call('trade', BUY)).status).toBe(200);
});

test('a killed connection loses nothing: its repeat is the first answer, once', async () => {
  const user = await server.trader();
  const lost = await live.connect(user.token);
  const { promise, resolve: open } = Promise.withResolvers<void>();
  database.gate = promise;
  const request = { orders: [BUY, BUY] };
  lost.probe.socket.emit('trade_bulk', { key: 'lost', request }, () => expect.unreachable());
  await database.writesWaiting(1);
  lost.probe.socket.io.engine.close();
  await lost.probe.until(() => lost.probe.of('disconnect')[0]);
  // What is under way is not done twice.
  const back = await live.connect(user.token);
  const again = () => back.call('trade_bulk', request, 'lost');
  expect(read(await again()).error).toBe('in_progress');
  open();
  await expect.poll(async () => (await again()).is_replay).toBe(true);
  const { list } = await server.data('orders', { status: 'waiting' }, user);
  expect(read(await again()).message.results.map(({ message }) => message.order.id)).toEqual(
    list.map(({ id }) => id).toReversed(),
  );
  expect(list).toHaveLength(2);
});

describe('who may not', () => {
  test('V4: a stranger’s order is none, by either name', async () => {
    const [user, stranger] = [await server.trader(), await server.trader()];
    const [mine, theirs] = [await live.connect(user.token), await live.connect(stranger.token)];
    const { order } = read(await mine.call('trade', { ...BUY, client_order_id: 'own' })).message;
    for (const name of [{ order_id: order.id }, { client_order_id: 'own' }])
      expect(read(await theirs.call('trade_cancel', name)).error).toBe('not_found');
    const none = await theirs.call('trade_cancel', { order_id: 999_999_999 });
    const other = await theirs.call('trade_cancel', { order_id: order.id });
    expect(other).toEqual(none);
    expect(await waiting(user)).toBe(1);
    // Another's key is no key of theirs.
    await mine.call('trade', BUY, 'shared');
    expect((await theirs.call('trade', BUY, 'shared')).is_replay).toBe(false);
  });

  test('a guest, a wrong token, and a session that ended', async () => {
    const guest = await live.connect();
    expect(read(await guest.call('trade', BUY)).error).toBe('not_logged_in');
    expect(await guest.probe.ask('login', { token: 'x'.repeat(43) })).toMatchObject({ ok: false });
    expect(read(await guest.call('trade', BUY)).error).toBe('not_logged_in');
    const user = await server.trader();
    const socket = await live.connect(user.token);
    // By another process, of which this one has not heard: as over HTTP it is asked anew in time, and then at once.
    const sessions = server.context.sessions;
    const session = await sessions.find(user.token);
    sessions.forget(session?.sessionKey ?? '');
    await server.context.database.query('DELETE FROM sessions WHERE user_id = $1', [user.userId]);
    expect(read(await socket.call('trade', BUY)).error).toBe('not_logged_in');
    // A login that fails leaves the one before.
    const other = await server.trader();
    const twice = await live.connect(other.token);
    expect(read(await twice.call('trade', BUY)).error).toBeUndefined();
    await twice.probe.ask('login', { token: 'y'.repeat(43) });
    expect((await twice.call('trade', BUY)).status).toBe(200);
    expect(await waiting(other)).toBe(2);
    await server.data('logout', {}, other);
    await twice.probe.until(() => twice.probe.of('disconnect')[0]);
  });
});

describe('what is malformed', () => {
  test.each([
    ['no key', { request: BUY }, 'idempotency_key_required'],
    ['an empty key', { key: '', request: BUY }, 'idempotency_key_required'],
    ['a key with a space', { key: 'a b', request: BUY }, 'idempotency_key_required'],
    ['a long key', { key: 'k'.repeat(65), request: BUY }, 'idempotency_key_required'],
    ['a key that is a number', { key: 1, request: BUY }, 'validation_failed'],
    ['a key that is bytes', { key: Buffer.from('k'), request: BUY }, 'validation_failed'],
    ['no request', { key: 'k' }, 'validation_failed'],
    ['a list for a request', { key: 'k', request: [BUY] }, 'validation_failed'],
    ['something beside', { key: 'k', request: BUY, token: 'x' }, 'validation_failed'],
    ['nothing', undefined, 'validation_failed'],
    ['a prototype', JSON.parse('{"__proto__":{"key":"k","request":{}}}'), 'validation_failed'],
    ['bytes', Buffer.from('{}'), 'validation_failed'],
  ])('%s is refused and does nothing', async (_name, sent, code) => {
    const user = await server.trader();
    const socket = await live.connect(user.token);
    expect(read(await socket.ask('trade', sent)).error).toBe(code);
    expect(await waiting(user)).toBe(0);
  });

  test('lists, bytes and depth in orders refuse their element alone', async () => {
    const user = await server.trader();
    const socket = await live.connect(user.token);
    const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`);
    const orders = [{ ...BUY, side: deep }, deep, Buffer.from('x'), null, BUY];
    const { results } = read(await socket.call('trade_bulk', { orders })).message;
    expect(results.map(({ error }) => error)).toEqual([
      ...Array.from({ length: 4 }, () => 'validation_failed'),
      undefined,
    ]);
    const many = Array.from({ length: ELEMENTS_MAX + 1 }, () => BUY);
    for (const wrong of [
      { orders: many },
      { orders: [] },
      { orders: 'x' },
      { orders: [BUY], x: 1 },
    ])
      expect(read(await socket.call('trade_bulk', wrong)).error).toBe('validation_failed');
    expect(await waiting(user)).toBe(1);
  });

  test('a hundred orders as long as they may be fit; a longer frame ends the connection', async () => {
    const user = await server.trader();
    const socket = await live.connect(user.token);
    const long = {
      ...{ symbol: 'ABCDEFGHIJKL/ABCDEFGHIJKL', side: 'sell', type: 'market' },
      ...{ price: '1234567890123456.12345678', quantity: '1234567890123456.12345678' },
      ...{ amount: '1234567890123456.12345678', time_in_force: 'post_only' },
      ...{ client_order_id: 'c'.repeat(36), shown_fee_rate: '1234567890123456.12345678' },
    };
    const orders = Array.from({ length: ELEMENTS_MAX }, () => long);
    expect((await socket.call('trade_bulk', { orders }, 'k'.repeat(64))).status).toBe(200);
    socket.probe.socket.emit('trade', { key: 'x'.repeat(FRAME_BYTES_MAX), request: {} });
    await socket.probe.until(() => socket.probe.of('disconnect')[0]);
    expect((await (await live.connect(user.token)).call('trade', BUY)).status).toBe(200);
  });

  test('a socket that asked for no events is told none, and ends with its session', async () => {
    const user = await server.trader();
    const quiet = new LiveClientProbe(live.url);
    await quiet.connected();
    await quiet.ask('login', { token: user.token, events: false });
    const loud = await live.connect(user.token);
    const told = loud.probe.until(() => loud.probe.of('order')[0]);
    const ack = await new Trader(quiet).call('trade', BUY);
    expect(await told).toEqual(read(ack).message.order);
    // What was sent to the one was before this sent to the other.
    await quiet.settle();
    expect(quiet.told).toEqual([]);
    await server.data('logout', {}, user);
    await quiet.until(() => quiet.of('disconnect')[0]);
    expect(quiet.told.map(({ event }) => event)).toEqual(['session_ended', 'disconnect']);
  });

  test('a call that asks for no acknowledgement is done all the same', async () => {
    const user = await server.trader();
    const socket = await live.connect(user.token);
    const told = socket.probe.until(() => socket.probe.of('order')[0]);
    socket.probe.socket.emit('trade', { key: freshKey(), request: BUY });
    expect(await told).toMatchObject({ status: 'waiting', price: '90.00' });
  });
});

test('orders count for the same limit as over HTTP, each of many', async () => {
  const limited = await Listening.start({ environment: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { token } = await limited.server.register();
    const socket = await limited.connect(token);
    const orders = Array.from({ length: ELEMENTS_MAX }, () => ({ order_id: 1 }));
    for (let left = RATE_LIMITS.order.points; left > 0; left -= ELEMENTS_MAX)
      expect((await socket.call('trade_cancel_bulk', { orders })).status).toBe(200);
    const refused = await socket.call('trade', BUY);
    expect(refused).toMatchObject({ status: 429, retry_after_ms: expect.any(Number) });
    expect(read(refused).error).toBe('rate_limited');
    const reply = await limited.server.call('placeOrder', BUY, { token });
    expect(reply.error).toBe('rate_limited');
  } finally {
    await limited.stop();
  }
});

test('who does not read is cut off at the next call, which does nothing', async () => {
  const slow = await Listening.start({}, { slowBytesMax: -1 });
  try {
    const user = await slow.server.trader();
    const socket = await slow.connect();
    socket.probe.socket.emit('trade', { key: 'k', request: BUY });
    await socket.probe.until(() => socket.probe.of('disconnect')[0]);
    expect((await slow.server.data('orders', {}, user)).total).toBe(0);
  } finally {
    await slow.stop();
  }
});

test('a stop acknowledges what was taken and refuses what comes then', async () => {
  const user = await server.trader();
  const socket = await live.connect(user.token);
  const { promise, resolve: open } = Promise.withResolvers<void>();
  database.gate = promise;
  const taken = socket.call('trade', BUY);
  await database.writesWaiting(1);
  const stopped = live.realtime.stop();
  expect(read(await socket.call('trade', BUY)).error).toBe('unavailable');
  open();
  expect((await taken).status).toBe(200);
  await socket.probe.until(() => socket.probe.of('disconnect')[0]);
  await stopped;
  expect(await waiting(user)).toBe(1);
});
