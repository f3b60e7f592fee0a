/** An exchange under a brand of its own: worn from the first paint on, readable in both themes, and a demo for everybody to see. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './deploy/image.ts';
import { registerInApp } from './support/app.ts';
import { findingsOf, openDeep } from './support/audit.ts';
import { launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import { FIRST, FIRST_OPERATOR } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let folder: string;
let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-brand-'));
  await cp(path.join(root, 'deploy/brand-sample'), folder, { recursive: true });
  [server, browser] = await Promise.all([
    startServer({ BRAND: folder, BOTS: 'false', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const options = () => ({ baseURL: server.url });
/** What is shown of the brand as the page stands now. */
const worn = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    accent: getComputedStyle(document.documentElement).getPropertyValue('--brand-fill').trim(),
  }));
const HARBOUR = { title: 'Harbourlight', accent: '#0a7ea4' };

test('nothing of another brand is seen, not even before the app is there', async () => {
  const page = pages.add(await openPhone(browser, options()));
  // The app's code does not come: what stands then is the first paint.
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('#root') !== null);
  await page.locator('[data-theme=dark]').waitFor({ state: 'attached' });
  expect(await worn(page)).toEqual(HARBOUR);
  isHeld = false;
  for (const go of held) go();
  await page.getByRole('heading', { name: 'A light on every price.' }).waitFor();
  expect(await worn(page)).toEqual(HARBOUR);
  expect(await pages.close()).toEqual([]);
});

test('a guest and a user find no fault in it, in both themes, and always see that it is a demo', async () => {
  const page = pages.add(await openPhone(browser, options()));
  const findings: string[] = [];
  const audit = async (route: string) => {
    await openDeep(page, `/#/${route}`);
    await page
      .getByRole('region', { name: 'Status' })
      .getByText(/^Demo: /)
      .waitFor();
    findings.push(...(await findingsOf(page, route || 'home')));
  };
  for (const route of [
    '',
    'pages/user/login/login',
    'pages/user/login/register',
    'pages/trade/spot?symbol=BTC/USDT',
    'pages/trade/kline?symbol=BTC/USDT',
    'pages/settings/about',
  ])
    await audit(route);
  await registerInApp(page, 'skipper@example.com');
  for (const route of ['pages/assets/index', 'pages/promotion/index', 'pages/settings/index'])
    await audit(route);
  expect(findings).toEqual([]);
  expect(await page.locator('body').textContent()).toContain('Harbourlight Markets Ltd');
  expect(await pages.close()).toEqual([]);
});

test('in Thai it greets in its own words', async () => {
  const page = pages.add(await openPhone(browser, options()));
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('lang', 'th');
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'ส่องสว่างทุกราคา' }).waitFor();
  await page.getByText('เดโม: ราคาจำลอง').waitFor();
  expect(await pages.close()).toEqual([]);
});

test('operators log in to its console, which has no fault either', async () => {
  const page = pages.add(await openDesk(browser, options()));
  await openDeep(page, '/console/');
  expect(await page.title()).toBe('Harbourlight Console');
  const findings = await findingsOf(page, 'login');
  await logInToConsole(page, FIRST);
  for (const name of ['withdrawals', 'markets', 'system']) {
    await openDeep(page, `/console/#/${name}`);
    await page.getByRole('banner').getByText('Harbourlight').waitFor();
    findings.push(...(await findingsOf(page, name)));
  }
  expect(findings).toEqual([]);
  expect(await pages.close()).toEqual([]);
});

test('another brand is another version: whoever has the app installed is offered it, and gets all of it', async () => {
  const page = pages.add(await openPhone(browser, { ...options(), serviceWorkers: 'allow' }));
  await page.goto('/');
  await page.getByText(/USDT/).first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => (await caches.match('/brand.css')) !== undefined);

  await server.end();
  const file = path.join(folder, 'brand.json');
  const brand = JSON.parse(await readFile(file, 'utf8'));
  // A long name, and an accent that takes dark words.
  const other = { name: 'Quayside Digital Asset Exchange 24×7 Ltd', short_name: 'Quayside' };
  await writeFile(file, JSON.stringify({ ...brand, ...other, accent: '#8a7b2f' }));
  await server.start();

  await page.goto('/?again');
  // What is installed stays in one piece until it is let go.
  expect(await worn(page)).toEqual(HARBOUR);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction((title) => document.title === title, other.name);
  await expect
    .poll(() => worn(page), { timeout: 240_000 })
    .toEqual({ title: other.name, accent: '#8a7b2f' });
  // As much of it as fits beside the buttons.
  await page.getByRole('banner').getByText('Quayside', { exact: true }).waitFor();
  const findings: string[] = [];
  for (const route of ['', 'pages/user/login/login', 'pages/settings/about']) {
    await openDeep(page, `/#/${route}`);
    findings.push(...(await findingsOf(page, route || 'home')));
  }
  expect(findings).toEqual([]);
});
