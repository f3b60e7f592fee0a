/**
 * Who may call what with a key (cases.md V4, V5, V10, V11). Goal: a key opens the interface it
 * was made for and nothing else, only from where, as long and for what its owner said; a call that was captured
 * does nothing more.
 */
import { createHmac } from 'node:crypto';
import { routeEntries } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/support/fixture.ts';
import { BinanceServer, type Credentials } from './binance-fixture.ts';

let exchange: BinanceServer;
let user: TestUser;
let credentials: Credentials;
beforeAll(async () => {
  exchange = await BinanceServer.start();
  user = await exchange.server.trader();
  credentials = await exchange.key(user);
});
afterAll(() => exchange.stop());

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '90.00',
  quantity: '1',
};
const signed = (...parts: Parameters<BinanceServer['signed']>) => exchange.signed(...parts);
const account = (key: Credentials, options = {}) =>
  signed(key, 'GET', 'api/v3/account', {}, options);
const orders = async (owner: TestUser) => (await exchange.server.data('orders', {}, owner)).list;
const keyed = () => exchange.server.app.inject.bind(exchange.server.app);

describe('every signed call', () => {
  test('is refused without a key, with a wrong one, with another’s signature, and with none', async () => {
    const calls = exchange.server.binance.endpoints.filter(({ security }) =>
      ['read', 'trade'].includes(security),
    );
    expect(calls.length).toBeGreaterThan(12);
    for (const { method, path } of calls) {
      const ask = (url: string, headers = {}) =>
        keyed()({ method, url: `/binance/${path}${url}`, headers }).then((reply) => [
          path,
          reply.statusCode,
          reply.json().code,
        ]);
      const key = { 'x-mbx-apikey': credentials.key };
      const stamp = `timestamp=${Date.now()}`;
      const wrong = 'a'.repeat(64);
      expect(await ask('')).toEqual([path, 401, -2014]);
      expect(await ask('', { 'x-mbx-apikey': 'short' })).toEqual([path, 401, -2014]);
      expect(await ask(`?${stamp}`, { 'x-mbx-apikey': wrong })).toEqual([path, 401, -2015]);
      expect(await ask(`?${stamp}`, key)).toEqual([path, 400, -1102]);
      expect(await ask(`?${stamp}&signature=${wrong}`, key)).toEqual([path, 400, -1022]);
      const signature = createHmac('sha256', credentials.secret).update('').digest('hex');
      expect(await ask(`?signature=${signature}`, key)).toEqual([path, 400, -1102]);
    }
  });

  test('a key that only reads trades nothing, by whatever call', async () => {
    const reader = await exchange.key(user, {});
    const before = await exchange.server.ledger();
    const calls = exchange.server.binance.endpoints.filter(({ security }) => security === 'trade');
    expect(calls).toHaveLength(11);
    for (const { method, path } of calls) {
      const { status, body } = await signed(reader, method, path, ORDER);
      expect([path, status, body]).toEqual([
        path,
        403,
        { code: -2010, msg: 'Rest API trading is not enabled.' },
      ]);
    }
    expect(await exchange.server.ledger()).toBe(before);
    expect((await account(reader)).body['canTrade']).toBe(false);
  });
});

describe('a key', () => {
  test('never opens a native call', async () => {
    for (const [name, { method, path, access }] of routeEntries) {
      if (access.who === 'public') continue;
      for (const token of [credentials.key, credentials.secret]) {
        const response = await keyed()({
          method,
          url: `/api/${path}`,
          headers: { authorization: token, 'x-mbx-apikey': credentials.key },
        });
        expect([name, response.statusCode]).toEqual([name, 401]);
      }
    }
  });

  test('of one user shows and touches nothing of another’s', async () => {
    const other = await exchange.server.trader();
    const theirs = await signed(await exchange.key(other), 'POST', 'api/v3/order', {
      ...ORDER,
      newClientOrderId: 'theirs',
    });
    const orderId = String(theirs.body['orderId']);
    const before = await orders(other);
    for (const [method, path] of [
      ['GET', 'api/v3/order'],
      ['DELETE', 'api/v3/order'],
    ] as const)
      for (const target of [{ orderId }, { origClientOrderId: 'theirs' }, { orderId: '999999' }]) {
        const { body } = await signed(credentials, method, path, { symbol: 'BTCUSDT', ...target });
        expect(body.code).toBe(method === 'GET' ? -2013 : -2011);
      }
    for (const path of ['api/v3/openOrders', 'api/v3/allOrders', 'api/v3/myTrades'])
      expect((await signed(credentials, 'GET', path, { symbol: 'BTCUSDT' })).body).toEqual([]);
    expect(await orders(other)).toEqual(before);
  });

  test('works from its addresses only, whatever a header says (V10)', async () => {
    const bound = await exchange.key(user, { ips: '10.1.0.0/16, 2001:db8::/48' });
    const from = async (remoteAddress: string, headers = {}) => {
      const query = `timestamp=${Date.now()}`;
      const signature = createHmac('sha256', bound.secret).update(query).digest('hex');
      const reply = await keyed()({
        url: `/binance/api/v3/account?${query}&signature=${signature}`,
        remoteAddress,
        headers: { 'x-mbx-apikey': bound.key, ...headers },
      });
      return reply.json().code ?? reply.statusCode;
    };
    expect(await from('10.1.2.3')).toBe(200);
    expect(await from('::ffff:10.1.2.3')).toBe(200);
    expect(await from('2001:db8::7')).toBe(200);
    expect(await from('10.2.0.1')).toBe(-2015);
    expect(await from('10.2.0.1', { 'x-forwarded-for': '10.1.2.3' })).toBe(-2015);
  });

  test('that was revoked or is over is as one that never was', async () => {
    const made = await exchange.server.data(
      'createApiKey',
      { label: 'x', password: 'harbour-42' },
      user,
    );
    const revoked = { ...made, secret: made.secret ?? '' };
    expect((await account(revoked)).status).toBe(200);
    await exchange.server.data('revokeApiKey', { id: revoked.api_key.id }, user);
    const refusal = {
      status: 401,
      body: { code: -2015, msg: expect.stringContaining('Invalid API-key') },
    };
    expect(await account(revoked)).toEqual(refusal);
    expect(await account({ ...revoked, key: 'b'.repeat(64) })).toEqual(refusal);
  });

  test('says when and from where it was used', async () => {
    await account(credentials);
    await exchange.server.context.apiKeys.flush();
    const [, used] = (await exchange.server.data('apiKeys', {}, user)).slice(-2);
    expect(used).toMatchObject({ last_used_ip: '127.0.0.1', last_used_at: expect.any(Number) });
  });

  test('is neither used nor used up by who knows its name only', async () => {
    const made = await exchange.server.data(
      'createApiKey',
      { label: 'known', password: 'harbour-42' },
      user,
    );
    const own = { ...made, secret: made.secret ?? '' };
    const forged = {
      method: 'GET',
      url: `/binance/api/v3/openOrders?timestamp=${Date.now()}&signature=${'f'.repeat(64)}`,
      headers: { 'x-mbx-apikey': own.key },
    } as const;
    // Each weighs 80 of the 6,000 of a minute.
    for (let call = 0; call < 80; call += 1) {
      const reply = await keyed()({ ...forged, remoteAddress: `10.9.${call}.1` });
      expect(reply.json().code).toBe(-1022);
    }
    await exchange.server.context.apiKeys.flush();
    const keys = await exchange.server.data('apiKeys', {}, user);
    const shown = keys.find(({ id }) => id === made.api_key.id);
    expect(shown).not.toHaveProperty('last_used_ip');
    expect((await account(own)).status).toBe(200);
  });
});

describe('time and repetition', () => {
  test.each([
    ['from 6 s ago', -6_000, {}, -1021],
    ['from 6 s ago with a window of 10 s', -6_000, { recvWindow: '10000' }, undefined],
    ['from a minute ahead', 60_000, {}, -1021],
    ['with a window of two minutes', 0, { recvWindow: '120000' }, -1131],
    ['with a window of words', 0, { recvWindow: 'for ever' }, -1131],
  ])('a call %s', async (_what, aheadMs, more, code) => {
    const nowMs = Date.now() + aheadMs;
    const { body } = await signed(credentials, 'GET', 'api/v3/account', more, { nowMs });
    expect(body.code).toBe(code);
  });

  test('a captured order that is sent again is no second order', async () => {
    const owner = await exchange.server.trader();
    const own = await exchange.key(owner);
    const nowMs = Date.now();
    const [first, again] = [
      await signed(own, 'POST', 'api/v3/order', ORDER, { nowMs }),
      await signed(own, 'POST', 'api/v3/order', ORDER, { nowMs }),
    ];
    expect(first.body['orderId']).toBe(again.body['orderId']);
    expect(await orders(owner)).toHaveLength(1);
    // Another call, another order.
    await signed(own, 'POST', 'api/v3/order', ORDER, { nowMs: nowMs + 1 });
    expect(await orders(owner)).toHaveLength(2);
  });

  test('a signature covers query and body together, to the byte', async () => {
    const send = async (query: string, body: string, text: string) => {
      const signature = createHmac('sha256', credentials.secret).update(text).digest('hex');
      const reply = await keyed()({
        method: 'POST',
        url: `/binance/api/v3/order/test?${query}`,
        headers: {
          'x-mbx-apikey': credentials.key,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `${body}&signature=${signature}`,
      });
      return reply.json().code;
    };
    const query = 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC';
    const body = `quantity=1&price=90&timestamp=${Date.now()}`;
    expect(await send(query, body, query + body)).toBeUndefined();
    expect(await send(query, body.replace('90', '91'), query + body)).toBe(-1022);
    expect(await send(query.replace('BUY', 'SELL'), body, query + body)).toBe(-1022);
    // A second value beside the signed one (V11).
    expect(await send(query, `${body}&price=91`, `${query}${body}&price=91`)).toBe(-1101);
  });
});

test('what an address may weigh is counted and told, and ends in 429', async () => {
  const own = await BinanceServer.start({}, { RATE_LIMIT_FACTOR: '1' });
  const ask = () => fetch(`${own.url}/binance/api/v3/depth?symbol=BTCUSDT&limit=5000`);
  const replies = await Promise.all(Array.from({ length: 25 }, ask));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(24);
  const last = replies.find(({ status }) => status === 429);
  expect(await last?.json()).toMatchObject({ code: -1003 });
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(replies.map(({ headers }) => headers.get('x-mbx-used-weight-1m'))).toContain('6000');
  await own.stop();
});

test('parameters: none too many, none twice, none misspelt, none malformed', async () => {
  const code = async (path: string) => {
    const reply = await keyed()({ url: `/binance/api/v3/${path}` });
    return [reply.statusCode, reply.json().code];
  };
  expect(await code('depth')).toEqual([400, -1102]);
  expect(await code('depth?symbol=')).toEqual([400, -1105]);
  expect(await code('depth?symbol=BTC/USDT')).toEqual([400, -1121]);
  expect(await code('depth?symbol=BTCUSDT&symbol=ETHUSDT')).toEqual([400, -1101]);
  expect(await code('depth?symbol=BTCUSDT&limitt=5')).toEqual([400, -1104]);
  expect(await code('depth?symbol=BTCUSDT&limit=1e3')).toEqual([400, -1100]);
  expect(await code('depth?symbol=%zz')).toEqual([400, -1100]);
  expect(await code('klines?symbol=BTCUSDT&interval=7m')).toEqual([400, -1120]);
  expect(
    await code(`depth?${Array.from({ length: 40 }, (_, at) => `p${at}=1`).join('&')}`),
  ).toEqual([400, -1101]);
  expect(await code('order/cancelReplace')).toEqual([404, -1020]);
});

test('a body is a form, whatever its type is called; what query and form both have is the query’s', async () => {
  const order = 'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=90';
  const send = async (query: string, payload: string, type?: string) => {
    const stamp = `timestamp=${Date.now()}`;
    const at = query === '' ? stamp : `${query}&${stamp}`;
    const signature = createHmac('sha256', credentials.secret)
      .update(at + payload)
      .digest('hex');
    const reply = await keyed()({
      method: 'POST',
      url: `/binance/api/v3/order/test?${at}&signature=${signature}`,
      headers: {
        'x-mbx-apikey': credentials.key,
        ...(type !== undefined && { 'content-type': type }),
      },
      payload,
    });
    return reply.json().code ?? reply.statusCode;
  };
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'x/y; charset=z',
  ];
  for (const type of types) {
    expect([type, await send(order, '', type)]).toEqual([type, 200]);
    expect([type, await send('', order, type)]).toEqual([type, 200]);
    expect([type, await send(order, 'price=90.001', type)]).toEqual([type, 200]);
    expect([type, await send(order.replace('price=90', 'price=90.001'), 'price=90', type)]).toEqual(
      [type, -1013],
    );
    expect([type, await send(order, '{"price":"91"}', type)]).toEqual([type, -1104]);
  }
  expect(await send(order, '')).toBe(200);
});

test.each([
  [{ type: 'STOP' }, -1116],
  [{ type: 'STOP_LOSS' }, -1106],
  [{ side: 'HOLD' }, -1117],
  [{ timeInForce: 'GTX' }, -1115],
  [{ timeInForce: undefined }, -1102],
  [{ price: '90.001' }, -1013],
  [{ price: '0' }, -1013],
  [{ quantity: '0.0001' }, -1013],
  [{ quantity: '-1' }, -1100],
  [{ icebergQty: '0.1', timeInForce: 'IOC' }, -1014],
  [{ quoteOrderQty: '5' }, -1106],
  [{ newClientOrderId: 'a b' }, -1100],
  [{ selfTradePreventionMode: 'NONE' }, -1013],
  [{ type: 'LIMIT_MAKER' }, -1106],
  [{ type: 'MARKET', price: undefined, timeInForce: undefined, quoteOrderQty: '5' }, -1106],
  [
    {
      type: 'MARKET',
      side: 'SELL',
      price: undefined,
      timeInForce: undefined,
      quantity: undefined,
      quoteOrderQty: '5',
    },
    -1014,
  ],
  [{ symbol: 'NONEUSDT' }, -1121],
  [{ newOrderRespType: 'LONG' }, -1136],
])('an order with %j is refused and nothing moves', async (more, code) => {
  const before = await exchange.server.ledger();
  const asked = Object.entries({ ...ORDER, ...more }).filter(([, value]) => value !== undefined);
  const parameters = Object.fromEntries(asked) as Record<string, string>;
  expect((await signed(credentials, 'POST', 'api/v3/order', parameters)).body.code).toBe(code);
  expect(await exchange.server.ledger()).toBe(before);
});
