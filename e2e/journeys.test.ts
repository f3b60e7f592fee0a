/** What a person does with the app, in a real browser against a real server. No bots: the books hold what the test puts there. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice, registerUser } from './support/api.ts';
import { keepLogin, registerInApp, takeTestFunds } from './support/app.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import { newPerson, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'ETH/USDT');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const phone = async (open = openPhone): Promise<Page> =>
  pages.add(await open(browser, { baseURL: server.url }));

/** Opens the app as a user who is logged in already. */
async function pageOf(token: string, open: typeof openPhone): Promise<Page> {
  const page = await phone(open);
  await keepLogin(page, server.url, token);
  return page;
}

describe.each(DEVICES)('from a first visit to a trade, on %s', (device, open) => {
  test('a person registers, gets test funds, places, matches, cancels and finds it all in the history', async () => {
    const page = pages.add(await open(browser, { baseURL: server.url }));
    const name = device.replaceAll(' ', '-');
    await registerInApp(page, `mara-${name}@example.org`);

    await takeTestFunds(page);
    await page.getByRole('button', { name: /^USDT/ }).waitFor();

    const [price = ''] = (await indexPrice(server.url, 'ETH/USDT')).split('.');
    await page.goto('/#/pages/trade/spot?symbol=ETH/USDT&side=buy');
    await page.getByRole('textbox', { name: 'Price USDT' }).fill(price);
    await page.getByRole('textbox', { name: 'Amount ETH' }).fill('0.5');
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).click();
    await confirmUntil(page, page.getByRole('tab', { name: 'Open orders 1' }));

    const other = await registerUser(server.url, `other-${name}@example.org`);
    await call(server.url, 'faucet', { currency_id: '2', amount: '1' }, other);
    const sell = { symbol: 'ETH/USDT', side: 'sell', type: 'limit', price };
    await call(server.url, 'placeOrder', { ...sell, quantity: '0.2' }, other);
    const inTable = page.getByRole('table', { name: 'Open orders' });
    await page
      .getByText('0.2000 / 0.5000')
      .or(inTable.getByText(/^0\.2(000)? \/ 0\.5/))
      .first()
      .waitFor();

    await page.getByRole('button', { name: /^Cancel order/ }).click();
    const none = page
      .getByRole('tab', { name: 'Open orders', exact: true })
      .or(page.getByRole('tab', { name: 'Open orders 0' }));
    await confirmUntil(page, none);

    await page.goto('/#/pages/trade/orders');
    await page.getByRole('tab', { name: 'Cancelled' }).click();
    await page.getByText('0.2000 / 0.5000').waitFor();
    await page.goto('/#/pages/assets/record');
    await page.getByText('Trade').first().waitFor();
    await page.getByText('Test funds').first().waitFor();
  });
});

describe.each(DEVICES)('an order that waits for a price, on %s', (_device, open) => {
  test('is seen waiting and taken back; another is triggered by a trade, and its receipt is proved', async () => {
    const person = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: '2', amount: '1' }, person.token);
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    const index = Number(await indexPrice(server.url, 'ETH/USDT'));

    await page.goto('/#/pages/trade/spot?symbol=ETH/USDT&side=sell');
    await choose(page, /^Order type/, /^Stop market/);
    await page
      .getByRole('textbox', { name: 'Trigger price USDT' })
      .fill(`${Math.floor(index * 0.9)}`);
    await page.getByRole('textbox', { name: 'Amount ETH' }).fill('0.5');
    await page
      .getByText(/^When the index falls to .*, sell 0\.5\sETH at the market price\.$/)
      .waitFor();
    await page.getByRole('button', { name: /^Sell .*ETH$/ }).click();
    // A terminal has one table of all that waits.
    const waiting = page
      .getByRole('list', { name: 'Waiting for a price' })
      .or(page.getByRole('table', { name: 'Open orders' }));
    await confirmUntil(page, waiting);
    await waiting.getByText(/% away$|^Index ≤/).waitFor();
    await page.getByRole('button', { name: /^Cancel order/ }).click();
    await confirmUntil(page, page.getByText('Order cancelled').first());
    await waiting.waitFor({ state: 'hidden' });

    const reached = String(Math.floor(index * 0.99));
    await choose(page, /^Trigger by/, /^Last trade/);
    await page.getByRole('textbox', { name: 'Trigger price USDT' }).fill(reached);
    await page.getByRole('textbox', { name: 'Amount ETH' }).fill('0.5');
    await page.getByRole('button', { name: /^Sell .*ETH$/ }).click();
    await confirmUntil(page, waiting);
    await tradeAt(reached);
    await waiting.waitFor({ state: 'hidden' });

    await page.getByRole('tab', { name: 'History' }).click();
    const ended = page
      .getByRole('list', { name: 'Triggered and cancelled' })
      .getByRole('listitem')
      .or(page.getByRole('table', { name: 'History' }).getByRole('row'));
    await ended.filter({ hasText: 'Triggered' }).getByRole('button').click();
    const life = page.getByRole('list', { name: 'Its life' });
    await life.getByText(/^Became order \d+$/).waitFor();
    await life.getByRole('link', { name: 'Receipt' }).click();
    await page.getByText('Verified on this device').waitFor();
    await page.getByText('The price it waited for was reached').waitFor();
  });
});

/** Chooses in a sheet that a button opens. */
async function choose(page: Page, button: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: option }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Two others trade a little at a price, and one of them bids there for the 0.5 that follow; nothing is left in the book. */
async function tradeAt(price: string): Promise<void> {
  const [buyer, seller] = await Promise.all([newPerson(server.url), newPerson(server.url)]);
  await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, buyer.token);
  await call(server.url, 'faucet', { currency_id: '2', amount: '1' }, seller.token);
  const order = { symbol: 'ETH/USDT', type: 'limit', price };
  await call(server.url, 'placeOrder', { ...order, side: 'buy', quantity: '0.6' }, buyer.token);
  await call(server.url, 'placeOrder', { ...order, side: 'sell', quantity: '0.1' }, seller.token);
}

/** Waits for what is to happen; presses the main button of a confirmation that comes before. */
async function confirmUntil(page: Page, outcome: Locator): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.or(outcome).first().waitFor();
  if (await dialog.isVisible()) await dialog.getByRole('button').last().click();
  await outcome.waitFor();
}

describe.each(DEVICES)('the guard, on %s', (device, open) => {
  test('sends a guest to login once and returns to the page that was wanted', async () => {
    const email = `guard-${device.replaceAll(' ', '-')}@example.org`;
    await registerUser(server.url, email);
    const page = await phone(open);
    await page.goto('/#/pages/assets/transfer/index?from=coin&to=trust');
    await page.waitForURL(/#\/pages\/user\/login\/login\?/);
    const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    expect(query.get('back')).toContain('pages/assets/transfer/index');
    expect(query.get('back_type')).toBe('1');
    await page.getByRole('radio', { name: 'E-mail' }).check({ force: true });
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('harbour-42');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(/#\/pages\/assets\/transfer\/index\?from=coin&to=trust/);
  });

  test('marks the assets tab as a tab, and a guest gets back to home', async () => {
    const page = await phone(open);
    await page.goto('/#/pages/assets/index');
    await page.waitForURL(/back_type=2/);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL((url) => ['', '#/', '#/pages/index/index'].includes(url.hash));
  });
});

describe.each(DEVICES)('language and theme, on %s', (device, open) => {
  test('both are chosen in the settings and are still there after a reload', async () => {
    const email = `tongue-${device.replaceAll(' ', '-')}@example.org`;
    const page = await pageOf(await registerUser(server.url, email), open);
    await page.goto('/#/pages/settings/language/language');
    await page.getByText('ไทย').click();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('th'));
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('th');
    await page.goto('/#/pages/settings/index');
    await page.locator('input[type=radio][value=light]').check({ force: true });
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('th'));
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
    expect(await page.locator('body').textContent()).toMatch(/[\u0E00-\u0E7F]/);
  });
});
