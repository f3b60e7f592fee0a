/** Headers of every kind of answer (cases.md H1 to H5, X19), and who may read across origins. */
import { routeEntries } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({
    environment: { PUBLIC_URL: 'https://fair.example' },
    hasPages: true,
  });
  user = await server.register();
});
afterAll(() => server.stop());

/** Logging out, or locking the account, would end the session of the rows after it. */
const crawled = routeEntries.filter(([name]) => name !== 'logout' && name !== 'lockAccount');

const answers = (): [
  string,
  Promise<{ headers: Record<string, unknown>; statusCode: number }>,
][] => [
  ...crawled.map(
    ([, { method, path }]) =>
      [
        `${method} ${path}`,
        server.app.inject({ method, url: `/api/${path}`, headers: { authorization: user.token } }),
      ] as [string, Promise<never>],
  ),
  ['404', server.app.inject('/api/nothing')],
  ['405', server.app.inject({ method: 'DELETE', url: '/api/coin/trade' })],
  ['bad address', server.app.inject('/%zz')],
  ['binance', server.app.inject('/binance/api/v3/ping')],
  ['binance, refused', server.app.inject('/binance/api/v3/account')],
  ['binance, not served', server.app.inject('/binance/api/v3/none')],
  ['charts', server.app.inject('/udf/config')],
  ['health', server.app.inject('/health/live')],
  ['docs', server.app.inject('/api/docs')],
  ['document', server.app.inject('/api/openapi.json')],
  ['the app', server.app.inject('/')],
];

test('H1: every answer carries the headers that protect it', async () => {
  for (const [name, answer] of answers()) {
    const { headers } = await answer;
    expect({ name, ...headers }).toMatchObject({
      name,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'/,
    );
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('H2: pages load from here only, without inline scripts, and may open the socket', async () => {
  const { headers } = await server.app.inject('/api/docs');
  const policy = String(headers['content-security-policy']);
  for (const part of [
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self' wss://fair.example",
    "object-src 'none'",
    "base-uri 'none'",
  ])
    expect(policy.split('; ')).toContain(part);
});

describe('X19: caches keep nothing private', () => {
  test('no answer of the API may be stored', async () => {
    for (const [, { method, path }] of crawled) {
      const { headers } = await server.app.inject({
        method,
        url: `/api/${path}`,
        headers: { authorization: user.token },
      });
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
    expect((await server.app.inject('/api/nothing')).headers['cache-control']).toBe('no-store');
  });

  test('a page is asked for anew each time', async () => {
    const { headers } = await server.app.inject('/');
    expect(['no-cache', 'no-store', undefined]).toContain(headers['cache-control']);
  });
});

test('long public answers are compressed, private ones never', async () => {
  const ask = (url: string) => server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  await openMarkets(8);
  expect((await ask('/api/currency/quotation_new')).headers['content-encoding']).toBe('gzip');
  expect((await ask('/api/openapi.json')).headers['content-encoding']).toBe('gzip');
  expect((await ask('/api/config')).headers['content-encoding']).toBeUndefined();
  const wallet = await server.app.inject({
    method: 'POST',
    url: '/api/wallet/list',
    headers: { authorization: user.token, 'accept-encoding': 'gzip' },
  });
  expect(wallet.headers['content-encoding']).toBeUndefined();
  expect(wallet.statusCode).toBe(200);
});

async function openMarkets(count: number): Promise<void> {
  const market = server.context.terms.market('BTC/USDT');
  if (market === undefined) throw new Error('no market');
  const { base, quote: _quote, ...terms } = market;
  for (let index = 0; index < count; index += 1) {
    const currency = { ...base, currencyId: 100 + index, name: `C${index}` };
    await server.run({ kind: 'configure_currency', currency });
    await server.run({
      kind: 'configure_market',
      market: {
        ...terms,
        marketId: 100 + index,
        symbol: `C${index}/USDT`,
        baseCurrencyId: currency.currencyId,
      },
    });
  }
}

describe('H3: other origins read nothing', () => {
  test.each([
    'https://evil.example',
    'null',
    'https://sub.fair.example',
    'https://fair.example.evil.example',
    'https://fair.example:8443',
    'http://fair.example',
    'https://evil.example?https://fair.example',
  ])('%s', async (origin) => {
    const { headers } = await server.app.inject({ url: '/api/config', headers: { origin } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/coin/trade',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('the own one may, without credentials', async () => {
    const { headers } = await server.app.inject({
      url: '/api/config',
      headers: { origin: 'https://fair.example' },
    });
    expect(headers['access-control-allow-origin']).toBe('https://fair.example');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toContain('Origin');
  });
});
