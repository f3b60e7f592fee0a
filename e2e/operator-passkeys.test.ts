/** Operators' passkeys as people use them: Chromium's own authenticator, the real console, a real server outside demo. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openDesk, Pages } from './support/browser.ts';
import { VirtualAuthenticator } from './support/passkeys.ts';
import { FIRST, FIRST_OPERATOR } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  const real = {
    DEMO: 'false',
    FEED: 'live:kraken',
    SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
  };
  const settings = { BOTS: 'false', ...FIRST_OPERATOR, ...real };
  [server, browser] = await Promise.all([
    startServer(settings, { isFirst: true }),
    launchBrowser(),
  ]);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Passkeys belong to names: the same server by its name on this machine. */
const desk = async (): Promise<Page> =>
  pages.add(await openDesk(browser, { baseURL: server.url.replace('127.0.0.1', 'localhost') }));

async function giveName(page: Page): Promise<void> {
  await page.goto('/console/');
  await page.getByLabel('Name').fill(FIRST.name);
  await page.getByLabel('Password', { exact: true }).fill(FIRST.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const isIn = (page: Page) => page.getByRole('navigation', { name: 'Console' }).waitFor();

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
}

test('outside demo the first login makes a passkey, which is what opens the console from then on', async () => {
  const page = await desk();
  const device = await VirtualAuthenticator.add(page);
  await giveName(page);
  await page.getByRole('heading', { name: 'Set up your passkey' }).waitFor();
  pages.forgive(page, 'operator/login');
  await page.getByLabel('What you call it').fill('Key ring');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await isIn(page);
  expect(await device.count()).toBe(1);

  await logOut(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await isIn(page);

  await logOut(page);
  await giveName(page);
  await page.getByRole('heading', { name: 'Your passkey' }).waitFor();
  pages.forgive(page, 'operator/login');
  await device.knows(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('console.token'))).toBeNull();
  await device.knows(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isIn(page);

  // A thief with the key, copied, comes too late and is refused.
  const thief = await desk();
  const copy = await VirtualAuthenticator.add(thief);
  await device.copyTo(copy);
  await logOut(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await isIn(page);
  await thief.goto('/console/');
  await thief.getByRole('button', { name: 'Log in with a passkey' }).click();
  await thief.getByRole('alert').waitFor();
  pages.forgive(thief, 'operator/passkey/login');

  await page.goto('/console/#/account');
  await page.getByText(/^Last used/).waitFor();
  // The last one stays.
  expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0);
});
