/**
 * Keys whose owner signs with Ed25519. Goal: only the private key of the public one that was given signs; no secret exists that could; a socket that was
 * logged on with one needs no more signatures and can do no more than its key.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, type TestUser } from '../../../test/support/fixture.ts';
import { ed25519Signer } from '../signers.ts';
import { BinanceServer, type Credentials, signedMessage } from './binance-fixture.ts';
import { openSpot } from './clients/binance-spot-client.ts';

let exchange: BinanceServer;
let user: TestUser;
let key: string;
let apiKeyId: number;

const pair = generateKeyPairSync('ed25519');
const pemOf = (of: typeof pair.publicKey) => String(of.export({ type: 'spki', format: 'pem' }));
const signed = (text: string, by = pair.privateKey) =>
  sign(null, Buffer.from(text), by).toString('base64');

beforeAll(async () => {
  exchange = await BinanceServer.start();
  user = await exchange.server.trader();
  const given = { label: 'ed', password: PASSWORD, trade: true, public_key: pemOf(pair.publicKey) };
  const made = await exchange.server.data('createApiKey', given, user);
  expect(made).not.toHaveProperty('secret');
  key = made.key;
  apiKeyId = made.api_key.id;
});
afterAll(() => exchange.stop());
beforeEach(() => exchange.server.tick());

const account = async (signature: (query: string) => string) => {
  const query = `timestamp=${Date.now()}`;
  const written = encodeURIComponent(signature(query));
  const reply = await fetch(
    `${exchange.url}/binance/api/v3/account?${query}&signature=${written}`,
    { headers: { 'X-MBX-APIKEY': key } },
  );
  return ((await reply.json()) as { code?: number }).code ?? reply.status;
};

test('its owner sees the public key, and base64 without armour makes the same', async () => {
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const [listed] = await exchange.server.data('apiKeys', {}, user);
  expect(listed).toMatchObject({ id: apiKeyId, public_key: spki });
  const request = { label: 'ed 2', password: PASSWORD, public_key: spki };
  const again = await exchange.server.data('createApiKey', request, user);
  expect(again.api_key.public_key).toBe(spki);
});

test.each([
  ['words', 'not a key'],
  ['a private key', String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))],
  ['a key of another curve', pemOf(generateKeyPairSync('x25519').publicKey)],
  ['half a key', pemOf(pair.publicKey).slice(0, 60)],
])('%s is no public key', async (_what, public_key) => {
  const request = { label: 'x', password: PASSWORD, public_key };
  expect(await exchange.server.call('createApiKey', request, user)).toMatchObject({
    error: 'validation_failed',
    fields: { public_key: expect.any(String) },
  });
});

test('only its private key signs, over exactly what is sent', async () => {
  expect(await account((text) => signed(text))).toBe(200);
  expect(await account((text) => signed(`${text}0`))).toBe(-1022);
  const other = generateKeyPairSync('ed25519').privateKey;
  expect(await account((text) => signed(text, other))).toBe(-1022);
  expect(await account(() => 'a'.repeat(64))).toBe(-1022);
  expect(await account((text) => signed(text).slice(0, -4))).toBe(-1022);
  const hmac = { key, secret: '' };
  expect((await exchange.signed(hmac, 'GET', 'api/v3/account')).body.code).toBe(-1022);
});

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '90',
  quantity: '0.1',
};
let lastId = 0;
const message = (method: string, params: Readonly<Record<string, unknown>> = {}) => ({
  id: ++lastId,
  method,
  params,
});
const logOn = () => {
  const params = { apiKey: key, timestamp: Date.now() };
  const text = `apiKey=${key}&timestamp=${params.timestamp}`;
  return message('session.logon', { ...params, signature: signed(text) });
};

test('a socket that was logged on signs no more, until it logs out or its key ends', async () => {
  const socket = await exchange.connect('ws-api/v3');
  const place = () => message('order.place', { ...ORDER, timestamp: Date.now() });
  expect((await socket.ask(place())).error?.code).toBe(-2014);
  expect((await socket.ask(message('userDataStream.subscribe'))).error?.code).toBe(-4103);
  const { result } = await socket.ask(logOn());
  expect(result).toMatchObject({ apiKey: key, authorizedSince: expect.any(Number) });
  expect((await socket.ask(message('userDataStream.subscribe'))).status).toBe(200);
  expect((await socket.ask(place())).result).toMatchObject({ status: 'NEW' });
  await socket.until(({ event }) => event?.['e'] === 'executionReport');
  // A stale call is refused all the same, and a key that is only named opens nothing.
  const stale = message('order.place', { ...ORDER, timestamp: Date.now() - 60_000 });
  expect((await socket.ask(stale)).error?.code).toBe(-1021);
  const victim = await exchange.key(await exchange.server.trader());
  const named = message('userDataStream.subscribe', { apiKey: victim.key });
  expect((await socket.ask(named)).error?.code).toBe(-4103);
  const theirs = message('account.status', { apiKey: victim.key, timestamp: Date.now() });
  expect((await socket.ask(theirs)).error?.code).toBe(-1102);
  expect((await socket.ask(message('session.logout'))).result).toMatchObject({ apiKey: null });
  expect((await socket.ask(place())).error?.code).toBe(-2014);
});

test('over a logged-on socket a message is told by its id: sent again it is one order, another is another', async () => {
  const socket = await exchange.connect('ws-api/v3');
  await socket.ask(logOn());
  const first = message('order.place', { ...ORDER, timestamp: Date.now() });
  const idOf = async (sent: { readonly id: number }) =>
    (await socket.ask(sent)).result?.['orderId'];
  const id = await idOf(first);
  expect(id).toEqual(expect.any(Number));
  expect(await idOf(first)).toBe(id);
  const second = await idOf({ ...first, id: ++lastId });
  expect([id, undefined]).not.toContain(second);
});

test('a key with a secret logs no socket on', async () => {
  const hmac = await exchange.key(user);
  const socket = await exchange.connect('ws-api/v3');
  expect((await socket.ask(signedMessage(hmac, 'session.logon'))).error?.code).toBe(-4056);
});

test('Binance’s own client trades with it, and ends with it', async () => {
  const privateKey = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const world = { exchange } as Parameters<typeof openSpot>[0];
  const credentials: Credentials & { readonly privateKey: string } = {
    key,
    secret: '',
    privateKey,
  };
  const { rest, api, streams } = await openSpot(world, credentials);
  const order = { ...ORDER, price: 90, quantity: 0.1, newClientOrderId: 'ed-spot' };
  const placed = await (await rest.newOrder(order as never)).data();
  expect(placed).toMatchObject({ clientOrderId: 'ed-spot', status: 'NEW' });
  const found = await api.orderStatus({ symbol: 'BTCUSDT', origClientOrderId: 'ed-spot' });
  expect(found.data).toMatchObject({ orderId: placed.orderId });
  const bot = exchange.client({ key, secret: privateKey });
  expect(await bot.fetchOpenOrders('BTC/USDT')).not.toHaveLength(0);
  await exchange.server.data('revokeApiKey', { id: apiKeyId }, user);
  expect(await account((text) => signed(text))).toBe(-2015);
  await Promise.all([api.disconnect(), streams.disconnect()]);
});

test('of the sixteen ways to write a signature one counts: an order is named by it, and comes once', () => {
  const raw = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const text = 'symbol=BTCUSDT&side=BUY';
  const right = signed(text);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const spellings = [...letters].map((letter) => `${right.slice(0, 85)}${letter}==`);
  expect(spellings.filter((each) => ed25519Signer(raw).isBy(text, each))).toEqual([right]);
});
