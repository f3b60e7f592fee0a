/** Operators' passkeys as people use them: Chromium's own authenticator, the real console, a real server outside demo. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { launchBrowser, openDesk, Pages } from './support/browser.ts';
import { logInToConsole, openRecord } from './support/console.ts';
import { VirtualAuthenticator } from './support/passkeys.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  outOf,
} from './support/people.ts';
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

/** The first operator of all is told on every page to add a second: what needs two is refused until then. */
const NEEDS_SECOND = /403 \(Forbidden\) \S+\/operator\/(?:counts|system|overview)$/;

afterEach(async () => {
  const problems = (await pages.close()).filter((problem) => !NEEDS_SECOND.test(problem));
  expect(problems).toEqual([]);
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
  // Until the try is over: a device that knows its owner meanwhile would let this very one through.
  await page.getByRole('button', { name: 'Use a passkey', disabled: false }).waitFor();
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
  await thief.getByText('This passkey was not accepted').waitFor();
  pages.forgive(thief, 'operator/passkey/login');

  await page.goto('/console/#/account');
  await page.getByText(/^Last used/).waitFor();
  // The last one stays.
  expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0);
});

test('what an operator with a passkey passes is signed with it, and not passed without', async () => {
  const demo = await startServer({
    RATE_LIMIT_FACTOR: '1000',
    BOTS: 'false',
    COOLING_OFF_HOURS: '0',
    ...FIRST_OPERATOR,
  });
  try {
    await indexPrice(demo.url, 'ETH/USDT');
    const owner = await logInOperator(demo.url, FIRST);
    const reviewer = await addOperator(demo.url, owner, 'reviewer');
    const holder = await newHolder(demo.url, owner, '1000');
    const { id } = await call(demo.url, 'withdraw', outOf(holder, '100'), holder.token);
    const baseURL = demo.url.replace('127.0.0.1', 'localhost');
    const page = pages.add(await openDesk(browser, { baseURL }));
    const device = await VirtualAuthenticator.add(page);
    await logInToConsole(page, reviewer);
    await page.goto('/console/#/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const form = page.locator('form', { has: page.getByLabel('What you call it') });
    await form.getByLabel('What you call it').fill('Blue laptop');
    await form.getByLabel('Password', { exact: true }).fill(reviewer.password);
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    await page.getByText('Blue laptop').waitFor();

    const panel = await openRecord(page, { queue: 'withdrawals', userId: holder.id, id });
    await device.knows(false);
    await panel.getByRole('button', { name: /^Approve/ }).click();
    const confirm = panel.getByRole('button', { name: /^Approve .*USDT/ });
    await confirm.click();
    await page.getByText('Not signed with your passkey').waitFor();
    await device.knows(true);
    await confirm.click();
    await page.getByText(new RegExp(`Withdrawal ${id} .*approved`, 'i')).waitFor();
    const { list } = await call(
      demo.url,
      'operatorWithdrawals',
      { user_id: String(holder.id) },
      owner.token,
    );
    expect(list[0]).toMatchObject({ id, status: 'passed' });
  } finally {
    await demo.stop();
  }
});
