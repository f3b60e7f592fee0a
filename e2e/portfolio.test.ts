/** What a user has, what today brought, a statement and its files, in one real server. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, type openPhone, Pages } from './support/browser.ts';
import { newPerson, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const ZONE = 'Asia/Tokyo';

let server: TestServer;
let browser: Browser;
let person: Person;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  [person] = [await newPerson(server.url)];
  const seller = await newPerson(server.url);
  const price = Math.round(Number(await indexPrice(server.url, 'BTC/USDT')));
  await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, person.token);
  await call(server.url, 'faucet', { currency_id: '1', amount: '1' }, seller.token);
  const order = { symbol: 'BTC/USDT', type: 'limit', price: String(price) };
  for (const quantity of ['0.01', '0.02'])
    await call(server.url, 'placeOrder', { ...order, side: 'sell', quantity }, seller.token);
  await call(server.url, 'placeOrder', { ...order, side: 'buy', quantity: '0.03' }, person.token);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function phone(open: typeof openPhone): Promise<Page> {
  const options = { baseURL: server.url, timezoneId: ZONE, acceptDownloads: true };
  const page = pages.add(await open(browser, options));
  await keepLogin(page, server.url, person.token);
  return page;
}

describe.each(DEVICES)('after a deposit and a trade, on %s', (_device, open) => {
  test('assets lead to the portfolio, whose parts are there', async () => {
    const page = await phone(open);
    await page.goto('/#/pages/assets/index');
    await page.getByRole('link', { name: /^Today/ }).click();
    // Of one day there is no line: it says so.
    await page.getByText('The line begins tomorrow').waitFor();
    await page.getByRole('button', { name: 'How it is counted' }).click();
    const deposits = page.getByRole('dialog').locator('dl > div').filter({ hasText: 'Deposits' });
    await deposits.getByText('10,000.00').waitFor();
  });

  test('a statement adds up, in the zone of the phone', async () => {
    const page = await phone(open);
    await page.goto('/#/pages/assets/statement');
    const usdt = page.getByRole('region', { name: 'USDT' });
    await usdt.getByText('Closing balance').waitFor();
    const figures = await usdt.locator('dd').allTextContents();
    const amounts = figures.map((text) => Number(text.replaceAll(',', '').replace('−', '-')));
    const closing = amounts.pop() ?? Number.NaN;
    expect(amounts.length).toBeGreaterThan(2);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(closing, 6);
    await page.getByText(ZONE).waitFor();
  });

  test('its trades are saved as a file, one row each', async () => {
    const page = await phone(open);
    await page.goto('/#/pages/assets/statement?what=fills');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Trades' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^fairlead-fills-\d{4}-\d\d-01-[\d-]+\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    const [head, ...rows] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toMatch(/^time,id,order_id,symbol,side,role,price,/);
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+09:00,.*,BTC\/USDT,buy,taker,/);
    await page.getByText('Saved, 2 rows').waitFor();
  });
});
