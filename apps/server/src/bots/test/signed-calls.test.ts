/**
 * Calls of the product's own API that a program signs (cases.md V4, V5, V10). Goal: what is done is what the key's owner signed, from
 * where and when it was signed for, once; whoever has heard a call, or knows a key without its secret, gets nothing.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signedTextOf } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { operator } from '../../operators/test/fixture.ts';
import {
  compose,
  ed25519Of,
  hmacOf,
  type Program,
  programOf,
  type Sent,
  send,
  signedCall,
} from './program-fixture.ts';

let server: TestServer;
let user: TestUser;
let trader: Program & { readonly id: number };
beforeAll(async () => {
  server = await startTestServer();
  user = await server.trader();
  trader = await programOf(server, user, { trade: true });
});
afterAll(() => server.stop());

const ORDER = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90', quantity: '1' };
const wallet = async (sent: Sent = {}, program: Program = trader) =>
  (await signedCall(server, program, 'wallet', {}, sent)).error;
const place = (sent: Sent = {}, more: object = {}) =>
  signedCall(server, trader, 'placeOrder', { ...ORDER, ...more }, sent);
const orders = async (owner = user) => (await server.data('orders', {}, owner)).total;

describe('what was signed', () => {
  test('is done: by query, form and JSON, with HMAC and with Ed25519', async () => {
    const { message } = await place();
    expect(message.order.status).toBe('waiting');
    const read = await signedCall(server, trader, 'order', { order_id: message.order.id });
    expect(read.message.order).toMatchObject({ id: message.order.id, price: '90.00' });
    const json = await place({ json: true });
    expect(json.message.order.status).toBe('waiting');
    const pair = generateKeyPairSync('ed25519');
    const given = {
      label: 'ed',
      password: PASSWORD,
      public_key: String(pair.publicKey.export({ type: 'spki', format: 'pem' })),
    };
    const { key } = await server.data('createApiKey', given, user);
    expect(await wallet({}, { key, sign: ed25519Of(pair.privateKey) })).toBeUndefined();
    const other = generateKeyPairSync('ed25519');
    expect(await wallet({}, { key, sign: ed25519Of(other.privateKey) })).toBe(
      'api_signature_wrong',
    );
  });

  test.each<[string, NonNullable<Sent['tamper']>]>([
    ['another method', () => ({ method: 'PUT' })],
    ['another path', () => ({ url: '/api/coin/trigger' })],
    ['a query beside the body', ({ url }) => ({ url: `${url}?price=80` })],
    ['another body', ({ payload }) => ({ payload: payload.replace('price=90', 'price=91') })],
    ['a longer body', ({ payload }) => ({ payload: `${payload}&time_in_force=ioc` })],
    ['another idempotency key', ({ headers }) => other(headers, 'idempotency-key', 'another')],
    ['another time', ({ headers }) => other(headers, 'api-timestamp', `${server.clock.now()}`)],
    ['another window', ({ headers }) => other(headers, 'api-window', '60000')],
    ['no signature', ({ headers }) => other(headers, 'api-signature', '')],
    ['half a signature', ({ headers }) => other(headers, 'api-signature', 'ab'.repeat(16))],
    ['the window of a call without one', ({ headers }) => other(headers, 'api-window', '5000')],
  ])('%s was not', async (_what, tamper) => {
    const before = await orders();
    expect((await place({ tamper })).error).toBe('api_signature_wrong');
    expect(await orders()).toBe(before);
  });

  test('a query is signed as it is sent, to the byte', async () => {
    const tamper: Sent['tamper'] = ({ url }) => ({ url: url.replace('BTC%2FUSDT', 'BTC/USDT') });
    const asked = { symbol: 'BTC/USDT' };
    expect((await signedCall(server, trader, 'orders', asked)).status).toBe(200);
    const changed = await signedCall(server, trader, 'orders', asked, { tamper });
    expect(changed.error).toBe('api_signature_wrong');
  });

  test('the secret of another key signs nothing of this one', async () => {
    const second = await programOf(server, user, { trade: true });
    expect(await wallet({ key: second.key })).toBe('api_signature_wrong');
  });
});

const other = (headers: Readonly<Record<string, string>>, name: string, value: string) => ({
  headers: { ...headers, [name]: value },
});

describe('when', () => {
  test.each<[string, Sent, string | undefined]>([
    ['4.9 s ago', { aheadMs: -900 }, undefined],
    ['6 s ago', { aheadMs: -6_000 }, 'api_time_outside'],
    ['9 s ago, within 15 s', { aheadMs: -9_000, window: '15000' }, undefined],
    ['a minute ahead', { aheadMs: 65_000 }, 'api_time_outside'],
    ['of a window of an hour', { window: '3600000' }, 'api_time_outside'],
    ['of a window of 60,001 ms', { window: '60001' }, 'api_time_outside'],
    ['of the longest window', { window: '60000' }, undefined],
    ['of a window of words', { window: 'for ever' }, 'api_time_outside'],
    ['of no window', { window: '0' }, 'api_time_outside'],
    ['of a window below none', { window: '-5000' }, 'api_time_outside'],
    ['without a time', { timestamp: '' }, 'api_time_outside'],
    ['at a time of seconds', { timestamp: '1800000000' }, 'api_time_outside'],
    ['at a time with a fraction', { timestamp: '1800000000000.5' }, 'api_time_outside'],
  ])('a call from %s', async (_what, sent, error) => {
    expect(await wallet(sent)).toBe(error);
  });
});

describe('once', () => {
  test('a call that was heard is refused, and so is one whose signature is written in another way', async () => {
    const call = compose(server, trader, 'placeOrder', ORDER);
    const before = await orders();
    expect((await send(server, call)).status).toBe(200);
    const capitals = String(call.headers['api-signature']).toUpperCase();
    const again = { ...call, headers: { ...call.headers, 'api-signature': capitals } };
    for (const heard of [call, again])
      expect(await send(server, heard)).toMatchObject({ status: 409, error: 'api_call_repeated' });
    expect(await orders()).toBe(before + 1);
    const read = compose(server, trader, 'wallet');
    expect((await send(server, read)).status).toBe(200);
    expect((await send(server, read)).error).toBe('api_call_repeated');
  });

  test('of many at once one is taken', async () => {
    const call = compose(server, trader, 'placeOrder', ORDER);
    const before = await orders();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(server, call)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await orders()).toBe(before + 1);
  });

  test('a call that got no answer is signed anew with its idempotency key, and done once', async () => {
    const before = await orders();
    const first = await place({ idempotencyKey: 'mine-1' });
    const again = await place({ idempotencyKey: 'mine-1' });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expect((await place({ idempotencyKey: 'mine-1' }, { price: '89' })).error).toBe(
      'idempotency_conflict',
    );
    expect(await orders()).toBe(before + 1);
  });

  test('a call that was not signed for spends nothing of one that is', async () => {
    const call = compose(server, trader, 'wallet');
    const forged = { ...call, headers: { ...call.headers, 'api-signature': 'a'.repeat(64) } };
    expect((await send(server, forged)).error).toBe('api_signature_wrong');
    expect((await send(server, call)).status).toBe(200);
  });
});

describe('whose', () => {
  test('a key that is unknown, revoked, over or used from elsewhere is refused in the same words', async () => {
    const bound = await programOf(server, user, { ips: '10.1.0.0/16' });
    const revoked = await programOf(server, user);
    expect(await wallet({}, revoked)).toBeUndefined();
    await server.data('revokeApiKey', { id: revoked.id }, user);
    const over = await programOf(server, user, { expires_at: server.clock.now() + 1_000 });
    expect(await wallet({}, over)).toBeUndefined();
    server.clock.nowMs += 1_000;
    const replies = await Promise.all([
      signedCall(server, trader, 'wallet', {}, { key: 'x' }),
      signedCall(server, trader, 'wallet', {}, { key: '' }),
      signedCall(server, trader, 'wallet', {}, { key: 'a'.repeat(64) }),
      signedCall(server, revoked, 'wallet'),
      signedCall(server, over, 'wallet'),
      signedCall(server, bound, 'wallet', {}, { ip: '10.2.0.1' }),
    ]);
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 401, error: 'api_key_refused' });
    expect(await wallet({ ip: '10.1.2.3' }, bound)).toBeUndefined();
    const forwarded: Sent = {
      ip: '10.2.0.1',
      tamper: ({ headers }) => other(headers, 'x-forwarded-for', '10.1.2.3'),
    };
    expect(await wallet(forwarded, bound)).toBe('api_key_refused');
  });

  test('one of before there was more opens no call here, and says so to its owner only', async () => {
    const old = await programOf(server, user, { trade: true });
    const { database, apiKeys } = server.context;
    await database.query('UPDATE api_keys SET opens_api = false WHERE api_key_id = $1', [old.id]);
    apiKeys.forget([old.id]);
    for (const name of ['wallet', 'placeOrder'] as const)
      expect((await signedCall(server, old, name)).error).toBe('api_permission_missing');
    expect(await wallet({ key: old.key })).toBe('api_signature_wrong');
  });

  test('another’s order is as one that never was, and a session beside a key adds nothing', async () => {
    const stranger = await server.trader();
    const { order } = await server.data('placeOrder', ORDER, stranger);
    for (const name of ['order', 'cancelOrder', 'orderFills'] as const)
      expect((await signedCall(server, trader, name, { order_id: order.id })).error).toBe(
        'not_found',
      );
    const tamper: Sent['tamper'] = ({ headers }) => other(headers, 'authorization', stranger.token);
    const own = await signedCall(server, trader, 'orders', {}, { tamper });
    expect(own.message.list.map(({ id }) => id)).not.toContain(order.id);
    const never = await signedCall(server, trader, 'withdraw', {}, { tamper });
    expect(never.error).toBe('api_not_for_keys');
  });

  test('one whose account is frozen reads and cancels, as in the app, and begins nothing', async () => {
    const owner = await server.trader();
    const program = await programOf(server, owner, { trade: true, transfer: true });
    const { message } = await signedCall(server, program, 'placeOrder', ORDER);
    const reviewer = await operator(server, 'reviewer');
    const freeze = { id: owner.userId, is_frozen: true, reason: 'theft' };
    await server.data('freezeUser', freeze, reviewer);
    expect(await wallet({}, program)).toBeUndefined();
    const move = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1' };
    const errorOf = async (name: 'placeOrder' | 'transfer', request: object) =>
      (await signedCall(server, program, name, { ...request })).error;
    expect(await errorOf('placeOrder', ORDER)).toBe('account_frozen');
    expect(await errorOf('transfer', move)).toBe(
      (await server.call('transfer', move, owner)).error,
    );
    expect(await errorOf('transfer', move)).toBe('account_frozen');
    const asked = { order_id: message.order.id };
    const cancelled = await signedCall(server, program, 'cancelOrder', asked);
    expect(cancelled.message.order.status).toBe('cancelled');
  });

  test('one whose account is locked by its owner is no key any more', async () => {
    const owner = await server.trader();
    const program = await programOf(server, owner);
    expect(await wallet({}, program)).toBeUndefined();
    await server.data('lockAccount', {}, owner);
    expect(await wallet({}, program)).toBe('api_key_refused');
  });

  test('says when and from where it was used', async () => {
    const owner = await server.register();
    const program = await programOf(server, owner);
    await wallet({ ip: '198.51.100.7' }, program);
    await server.context.apiKeys.flush();
    const [used] = await server.data('apiKeys', {}, owner);
    expect(used).toMatchObject({ last_used_ip: '198.51.100.7' });
  });
});

test('the page’s own example is right', () => {
  const page = readFileSync(
    new URL('../../../../../docs/operating/bots.md', import.meta.url),
    'utf8',
  );
  const [, secret = '', text = '', signature] =
    /with the secret `(.+?)` the text `(.+?)`.*?signature\s+`([0-9a-f]{64})`/s.exec(page) ?? [];
  expect(hmacOf(secret)(text.replaceAll('\\n', '\n'))).toBe(signature);
  const parts = { window: '', method: 'GET', idempotencyKey: '', body: '' };
  const target = '/api/coin/list?symbol=BTC%2FUSDT';
  expect(signedTextOf({ ...parts, timestamp: '1800000000000', target })).toBe(
    text.replaceAll('\\n', '\n'),
  );
});

test('what a key may call is counted for it, and its owner keeps the other half', async () => {
  const own = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
  const owner = await own.trader();
  const move = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1' };
  const program = await programOf(own, owner, { transfer: true });
  const errors = [];
  for (let count = 0; count < 31; count += 1)
    errors.push((await signedCall(own, program, 'transfer', move)).error);
  expect(errors.filter((error) => error === undefined)).toHaveLength(30);
  expect(errors.at(-1)).toBe('rate_limited');
  expect((await own.call('transfer', move, owner)).status).toBe(200);
  // Guesses at keys end soon, and cost the one whose key is guessed at nothing.
  const guesses = [];
  for (let count = 0; count < 40; count += 1)
    guesses.push(
      (
        await signedCall(
          own,
          program,
          'wallet',
          {},
          { key: `${count}`.padStart(64, 'a'), ip: '192.0.2.1' },
        )
      ).error,
    );
  expect(guesses[0]).toBe('api_key_refused');
  expect(guesses.at(-1)).toBe('rate_limited');
  expect((await signedCall(own, program, 'wallet')).status).toBe(200);
  await own.stop();
});

describe('limits', () => {
  let own: TestServer;
  let owner: TestUser;
  beforeAll(async () => {
    own = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
    owner = await own.trader();
  });
  afterAll(() => own.stop());

  test('what others of its address do stops no key that worked there, also when it is looked up anew', async () => {
    const ip = '192.0.2.2';
    const program = await programOf(own, owner);
    const errorOf = async (sent: Sent = {}) =>
      (await signedCall(own, program, 'wallet', {}, { ip, ...sent })).error;
    expect(await errorOf()).toBeUndefined();
    const guesses = [];
    for (let count = 0; count < 40; count += 1)
      guesses.push(await errorOf({ key: `${count}`.padStart(64, 'b') }));
    expect(guesses.at(-1)).toBe('rate_limited');
    expect(await errorOf()).toBeUndefined();
    own.clock.nowMs += 1_500;
    expect(await errorOf()).toBeUndefined();
    // One that ended is as good as a guess again.
    await own.data('revokeApiKey', { id: program.id }, owner);
    expect(await errorOf()).toBe('rate_limited');
  });

  test('a call that comes again and again is counted for its key before it is looked for', async () => {
    const [program, other] = [
      await programOf(own, owner, { transfer: true }),
      await programOf(own, owner, { transfer: true }),
    ];
    const move = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1' };
    const call = compose(own, program, 'transfer', move);
    const errors = [];
    for (let count = 0; count < 31; count += 1) errors.push((await send(own, call)).error);
    expect(errors[0]).toBeUndefined();
    expect(new Set(errors.slice(1, 30))).toEqual(new Set(['api_call_repeated']));
    expect(errors[30]).toBe('rate_limited');
    // None of it counts for its owner or for another key.
    expect((await signedCall(own, other, 'transfer', move)).status).toBe(200);
  });

  test('calls out of time are counted for their key, and take nothing from those within', async () => {
    const program = await programOf(own, owner, { transfer: true });
    const move = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1' };
    const errorOf = async (sent: Sent = {}) =>
      (await signedCall(own, program, 'transfer', move, sent)).error;
    const errors = [];
    for (let count = 0; count < 31; count += 1) errors.push(await errorOf({ aheadMs: -60_000 }));
    expect(new Set(errors.slice(0, 30))).toEqual(new Set(['api_time_outside']));
    expect(errors[30]).toBe('rate_limited');
    expect(await errorOf()).toBeUndefined();
    // Who has no secret spends nothing of it.
    const forged: Sent['tamper'] = ({ headers }) => other(headers, 'api-timestamp', '1');
    expect(await errorOf({ tamper: forged })).toBe('api_signature_wrong');
  });
});
