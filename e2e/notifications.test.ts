/** Price alerts and push messages in one real server: set on the chart, fired by the index, read among the messages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { routes as calls } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import { newPerson, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const MINUTE_MS = 60_000;
const RECORDED_MS = Date.UTC(2026, 0, 5);
const SYMBOL = 'BTC/USDT';
/** Sync begins when the page has nothing else to do, and the price crosses every six seconds. */
const WAIT = { timeout: 240_000 };

let server: TestServer;
let browser: Browser;
let folder: string;
const pages = new Pages();

/** Two hours of a price that goes up and down by ten percent each minute: whatever is in between is crossed. */
async function recordedPrices(): Promise<string> {
  const rows = Array.from({ length: 120 }, (_, minute) => {
    const time = RECORDED_MS + minute * MINUTE_MS;
    const [open, close] = minute % 2 === 0 ? [60_000, 66_000] : [66_000, 60_000];
    return `${time},${open},66000,60000,${close},1`;
  });
  const file = path.join(folder, 'prices.csv');
  await writeFile(file, `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-alerts-'));
  const file = await recordedPrices();
  [server, browser] = await Promise.all([
    startServer(
      {
        RATE_LIMIT_FACTOR: '1000',
        BOTS: 'false',
        FEED: `replay:${SYMBOL}=${file}`,
        FEED_START: new Date(RECORDED_MS).toISOString(),
        FEED_SPEED: '10',
      },
      { isFirst: true },
    ),
    launchBrowser(),
  ]);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function phone(person: Person, open: typeof openPhone = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await keepLogin(page, server.url, person.token);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const messagesOf = async ({ token }: Person) =>
  (await call(server.url, 'messages', {}, token)).list.filter(({ kind }) => kind === 'price_alert');
const alertsOf = ({ token }: Person) => call(server.url, 'alerts', {}, token);

/** Sets an alert on the chart, at a price between the two ends. */
async function setAlert(page: Page, price: string): Promise<void> {
  await page.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
  await button(page, 'Set a price alert').click();
  const sheet = page.getByRole('dialog', { name: /New price alert/ });
  const field = sheet.getByRole('textbox', { name: 'Alert me at' });
  // Focus takes the thousands apart again; what is typed then takes the place of the index.
  await field.click();
  await field.fill(price);
  expect(await field.inputValue()).toBe(price);
  await sheet.getByRole('button', { name: 'Set alert' }).click();
  await page.getByText('Price alert set').waitFor();
}

describe.each(DEVICES)('on %s', (_device, open) => {
  test('an alert that is set on the chart fires and is found among the messages', async () => {
    const person = await newPerson(server.url);
    const page = await phone(person, open);
    await setAlert(page, '63000');
    await page.goto('/#/pages/notice/index?tab=messages');
    // The list says it by itself, as it comes.
    const row = page.getByRole('link', { name: /BTC\/USDT (rose|fell) to 63,000\.00/ });
    await row.waitFor(WAIT);
    await row.click();
    await page.waitForURL(/trade\/kline\?symbol=BTC/);
    await page.goto('/#/pages/settings/alerts');
    await page.getByRole('heading', { name: 'Reached' }).waitFor();
    await button(page, /Delete the alert BTC\/USDT at 63,000/).click();
    await page.getByText(/^No price alert yet\./).waitFor();
    expect(await alertsOf(person)).toEqual([]);
    expect(await messagesOf(person)).toHaveLength(1);
  });
});

describe.each(DEVICES)('what comes by mail, on %s', (_device, open) => {
  test('is chosen by kind and hour, stays over a reload, and a broken link ends nothing', async () => {
    const person = await newPerson(server.url);
    const page = await phone(person, open);
    await page.goto('/#/pages/settings/notifications');
    // No choice is taken while the one before is kept.
    const choose = async (kind: RegExp, timing: string) => {
      const group = page.getByRole('radiogroup', { name: kind });
      await group.getByRole('radio', { name: timing, disabled: false }).check({ force: true });
    };
    const quiet = page.getByRole('switch', { name: 'Quiet hours' });
    await choose(/^Orders filled or expired: by mail$/, 'At once');
    await quiet.click();
    await button(page, /^From 22:00/).waitFor();
    await choose(/^Results of .*: by mail$/, 'Daily');
    await button(page, /^Daily mail at 08:00/).waitFor();
    await page.reload();
    await quiet.waitFor();
    expect(await quiet.isChecked()).toBe(true);
    const mail = async () =>
      (await call(server.url, 'notificationSettings', {}, person.token)).mail;
    expect(await mail()).toMatchObject({
      is_quiet: true,
      kinds: expect.arrayContaining([
        { kind: 'fills', timing: 'at_once' },
        { kind: 'results', timing: 'digest' },
        { kind: 'movements', timing: 'off' },
      ]),
    });
    await page.goto('/#/pages/user/unsubscribe?token=forged');
    await button(page, 'End these mails').click();
    await page.getByText(/^This link is not complete, or too old\./).waitFor();
    pages.forgiveAny(page, calls.unsubscribeMail.path);
    expect(await mail()).toMatchObject({ is_quiet: true });
  });
});

test('a kind that is switched off is not kept, and the alert fires all the same', async () => {
  const person = await newPerson(server.url);
  const page = await phone(person);
  await page.goto('/#/pages/settings/index');
  await page.getByRole('link', { name: 'Notifications' }).click();
  const kept = page.getByRole('switch', { name: 'Price alerts: keep among the messages' });
  await kept.click();
  await page.reload();
  await kept.waitFor();
  expect(await kept.isChecked()).toBe(false);
  await setAlert(page, '64000');
  await expect
    .poll(() => alertsOf(person), WAIT)
    .toMatchObject([{ price: '64000.00', is_fired: true }]);
  expect(await messagesOf(person)).toEqual([]);
});

test('a star on one device is there on another', async () => {
  const person = await newPerson(server.url);
  const [first, second] = [await phone(person), await phone(person)];
  await first.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
  const star = (page: Page) => button(page, 'Favourite');
  const favourites = async () =>
    (await call(server.url, 'favourites', {}, person.token)).favourites;
  await star(first).click();
  await expect.poll(favourites, WAIT).toEqual([SYMBOL]);
  await second.goto(`/#/pages/trade/kline?symbol=${SYMBOL}`);
  await expect.poll(() => star(second).getAttribute('aria-pressed'), WAIT).toBe('true');
  await star(second).click();
  await expect.poll(favourites, WAIT).toEqual([]);
});
