/** What the narrowest phones used to show askew: the line under a tab, a button alone in its line. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keepLogin } from './support/app.ts';
import { openDeep } from './support/audit.ts';
import { launchBrowser, openPhone, Pages } from './support/browser.ts';
import { newPerson, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let person: Person;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  person = await newPerson(server.url);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test.each([
  ['en', 360],
  ['th', 360],
  ['esp', 360],
  ['en', 390],
] as const)('orders in %s at %i px', async (language, width) => {
  const viewport = { width, height: 740 };
  const page = pages.add(await openPhone(browser, { baseURL: server.url, viewport }));
  await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
  await keepLogin(page, server.url, person.token);
  await openDeep(page, '/#/pages/trade/orders');
  const tab = page.getByRole('tab', { selected: true });
  const line = await tab.evaluate((element) => {
    const { left, right } = getComputedStyle(element, '::after');
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return { line: [left, right], word: [paddingLeft, paddingRight] };
  });
  expect(line.line).toEqual(line.word);
  const file = page.getByRole('button', { name: /CSV/ });
  await file.waitFor();
  // Whatever else is in its line: it is not alone there.
  const besides = await file.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const others = [...document.querySelectorAll('main button')].filter((one) => one !== element);
    return others.filter((one) => one.getBoundingClientRect().top === top).length;
  });
  expect(besides).toBeGreaterThan(0);
});
