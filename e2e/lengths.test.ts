/** No text of a user, of any length, and no sum, of any size, breaks a screen of app or console. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages as consolePages } from '../apps/console/src/app/routes.ts';
import { indexPrice } from './support/api.ts';
import { keepLogin, typeDigits } from './support/app.ts';
import { openWithin, settled } from './support/audit.ts';
import { launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { keepOperator, openFirst } from './support/console.ts';
import { LONGEST, serveHostile, unreachable } from './support/hostile.ts';
import { leaveLife } from './support/life.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  type Holder,
  logInOperator,
  newHolder,
  type Operator,
  USDT,
} from './support/people.ts';
import { CONSOLE_TABS, GUEST_SCREENS, USER_SCREENS } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';

const WALK_TIMEOUT_MS = 1_800_000;
/** Where something new is written: the longest forms there are, with what is wrong in them. */
const CONSOLE_FORMS = [
  ['markets', 'New market'],
  ['hosting', 'New product'],
  ['offerings', 'New offering'],
  ['networks', 'New network'],
  ['ledger', 'Propose an entry'],
] as const;

let server: TestServer;
let browser: Browser;
let owner: Operator;
let holder: Holder;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', COOLING_OFF_HOURS: '0', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  owner = await logInOperator(server.url, FIRST);
  holder = await newHolder(server.url, owner, '181081');
  await indexPrice(server.url, 'BTC/USDT');
  await leaveLife({ url: server.url, browser, owner, holder });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const options = () => ({ baseURL: server.url });

/** At the narrowest common phone and at the usual one; of a desk at its narrowest and at the usual screen. */
const PHONES = [360, 390];
const DESKS = [1280, 1440];

async function brokenOn(
  page: Page,
  name: string,
  widths: readonly number[] = PHONES,
): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    found.push(...(await unreachable(page)).map((what) => `${name}, ${width} px: ${what}`));
  }
  return found;
}

/** Lists of the app whose rows open something with all that is known of it, over them or beside them. */
const OPENED = [
  'pages/assets/record',
  'pages/assets/record?tab=deposits',
  'pages/assets/record?tab=withdrawals',
  'pages/assets/tradeAccount?account=coin',
  'pages/assets/tax?figure=deposits',
  'pages/finance/ordersPage?status=hosting',
  'pages/trade/orders',
] as const;

async function openFirstRow(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const rows = main.getByRole('listitem').or(main.locator('tbody tr'));
  await rows.getByRole('button').first().click();
  await page.locator('.fl-sheet-head').waitFor();
  await settled(page);
}

test('every page of the console that has tabs is walked tab by tab', () => {
  const features = path.join(import.meta.dirname, '../apps/console/src/features');
  const tabbed = readdirSync(features).filter((name) =>
    /\btabs(?:Of\(|=\{)|<TabBar/.test(readFileSync(path.join(features, name, 'page.tsx'), 'utf8')),
  );
  const walked = new Set(CONSOLE_TABS.map((each) => each.split('?')[0]));
  expect(tabbed.filter((name) => !walked.has(name))).toEqual([]);
});

describe.concurrent('the longest texts and the largest sums', { timeout: WALK_TIMEOUT_MS }, () => {
  test.each([
    ['a guest on a phone', GUEST_SCREENS, false, openPhone, PHONES],
    ['a user on a phone', USER_SCREENS, true, openPhone, PHONES],
    ['a guest at a desk', GUEST_SCREENS, false, openDesk, DESKS],
    ['a user at a desk', USER_SCREENS, true, openDesk, DESKS],
  ] as const)('leave every screen of %s whole', async (_who, screens, isUser, openOn, widths) => {
    const { page, close } = await openOn(browser, options());
    if (isUser) await keepLogin(page, server.url, holder.token);
    await serveHostile(page);
    const found: string[] = [];
    for (const screen of screens) {
      await openWithin(page, `/#/${screen}`);
      found.push(...(await brokenOn(page, screen || 'home', widths)));
    }
    for (const screen of isUser ? OPENED : []) {
      await openWithin(page, `/#/${screen}`);
      await openFirstRow(page);
      found.push(...(await brokenOn(page, `${screen}, with a record open`, widths)));
    }
    await close();
    expect(found).toEqual([]);
  });

  test.each([
    ['a desk', openDesk],
    ['a phone', openPhone],
  ] as const)('leave every page of the console whole on %s', async (_where, openOn) => {
    const { page, close } = await openOn(browser, options());
    await keepOperator(page, owner);
    await serveHostile(page);
    const found: string[] = [];
    const look = async (name: string) => {
      found.push(...(await unreachable(page)).map((what) => `${name} ${what}`));
      // On a desk its parts scroll, never the page: a focus would push the header out of view.
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      if (openOn === openDesk && beyond > 0) found.push(`${name} is ${beyond} px too high`);
    };
    for (const where of [...consolePages.map((each) => each.path), ...CONSOLE_TABS]) {
      await openWithin(page, `/console/#/${where}`);
      await look(where);
      if (await openFirst(page)) await look(`${where}, with a record open`);
    }
    await openWithin(page, '/console/#/overview');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: /^A page, or a user/ }).fill(LONGEST);
    await page.keyboard.press('Enter');
    // A hundred letters are looked for as an address.
    await page.getByText('It is nobody’s deposit address').waitFor();
    await look('search');
    await page.keyboard.press('Escape');
    // All its pages are in view at once.
    const hidden = await page
      .locator('.con-nav')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBe(0);
    for (const [where, begin] of CONSOLE_FORMS) {
      await openWithin(page, `/console/#/${where}`);
      await page.getByRole('button', { name: begin }).first().click();
      await settled(page);
      await look(`${where}, ${begin}`);
    }
    await close();
    expect(found).toEqual([]);
  });

  test.each([
    ['the narrowest phone', openPhone, { width: 360, height: 740 }],
    ['a desk', openDesk, { width: 1440, height: 900 }],
  ] as const)(
    'let a withdrawal to the longest label be confirmed on %s',
    async (_where, openOn, size) => {
      const pages = new Pages();
      const page = pages.add(await openOn(browser, options()));
      const { token } = await newHolder(server.url, owner, '500', LONGEST);
      await keepLogin(page, server.url, token);
      await page.setViewportSize(size);
      await openWithin(page, `/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
      await page.getByText(LONGEST).waitFor();
      expect(await unreachable(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'Amount' }).fill('100');
      await page.getByRole('button', { name: 'Withdraw 100.00 USDT' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText(LONGEST).waitFor();
      await settled(page);
      expect(await unreachable(page)).toEqual([]);
      await typeDigits(sheet, 'Fund password', FUND_PASSWORD);
      await sheet.getByRole('button', { name: 'Withdraw 100.00 USDT' }).click();
      await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
      expect(await unreachable(page)).toEqual([]);
      expect(await pages.close()).toEqual([]);
    },
  );
});
