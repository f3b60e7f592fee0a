/** The installed app: it starts without a network, lets a new version in only when told, and caches no call. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { indexPrice } from './support/api.ts';
import { launchBrowser } from './support/browser.ts';
import { type Relay, startProxy } from './support/proxy.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let proxy: Relay;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ BOTS: 'false' }), launchBrowser()]);
  await indexPrice(server.url, 'BTC/USDT');
});

beforeEach(async () => {
  // A port of its own for each test, so that no worker is left from the one before.
  proxy = await startProxy(server.url);
  context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
});

afterEach(async () => {
  await context.close();
  await proxy.close();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A market with its price: figures are there. */
const market = () => page.getByRole('link', { name: /USDT.*\d/ }).first();

/** Opens the app and waits until its worker is in control and has what the page is made of. */
async function openInstalled(link = '/'): Promise<void> {
  await page.goto(link);
  await page.getByText(/USDT/).first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => {
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/'));
    const kept = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
    return kept.every((answer) => answer !== undefined);
  });
  // The first answer may have come before the worker did.
  await page.waitForFunction(() =>
    caches.match('/api/currency/quotation_new', { ignoreVary: true, ignoreSearch: true }),
  );
}

/** Ends the app, takes the network away, and starts it anew. */
async function startOffline(link: string): Promise<void> {
  await page.close();
  await context.setOffline(true);
  page = await context.newPage();
  await page.goto(link);
}

const cachedPaths = (): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

test('without a network the app starts with its strip and the markets as last seen', async () => {
  await openInstalled();
  await startOffline('/');
  await page.getByText(/^Offline/).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await market().waitFor();
});

test('a page that was visited once opens without a network', async () => {
  await openInstalled('/#/pages/trade/kline?symbol=BTC/USDT');
  await startOffline('/#/pages/trade/kline?symbol=ETH/USDT');
  await page.getByText(/^Offline/).waitFor();
  await page.getByRole('button', { name: /ETH\/USDT/ }).waitFor();
});

test('a server that does not answer is no end either', async () => {
  await openInstalled();
  await page.close();
  proxy.cut(true);
  page = await context.newPage();
  await page.goto('/');
  await market().waitFor();
});

test('a new version is offered, and comes only when it is tapped', async () => {
  await openInstalled();
  await page.evaluate(() => {
    document.title = 'untouched';
  });
  proxy.release('fedcba9876543210');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText('A new version is ready').waitFor();
  expect(await page.title()).toBe('untouched');
  expect(await page.locator('html').getAttribute('data-release')).toBeNull();

  await page.getByRole('button', { name: 'Update' }).click();
  await page.locator('html[data-release=fedcba9876543210]').waitFor();
  await market().waitFor();
  await page.waitForFunction(
    async () => !(await caches.keys()).some((name) => /^app-shell-(?!fedcba)/.test(name)),
  );
});

test('a page whose code was replaced leads to the new version', async () => {
  await openInstalled();
  proxy.release('0123456789abcdef');
  // Never visited, so no cache has it, and the server has it no more.
  await context.route('**/assets/*', (route) => route.abort());
  await page.evaluate(() => {
    window.location.hash = '#/pages/finance/rulePage';
  });
  await page.getByText('A new version is ready').waitFor();
});

test('calls, the console and the socket never meet a cache', async () => {
  await openInstalled();
  await page.evaluate(() => fetch('/console/'));
  const paths = await cachedPaths();
  expect(paths).toContain('/index.html');
  expect(paths.filter((path) => /^\/(api|console|socket\.io|health)/.test(path))).toEqual([]);

  const asked = proxy.asked.filter((path) => path === '/api/config').length;
  await page.evaluate(() => fetch('/api/config'));
  await page.evaluate(() => fetch('/api/config'));
  expect(proxy.asked.filter((path) => path === '/api/config').length).toBe(asked + 2);

  await context.setOffline(true);
  const failure = page.evaluate(() => fetch('/api/config').then(() => 'answered'));
  await expect(failure).rejects.toThrow(/Failed to fetch/);
});

test('the worker is asked for anew each time, and hashed files never again', async () => {
  const worker = await fetch(`${server.url}/service-worker.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toMatch(/javascript/);
  expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self'");
  const body = await (await fetch(`${server.url}/`)).text();
  const [, file = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(body) ?? [];
  const hashed = await fetch(`${server.url}/${file}`);
  expect(hashed.headers.get('cache-control')).toContain('immutable');
});
