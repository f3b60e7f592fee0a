/** Orders that depend on one another, from the ticket to what became of them, in a real browser against a real server. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, Pages } from './support/browser.ts';
import { newPerson, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'ETH/USDT';
const ETH = '2';

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

/** Somebody with both currencies. */
async function trader(): Promise<string> {
  const { token } = await newPerson(server.url);
  await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, token);
  await call(server.url, 'faucet', { currency_id: ETH, amount: '1' }, token);
  return token;
}

/** A share of the index of now as a price. */
const at = async (share: number): Promise<string> =>
  String(Math.floor(Number(await indexPrice(server.url, SYMBOL)) * share));

const order = (side: string, price: string, quantity: string) => ({
  ...{ symbol: SYMBOL, type: 'limit' },
  ...{ side, price, quantity },
});

const fill = (page: Page, name: string, value: string): Promise<void> =>
  page.getByRole('textbox', { name, exact: true }).fill(value);

/** The group of a list among those of a place. */
const groupOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Order lists' }).locator('> li');

async function confirm(page: Page, button: RegExp): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: button }).click();
  await sheet.waitFor({ state: 'hidden' });
}

describe.each(DEVICES)('orders that depend on one another, on %s', (_device, open) => {
  test('a stop that trails and a profit that rests are placed from what is closed at first', async () => {
    const token = await trader();
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, token);
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=buy`);
    await fill(page, 'Price USDT', (await at(0.9)) ?? '');
    await fill(page, 'Amount ETH', '0.5');
    await page.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).check();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('checkbox', { name: 'The stop trails' }).check();
    await page.getByRole('checkbox', { name: 'Take-profit waits in the book' }).check();
    await page.getByRole('checkbox', { name: 'Display only' }).check();
    await fill(page, 'Display only', '0.1');
    await page.getByRole('button', { name: /^Self-trade prevention/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel both/ })
      .click();
    await fill(page, 'Distance in %', '2.5');
    await page.getByText(/has fallen by 2\.50?% from its highest since then/).waitFor();
    await page.getByRole('button', { name: 'Advanced: 4 set' }).waitFor();
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).click();
    await confirm(page, /^Buy/);
    const group = groupOf(page);
    await group.getByText('OTOCO').waitFor();
    const { list } = await call(server.url, 'orderLists', {}, token);
    const beside = { display_quantity: '0.1000', self_trade_prevention: 'expire_both' };
    expect(list[0]).toMatchObject({ kind: 'otoco', orders: [beside] });
    expect(list[0]?.trigger_orders).toMatchObject([
      { trigger: 'fill', type: 'limit', ...beside },
      { trigger: 'trailing_stop', trail_rate: '0.025', self_trade_prevention: 'expire_both' },
    ]);

    // What is pending is changed in its row.
    await group
      .getByRole('button', { name: /^Change order/ })
      .first()
      .click();
    const form = page.getByRole('form');
    await form.getByRole('textbox', { name: 'Amount ETH' }).fill('0.4');
    await form.getByRole('button', { name: 'Change order' }).click();
    await page.getByText('Order changed').first().waitFor();
  });

  test('an OCO stands as one list, and its stop goes when its limit is filled', async () => {
    const [token, other] = await Promise.all([trader(), trader()]);
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, token);
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=sell`);
    await page.getByRole('button', { name: /^Order type/ }).click();
    await confirm(page, /^OCO/);
    const [high, low] = [await at(1.03), await at(0.95)];
    await fill(page, 'Price USDT', low);
    await fill(page, 'Stop USDT', high);
    await fill(page, 'Amount ETH', '0.5');
    await page.getByText(/^The index is there already/).waitFor();
    await fill(page, 'Price USDT', high);
    await fill(page, 'Stop USDT', low);
    await page.getByText(/^When the index falls to .*, sell 0\.5\sETH at the market/).waitFor();
    await page.getByText(/^Whichever comes first cancels the other/).waitFor();
    await page.getByRole('button', { name: /^Sell .*ETH$/ }).click();
    await confirm(page, /^Sell/);
    const group = groupOf(page);
    await group.getByText('One cancels the other').waitFor();
    await group.getByText('Stop market').waitFor();
    const [list] = (await call(server.url, 'orderLists', {}, token)).list;
    expect(list).toMatchObject({ kind: 'oco', status: 'open' });

    await call(server.url, 'placeOrder', order('buy', high, '0.5'), other);
    await group.waitFor({ state: 'hidden' });
    await page.goto('/#/pages/trade/orders?status=lists');
    await group.getByText(/A limit was filled, so the other was cancelled/).waitFor();
    await group.getByRole('button', { name: /Stop market/ }).click();
    const life = page.getByRole('region', { name: 'Its list' });
    await life.getByText('Completed').waitFor();
    await life.getByText('Cancelled', { exact: true }).waitFor();
  });

  test('a limit with both: the index sets off the stop-loss, the other goes, and the receipt is proved', async () => {
    const [token, other] = await Promise.all([trader(), trader()]);
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, token);
    // The stop-loss lies above the index and below the price that is paid: the next sample sets it off.
    const [paid, loss, profit, bid] = [
      ...[await at(1.015), await at(1.01), await at(1.1)],
      await at(0.99),
    ];
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=buy`);
    await fill(page, 'Price USDT', paid ?? '');
    await fill(page, 'Amount ETH', '0.5');
    await page.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).check();
    await fill(page, 'Take-profit USDT', loss ?? '');
    await page.getByText(/^Must be above/).waitFor();
    await fill(page, 'Take-profit USDT', profit ?? '');
    await fill(page, 'Stop-loss USDT', loss ?? '');
    await page.getByText(/^When the index falls to .*, sell what was received/).waitFor();
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).click();
    await confirm(page, /^Buy/);
    const group = groupOf(page);
    await group.getByText('OTOCO').waitFor();
    await group.getByText('Waits for its first order').waitFor();
    expect(await group.getByText('Pending').count()).toBe(2);

    await call(server.url, 'placeOrder', order('buy', bid ?? '', '1'), other);
    await call(server.url, 'placeOrder', order('sell', paid ?? '', '0.5'), other);
    await group.waitFor({ state: 'hidden' });
    await page.goto('/#/pages/trade/orders?status=lists');
    await group.getByText(/A price was reached, so the other was cancelled/).waitFor();
    await group.getByRole('button', { name: /Stop market/ }).click();
    await page
      .getByRole('list', { name: 'Its life' })
      .getByText(/^Became order/)
      .waitFor();
    const own = page.getByRole('region', { name: 'Its list' });
    await own.getByText('Take-profit market').waitFor();
    await own.getByText('Cancelled', { exact: true }).waitFor();
    await own.getByRole('link', { name: 'Receipt' }).click();
    await page.getByText('Verified on this device').waitFor();
    await page.getByText('The price it waited for was reached').waitFor();
  });

  test('whoever cancels the list cancels all of it', async () => {
    const token = await trader();
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, token);
    const price = await at(0.9);
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=buy`);
    await fill(page, 'Price USDT', price);
    await fill(page, 'Amount ETH', '0.5');
    await page.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).check();
    await fill(page, 'Take-profit USDT', '');
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).click();
    await confirm(page, /^Buy/);
    const group = groupOf(page);
    await group.getByText('OTO', { exact: true }).waitFor();
    await group.getByRole('button', { name: /^Cancel list/ }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.getByText(/^All of its orders that wait are cancelled/).waitFor();
    await question.getByRole('button', { name: 'Cancel list' }).click();
    await page.getByText('List cancelled').first().waitFor();
    await group.waitFor({ state: 'hidden' });
    const { list } = await call(server.url, 'orderLists', {}, token);
    expect(list).toMatchObject([{ kind: 'oto', status: 'done', end_reason: 'user' }]);
  });
});
