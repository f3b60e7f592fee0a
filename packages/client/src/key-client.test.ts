/** Goal: what goes out is signed to the byte as the exchange's page says, each attempt anew and at a time of its own. */
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { routes } from '@fairlead/contract';
import { API_KEY_CALLS, type ApiKeyCall } from '@fairlead/contract/key-calls';
import { expect, test } from 'vitest';
import { createSigner, ed25519Signer, hmacSigner } from './call-signer.ts';
import { createKeyClient } from './key-client.ts';

interface Seen {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

const KEY = 'k'.repeat(64);
const ok = (message: unknown) => Response.json({ type: 'ok', code: 1, message });
const refusal = (status: number, error: string, headers = {}) =>
  Response.json({ type: 'error', code: 0, error, message: 'text' }, { status, headers });

/** A client whose server gives these answers in turn. */
function clientOf(
  signer: Parameters<typeof createKeyClient>[0]['signer'],
  answers: readonly (Response | Error)[],
) {
  const seen: Seen[] = [];
  const api = createKeyClient({
    baseUrl: 'https://host:8443',
    signer,
    fetch: async (url, init) => {
      seen.push({ url, init: init as Seen['init'] });
      const answer = answers[seen.length - 1];
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('no more answers');
    },
    wait: async () => undefined,
  });
  return { api, seen };
}

const textOf = ({ url, init: { method, headers, body } }: Seen): string =>
  [
    headers['api-timestamp'],
    headers['api-window'] ?? '',
    method,
    url.slice('https://host:8443'.length),
    headers['idempotency-key'] ?? '',
    body ?? '',
  ].join('\n');

test('a call is signed with HMAC over all that says what is asked', async () => {
  const signer = await hmacSigner({ key: KEY, secret: 'a secret', windowMs: 9_000, now: () => 7 });
  const { api, seen } = clientOf(signer, [ok({}), ok({})]);
  await api.call('orders', { symbol: 'BTC/USDT', page: 2 });
  await api.call(
    'buyOption',
    { symbol: 'BTC/USDT', direction: 'rise', seconds: 30, currency_id: 3, amount: '10' },
    { idempotencyKey: 'mine' },
  );
  expect(seen.map(textOf)).toEqual([
    '7\n9000\nGET\n/api/coin/list?symbol=BTC%2FUSDT&page=2\n\n',
    '8\n9000\nPOST\n/api/microtrade/submit\nmine\nsymbol=BTC%2FUSDT&direction=rise&seconds=30&currency_id=3&amount=10',
  ]);
  for (const call of seen) {
    expect(call.init.headers).toMatchObject({ 'api-key': KEY });
    expect(call.init.headers).not.toHaveProperty('authorization');
    expect(call.init.headers['api-signature']).toBe(
      createHmac('sha256', 'a secret').update(textOf(call)).digest('hex'),
    );
  }
});

test('and with Ed25519', async () => {
  const pair = generateKeyPairSync('ed25519');
  const privateKey = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const { api, seen } = clientOf(await ed25519Signer({ key: KEY, privateKey }), [ok([])]);
  await api.call('wallet');
  const [call] = seen as [Seen];
  const signature = Buffer.from(call.init.headers['api-signature'] ?? '', 'base64');
  const text = Buffer.from(textOf(call));
  expect(verify(null, text, createPublicKey(pair.privateKey), signature)).toBe(true);
});

test('a repeated attempt has the same idempotency key and a signature of its own', async () => {
  const signer = createSigner((text) => `signed ${text.split('\n')[0]}`, {
    key: KEY,
    now: () => 1_000,
  });
  const { api, seen } = clientOf(signer, [new Error('gone'), refusal(503, 'overloaded'), ok({})]);
  await api.call('transfer', {
    from_account: 'coin',
    to_account: 'trust',
    currency_id: 3,
    amount: '1',
  });
  const of = (header: string) => seen.map(({ init: { headers } }) => headers[header]);
  expect(new Set(of('idempotency-key')).size).toBe(1);
  expect(of('api-signature')).toEqual(['signed 1000', 'signed 1001', 'signed 1002']);
});

test('a clock that is wrong is set by the refusal, once', async () => {
  const date = new Date(1_800_000_000_000).toUTCString();
  const late = () => refusal(400, 'api_time_outside', { date });
  const signer = createSigner(() => 's', { key: KEY, now: () => 5_000 });
  const { api, seen } = clientOf(signer, [late(), ok([]), late(), late()]);
  await api.call('wallet');
  expect(seen.map(({ init }) => init.headers['api-timestamp'])).toEqual(['5000', '1800000000500']);
  await expect(api.call('wallet')).rejects.toMatchObject({ code: 'api_time_outside' });
  expect(seen).toHaveLength(4);
});

test('a call that was taken already is signed anew, once, under the key that it has', async () => {
  const repeated = () => refusal(409, 'api_call_repeated');
  const signer = createSigner((text) => `signed ${text.split('\n')[0]}`, {
    key: KEY,
    now: () => 1_000,
  });
  const { api, seen } = clientOf(signer, [repeated(), ok({}), repeated(), repeated()]);
  const moved = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1' } as const;
  await api.call('transfer', moved, { idempotencyKey: 'mine' });
  const of = (header: string) => seen.map(({ init: { headers } }) => headers[header]);
  expect(of('idempotency-key')).toEqual(['mine', 'mine']);
  expect(of('api-signature')).toEqual(['signed 1000', 'signed 1001']);
  await expect(api.call('wallet')).rejects.toMatchObject({ code: 'api_call_repeated' });
  expect(seen).toHaveLength(4);
});

test('nothing that a key changes is without a key that makes it once', () => {
  const changing = Object.entries(API_KEY_CALLS).filter(([, permission]) => permission !== 'read');
  const names = changing.map(([name]) => name as ApiKeyCall);
  expect(names.filter((name) => !routes[name].isMoney)).toEqual([]);
});

test('another refusal is the caller’s', async () => {
  const signer = createSigner(() => 's', { key: KEY });
  const { api, seen } = clientOf(signer, [refusal(403, 'api_permission_missing')]);
  await expect(api.call('wallet')).rejects.toMatchObject({ code: 'api_permission_missing' });
  expect(seen).toHaveLength(1);
});
