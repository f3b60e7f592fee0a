/** A withdrawal is what the passkey signs: Chromium's own authenticator, the real app, console and server (cases.md W17). */
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin, takeDemoCode, typeDigits } from './support/app.ts';
import { launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole, openRecord } from './support/console.ts';
import { addPasskey, VirtualAuthenticator } from './support/passkeys.ts';
import {
  ETH_ADDRESS,
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  type Holder,
  logInOperator,
  newHolder,
  newVerified,
  type Operator,
  PASSWORD,
  type Person,
  USDT,
  usdtOf,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SIGNS = 'Your passkey signs exactly what is shown here. Nothing else can be done with that.';
const REFUSED = 'This passkey was not accepted. Try again, or use your password';

const OTHER_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let server: TestServer;
let browser: Browser;
let owner: Operator;
let holder: Holder;
let page: Page;
const pages = new Pages();

/** Passkeys belong to names: the same server by its name on this machine. */
const baseUrl = () => server.url.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      COOLING_OFF_HOURS: '0',
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'ETH/USDT');
  owner = await logInOperator(server.url, FIRST);
});

/** A phone with a passkey of this user. */
async function phoneOf(person: Person): Promise<Page> {
  const phone = pages.add(await openPhone(browser, { baseURL: baseUrl() }));
  await VirtualAuthenticator.add(phone);
  await keepLogin(phone, server.url, person.token);
  await addPasskey(phone, 'Key ring');
  return phone;
}

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function begin(): Promise<void> {
  holder = await newHolder(server.url, owner, '1000');
  page = await phoneOf(holder);
}

/** Up to the press of the button that has the passkey sign. */
async function ask(): Promise<void> {
  await page.goto(`/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  await page.getByRole('button', { name: /^Withdraw / }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await confirm.getByText(SIGNS).waitFor();
  await typeDigits(confirm, 'Fund password', FUND_PASSWORD);
  await confirm.getByRole('button', { name: /^Withdraw / }).click();
}

/** Changes what comes back, or what is sent, as a page or a line that was changed would. */
const change = (path: string, change: (route: Route) => Promise<void>) =>
  page.route(`**/api/${path}`, change);

async function isRefused(): Promise<void> {
  await page.getByText(REFUSED).first().waitFor();
  pages.forgive(page, 'wallet/out');
  expect(await usdtOf(server.url, holder)).toEqual({
    available: '1000.000000',
    frozen: '0.000000',
  });
}

test('is asked for with it, and the operator sees that it is signed for exactly this', async () => {
  await begin();
  await ask();
  await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
  const { list } = await call(server.url, 'operatorWithdrawals', {}, owner.token);
  const row = list.find(({ user_id: id }) => id === holder.id);
  expect(row).toMatchObject({ signed: { is_right: true, passkey: 'Key ring' } });
  const desk = pages.add(await openDesk(browser, { baseURL: baseUrl() }));
  await logInToConsole(desk, FIRST);
  const record = { queue: 'withdrawals', userId: holder.id, id: row?.id ?? 0 } as const;
  const panel = await openRecord(desk, record);
  await panel.getByText(/^Signed by the user’s passkey for exactly this/).waitFor();
});

test('of which another amount is asked for than was signed is refused', async () => {
  await begin();
  await change('wallet/out', (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>;
    const headers = { ...route.request().headers(), 'content-type': 'application/json' };
    return route.continue({ headers, postData: JSON.stringify({ ...body, amount: '900' }) });
  });
  await ask();
  await isRefused();
});

test('signed for an address that is not the one in the book is refused', async () => {
  await begin();
  await change('wallet/get_address', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(ETH_ADDRESS, OTHER_ADDRESS);
    await route.fulfill({ response, body: text });
  });
  await ask();
  await isRefused();
});

test('goes to an address that was signed when it was saved', async () => {
  const person = await newVerified(server.url, owner);
  const pair = { password: FUND_PASSWORD, password_confirmation: FUND_PASSWORD };
  await call(server.url, 'saveFundPassword', { ...pair, login_password: PASSWORD }, person.token);
  page = await phoneOf(person);
  await page.goto(`/#/pages/user/address/create?currency_id=${USDT}`);
  await page.getByRole('radio', { name: /^Ethereum/ }).check({ force: true });
  await page.getByLabel('Address', { exact: true }).fill(OTHER_ADDRESS);
  await page.getByText(SIGNS).waitFor();
  await typeDigits(page, 'Fund password', FUND_PASSWORD);
  await takeDemoCode(page);
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Address saved').waitFor();
  const book = await call(server.url, 'withdrawalAddresses', {}, person.token);
  expect(book.map(({ address }) => address)).toEqual([OTHER_ADDRESS]);
});
