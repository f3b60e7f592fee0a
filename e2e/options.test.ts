/** Rise or fall, from a guest's first look to the receipt that the browser itself checks, in one real server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf } from './support/audit.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  newVerified,
  type Operator,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const QUESTION =
  'Your account has not been authenticated. Do you want to go to the authentication?';
const OPTIONS = '/#/pages/option/detail?symbol=BTC/USDT';

let server: TestServer;
let browser: Browser;
let owner: Operator;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'BTC/USDT');
  owner = await logInOperator(server.url, FIRST);
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

/** A verified user with so much USDT in the option account. */
async function newBuyer(amount: string): Promise<Person> {
  const person = await newVerified(server.url, owner);
  const move = { from_account: 'coin', to_account: 'option', currency_id: USDT, amount };
  await call(server.url, 'faucet', { currency_id: USDT, amount }, person.token);
  await call(server.url, 'transfer', move, person.token);
  return person;
}

async function available({ token }: Person): Promise<string | undefined> {
  const { accounts } = await call(server.url, 'wallet', {}, token);
  const account = accounts.find((one) => one.account === 'option');
  return account?.balances.find(({ currency_id }) => String(currency_id) === USDT)?.available;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('who is not verified', () => {
  test('sees the product as a guest, and login leads back to it', async () => {
    const page = await phone();
    await page.goto(OPTIONS);
    await button(page, /^60 s/).click();
    await button(page, /^50$/).click();
    await page.getByText('90.00').waitFor();
    await page.getByText(QUESTION).waitFor();
    await button(page, /^Rise/).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL(/pages\/user\/login\/login\?back=.*option%2Fdetail/);
  });

  test('is led to the verification as a user', async () => {
    const page = await phone(await newPerson(server.url));
    await page.goto(OPTIONS);
    await page.getByText('Your option account is empty').waitFor();
    await button(page, /^Fall/).click();
    const gate = page.getByRole('dialog', { name: 'Verification needed' });
    await gate.getByText(QUESTION).waitFor();
    await gate.getByRole('link', { name: 'Verify' }).click();
    await page.waitForURL(/pages\/verification\/index/);
  });
});

describe.each(DEVICES)('an option, on %s', (_device, open) => {
  test('is bought, counts down, is decided by the mean and can be checked by its receipt', async () => {
    const buyer = await newBuyer('100');
    const page = await phone(buyer, open);
    await page.goto(OPTIONS);
    await button(page, /^30 s/).click();
    await button(page, /^50$/).click();
    await button(page, /^Rise/).click();
    const sheet = page.getByRole('dialog', { name: 'Rise on BTC/USDT' });
    await sheet.getByText('mean of the last 5 s').waitFor();
    expect(await sheet.getByText('50.50').count()).toBe(3);
    await button(page, /^Buy rise, 50.00/).click();

    const left = page.getByRole('timer');
    await left.waitFor();
    expect(await left.getAttribute('aria-label')).toMatch(/^[1-3]?\d seconds left$/);
    expect(Number(await available(buyer))).toBe(49.5);

    const card = page.getByRole('status', { name: /^Result of order/ });
    await card.waitFor({ timeout: 240_000 });
    const { list } = await call(server.url, 'optionOrders', { status: 'settled' }, buyer.token);
    const [order] = list;
    const words = { win: 'Right', lose: 'Wrong', flat: 'Flat', refunded: 'Refunded' };
    await card.getByText(words[order?.result ?? 'refunded'], { exact: true }).waitFor();
    expect(order).toMatchObject({ direction: 'rise', seconds: 30, amount: '50.000000' });
    expect(Number(await available(buyer))).toBe(49.5 + Number(order?.paid));
    expect(await findingsOf(page, 'a fresh result')).toEqual([]);

    await card.getByRole('link', { name: 'Receipt' }).click();
    await page.waitForURL(new RegExp(`pages/settlement/receipt\\?id=${order?.receipt_id}$`));
    await page.getByText('Verified on this device').waitFor();

    await page.goto('/#/pages/option/orders?status=settled');
    await button(page, `Details of order ${order?.id}`).click();
    // A sheet, or beside the list.
    const name = `Order ${order?.id}`;
    await page
      .getByRole('dialog', { name })
      .or(page.getByRole('region', { name }))
      .getByText('30 s')
      .waitFor();
  });
});
