/** Help, legal texts and offices, as a guest and an operator meet them, in one real server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { openDeep } from './support/audit.ts';
import { DEVICES, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import { FIRST, FIRST_OPERATOR, logInOperator } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The app on a guest's phone unless said, in this language. */
async function phone(lang = 'en', open = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await page.addInitScript((key) => {
    if (location.protocol !== 'about:') localStorage.setItem('lang', key);
  }, lang);
  return page;
}

describe.each(DEVICES)('on %s', (_device, open) => {
  test.each([
    ['en', 'liquidation', /Futures: margin and liquidation/, '97.23'],
    ['th', 'บังคับปิด', /ฟิวเจอร์ส: มาร์จิ้นและการบังคับปิด/, '97.23'],
  ])(
    'in %s a search finds an article, which opens and explains',
    async (lang, word, title, figure) => {
      const page = await phone(lang, open);
      await openDeep(page, '/#/pages/help/center/center');
      await page.getByRole('searchbox').fill(word);
      await page.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByRole('cell', { name: figure }).waitFor();
      // From one article to another, and back to this one.
      await page.locator('.fl-article a[href*="key=receipts"]').click();
      await page.waitForURL(/key=receipts/);
      await page.goBack();
      await page.getByRole('heading', { name: title }).waitFor();
    },
  );
});

test('who registers sees that the agreement is a placeholder, until the operator writes one', async () => {
  const page = await phone();
  const open = async () => {
    await openDeep(page, '/#/pages/user/login/register');
    await page.getByRole('button', { name: 'user agreement' }).click();
  };
  const sheet = page.getByRole('dialog');
  const placeholder = sheet.getByText('Placeholder: the operator has not provided this text yet');
  await open();
  await placeholder.waitFor();
  const { token } = await logInOperator(server.url, FIRST);
  const texts = JSON.stringify([{ lang: 'en', title: 'Terms', body: 'These are **ours**.' }]);
  await call(server.url, 'saveLegal', { slug: 'terms', texts }, token);
  await open();
  await sheet.getByText('ours').waitFor();
  expect(await placeholder.count()).toBe(0);
});

test('an office that an operator saved is found by users', async () => {
  const app = await phone();
  await openDeep(app, '/#/pages/location/view');
  await app.getByText('The operator has not named an office.').waitFor();
  const desk = pages.add(await openDesk(browser, { baseURL: server.url }));
  await desk.goto('/console/');
  await logInToConsole(desk, FIRST);
  await desk.goto('/console/#/offices');
  await desk.getByRole('button', { name: 'New office' }).click();
  await desk.getByRole('textbox', { name: 'Name' }).fill('Bangkok');
  await desk.getByRole('textbox', { name: 'Country' }).fill('th');
  await desk.getByRole('textbox', { name: 'Address' }).fill('1 Silom Road\nBangkok 10500');
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByText('Bangkok saved').waitFor();
  await openDeep(app, '/#/pages/location/view');
  await app.getByRole('link', { name: /Bangkok/ }).click();
  await app.getByText('1 Silom Road').waitFor();
  await app.getByRole('link', { name: 'Open in maps' }).waitFor();
});
