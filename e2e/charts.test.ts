/** Charts as a person keeps them: compared with others, drawn on with two devices, several side by side. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, openPhone, openTerminal, Pages } from './support/browser.ts';
import { newPerson, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SYMBOL = 'BTC/USDT';
const CHART = `/#/pages/trade/kline?symbol=${SYMBOL}`;
/** What is drawn is told a moment later. */
const WAIT = { timeout: 240_000 };

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, SYMBOL);
  await Promise.all(['ETH/USDT', 'SOL/USDT'].map((symbol) => indexPrice(server.url, symbol)));
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe.each(DEVICES)('on %s', (_where, openOn) => {
  test('a chart is compared with another market and with an index, and remembers it', async () => {
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await page.goto(CHART);
    const compare = async (from: 'Trades here' | 'Index', symbol: string) => {
      await button(page, 'Compare').click();
      const sheet = page.getByRole('dialog', { name: `Compare ${SYMBOL} with` });
      await sheet.getByRole('radio', { name: from }).check({ force: true });
      await sheet.getByRole('searchbox').fill(symbol);
      await sheet.getByRole('button', { name: new RegExp(`^${symbol}`) }).click();
      await sheet.waitFor({ state: 'detached' });
    };
    const asked = page.waitForResponse((response) => /timeshar.*ETH/.test(response.url()));
    await compare('Trades here', 'ETH');
    expect((await asked).status()).toBe(200);
    await compare('Index', 'SOL');
    const ended = button(page, 'Stop comparing with ETH/USDT');
    const index = button(page, 'Stop comparing with SOL/USDT · Index');
    await index.waitFor();
    await page.reload();
    await index.waitFor();
    await ended.click();
    await ended.waitFor({ state: 'detached' });
    await page.reload();
    await index.waitFor();
    expect(await ended.count()).toBe(0);
  });

  test('the names over a chart and the pills stay within its width', async () => {
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await page.goto(CHART);
    await button(page, 'Compare').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  });
});

async function device(person: Person, openOn: typeof openPhone): Promise<Page> {
  const page = pages.add(await openOn(browser, { baseURL: server.url }));
  await keepLogin(page, server.url, person.token);
  await page.goto(CHART);
  await button(page, 'Drawing tools').click();
  return page;
}

/** By key, which places it in the middle. */
async function draw(page: Page, tool: string): Promise<void> {
  await page.getByRole('img', { name: new RegExp(`^${SYMBOL} chart`) }).waitFor();
  await page.locator('[aria-busy=false][role=img]').waitFor();
  await button(page, tool).focus();
  await page.keyboard.press('Enter');
}

test('what is drawn on one device is there on another, also what was drawn without a network', async () => {
  const person = await newPerson(server.url);
  const drawn = async () => {
    const { drawings } = await call(server.url, 'drawings', { symbol: SYMBOL }, person.token);
    return drawings.map(({ tool }) => tool).sort();
  };
  const phone = await device(person, openPhone);
  await draw(phone, 'Horizontal line');
  await expect.poll(drawn, WAIT).toEqual(['horizontal']);
  const desk = await device(person, openTerminal);
  const clear = (page: Page) => button(page, 'Delete all drawings');
  await expect.poll(() => clear(desk).isEnabled(), WAIT).toBe(true);
  await phone.context().setOffline(true);
  await draw(phone, 'Trend line');
  await draw(desk, 'Rectangle');
  await expect.poll(drawn, WAIT).toEqual(['horizontal', 'rectangle']);
  await phone.context().setOffline(false);
  await expect.poll(drawn, WAIT).toEqual(['horizontal', 'rectangle', 'segment']);
  await clear(phone).click();
  await expect.poll(drawn, WAIT).toEqual([]);
  await desk.reload();
  await button(desk, 'Drawing tools').click();
  await expect.poll(() => clear(desk).isDisabled(), WAIT).toBe(true);
  // Nobody else sees any of it.
  const other = await newPerson(server.url);
  const { drawings } = await call(server.url, 'drawings', { symbol: SYMBOL }, other.token);
  expect(drawings).toEqual([]);
});

test('charts side by side keep their markets, and the ticket follows the one that is chosen', async () => {
  const page = pages.add(await openTerminal(browser, { baseURL: server.url }));
  await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}`);
  await button(page, '2 charts').click();
  const group = (symbol: string) => page.getByRole('group', { name: symbol, exact: true });
  await group(SYMBOL).waitFor();
  await button(page, /^Another market in place of (?!BTC)/).click();
  const pairs = page.getByRole('dialog', { name: 'Choose a pair' });
  await pairs.getByRole('searchbox').fill('ETH');
  await pairs.getByRole('button', { name: /^ETH/ }).click();
  await group('ETH/USDT')
    .getByRole('img', { name: /^ETH\/USDT chart/ })
    .waitFor();
  await page.waitForURL(/symbol=BTC/);
  await button(page, 'Trade ETH/USDT: the ticket follows this chart').click();
  await page.waitForURL(/symbol=ETH/);
  const ticket = page.getByRole('group', { name: 'Order ticket' });
  await ticket.getByText('Amount ETH').first().waitFor();
  await page.reload();
  await group(SYMBOL)
    .getByRole('img', { name: /^BTC\/USDT chart/ })
    .waitFor();
  await group('ETH/USDT')
    .getByRole('img', { name: /^ETH\/USDT chart/ })
    .waitFor();
  await button(page, 'One chart').click();
  await group(SYMBOL).waitFor({ state: 'detached' });
});

describe.each([
  ['spot', 'pages/trade/spot'],
  ['futures', 'pages/lever/index'],
])('of four charts on %s', (_product, path) => {
  test('none is drawn anew when another becomes the active one, and one when its market changes', async () => {
    const page = pages.add(await openTerminal(browser, { baseURL: server.url }));
    await page.goto(`/#/${path}?symbol=${SYMBOL}`);
    await button(page, '4 charts').click();
    const charts = page.getByRole('img', { name: /^\w+\/USDT chart/ });
    await expect.poll(() => charts.count(), WAIT).toBe(4);
    await expect.poll(() => page.locator('[role=img][aria-busy=false]').count(), WAIT).toBe(4);
    // What is drawn anew is another element, without the mark.
    const mark = () =>
      charts.evaluateAll((all) => all.map((one) => one.setAttribute('data-of', 'before')));
    const stayed = () => page.locator('[role=img][data-of=before]').count();
    await mark();
    await button(page, 'Trade ETH/USDT: the ticket follows this chart').click();
    await page.waitForURL(/symbol=ETH/);
    await button(page, 'ETH/USDT: the ticket is of this market').waitFor();
    expect(await stayed()).toBe(4);
    await button(page, 'Another market in place of ETH/USDT').click();
    const pairs = page.getByRole('dialog', { name: /^Choose a/ });
    await pairs.getByRole('searchbox').fill('TRX');
    await pairs.getByRole('button', { name: /^TRX/ }).click();
    await page.waitForURL(/symbol=TRX/);
    await page.getByRole('img', { name: /^TRX\/USDT chart/ }).waitFor();
    expect(await stayed()).toBe(3);
    await expect.poll(() => page.locator('[role=img][aria-busy=false]').count(), WAIT).toBe(4);
  });
});

test('the line between two panels is dragged, moved by keys, kept and put back', async () => {
  const page = pages.add(await openTerminal(browser, { baseURL: server.url }));
  await page.goto(`/#/pages/trade/spot?symbol=${SYMBOL}`);
  const line = page.getByRole('separator', { name: 'Width of the order book' });
  const size = async () => Number(await line.getAttribute('aria-valuenow'));
  await line.waitFor();
  const first = await size();
  const box = await line.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y, { steps: 4 });
  await page.mouse.up();
  expect(await size()).toBe(first + 40);
  await line.press('ArrowLeft');
  expect(await size()).toBe(first + 52);
  await page.reload();
  await line.waitFor();
  expect(await size()).toBe(first + 52);
  await line.press('Enter');
  expect(await size()).toBe(first);
});
