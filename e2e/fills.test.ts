/** One's own fills on the charts of spot and futures: marked as they happen, told by a tap or a mouse, and switched off. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, Pages } from './support/browser.ts';
import { newPerson, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'BTC/USDT';

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

async function funded(): Promise<Person> {
  const person = await newPerson(server.url);
  for (const currency of [USDT, '1'])
    await call(
      server.url,
      'faucet',
      { currency_id: currency, amount: currency === USDT ? '5000' : '0.1' },
      person.token,
    );
  return person;
}

/** Another's offer, and a part of it bought: at the index, of which the book is empty otherwise. */
async function buyFrom(seller: Person, buyer: Person): Promise<string> {
  const price = Number(await indexPrice(server.url, SYMBOL)).toFixed(0);
  const limit = { symbol: SYMBOL, type: 'limit', price, quantity: '0.001' };
  await call(server.url, 'placeOrder', { ...limit, side: 'sell' }, seller.token);
  await call(server.url, 'placeOrder', { ...limit, side: 'buy' }, buyer.token);
  return price;
}

/** Points at places over and under the newest candles until a mark says what it is. */
async function pointedAt(page: Page, isTouch: boolean, text: RegExp): Promise<void> {
  const chart = page.getByRole('img', { name: /chart/ });
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  const told = page.getByRole('status').filter({ hasText: text });
  for (let round = 0; round < 20; round += 1)
    for (let x = box.x + box.width - 56; x > box.x + box.width - 110; x -= 9)
      for (let y = box.y + 40; y < box.y + box.height; y += 9) {
        if (isTouch) await page.touchscreen.tap(x, y);
        else await page.mouse.move(x, y);
        if ((await told.count()) > 0) return;
      }
  throw new Error('no mark says what it is');
}

describe.each(DEVICES)('on %s', (where, openOn) => {
  test('fills of spot are marked as they happen, say what they are, and can be switched off', async () => {
    const [buyer, seller] = [await funded(), await funded()];
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, buyer.token);
    await page.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
    await page.locator('[aria-busy=false][role=img]').waitFor();
    await buyFrom(seller, buyer);
    await page.getByText('1 own fill is marked.').waitFor({ state: 'attached' });
    await buyFrom(seller, buyer);
    await page.getByText('2 own fills are marked.').waitFor({ state: 'attached' });
    await pointedAt(page, where === 'a phone', /Buy.*0\.00[12]/);
    await page.getByRole('button', { name: 'Chart settings' }).click();
    await page.getByRole('checkbox', { name: 'Own fills' }).uncheck();
    await page.keyboard.press('Escape');
    const marked = page.getByText('2 own fills are marked.');
    await marked.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[aria-busy=false][role=img]').waitFor();
    expect(await marked.count()).toBe(0);
  });

  test('an opening and a close of futures are marked', async () => {
    const person = await funded();
    const move = {
      from_account: 'coin',
      to_account: 'contract',
      currency_id: USDT,
      amount: '2000',
    };
    await call(server.url, 'transfer', move, person.token);
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    await page.goto(`/#/pages/lever/index?symbol=${SYMBOL}`);
    const fold = page.getByRole('button', { name: 'Chart', exact: true, expanded: false });
    const img = page.locator('[aria-busy=false][role=img]');
    await fold.or(img).first().waitFor();
    if (await fold.isVisible()) await fold.click();
    await img.waitFor();
    const open = { symbol: SYMBOL, side: 'long', type: 'market', lots: '1', multiple: '10' };
    const { position } = await call(server.url, 'openPosition', open, person.token);
    await page.getByText('1 own fill is marked.').waitFor({ state: 'attached' });
    await call(server.url, 'closePosition', { position_id: String(position.id) }, person.token);
    await page.getByText('2 own fills are marked.').waitFor({ state: 'attached' });
  });
});
