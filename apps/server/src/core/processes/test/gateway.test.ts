/** An engine and gateways: what is asked of a gateway is answered as the engine itself would answer it. */
import { createHmac, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import path from 'node:path';
import { type BookView, createApiClient, createLiveClient, watchBook } from '@fairlead/client';
import { type CallAck, routeEntries, routes } from '@fairlead/contract';
import sharp from 'sharp';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  canDeploy,
  Deployment,
  data,
  PASSWORD,
  priceBelow,
  register,
} from '../../../../test/support/deployment-fixture.ts';
import { REDIS_URL } from '../../../../test/support/redis-server.ts';
import { SocketProbe, signedMessage } from '../../../bots/test/binance-fixture.ts';
import { servedBy } from '../../../capabilities.ts';
import { multipartBody } from '../../../verification/test/upload-fixture.ts';
import { Secrets } from '../../operations/secrets.ts';
import { Sealer } from '../calls/sealer.ts';
import type { RunningServer } from '../lifetime.ts';
import type { CallsMessage } from '../messages.ts';
import { closeRedis, command, openRedis } from '../redis.ts';
import { startBalancer } from './balancer.ts';

const BRAND = path.resolve(import.meta.dirname, '../../../../../../deploy/brand-sample');
const USDT = 3;
/** Prices move each second; the first proof of liabilities is due at any time. */
const MOVING = new Set([
  'quotations',
  'indexSamples',
  'deal',
  'futuresDeal',
  'candles',
  'config',
  'liabilities',
]);

describe.skipIf(!canDeploy)('gateways (PostgreSQL, Redis)', () => {
  let deployment: Deployment;
  let engine: RunningServer;
  let one: RunningServer;
  let other: RunningServer;
  let token: string;
  let low: string;
  beforeAll(async () => {
    deployment = await Deployment.open();
    engine = await deployment.engine({ BRAND });
    [one, other] = await Promise.all([
      deployment.gateway({ BRAND }),
      deployment.gateway({ BRAND }),
    ]);
    ({ token } = await register(one));
    await data(one, 'faucet', { currency_id: USDT, amount: '1000' }, { token });
    low = await priceBelow(one);
  });
  afterAll(() => deployment?.remove());

  const bid = () => ({
    symbol: BTC_USDT,
    side: 'buy',
    type: 'limit',
    quantity: '0.001',
    price: low,
  });

  test('an order through one is in its tables and book as soon as it is answered, and in all others', async () => {
    const { order } = await data(one, 'placeOrder', bid(), { token });
    const { bids, sequence } = await data(one, 'deal', { symbol: BTC_USDT });
    expect(bids).toEqual([[`${low}.00`, '0.0010']]);
    expect((await data(other, 'orders', {}, { token })).list.map(({ id }) => id)).toContain(
      order.id,
    );
    const seen = await data(engine, 'deal', { symbol: BTC_USDT });
    expect([seen.bids, seen.sequence]).toEqual([bids, sequence]);
  });

  test('a key is answered once, whichever process is asked', async () => {
    const key = 'the-very-same';
    const first = await ask(one, 'placeOrder', bid(), { token, key });
    for (const server of [one, other, engine]) {
      const again = await ask(server, 'placeOrder', bid(), { token, key });
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    }
    const different = { ...bid(), quantity: '0.002' };
    expect((await ask(other, 'placeOrder', different, { token, key })).error).toBe(
      'idempotency_conflict',
    );
  });

  test('orders in bulk are one command, answered as the engine itself answers them', async () => {
    const key = 'many-at-once';
    const orders = JSON.stringify([
      { ...bid(), client_order_id: 'bulk-1' },
      { ...bid(), quantity: '0.0000000001' },
      null,
      { ...bid(), symbol: 'NO/SUCH' },
      { ...bid(), quantity: '1000' },
    ]);
    const headers = { 'language-mark': 'th' };
    const first = await ask(one, 'placeOrders', { orders }, { token, key, headers });
    const codes = first.message.results.map((each) => (each.type === 'ok' ? 'ok' : each.error));
    expect(codes).toEqual([
      ...['ok', 'validation_failed', 'validation_failed', 'not_found', 'insufficient_balance'],
    ]);
    for (const server of [other, engine]) {
      const again = await ask(server, 'placeOrders', { orders }, { token, key });
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    }
    const less = { orders: JSON.stringify([bid()]) };
    expect((await ask(other, 'placeOrders', less, { token, key })).error).toBe(
      'idempotency_conflict',
    );
    const cancels = JSON.stringify([{ client_order_id: 'bulk-1' }, { order_id: 999_999 }, {}]);
    const cancelled = await ask(other, 'cancelOrders', { orders: cancels }, { token });
    expect(
      cancelled.message.results.map((each) => (each.type === 'ok' ? 'ok' : each.error)),
    ).toEqual([...['ok', 'not_found', 'validation_failed']]);
  });

  test('what a gateway refuses when it reads it is told only after the engine was asked for its key', async () => {
    const key = 'used-before';
    const unknown = { ...bid(), symbol: 'NO/SUCH' };
    expect((await ask(one, 'placeOrder', unknown, { token, key })).error).toBe('not_found');
    // Nothing was kept under it.
    await data(one, 'placeOrder', bid(), { token, key });
    for (const server of [one, other, engine])
      expect((await ask(server, 'placeOrder', unknown, { token, key })).error).toBe(
        'idempotency_conflict',
      );
  });

  test('an order goes to the engine as a command, a login as a call', async () => {
    const sealer = new Sealer(
      new Secrets(deployment.environment['SECRET_KEY'] ?? '').digest('processes'),
    );
    const redis = await openRedis({ url: REDIS_URL, onError: () => undefined });
    const [place = ''] = (
      await command<Buffer[]>(redis, ['KEYS', deployment.names.calls(0).replace(/0$/, '*')])
    ).map(String);
    const lastEntry = async () => {
      const [last] = await command<[Buffer, [Buffer, Buffer]][]>(redis, [
        ...['XREVRANGE', place, '+', '-', 'COUNT', '1'],
      ]);
      return last && sealer.open<CallsMessage>(place, last[1][1]);
    };
    await data(one, 'placeOrder', bid(), { token });
    const order = await lastEntry();
    expect([order?.calls, (order?.commands?.length ?? 999) < 250]).toEqual([[], true]);
    await ask(one, 'login', {
      account_type: 'email',
      account: 'a@b.example',
      password: 'none-1-x',
    });
    const login = await lastEntry();
    expect([login?.calls.map(({ route }) => route), login?.commands]).toEqual([
      ['login'],
      undefined,
    ]);
    closeRedis(redis);
  });

  test("refusals come in the caller's language with their fields", async () => {
    const headers = { 'language-mark': 'th' };
    const wrong = { ...bid(), quantity: '0.0000000001' };
    const direct = await ask(engine, 'placeOrder', wrong, { token, headers });
    const through = await ask(one, 'placeOrder', wrong, { token, headers });
    expect(through.text).toBe(direct.text);
    expect(through.fields).toHaveProperty('quantity');
    expect((await ask(one, 'placeOrder', bid())).error).toBe('not_logged_in');
  });

  test('a gateway answers reads and uploads of guests and users, nothing else', () => {
    for (const [name, { access, rate, isMoney, takesKey }] of routeEntries) {
      if (servedBy(name) === 'engine') continue;
      // What it reads itself and the engine executes: calls with a key, of users.
      if (servedBy(name) === 'command') {
        expect([name, access.who, isMoney]).toEqual([name, 'user', true]);
        continue;
      }
      const who = name === 'recoveryPhoto' ? /^recovery$/ : /^(public|user)$/;
      expect([name, access.who]).toEqual([name, expect.stringMatching(who)]);
      // None moves anything: a picture or a provider's word that is kept, and reads that cost as much as a write.
      const isCostly = /^(exportOwn|liabilityProof|tax[A-Z][a-z]+)$/.test(name);
      const allowed = /^(upload|recoveryPhoto)$/.test(name)
        ? 'upload'
        : isCostly
          ? 'write'
          : 'read';
      expect([name, rate, isMoney || takesKey]).toEqual([name, allowed, false]);
    }
  });

  test('pages, manifest, worker and icons wear the same brand, whoever serves them', async () => {
    for (const file of [
      '',
      'brand.css',
      'manifest.webmanifest',
      'service-worker.js',
      'icon-180.png',
    ]) {
      const [direct, through] = await Promise.all(
        [engine, one].map((server) => fetch(`${server.address}/${file}`)),
      );
      expect([file, direct?.status, through?.status]).toEqual([file, 200, 200]);
      expect([file, through?.headers.get('etag')]).toEqual([file, direct?.headers.get('etag')]);
      expect(await through?.arrayBuffer()).toEqual(await direct?.arrayBuffer());
    }
    expect(await (await fetch(`${one.address}/`)).text()).toContain('<title>Harbourlight</title>');
    expect(await data(one, 'config')).toMatchObject({ name: 'Harbourlight', accent: '#0a7ea4' });
  });

  test('every public read is answered alike', async () => {
    const reads = routeEntries.filter(
      ([, { access, method }]) => access.who === 'public' && method === 'GET',
    );
    const input = { symbol: BTC_USDT, period: '1d', slug: 'terms', id: 1, from: 1 };
    const differing = [];
    for (const [name, { request }] of reads) {
      if (MOVING.has(name)) continue;
      const fields = Object.entries(input).filter(([field]) => field in shapeOf(request));
      const asked = Object.fromEntries(fields);
      const [direct, through] = [await ask(engine, name, asked), await ask(one, name, asked)];
      if (direct.text !== through.text) differing.push([name, direct.text, through.text]);
    }
    expect(differing).toEqual([]);
  });

  test('candles and figures of the day are made alike', async () => {
    const range = { symbol: BTC_USDT, period: '1m', kind: 'index', limit: 30 };
    // Between two samples both have the same.
    const same = async () => {
      const [direct, through] = [
        await ask(engine, 'candles', range),
        await ask(one, 'candles', range),
      ];
      return direct.text === through.text;
    };
    await expect.poll(same, { timeout: 10_000 }).toBe(true);
  });

  test('a picture that one receives is shown by another', async () => {
    const bytes = await sharp({
      create: { width: 400, height: 300, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer();
    const { body, type } = multipartBody({ bytes });
    const sent = await fetch(`${one.address}/api/${routes.upload.path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': type },
      body: new Uint8Array(body),
    });
    const { message } = (await sent.json()) as { message: { file_id: number } };
    const shown = await fetch(`${other.address}/api/${routes.ownFile.path}?id=${message.file_id}`, {
      headers: { authorization: token },
    });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await shown.arrayBuffer()).length).toBeGreaterThan(100);
  });

  test('sockets of a session that ends are closed everywhere within a second, and its calls refused (S4)', async () => {
    const user = await register(other);
    const sockets = [one, other, engine].map(({ address }) =>
      io(address, { transports: ['websocket'] }),
    );
    const ended = sockets.map(
      (socket) =>
        new Promise<number>((resolve) =>
          socket.on('session_ended', () => resolve(performance.now())),
        ),
    );
    for (const socket of sockets)
      expect(await socket.emitWithAck('login', { token: user.token })).toMatchObject({ ok: true });
    expect((await ask(one, 'center', {}, { token: user.token })).type).toBe('ok');
    const atMs = performance.now();
    await data(other, 'logout', {}, { token: user.token });
    const times = await Promise.all(ended);
    expect(Math.max(...times) - atMs).toBeLessThan(1_000);
    for (const server of [one, other, engine])
      expect((await ask(server, 'center', {}, { token: user.token })).error).toBe('not_logged_in');
    for (const socket of sockets) socket.disconnect();
  });

  test('a program trades through any of them, until its key ends on all', async () => {
    const asked = { label: 'bot', trade: 'true', password: PASSWORD };
    const { api_key, key, secret = '' } = await data(one, 'createApiKey', asked, { token });
    const signed = async (server: RunningServer, path: string, parameters: object = {}) => {
      const words = { ...parameters, timestamp: String(Date.now()) };
      const query = new URLSearchParams(words).toString();
      const signature = createHmac('sha256', secret).update(query).digest('hex');
      const url = `${server.address}/binance/api/v3/${path}?${query}&signature=${signature}`;
      const method = path === 'order' ? 'POST' : 'GET';
      const response = await fetch(url, { method, headers: { 'X-MBX-APIKEY': key } });
      return response.json();
    };
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
    const { price, quantity } = bid();
    const placed = await signed(other, 'order', { ...order, price, quantity });
    expect(placed).toMatchObject({ status: 'NEW', symbol: 'BTCUSDT' });
    for (const server of [one, other, engine])
      expect(await signed(server, 'openOrders')).toContainEqual(
        expect.objectContaining({ orderId: placed.orderId }),
      );
    // By name over the WebSocket API of one, and again over that of another: one order.
    const credentials = { key, secret };
    const named = { ...order, price, quantity, newClientOrderId: 'over-sockets' };
    const answers = [];
    for (const { address } of [one, other, engine]) {
      const url = `${address.replace('http', 'ws')}/binance/ws-api/v3`;
      const probe = new SocketProbe(url);
      await probe.opened;
      answers.push((await probe.ask(signedMessage(credentials, 'order.place', named))).result);
      probe.socket.close();
    }
    expect(answers[0]).toMatchObject({ status: 'NEW', clientOrderId: 'over-sockets' });
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    await data(one, 'revokeApiKey', { id: api_key.id }, { token });
    for (const server of [one, other, engine])
      await expect.poll(() => signed(server, 'openOrders')).toMatchObject({ code: -2015 });
  });

  test('a signed call is taken once by all gateways together', async () => {
    const asked = { label: 'bot', trade: 'true', password: PASSWORD };
    const { api_key, key, secret = '' } = await data(one, 'createApiKey', asked, { token });
    const compose = (body: string) => {
      const timestamp = String(Date.now());
      const text = [timestamp, '', 'POST', '/api/coin/trade', 'signed-once', body].join('\n');
      return {
        method: 'POST',
        body,
        headers: {
          'api-key': key,
          'api-timestamp': timestamp,
          'api-signature': createHmac('sha256', secret).update(text).digest('hex'),
          'idempotency-key': 'signed-once',
          'content-type': 'application/x-www-form-urlencoded',
        },
      };
    };
    const send = async (server: RunningServer, call: ReturnType<typeof compose>) =>
      (await fetch(`${server.address}/api/coin/trade`, call)).json();
    const call = compose(new URLSearchParams(bid()).toString());
    const placed = await send(other, call);
    expect(placed).toMatchObject({ type: 'ok', message: { order: { status: 'waiting' } } });
    for (const server of [one, other, engine])
      expect(await send(server, call)).toMatchObject({ error: 'api_call_repeated' });
    // Signed anew it is the same order.
    for (const server of [one, engine])
      expect(await send(server, compose(call.body))).toEqual(placed);
    await data(other, 'revokeApiKey', { id: api_key.id }, { token });
    for (const server of [one, other, engine])
      await expect
        .poll(() => send(server, compose(call.body)))
        .toMatchObject({ error: 'api_key_refused' });
  });

  test('a call over the socket of one is answered as by HTTP of another, and once', async () => {
    const sockets = [one, other].map(({ address }) => io(address, { transports: ['websocket'] }));
    const request = { orders: [bid(), { ...bid(), quantity: '0' }, bid()] };
    const acks: CallAck[] = [];
    for (const socket of sockets) {
      expect(await socket.emitWithAck('trade_bulk', { key: 'many', request })).toMatchObject({
        status: 401,
      });
      await socket.emitWithAck('login', { token });
      acks.push(await socket.emitWithAck('trade_bulk', { key: 'many', request }));
      socket.disconnect();
    }
    const form = { orders: JSON.stringify(request.orders) };
    const { text, message } = await ask(engine, 'placeOrders', form, { token, key: 'many' });
    expect(message.results.map(({ type }) => type)).toEqual(['ok', 'error', 'ok']);
    expect(acks).toEqual([
      { status: 200, body: text, is_replay: false },
      { status: 200, body: text, is_replay: true },
    ]);
  });

  test("one's own orders reach one's sockets at every gateway", async () => {
    const user = await register(one);
    await data(one, 'faucet', { currency_id: USDT, amount: '100' }, { token: user.token });
    const sockets = [one, other].map(({ address }) => io(address, { transports: ['websocket'] }));
    for (const socket of sockets)
      expect(await socket.emitWithAck('login', { token: user.token })).toMatchObject({ ok: true });
    const told = sockets.map(
      (socket) => new Promise<{ id: number }>((resolve) => socket.once('order', resolve)),
    );
    const { order } = await data(other, 'placeOrder', bid(), { token: user.token });
    expect((await Promise.all(told)).map(({ id }) => id)).toEqual([order.id, order.id]);
    for (const socket of sockets) socket.disconnect();
  });

  test("the app's client lives behind a balancer: polling where it is sticky, WebSocket where it is not", async () => {
    const servers = [one, other];
    const [sticky, plain] = await Promise.all([
      startBalancer(servers, { isSticky: true }),
      startBalancer(servers, { isSticky: false }),
    ]);
    const cases = [
      // Two devices, whose addresses fall to different gateways; both poll.
      { url: sticky.address, transports: ['polling'], from: '127.0.0.2' },
      { url: sticky.address, transports: ['polling'], from: '127.0.0.3' },
      { url: plain.address, transports: ['websocket'], from: '127.0.0.2' },
    ];
    for (const { url, transports, from } of cases) {
      const agent = new Agent({ localAddress: from });
      const live = createLiveClient({
        url,
        getToken: () => token,
        openSocket: (at) => io(at, { transports, upgrade: false, agent: agent as never }),
      });
      const api = createApiClient({ baseUrl: url });
      const books: BookView[] = [];
      const stop = watchBook({ api, live, symbol: BTC_USDT, onChange: (view) => books.push(view) });
      const { order } = await data({ address: url }, 'placeOrder', bid(), { token });
      const told = new Promise<void>((resolve) => {
        live.on('order', ({ id, status }) => {
          if (id === order.id && status === 'cancelled') resolve();
        });
      });
      await expect.poll(() => live.status.state).toBe('live');
      const { bids } = await data(engine, 'deal', { symbol: BTC_USDT });
      await expect.poll(() => books.at(-1)?.bids).toEqual(bids);
      await data(one, 'cancelOrder', { order_id: order.id }, { token });
      await told;
      stop();
      live.close();
      agent.destroy();
    }
    const polling = io(plain.address, { transports: ['polling'], reconnection: false });
    const refused = await new Promise<Error>((resolve) => polling.once('connect_error', resolve));
    expect(refused.message).toMatch(/^xhr (poll|post) error$/);
    for (const balancer of [sticky, plain]) balancer.close();
  });

  test('limits are counted for all together', async () => {
    const strict = { RATE_LIMIT_FACTOR: '1' };
    const [left, right] = await Promise.all([
      deployment.gateway(strict),
      deployment.gateway(strict),
    ]);
    const answers = [];
    // 60 a minute of one address; the second has none left when the first has used all.
    const login = { account_type: 'email', account: 'nobody@example.com', password: 'wrong-one-1' };
    for (let count = 0; count < 60; count += 1) answers.push(ask(left, 'login', login));
    await Promise.all(answers);
    expect((await ask(right, 'login', login)).error).toBe('rate_limited');
    // Weights of programs' calls too: what one process has counted another goes on from.
    const used = async ({ address }: RunningServer): Promise<number> => {
      const { status, headers } = await fetch(`${address}/binance/api/v3/ping`);
      expect(status).toBe(200);
      return Number(headers.get('x-mbx-used-weight-1m'));
    };
    const first = await used(left);
    expect([await used(right), await used(left)]).toEqual([first + 1, first + 2]);
  });

  test('who reaches Redis and not the secret is heard by nobody', async () => {
    const redis = await openRedis({ url: REDIS_URL, onError: () => undefined });
    const forger = new Sealer(randomBytes(32));
    const leader = await command<Buffer[]>(redis, [
      'KEYS',
      deployment.names.calls(0).replace(/0$/, '*'),
    ]);
    const place = leader[0]?.toString() ?? '';
    const { list: before } = await data(one, 'transfers', {}, { token });
    const call = {
      input: { from_account: 'coin', to_account: 'option', currency_id: USDT, amount: '1' },
      caller: { kind: 'user', userId: 3, sessionId: 1, sessionKey: 'x' },
      language: 'en',
      ip: '127.0.0.1',
      idempotencyKey: 'forged',
      file: Buffer.alloc(0),
    };
    const forged = { gateway: 'forged', calls: [{ id: 1, route: 'transfer', call }] };
    await command(redis, ['XADD', place, '*', 'd', forger.seal(place, forged)]);
    const { batches } = deployment.names;
    const batch = { kind: 'leader', epoch: 1_000_000, sequence: 1_000_000 };
    await command(redis, ['XADD', batches, '*', 'd', forger.seal(batches, batch)]);
    await command(redis, ['XADD', batches, '*', 'd', randomBytes(8)]);
    // What comes behind it is served as ever.
    await data(one, 'transfer', call.input, { token });
    const { list: after } = await data(one, 'transfers', {}, { token });
    expect(after.length).toBe(before.length + 1);
    // A call that was really made, sent again as it was: nothing happens twice.
    await data(one, 'createAlert', { symbol: BTC_USDT, price: '1' }, { token });
    const [last] = await command<[Buffer, [Buffer, Buffer]][]>(redis, [
      'XREVRANGE',
      place,
      '+',
      '-',
      'COUNT',
      '1',
    ]);
    expect(last).toBeDefined();
    if (last !== undefined) await command(redis, ['XADD', place, '*', 'd', last[1][1]]);
    await data(one, 'createAlert', { symbol: BTC_USDT, price: '2' }, { token });
    expect((await data(one, 'alerts', {}, { token })).length).toBe(2);
    closeRedis(redis);
  });

  test('a gateway that missed batches takes its copies from the tables and cuts its sockets', async () => {
    const redis = await openRedis({ url: REDIS_URL, onError: () => undefined });
    const socket = io(one.address, { transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const cut = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    const stream = new SocketProbe(`${one.address.replace('http', 'ws')}/binance/ws/btcusdt@depth`);
    await stream.opened;
    const before = await figure(one, 'fairlead_copies_retaken');
    let placed: number | undefined;
    // Readers lose their connections; before they are back, what they were to read is gone. Those that are faster miss nothing.
    const miss = async () => {
      const clients = (await command<Buffer>(redis, ['CLIENT', 'LIST'])).toString().split('\n');
      const readers = clients.filter((each) => each.includes(`${deployment.names.client}:reader`));
      for (const line of readers)
        await command(redis, ['CLIENT', 'KILL', 'ID', /^id=(\d+)/.exec(line)?.[1] ?? '']);
      placed = (await data(engine, 'placeOrder', bid(), { token })).order.id;
      await command(redis, ['XTRIM', deployment.names.batches, 'MAXLEN', '0']);
      return figure(one, 'fairlead_copies_retaken');
    };
    await expect.poll(miss, { interval: 500 }).toBeGreaterThan(before);
    closeRedis(redis);
    await cut;
    // Differences of before lead to no book of after.
    await stream.closed;
    const { bids } = await data(engine, 'deal', { symbol: BTC_USDT });
    await expect
      .poll(async () => (await data(one, 'deal', { symbol: BTC_USDT })).bids)
      .toEqual(bids);
    expect((await data(one, 'orders', {}, { token })).list[0]?.id).toBe(placed);
  });

  test('calls are taken again after Redis lost everything', async () => {
    const redis = await openRedis({ url: REDIS_URL, onError: () => undefined });
    const keys = await command<Buffer[]>(redis, ['KEYS', `${deployment.names.client}:*`]);
    await command(redis, ['DEL', ...keys]);
    closeRedis(redis);
    const again = async () => (await ask(one, 'readMessages', { all: true }, { token })).type;
    await expect.poll(again, { timeout: 5_000 }).toBe('ok');
    const { order } = await data(one, 'placeOrder', bid(), { token });
    expect((await data(one, 'orders', {}, { token })).list[0]?.id).toBe(order.id);
    const { bids } = await data(engine, 'deal', { symbol: BTC_USDT });
    await expect
      .poll(async () => (await data(one, 'deal', { symbol: BTC_USDT })).bids)
      .toEqual(bids);
  });

  test('without its engine it reads on, and refuses the rest at once or within its time', async () => {
    await engine.stop();
    expect((await data(one, 'quotations')).length).toBeGreaterThan(0);
    expect((await ask(one, 'wallet', {}, { token })).type).toBe('ok');
    await expect.poll(async () => (await ready(one)).engine, { timeout: 5_000 }).toBe('away');
    const unkeyed = await ask(one, 'readMessages', { all: true }, { token });
    expect([unkeyed.status, unkeyed.error]).toEqual([503, 'unavailable']);
    // A call with a key waits for the next engine, and is answered by it.
    const waiting = ask(one, 'placeOrder', bid(), { token });
    engine = await deployment.engine();
    expect((await waiting).type).toBe('ok');
    await expect.poll(async () => (await ready(one)).engine).toBe('present');
  });

  test('that is to stop says so at once, and goes on answering what it is asked', async () => {
    const drained = other.drain?.();
    const response = await fetch(`${other.address}/health/ready`);
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
    expect((await ask(other, 'placeOrder', bid(), { token })).type).toBe('ok');
    await drained;
    expect((await ask(other, 'wallet', {}, { token })).type).toBe('ok');
  });
});

async function ready(
  server: RunningServer,
): Promise<{ readonly status: string; readonly engine: string }> {
  const response = await fetch(`${server.address}/health/ready`);
  expect(response.status).toBe(200);
  return (await response.json()) as { status: string; engine: string };
}

/** One of the figures for Prometheus. */
async function figure(server: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

const shapeOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  (schema as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {};
