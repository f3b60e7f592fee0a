/** Locked funds, from a guest's sums to an early end and its records, in one real server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin, takeTestFunds } from './support/app.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import { newPerson, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

/** Of the demo: USDT for 15 days at 0.4 % a day. */
const PRODUCT = 'USDT, 15 days';
const BUY = '/#/pages/finance/buyPage?id=2';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
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

/** The app on a phone unless said, as this user or as a guest. */
async function phone(person?: Person, open: typeof openPhone = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  if (person !== undefined) await keepLogin(page, server.url, person.token);
  return page;
}

/** What the trust account holds of USDT. */
async function trust({ token }: Person): Promise<{ available: number; frozen: number }> {
  const request = { account: 'trust', currency_id: USDT };
  const { available, frozen } = await call(server.url, 'walletDetail', request, token);
  return { available: Number(available), frozen: Number(frozen) };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const lineOf = (page: Page, label: string) =>
  page.getByRole('dialog').locator('dl > div').filter({ hasText: label }).locator('dd');

describe.each(DEVICES)('a guest, on %s', (_device, open) => {
  test('sees the products, reckons with any amount, and login leads back to it', async () => {
    const page = await phone(undefined, open);
    await page.goto('/#/pages/template/index');
    await link(page, `Lock ${PRODUCT}`).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('10000');
    await page.getByText('Interest, 15 × 40.00').waitFor();
    await page.getByText('+600.00 (6.00%)').waitFor();
    await page.getByText('In all, 300.00 less').waitFor();
    await link(page, 'Log in to lock').click();
    await page.waitForURL(/pages\/user\/login\/login\?back=.*buyPage.*amount%3D10000/);
  });
});

describe.each(DEVICES)('a person with funds, on %s', (_device, open) => {
  test('fills the trust account, locks, redeems early, and finds it all in the records', async () => {
    const person = await newPerson(server.url);
    const page = await phone(person, open);
    await takeTestFunds(page);

    // The trust account is empty: what is missing is prefilled, and the amount is kept.
    await page.goto(BUY);
    await page.getByRole('textbox', { name: 'Amount' }).fill('1000');
    await page.getByText('Insufficient balance').waitFor();
    await link(page, 'Transfer').click();
    await button(page, /^Transfer 1,000/).click();
    await page.getByText('Transferred').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Available in Trust 1,000.00').waitFor();

    // Pressed without the agreement, what is missing comes into view above the button.
    await button(page, /^Lock 1,000.00/).click();
    await page.getByText(/^Read and accept/).waitFor();
    await page.getByRole('checkbox', { checked: false }).click();
    await button(page, /^Lock 1,000.00/).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Back if you left today').waitFor();
    await question.getByRole('button', { name: /^Lock 1,000.00/ }).click();
    await page.getByRole('heading', { name: /^1,000.00.USDT locked$/ }).waitFor();
    await page.getByText(/^First interest, tomorrow/).waitFor();
    expect(await trust(person)).toEqual({ available: 0, frozen: 1000 });

    await link(page, 'See the order').click();
    await page.getByText('0 of 15 days posted').waitFor();
    await button(page, 'Redeem early').click();
    await page.getByText('Damages, 0.40% × 15 × 1,000.00').waitFor();
    expect(await lineOf(page, 'Damages').textContent()).toBe('−60.00');
    expect(await lineOf(page, 'Penalty').textContent()).toBe('−6.00');
    expect(await lineOf(page, 'Principal back').textContent()).toBe('934.00');
    await button(page, /^Redeem and get 934.00/).click();
    await page.getByText(/^934.00.USDT of the principal is available/).waitFor();
    expect(await trust(person)).toEqual({ available: 934, frozen: 0 });

    await link(page, 'See it under Redeemed').click();
    await page.getByRole('tab', { name: 'Redeemed', selected: true }).waitFor();
    await page.getByRole('list', { name: 'Redeemed' }).getByText('934.00').waitFor();
    await page.goto('/#/pages/assets/record');
    await page.getByText('Early redemption').first().waitFor();
    await page.getByText('−66.00').first().waitFor();
  });

  test('sees an order appear on the page that is open, bought elsewhere', async () => {
    const person = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '500' }, person.token);
    const move = { from_account: 'coin', to_account: 'trust', currency_id: USDT, amount: '500' };
    await call(server.url, 'transfer', move, person.token);
    const page = await phone(person, open);
    await page.goto('/#/pages/template/index?tab=hosting');
    await page.getByText(/^Nothing in hosting\./).waitFor();
    const order = { product_id: '2', amount: '500', agreed: 'true' };
    await call(server.url, 'buyHosting', order, person.token);
    await page.getByText('0 of 15 days posted').waitFor();
    await page.getByRole('tab', { name: 'In hosting 1' }).waitFor();
    await page
      .getByText(/\+2.00 next, tomorrow/)
      .first()
      .waitFor();
  });
});
