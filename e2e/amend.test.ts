/** Orders that are changed where they are listed, and that are good till a time, in a real browser against a real server. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, Pages } from './support/browser.ts';
import { newPerson, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'ETH/USDT';

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

describe.each(DEVICES)('a waiting order, on %s', (_device, open) => {
  test('is made smaller in its place, then dearer, and is filled by the one that it meets', async () => {
    const [person, other] = await Promise.all([newPerson(server.url), newPerson(server.url)]);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, person.token);
    await call(server.url, 'faucet', { currency_id: '2', amount: '1' }, other.token);
    const [index = ''] = (await indexPrice(server.url, SYMBOL)).split('.');
    const [low, high] = [String(Number(index) - 20), index];
    const limit = { symbol: SYMBOL, type: 'limit' };
    const buy = { ...limit, side: 'buy', price: low, quantity: '0.5' };
    const { order } = await call(server.url, 'placeOrder', buy, person.token);
    const sell = { ...limit, side: 'sell', price: high, quantity: '0.3' };
    await call(server.url, 'placeOrder', sell, other.token);

    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=buy`);
    const change = page.getByRole('button', { name: `Change order ${order.id}` });
    await change.click();
    // In a terminal it is changed in the table.
    const name = `Change order ${order.id}`;
    const sheet = page.getByRole('dialog', { name }).or(page.getByRole('form', { name }));
    await sheet.getByText('Nothing is changed yet.').waitFor();
    await sheet.getByRole('textbox', { name: 'Amount ETH' }).fill('0.3');
    await sheet.getByText('Keeps its place in the queue.').waitFor();
    await sheet.getByRole('button', { name: 'Change order' }).click();
    await page.getByText('Order changed').first().waitFor();
    await sheet.waitFor({ state: 'hidden' });
    await page
      .getByText(/\/ 0\.3000|^0\.3000\d*\sETH/)
      .first()
      .waitFor();

    await change.click();
    await sheet.getByRole('textbox', { name: 'Price USDT' }).fill(high);
    await sheet.getByText(/^Goes behind all orders/).waitFor();
    await sheet.getByRole('button', { name: 'Change order' }).click();
    await page.getByText('Changed, and filled at once').first().waitFor();
    await change.waitFor({ state: 'hidden' });
  });

  test('is drawn on the chart, dragged to another price, and amended once the figures are confirmed', async () => {
    const person = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, person.token);
    const [index = ''] = (await indexPrice(server.url, SYMBOL)).split('.');
    const low = String(Number(index) - 5);
    const buy = { symbol: SYMBOL, type: 'limit', side: 'buy', price: low, quantity: '0.5' };
    const { order } = await call(server.url, 'placeOrder', buy, person.token);
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    await page.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
    const chart = page.getByRole('img', { name: /chart/ });
    await page.locator('[role=img][aria-busy=false] canvas').first().waitFor();
    const at = await gripOf(page, chart);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + 12, { steps: 4 });
    await page.mouse.up();
    const sheet = page.getByRole('dialog', { name: `Change order ${order.id}` });
    await sheet.getByText(/^Goes behind all orders/).waitFor();
    const moved = await sheet.getByRole('textbox', { name: 'Price USDT' }).inputValue();
    expect(Number(moved.replaceAll(',', ''))).toBeLessThan(Number(low));
    await sheet.getByRole('button', { name: 'Change order' }).click();
    await page.getByText('Order changed').first().waitFor();

    await page.mouse.click(at.x, at.y, { button: 'right' });
    const there = page.getByRole('dialog', { name: `At a price of ${SYMBOL}` });
    const price = await there.getByRole('textbox', { name: 'Price USDT' }).inputValue();
    await there.getByRole('button', { name: 'Buy limit at this price' }).click();
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).waitFor();
    await there.waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Price USDT' }).inputValue()).toBe(price);
  });

  test('is placed for a week, and says until when', async () => {
    const person = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, person.token);
    const price = String(Math.floor(Number(await indexPrice(server.url, SYMBOL)) * 0.9));
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}&side=buy`);
    await page.getByRole('button', { name: /^Time in force/ }).click();
    const choice = page.getByRole('dialog');
    await choice.getByRole('button', { name: /^Good for 7 days/ }).click();
    await choice.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Price USDT' }).fill(price);
    await page.getByRole('textbox', { name: 'Amount ETH' }).fill('0.1');
    await page.getByRole('button', { name: /^Buy .*ETH$/ }).click();
    const confirm = page.getByRole('dialog');
    await confirm.getByText('Good for 7 days').waitFor();
    await confirm.getByRole('button', { name: /^Buy/ }).click();
    await page.getByRole('button', { name: /^Change order/ }).waitFor();
    const { list } = await call(server.url, 'orders', { status: 'waiting' }, person.token);
    const leftMs = (list[0]?.expires_at ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(6 * 86_400_000);
    expect(leftMs).toBeLessThan(8 * 86_400_000);
  });
});

/** Where a line of the chart can be taken: the pointer says so, and rests there. */
async function gripOf(
  page: Page,
  chart: Locator,
): Promise<{ readonly x: number; readonly y: number }> {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  const x = box.x + box.width * 0.6;
  const find = async () => {
    for (let y = box.y + 30; y < box.y + box.height; y += 4) {
      await page.mouse.move(x, y);
      if ((await page.locator('[data-grip]').count()) > 0) return { x, y };
    }
    return undefined;
  };
  // Lines come with the answer to a call of their own.
  let found = await find();
  for (let round = 0; found === undefined && round < 20; round += 1) found = await find();
  if (found === undefined) throw new Error('no line of the chart can be taken');
  return found;
}
