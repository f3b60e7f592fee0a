/** What the narrowest phones used to show askew: the line under a tab, a button alone in its line, a total that was cut. */
import { routes as calls } from '@fairlead/contract';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
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

test.each(['en', 'th', 'esp'])('a long total of a ticket is seen whole in %s', async (language) => {
  const viewport = { width: 360, height: 740 };
  const page = pages.add(await openPhone(browser, { baseURL: server.url, viewport }));
  await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
  await keepLogin(page, server.url, person.token);
  await openDeep(page, '/#/pages/trade/spot?symbol=BTC/USDT');
  const fields = page.locator('main input[inputmode=decimal]');
  await fields.nth(0).fill('64826.28');
  await fields.nth(1).fill('0.3832');
  const total = fields.nth(2);
  await expect.poll(() => total.inputValue()).toContain('24,841.430496');
  const [whole, seen] = await total.evaluate(({ scrollWidth, clientWidth }) => [
    scrollWidth,
    clientWidth,
  ]);
  expect(whole).toBeLessThanOrEqual(seen ?? 0);
});

/** Parts of the page that a message lies over, but for what its bar lies over already. */
const coveredBy = (message: Locator) =>
  message.evaluate((toast) => {
    const over = toast.getBoundingClientRect();
    toast.style.visibility = 'hidden';
    const parts = [...document.querySelectorAll('main :is(button, a, label, input, li, tr)')];
    return parts
      .filter((one) => one.closest('header') === null)
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const [left, right] = [Math.max(box.left, over.left), Math.min(box.right, over.right)];
        const [top, bottom] = [Math.max(box.top, over.top), Math.min(box.bottom, over.bottom)];
        if (left >= right || top >= bottom) return false;
        return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      })
      .map((one) => one.outerHTML.slice(0, 120));
  });

describe.each([
  [360, 740],
  [390, 844],
  [1_280, 800],
])('a message at %i × %i covers no row and no button of the page', (width, height) => {
  test.each([
    ['of one line', undefined],
    [
      'of two lines',
      'Nothing to fill at this price now; the order was not placed and is not kept.',
    ],
    [
      'of three lines and more',
      'What was asked for could not be done, and nothing of it is kept. '.repeat(3),
    ],
  ] as const)('%s', async (_lines, refusal) => {
    const trader = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: '3', amount: '1000' }, trader.token);
    await indexPrice(server.url, 'BTC/USDT');
    const viewport = { width, height };
    const page = pages.add(await openPhone(browser, { baseURL: server.url, viewport }));
    await keepLogin(page, server.url, trader.token);
    if (refusal !== undefined)
      await page.route(`**/api/${calls.placeOrder.path}`, (route) =>
        route.fulfill({
          status: 400,
          json: { type: 'error', code: 0, error: 'would_not_fill', message: refusal },
        }),
      );
    await openDeep(page, '/#/pages/trade/spot?symbol=BTC/USDT');
    const fields = page.locator('main input[inputmode=decimal]');
    await fields.nth(0).fill('60000');
    await fields.nth(1).fill('0.001');
    await page.getByRole('button', { name: /^Buy .*BTC$/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Buy .*BTC$/ })
      .click();
    const message = page.locator('.fl-toast');
    await message.getByText(refusal?.trim() ?? 'Order placed').waitFor();
    expect(await coveredBy(message)).toEqual([]);
    if (refusal !== undefined) pages.forgiveAny(page, calls.placeOrder.path);
  });
});

test('a label stays in one piece beside a long masked name', async () => {
  const page = pages.add(
    await openPhone(browser, { baseURL: server.url, viewport: { width: 360, height: 740 } }),
  );
  await openDeep(page, '/#/pages/settings/about');
  const lines = await page.locator('main').evaluate((main) => {
    const rows = [
      ['Name on the account', 'an***************@example.com'],
      ['ชื่อบัญชีธนาคารของผู้รับเงิน', 'an*********@example.com'],
      ['Titular de la cuenta', 'an******************@a-company.example'],
    ];
    const list = document.createElement('dl');
    list.className = 'fl-kv gutter';
    for (const [label = '', name = ''] of rows) {
      const row = list.appendChild(document.createElement('div'));
      row.appendChild(document.createElement('dt')).textContent = label;
      row.appendChild(document.createElement('dd')).textContent = name;
    }
    main.prepend(list);
    const linesOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    return [...list.querySelectorAll('dt, dd')].map(linesOf);
  });
  expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
});
