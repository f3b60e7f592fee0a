/** A withdrawal is what the passkey signs: Chromium's own authenticator, the real app, console and server (cases.md W17). */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin, takeDemoCode, typeDigits } from './support/app.ts';
import { launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole, openRecord } from './support/console.ts';
import { addPasskey, VirtualAuthenticator } from './support/passkeys.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  type Holder,
  logInOperator,
  newHolder,
  type Operator,
  USDT,
  usdtOf,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SIGNS = 'Your passkey signs exactly what is shown here. Nothing else can be done with that.';
const REFUSED = 'This passkey was not accepted. Try again, or use your password';

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

beforeEach(async () => {
  holder = await newHolder(server.url, owner, '1000');
  page = pages.add(await openPhone(browser, { baseURL: baseUrl() }));
  await VirtualAuthenticator.add(page);
  await keepLogin(page, server.url, holder.token);
  await addPasskey(page, 'Key ring');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Up to the press of the button that has the passkey sign. */
async function ask(): Promise<void> {
  await page.goto(
    `/#/pages/assets/withdraw/detail?currency_id=${USDT}&address_id=${holder.addressId}`,
  );
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  await page.getByRole('button', { name: /^Withdraw / }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm withdrawal' });
  await confirm.getByText(SIGNS).waitFor();
  await typeDigits(confirm, 'Fund password', FUND_PASSWORD);
  await confirm.getByRole('button', { name: /^Withdraw / }).click();
}

/** What a changed page would do: one thing is signed, another is asked for. */
const changeRequests = (changed: object) =>
  page.route('**/api/wallet/out', (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>;
    return route.continue({ postData: JSON.stringify({ ...body, ...changed }) });
  });

async function isRefused(): Promise<void> {
  await page.getByText(REFUSED).first().waitFor();
  pages.forgive(page, 'wallet/out');
  expect(await usdtOf(server.url, holder)).toEqual({
    available: '1000.000000',
    frozen: '0.000000',
  });
}

test('is asked for with it, and the operator sees that it is signed for exactly this', async () => {
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

test('by a page that asks for another amount than was signed is refused', async () => {
  await changeRequests({ amount: '900' });
  await ask();
  await isRefused();
});

test('to another address of the user than was signed is refused; a new one is signed as it is saved', async () => {
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  await page.goto(`/#/pages/user/address/create?currency_id=${USDT}`);
  await page.getByRole('radio', { name: /^Ethereum/ }).check({ force: true });
  await page.getByLabel('Address', { exact: true }).fill(other);
  await page.getByText(SIGNS).waitFor();
  await typeDigits(page, 'Fund password', FUND_PASSWORD);
  await takeDemoCode(page);
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Address saved').waitFor();
  const book = await call(server.url, 'withdrawalAddresses', {}, holder.token);
  const saved = book.find(({ address }) => address === other);
  await changeRequests({ address_id: saved?.id });
  await ask();
  await isRefused();
});
