/** Every route opens by deep link, as a guest and as a user, in both themes, without an error and without an axe finding. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, indexPrice, registerUser } from './support/api.ts';
import { launchBrowser, openPhone } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const GUEST = [
  '',
  'pages/index/index',
  'pages/trade/index',
  'pages/trade/kline?symbol=BTC/USDT',
  'pages/trade/spot?symbol=BTC/USDT',
  'pages/option/detail',
  'pages/template/index',
  'pages/user/login/login',
  'pages/user/login/register',
  'pages/user/login/choose',
  'pages/user/login/forgetPassword',
  'pages/settings/language/language',
  'pages/notice/index',
  'pages/help/center/center',
  'pages/nowhere',
];
const USER = [
  '',
  'pages/trade/spot?symbol=BTC/USDT',
  'pages/trade/orders',
  'pages/assets/index',
  'pages/assets/tradeAccount?account=coin',
  'pages/assets/record',
  'pages/assets/record?tab=deposits',
  'pages/assets/record?tab=withdrawals',
  'pages/assets/deposit/index?currency_id=3&chain=TRC20',
  'pages/assets/deposit/index?currency_id=3&way=bank',
  'pages/assets/deposit/charge?currency_id=3&chain=TRC20&vip=1',
  'pages/assets/withdraw/index',
  'pages/assets/withdraw/detail?currency_id=3',
  'pages/assets/withdraw/bank/bank?currency_id=3',
  'pages/user/address/address',
  'pages/user/address/index?currency_id=3',
  'pages/user/address/create?currency_id=3',
  'pages/bankbind/index',
  'pages/bankbind/addbank',
  'pages/assets/transfer/index',
  'pages/assets/transfer/record',
  'pages/settings/index',
  'pages/settings/account/index',
  'pages/settings/security/index',
  'pages/settings/security/changePassword',
  'pages/settings/security/changePayPassword',
  'pages/settings/security/otp',
  'pages/settings/security/devices',
  'pages/verification/index',
  'pages/verification/basic',
  'pages/verification/advanced',
  'pages/notice/index?tab=messages',
];

let server: TestServer;
let browser: Browser;
let session: readonly string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000' }),
    launchBrowser(),
  ]);
  const token = await registerUser(server.url, 'walker@example.org');
  await call(server.url, 'faucet', { currency_id: '3', amount: '5000' }, token);
  const { user } = await call(server.url, 'center', {}, token);
  session = [token, JSON.stringify(user)];
  await indexPrice(server.url, 'BTC/USDT');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test.each([
  ['a guest', GUEST, false],
  ['a user', USER, true],
] as const)('every route opens for %s', async (_who, routes, isUser) => {
  const { page, problems, close } = await openPhone(browser, {
    baseURL: server.url,
    // A colour on its way to the other theme is neither theme's.
    reducedMotion: 'reduce',
  });
  if (isUser)
    await page.addInitScript(([token, user]) => {
      if (location.protocol === 'about:') return;
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('user', user ?? '');
    }, session);
  const findings: string[] = [];
  for (const route of routes) {
    await open(page, route);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
      for (const finding of await audit(page))
        findings.push(`${route || 'home'}, ${colorScheme}: ${finding}`);
    }
    expect(await overflow(page), `${route} is wider than the phone`).toBe(0);
  }
  await close();
  expect(problems).toEqual([]);
  expect(findings).toEqual([]);
});

/** Opens a deep link with nothing loaded before, and waits until no skeleton is left. */
async function open(page: Page, route: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`/#/${route}`);
  await page.getByRole('main').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('main h1, main h2, main li, main form, main button, main p') !== null,
  );
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

/** Rule and first element of each WCAG 2.2 A or AA violation. */
async function audit(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: loaded } = window as unknown as {
      axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await loaded.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    });
    return violations.map(
      ({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 160)}`,
    );
  });
}

/** Pixels by which the page can be scrolled sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
