/** A new coin, from home to the locked coins in the assets, with the operator who decides, in one real server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, openDesk, type openPhone, Pages } from './support/browser.ts';
import { logInToConsole, openRecord, reject } from './support/console.ts';
import { FIRST, FIRST_OPERATOR, newPerson, PASSWORD, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
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

/** The app on a device, as this user or as a guest. */
async function phone(open: typeof openPhone, person?: Person): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  if (person !== undefined) await keepLogin(page, server.url, person.token);
  return page;
}

/** The demo's own offering: FLD at 0.05 USDT, 100 at least. */
const PURCHASE = '/#/pages/publication/purchase?id=1';

async function newBuyer(amount: string): Promise<Person> {
  const person = await newPerson(server.url);
  await call(server.url, 'faucet', { currency_id: USDT, amount }, person.token);
  return person;
}

/** "available + frozen" of a currency in the coin account. */
async function coinOf({ token }: Person, name: string): Promise<string> {
  const { accounts } = await call(server.url, 'wallet', {}, token);
  const coin = accounts.find(({ account }) => account === 'coin');
  const balance = coin?.balances.find((one) => one.name === name);
  return `${Number(balance?.available ?? 0)} + ${Number(balance?.frozen ?? 0)}`;
}

/** After the last look at what is paid for what. */
const confirm = (page: Page) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Subscribe for/ })
    .click();

/** Subscribes in the app; gives the number that the result names. */
async function subscribe(page: Page, amount: string): Promise<number> {
  await page.goto(PURCHASE);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
  await confirm(page);
  await page.getByRole('heading', { name: 'Subscribed', exact: true }).waitFor();
  const facts = await page.getByRole('definition').allTextContents();
  return Number(facts.at(-1));
}

/** The console's desk, on a subscription under review. */
async function desk({ id: userId }: Person, id: number) {
  const page = pages.add(await openDesk(browser, { baseURL: server.url }));
  await logInToConsole(page, FIRST);
  return openRecord(page, { queue: 'subscriptions', userId, id });
}

const record = (page: Page, id: number) =>
  page
    .getByRole('list', { name: 'My subscriptions' })
    .getByRole('listitem')
    .filter({ hasText: `No.\u00a0${id}` });

describe.each(DEVICES)('a new coin, on %s', (_device, open) => {
  test('is found from home by a guest, whom login brings back to the purchase', async () => {
    const buyer = await newBuyer('100');
    const page = await phone(open);
    await page.goto('/');
    await page.getByRole('link', { name: 'New coins' }).first().click();
    const card = page.getByRole('list', { name: 'Open now' }).getByRole('listitem').first();
    await card.getByText(/sold$/).first().waitFor();
    await card.getByRole('link', { name: /^FLD/ }).click();
    await page.getByRole('heading', { name: 'About FLD' }).waitFor();
    expect(await page.getByText('Expected return').count()).toBe(0);
    await page.getByRole('link', { name: 'Log in to subscribe' }).click();
    await page.waitForURL(/login\?back=.*publication%2Fpurchase/);
    await page.getByRole('radio', { name: 'E-mail' }).check({ force: true });
    await page.getByRole('textbox', { name: 'E-mail' }).fill(buyer.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(/publication\/purchase\?id=1/);
    await page.getByText('100.00\u00a0USDT').first().waitFor();
  });

  test('is subscribed for, passed by an operator, and then locked in the assets', async () => {
    const buyer = await newBuyer('100');
    const page = await phone(open, buyer);
    const id = await subscribe(page, '400');
    expect(await coinOf(buyer, 'USDT')).toBe('80 + 20');
    await page.getByRole('link', { name: 'My subscriptions' }).click();
    await record(page, id).getByText('Under review').waitFor();

    const panel = await desk(buyer, id);
    await panel.getByRole('button', { name: 'Pass', exact: true }).click();
    await panel.getByRole('button', { name: /^Pass/ }).click();

    // The page hears of it by itself.
    await record(page, id).getByText('Passed').waitFor();
    await record(page, id)
      .getByText(/^Locked until/)
      .waitFor();
    expect(await record(page, id).getByText('Return so far').count()).toBe(0);
    expect(await coinOf(buyer, 'USDT')).toBe('80 + 0');
    expect(await coinOf(buyer, 'FLD')).toBe('0 + 400');
    await page.goto('/#/pages/assets/index');
    const coin = page.getByRole('button', { name: /^FLD/ });
    await coin.getByText('No price').waitFor();
    expect(await coin.textContent()).toContain('Frozen 400');
  });

  test('that is rejected gives the payment back and says why', async () => {
    const buyer = await newBuyer('100');
    const page = await phone(open, buyer);
    const id = await subscribe(page, '1000');
    await page.getByRole('link', { name: 'My subscriptions' }).click();
    await reject(await desk(buyer, id), 'Not offered in your country.');
    await record(page, id).getByText('Reason: Not offered in your country.').waitFor();
    await record(page, id).getByText('came back to your coin account').waitFor();
    expect(await coinOf(buyer, 'USDT')).toBe('100 + 0');
    expect(await coinOf(buyer, 'FLD')).toBe('0 + 0');
  });

  test('that costs more than the balance leads to test funds, and then is bought', async () => {
    const buyer = await newPerson(server.url);
    const page = await phone(open, buyer);
    await page.goto(PURCHASE);
    await page.getByLabel('Amount', { exact: true }).fill('2000');
    await page.getByText('Insufficient balance').waitFor();
    await page.getByRole('button', { name: /^Subscribe for/ }).click();
    const ways = page.getByRole('dialog', { name: 'Your balance is running low' });
    await ways.getByText('100.00\u00a0USDT more is needed').waitFor();
    await ways.getByRole('button', { name: /^Get test funds/ }).click();
    await page
      .getByRole('dialog', { name: 'Get test funds' })
      .getByRole('button', { name: /^Get / })
      .click();
    // What was typed is still there, and now it can be paid.
    await page.getByText('Insufficient balance').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Subscribe for 2,000/ }).click();
    await confirm(page);
    await page.getByRole('heading', { name: 'Subscribed', exact: true }).waitFor();
    expect(await coinOf(buyer, 'USDT')).toMatch(/ \+ 100$/);
  });
});
