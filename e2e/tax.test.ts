/** A year for the tax office as a person reads it: figures down to entries, files, and what coins from elsewhere had cost. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf } from './support/audit.ts';
import { DEVICES, launchBrowser, Pages } from './support/browser.ts';
import { bitcoinCame } from './support/life.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const ZONE = 'Asia/Tokyo';
const TAX = '/#/pages/assets/tax';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'BTC/USDT');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** To whom 0.002 BTC came, of which half was sold. */
async function seller(): Promise<Person> {
  const { url } = server;
  const [person, buyer] = [await newPerson(url), await newPerson(url)];
  const owner = await logInOperator(url, FIRST);
  await bitcoinCame({ url, browser, owner, holder: person }, '0.002');
  await call(url, 'faucet', { currency_id: USDT, amount: '10000' }, buyer.token);
  const price = String(Math.round(Number(await indexPrice(url, 'BTC/USDT'))));
  const order = { symbol: 'BTC/USDT', type: 'limit', price, quantity: '0.001' };
  await call(url, 'placeOrder', { ...order, side: 'buy' }, buyer.token);
  await call(url, 'placeOrder', { ...order, side: 'sell' }, person.token);
  return person;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const number = (text: string): number =>
  Number(
    text
      .replaceAll(',', '')
      .replace('−', '-')
      .replace(/[^\d.+-]/g, ''),
  );
/** What stands beside a label of the first line that has it. */
const shownAt = async (page: Page, label: string | RegExp): Promise<number> =>
  number(
    (await page
      .getByRole('main')
      .locator('dl > div')
      .filter({ hasText: label })
      .locator('dd')
      .first()
      .textContent()) ?? '',
  );

describe.each(DEVICES)('on %s', (_device, openOn) => {
  async function open(person: Person): Promise<Page> {
    const options = { baseURL: server.url, timezoneId: ZONE, acceptDownloads: true };
    const page = pages.add(await openOn(browser, options));
    await keepLogin(page, server.url, person.token);
    return page;
  }
  const isWithinItsWidth = async (page: Page): Promise<void> => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  };

  test('a cost that is stated makes a gain, which its line explains, and is taken back', async () => {
    const page = await open(await seller());
    await page.goto(TAX);
    await page.getByText(/not advice/).waitFor();
    await page.getByText('Cost or price not known').waitFor();
    await button(page, /^Gains of sales/).click();
    await page.getByText('What it had cost is not known.').waitFor();
    // Where the cost is missing the way leads to the deposit that has none.
    await button(page, /^Deposits of 20/).click();
    await button(page, 'Say what it had cost').click();
    const sheet = page.getByRole('dialog', { name: 'What it had cost' });
    await sheet.getByText(/0\.002\sBTC/).waitFor();
    expect(await findingsOf(page, 'what a deposit had cost')).toEqual([]);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('An amount, 0 if nothing').waitFor();
    await sheet.getByText('A day up to that of the deposit').waitFor();
    await sheet.getByRole('textbox', { name: /Cost of all of it/ }).fill('50');
    await sheet.getByLabel('Bought on').fill('2025-03-01');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('You said, bought 1 Mar 2025').waitFor();
    await isWithinItsWidth(page);

    await button(page, 'All figures').click();
    await page.getByText(/1 deposit counts at the cost that you gave/).waitFor();
    await button(page, /^Gains of sales/).click();
    await page.getByText(/cost by your word/).waitFor();
    expect(await shownAt(page, 'Cost')).toBe(25);
    const [value, gain] = [await shownAt(page, 'Value'), await shownAt(page, 'Gain')];
    expect(gain).toBeCloseTo(value - 25, 6);
    await isWithinItsWidth(page);

    // It is kept: another opening of the page has it. There it is removed, and put back.
    await page.goto(`${TAX}?figure=deposits`);
    await button(page, 'Change').click();
    await sheet.getByRole('button', { name: 'Remove' }).click();
    await sheet.waitFor({ state: 'detached' });
    await button(page, 'Say what it had cost').waitFor();
    await button(page, 'Undo').click();
    await page.getByText('You said, bought 1 Mar 2025').waitFor();
  });

  test('another method is another report, and files hold what it shows', async () => {
    const page = await open(await seller());
    await page.goto(TAX);
    await page.getByRole('radio', { name: 'HIFO' }).click({ force: true });
    await page.getByText('What cost most is sold first.').waitFor();
    expect(page.url()).toContain('method=hifo');
    const saved = async (name: string): Promise<{ file: string; path: string }> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, `Download ${name}`).click(),
      ]);
      return { file: download.suggestedFilename(), path: await download.path() };
    };
    const csv = await saved('All lines, CSV');
    expect(csv.file).toMatch(/^fairlead-tax-\d{4}-hifo\.csv$/);
    const text = await readFile(csv.path, 'utf8');
    expect(text).toMatch(/^time,figure,entry,/);
    expect(text).toMatch(/\+09:00,gains,\d+,trade,BTC,0\.00100000,/);
    const koinly = await saved('Koinly');
    expect(await readFile(koinly.path, 'utf8')).toMatch(/^Date,Sent Amount,/);
    const { file, path } = await saved('beancount');
    expect(file).toMatch(/-hifo\.beancount$/);
    if (spawnSync('bean-check', ['--help']).status === 0)
      expect(spawnSync('bean-check', [path], { encoding: 'utf8' }).stderr).toBe('');
    await isWithinItsWidth(page);
  });

  test('the help article is where its page and the portfolio’s article lead', async () => {
    const page = await open(await newPerson(server.url));
    await page.goto('/#/pages/help/center/detail?key=portfolio');
    await page.getByRole('main').getByRole('link', { name: 'how', exact: true }).click();
    await page.getByRole('heading', { name: 'Coins that you bought elsewhere' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Tax', exact: true }).click();
    await page.getByText('No movement until the end of this year.').waitFor();
    await page.getByRole('link', { name: 'How this is worked out' }).click();
    await page.getByRole('heading', { name: 'Coins that you bought elsewhere' }).waitFor();
  });
});
