/**
 * Sub-accounts in the app, at both widths: one is made and given money, a tab trades as it, and nothing of one account is seen as
 * another.
 */
import { SUB_ACCOUNT_HEADER } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf, openWithin } from './support/audit.ts';
import { DEVICES, launchBrowser, type openPhone, Pages, photograph } from './support/browser.ts';
import { newPerson, type Person, USDT } from './support/people.ts';
import { USER_SCREENS } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'ETH/USDT';
const WALK_TIMEOUT_MS = 1_800_000;

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, SYMBOL);
});
afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The app of somebody with 1,000 USDT in the main account. */
async function opened(open: typeof openPhone): Promise<{ person: Person; page: Page }> {
  const person = await newPerson(server.url);
  await call(server.url, 'faucet', { currency_id: USDT, amount: '1000' }, person.token);
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await keepLogin(page, server.url, person.token);
  return { person, page };
}

/** One that was made over the API, with so much USDT. */
async function made({ token }: Person, name: string, amount: string): Promise<number> {
  const { id } = await call(server.url, 'createSubAccount', { name }, token);
  const move = { id: String(id), direction: 'in', currency_id: USDT, amount };
  await call(server.url, 'moveSubAccount', move, token);
  return id;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Account', exact: true });

async function actAs(page: Page, id: number, name: string): Promise<void> {
  await page.goto(`/#/pages/settings/subAccounts?id=${id}`);
  await page.getByRole('button', { name: 'Switch to it', exact: true }).first().click();
  await bar(page).getByText(`Acting as ${name}`).waitFor();
}

async function backToMain(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Back to main account' }).click();
  await bar(page).waitFor({ state: 'hidden' });
}

describe.each(DEVICES)('on %s', (device, open) => {
  const picture = (page: Page, name: string) =>
    photograph(page, `${device.replaceAll(' ', '-')}-${name}`);

  test('one is made, gets money, trades, and has its order to itself', async () => {
    const { person, page } = await opened(open);
    await page.goto('/#/pages/settings/index');
    await page.getByRole('link', { name: 'Sub-accounts' }).last().click();
    await page.getByText('No sub-account yet.').waitFor();
    await picture(page, 'empty');
    await page.getByRole('button', { name: 'Create sub-account' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Create sub-account' }).click();
    await sheet.getByText('Enter a name.').waitFor();
    await sheet.getByLabel('Name').fill('Grid');
    await sheet.getByRole('button', { name: 'Create sub-account' }).click();
    await page.getByText('Grid was created. Now move money in.').waitFor();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^Grid/ }).click();

    await page.getByText(/^There is nothing in it yet/).waitFor();
    await page.getByRole('button', { name: 'Move money' }).click();
    await sheet.getByText('1,000.00').first().waitFor();
    await sheet.getByLabel('Amount').fill('400');
    await picture(page, 'move');
    await sheet.getByRole('button', { name: 'Move money' }).click();
    await page.getByText('Moved', { exact: true }).waitFor();
    await sheet.waitFor({ state: 'hidden' });
    const held = page.getByRole('list', { name: 'Balances' });
    await held.getByText('400.00').first().waitFor();
    await picture(page, 'one');

    await page.getByRole('button', { name: 'Switch to it', exact: true }).first().click();
    await bar(page).getByText('Acting as Grid').waitFor();
    await page.getByText('400.00').first().waitFor();
    await picture(page, 'acting');
    const price = String(Math.floor(Number(await indexPrice(server.url, SYMBOL)) * 0.9));
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=buy`);
    await page.getByRole('textbox', { name: 'Price USDT' }).fill(price);
    await page.getByRole('textbox', { name: 'Amount ETH' }).fill('0.1');
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).click();
    await page.getByRole('dialog').getByText('Grid').waitFor();
    await picture(page, 'confirm');
    await page.getByRole('dialog').getByRole('button', { name: /^Buy/ }).click();
    await page.getByRole('button', { name: /^Cancel order/ }).waitFor();
    await picture(page, 'trading');

    // A reload is the same account still, another tab is the main one.
    await page.reload();
    await bar(page).getByText('Acting as Grid').waitFor();
    await page.getByRole('button', { name: /^Cancel order/ }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${server.url}/#/pages/trade/orders`);
    await other.getByText('No orders are waiting.').first().waitFor();
    expect(await bar(other).count()).toBe(0);
    await other.close();

    await page.goto('/#/pages/assets/deposit/index');
    await page.getByText(/^This is the main account’s\./).waitFor();
    await picture(page, 'of-main');
    await page.getByRole('main').getByRole('button', { name: 'Back to main account' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    await page.goto('/#/pages/trade/orders');
    await page.getByText('No orders are waiting.').first().waitFor();
    const { list } = await call(server.url, 'orders', { status: 'waiting' }, person.token);
    expect(list).toEqual([]);
  });

  test('statement and tax are of the main account, or of all as one', async () => {
    const { person, page } = await opened(open);
    await made(person, 'Hedge', '250');
    await page.goto('/#/pages/assets/statement');
    await page.getByText('Between sub-accounts').waitFor();
    const own = page.getByRole('region', { name: 'USDT' });
    await own.getByText('750.00').waitFor();
    await page.getByText('All accounts').click();
    await own.getByText('1,000.00').last().waitFor();
    await page.getByText('Between sub-accounts').waitFor({ state: 'hidden' });
    await picture(page, 'statement');
    await page.goto('/#/pages/assets/tax');
    await page.getByText('All accounts').click();
    await page.waitForURL(/together=1/);
    await picture(page, 'tax');
  });

  test('terms are edited, and money is moved back', async () => {
    const { person, page } = await opened(open);
    const id = await made(person, 'Scalp', '250');
    await page.goto(`/#/pages/settings/subAccounts?id=${id}`);
    await page.getByRole('button', { name: /^Daily limits/ }).click();
    const sheet = page.getByRole('dialog').first();
    await sheet.getByRole('switch', { name: 'Options' }).uncheck({ force: true });
    await sheet.getByRole('button', { name: 'Add a limit' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: /USDT/ }).click();
    await sheet.getByRole('textbox', { name: 'Daily limit in USDT' }).fill('300');
    await picture(page, 'terms');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const [terms] = await call(server.url, 'subAccounts', {}, person.token);
    expect(terms).toMatchObject({
      products: ['spot', 'futures'],
      daily_limits: [{ currency: 'USDT', amount: expect.stringMatching(/^300(\.0+)?$/) }],
    });

    await page.getByRole('button', { name: 'Move money' }).click();
    await sheet.getByText('At most 300.00 USDT a day may be moved in.').waitFor();
    await sheet.getByLabel('Amount').fill('100');
    await sheet.getByRole('button', { name: 'Move money' }).click();
    // The day's 300, of which 250 are in.
    await sheet.getByText('more than may be moved into this sub-account today').waitFor();
    pages.forgive(page, 'user/sub_accounts/move');
    await sheet.getByRole('button', { name: 'Swap from and to' }).click();
    await sheet.getByLabel('Amount').fill('50');
    await sheet.getByRole('button', { name: 'Move money' }).click();
    await page.getByText('Moved', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Balances' }).getByText('200.00').first().waitFor();
    await page.goto('/#/pages/settings/subAccounts');
    await page.getByRole('link', { name: /^Scalp.*200\.00/ }).waitFor();
    await picture(page, 'list');
  });

  test('its keys are made as it, and logging out forgets it', async () => {
    const { person, page } = await opened(open);
    const id = await made(person, 'Bot', '100');
    await page.goto(`/#/pages/settings/subAccounts?id=${id}`);
    await page.getByRole('button', { name: /^API keys/ }).click();
    await bar(page).getByText('Acting as Bot').waitFor();
    await page.getByText('No API key yet.').waitFor();
    await picture(page, 'keys');
    await page.goto('/#/pages/settings/index');
    await picture(page, 'settings');
    await page.getByRole('button', { name: 'Log out' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => sessionStorage.getItem('acting'))).toBeNull();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
  });

  test('no screen asks as it for what is the main account’s, and all calls for users name it', {
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const { person, page } = await opened(open);
    const id = await made(person, 'Walk', '100');
    await actAs(page, id, 'Walk');
    const unnamed = new Set<string>();
    const refused = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) return;
      const headers = response.request().headers();
      if (headers['authorization'] !== undefined && headers[SUB_ACCOUNT_HEADER] === undefined)
        unnamed.add(pathname.replace('/api/', ''));
      if (response.status() === 403) refused.add(pathname.replace('/api/', ''));
    });
    const findings: string[] = [];
    // Whoever has traded nothing has no receipt.
    for (const screen of USER_SCREENS.filter((each) => !each.includes('receipt?'))) {
      await openWithin(page, `/#/${screen}`);
      expect(await bar(page).isVisible(), screen).toBe(true);
      findings.push(...(await findingsOf(page, `acting: ${screen || 'home'}`)));
    }
    expect([...refused]).toEqual([]);
    // The person's, and no account's.
    expect([...unnamed]).toContain('user/center');
    for (const path of unnamed)
      expect(path).toMatch(/^user\/(center\w*|favourites|drawings|security)$/);
    expect(findings).toEqual([]);
    await backToMain(page);
  });
});
