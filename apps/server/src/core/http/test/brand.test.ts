/**
 * What wears a brand: pages, manifest, worker, icons, calls, mails, posters, exports, charts and programs' pages. Nothing that
 * one of them says names the software, but for where its version is told and how it is checked.
 */
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LANGUAGES } from '@fairlead/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';

const BRAND = path.resolve(import.meta.dirname, '../../../../../../deploy/brand-sample');

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ environment: { BRAND }, hasPages: true });
  user = await server.register();
});
afterAll(() => server.stop());

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.inject({ url, headers });

describe.each(['/', '/console/'])('the page at %s', (prefix) => {
  test('has the brand’s name and says nothing of ours', async () => {
    const { body, headers } = await get(prefix);
    expect(body).toContain(`<title>Harbourlight${prefix === '/' ? '' : ' Console'}</title>`);
    expect(body).not.toContain('Fairlead');
    expect(headers['cache-control']).toBe('no-cache');
    // Nothing inline: the policy for styles stays what it is.
    expect(headers['content-security-policy']).toContain("style-src 'self';");
    expect(body).not.toMatch(/<style|style="/);
  });

  test('brings colours and mark with its first stylesheet, before the app’s own', async () => {
    const { body } = await get(prefix);
    const [own = 0, apps = 0] = ['href="./brand.css"', '.css">'].map((part) => body.indexOf(part));
    expect(own).toBeGreaterThan(0);
    expect(apps).toBeGreaterThan(own);
    const { body: css, headers } = await get(`${prefix}brand.css`);
    expect(headers['content-type']).toContain('text/css');
    expect(css).toContain('--brand-fill:#0a7ea4;');
    expect(css).toMatch(/^:root,\[data-theme="dark"\]\{--brand:#[0-9a-f]{6};/);
    expect(css).toContain(
      '[data-theme="light"] .fl-logo-mark{background-image:url("data:image/svg+xml,',
    );
    // Colours and the mark's picture; no rule that could move or hide a part of the app.
    expect(
      css
        .replaceAll(/url\("[^"]*"\)/g, '')
        .match(/[\w-]+(?=:[^"])/g)
        ?.filter((name) => !name.startsWith('--')),
    ).toEqual(['background-image', 'background-image']);
  });
});

test('the page is sent once, and compressed', async () => {
  const { headers, body } = await get('/');
  const tag = String(headers.etag);
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await get('/', { 'if-none-match': `"x", W/${tag}` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get('/', { 'if-none-match': '"x"' })).statusCode).toBe(200);
  const zipped = await get('/', { 'accept-encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Origin, accept-encoding',
  });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(body);
  const smaller = await get('/', { 'accept-encoding': 'gzip, br' });
  expect(brotliDecompressSync(smaller.rawPayload).toString()).toBe(body);
  expect((await get('/', { 'accept-encoding': 'br;q=0' })).body).toBe(body);
});

test('the page says what the app says in the brand’s words, before it asks for anything', async () => {
  const { body } = await get('/index.html');
  const [, content = ''] = /<meta name="brand" content="([^"]*)">/.exec(body) ?? [];
  expect(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual({
    name: 'Harbourlight',
    shortName: 'Harbour',
    code: 'Harbour',
    texts: {
      en: {
        'home.promise': 'A light on every price.',
        'home.promiseDetail': 'Trade at Harbourlight and check each figure yourself.',
      },
      th: { 'home.promise': expect.any(String), 'home.promiseDetail': expect.any(String) },
    },
  });
  expect(body).toContain('content="The exchange at the harbour: a light on every price."');
});

test('the page says at once that funds are test funds', async () => {
  expect((await get('/')).body).toContain('<meta name="strip" content="common.demo.simulated">');
});

test('the manifest names the brand and shows no pictures of another', async () => {
  const { headers, body } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toBe('application/manifest+json');
  expect(JSON.parse(body)).toMatchObject({
    name: 'Harbourlight',
    short_name: 'Harbour',
    description: 'The exchange at the harbour: a light on every price.',
    start_url: './',
  });
  expect(body).not.toContain('Fairlead');
  expect(JSON.parse(body).screenshots).toBeUndefined();
  expect((await get('/screens/home.jpg')).statusCode).toBe(404);
});

test('every icon that the manifest or a page asks for is there, in its size', async () => {
  const manifest = JSON.parse((await get('/manifest.webmanifest')).body);
  const icons: readonly { src: string; sizes: string; type: string }[] = [
    ...manifest.icons,
    { src: 'icon-180.png', sizes: '180x180', type: 'image/png' },
  ];
  for (const { src, sizes, type } of icons) {
    const { statusCode, headers, rawPayload } = await get(`/${src}`);
    expect([src, statusCode, headers['content-type']]).toEqual([src, 200, type]);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(rawPayload).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
  expect((await get('/console/icon.svg')).body).toBe((await get('/icon.svg')).body);
});

test('the worker is another one for another brand, and shows its name where a push says nothing', async () => {
  const ours = await startTestServer({ hasPages: true });
  const first = async (of: TestServer) =>
    (await of.app.inject('/service-worker.js')).body.split('\n')[0] ?? '';
  const brandOf = (line: string) => JSON.parse(line.replace(/^self\.brand=|;$/g, ''));
  const [own, other] = [await first(server), await first(ours)].map(brandOf);
  expect(own).toEqual({ name: 'Harbourlight', version: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(other.name).toBe('Fairlead');
  expect(other.version).not.toBe(own.version);
  await ours.stop();
});

test('config, the document of the API and its page', async () => {
  expect(await server.data('config')).toMatchObject({
    name: 'Harbourlight',
    short_name: 'Harbour',
    accent: '#0a7ea4',
    company_name: 'Harbourlight Markets Ltd',
    // Whatever it is called, a demo says so.
    demo: true,
  });
  expect(await server.data('customerUrl')).toEqual({ url: 'https://help.harbourlight.example/' });
  expect((await get('/api/openapi.json')).json()).toMatchObject({
    info: { title: 'Harbourlight API' },
  });
  expect((await get('/api/docs')).body).toContain('<title>Harbourlight API</title>');
});

test('posters', async () => {
  const poster = async (mark: string) =>
    (await server.call('poster', {}, { token: user.token, headers: { 'language-mark': mark } }))
      .text;
  for (const mark of LANGUAGES) {
    const svg = await poster(mark);
    expect(svg).toContain('Harbourlight');
    expect(svg).not.toContain('Fairlead');
  }
  expect(await poster('en')).toContain('Meet me at');
  // The tone of its accent, and its mark.
  expect(await poster('en')).toMatch(/fill="#52b1d9"/);
  expect(await poster('en')).toContain('href="data:image/svg+xml,');
});

test('exports, and second factors of users and operators', async () => {
  const day = { from: '2027-01-01', to: '2027-01-15', time_zone: 'UTC' };
  const { filename } = await server.data('exportOwn', { what: 'orders', ...day }, user);
  expect(filename).toBe('harbour-orders-2027-01-01-2027-01-15.csv');
  const { uri } = await server.data('beginOtp', { password: 'harbour-42' }, user);
  expect(new URL(uri).searchParams.get('issuer')).toBe('Harbourlight');
});

test('charts', async () => {
  const [exchange] = (await get('/udf/config')).json().exchanges;
  expect(exchange).toEqual({ value: 'Harbour', name: 'Harbour', desc: 'Harbourlight' });
  const symbol = (await get('/udf/symbols?symbol=Harbour:BTC/USDT')).json();
  expect(symbol).toMatchObject({
    name: 'BTC/USDT',
    exchange: 'Harbour',
    listed_exchange: 'Harbour',
  });
  // The mode is the software's to say, under whatever name.
  expect(symbol.description).toContain('(demo)');
  const found = (await get('/udf/search?query=harbour:btc&exchange=harbour&type=crypto')).json();
  expect(found).toMatchObject([{ symbol: 'BTC/USDT', full_name: 'Harbour:BTC/USDT' }]);
  expect((await get('/udf/search?query=btc&exchange=Fairlead')).json()).toEqual([]);
});

test('mails and texts by SMS, in the brand’s words and from its address', async () => {
  const sent: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
  const send = async (message: (typeof sent)[number]) => void sent.push(message);
  const real = await startTestServer({
    environment: {
      BRAND,
      DEMO: 'false',
      FEED: 'live:kraken,coinbase',
      SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
      SMTP_URL: 'smtps://a:b@mail.example',
      PUBLIC_URL: 'https://exchange.example',
    },
    channels: { email: { send }, sms: { send } },
    hasPages: true,
  });
  // Funds are real: the page says nothing of test funds.
  const page = (await real.app.inject('/')).body;
  expect(page).toContain('<meta name="brand"');
  expect(page).not.toContain('name="strip"');
  expect(real.context.config.mail?.from).toBe('Harbourlight <no-reply@harbourlight.example>');
  for (const mark of ['en', 'th', 'jp'])
    await real.call(
      'smsMail',
      { email: `${mark}@x.example`, scene: 'register' },
      { headers: { 'language-mark': mark } },
    );
  // The server's own round may have them in hand: then there is nothing left for this one.
  const delivered = async () => {
    await real.context.outbox.deliver();
    return sent.length;
  };
  await expect.poll(delivered).toBeGreaterThanOrEqual(3);
  const of = (mark: string) => sent.find(({ to }) => to === `${mark}@x.example`);
  expect(of('en')?.subject).toMatch(/^Harbourlight: your code is \d{6}$/);
  expect(of('en')?.text).toContain('Nobody from Harbourlight will ever ask');
  expect(of('th')?.subject).toMatch(/^Harbourlight: รหัส/);
  expect(of('jp')?.subject).toContain('Harbourlight');
  for (const { subject, text } of sent) expect(`${subject} ${text}`).not.toContain('Fairlead');
  const owner = { name: 'owner', password: OWNER_PASSWORD };
  const { options } = await real.data('beginOperatorPasskey', owner);
  expect(options['rp']).toMatchObject({ name: 'Harbourlight' });
  await real.stop();
});
