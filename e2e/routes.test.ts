/** Every route of app and console opens by deep link in both themes, without an error and without an axe finding. */
import { routes as calls } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages as consolePages } from '../apps/console/src/app/routes.ts';
import { routes as appRoutes } from '../apps/web/src/app/routes.ts';
import { call, indexPrice, upload } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf, openDeep, settled } from './support/audit.ts';
import { drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  type Holder,
  logInOperator,
  newHolder,
  type Operator,
  outOf,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

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
  // Seeded articles.
  'pages/help/center/detail?id=1',
  'pages/index/notice/notice?id=7',
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

/** Some fifty pages, each audited twice. */
const WALK_TIMEOUT_MS = 300_000;

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
  // A total long enough to be in the way of what stands beside it.
  holder = await newHolder(server.url, owner, '181081');
  await indexPrice(server.url, 'BTC/USDT');
  await leaveWork();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Something to decide in each queue, so that no page is walked empty. */
async function leaveWork(): Promise<void> {
  const { url } = server;
  const { id, token } = holder;
  const proof = await uploaded('voucher', 'deposit_proof');
  await call(url, 'withdraw', outOf(holder, '100'), token);
  await call(url, 'claimDeposit', { kind: 'bank', currency_id: USDT, amount: '300', proof }, token);
  const photos = {
    front_photo: await uploaded('front', 'kyc'),
    back_photo: await uploaded('back', 'kyc'),
    holding_photo: await uploaded('holding', 'kyc'),
  };
  await call(url, 'realName2', { contact_address: 'Pier 4, Kobe', ...photos }, token);
  const entry = { source: 'house:capital', target: `user:${id}:coin`, reason: 'Goodwill.' };
  await call(url, 'proposeEntry', { currency_id: USDT, amount: '12.5', ...entry }, owner.token);
}

/** Uploads a picture of the holder's; gives the file's id. */
async function uploaded(text: string, purpose: 'kyc' | 'deposit_proof'): Promise<string> {
  const picture = await drawJpeg(browser, text);
  return String(await upload(server.url, { picture, purpose }, holder.token));
}

// A colour on its way to the other theme is neither theme's.
const options = () => ({ baseURL: server.url, reducedMotion: 'reduce' }) as const;

// Side by side: each walk waits for its own page most of the time.
describe.concurrent('the app', { timeout: WALK_TIMEOUT_MS }, () => {
  test('has no route that is not walked here', () => {
    const walked = new Set([...GUEST, ...USER].map((route) => route.split('?')[0]));
    const names = appRoutes.map(({ path }) => path);
    expect(names.filter((path) => !walked.has(path))).toEqual([]);
  });

  test.each([
    ['a guest', GUEST, false],
    ['a user', USER, true],
  ] as const)('opens every route for %s', async (_who, routes, isUser) => {
    const pages = new Pages();
    const page = pages.add(await openPhone(browser, options()));
    if (isUser) await keepLogin(page, server.url, holder.token);
    const findings: string[] = [];
    for (const route of routes) {
      await openDeep(page, `/#/${route}`);
      findings.push(...(await findingsOf(page, route || 'home')));
    }
    // Without extended public keys the server has no deposit addresses, and the page says so.
    if (isUser) pages.forgive(page, calls.depositAddress.path);
    expect(await pages.close()).toEqual([]);
    expect(findings).toEqual([]);
  });
});

describe.concurrent('the console', { timeout: WALK_TIMEOUT_MS }, () => {
  test.each([
    ['a desk', openDesk],
    ['a phone', openPhone],
  ] as const)('opens every page on %s, and what waits there', async (_where, openOn) => {
    const { page, problems, close } = await openOn(browser, options());
    await openDeep(page, '/console/');
    const findings = await findingsOf(page, 'login');
    await keepOperator(page, owner);
    for (const { path } of consolePages) {
      await openDeep(page, `/console/#/${path}`);
      findings.push(...(await findingsOf(page, path)));
      if (!(await openFirst(page))) continue;
      findings.push(...(await findingsOf(page, `${path}, with a record open`)));
    }
    await close();
    expect(problems).toEqual([]);
    expect(findings).toEqual([]);
  });
});

/** Lets the console begin as an operator who is logged in already. */
async function keepOperator(page: Page, { token }: Operator): Promise<void> {
  await page.addInitScript((value) => {
    if (location.protocol !== 'about:') sessionStorage.setItem('console.token', value);
  }, token);
}

/** Opens the first record of the page's list, where one can be opened; says whether it did. */
async function openFirst(page: Page): Promise<boolean> {
  const row = page
    .getByRole('gridcell')
    .or(page.getByRole('button', { name: /^Row \d+$/ }))
    .first();
  if ((await row.count()) === 0) return false;
  await row.click();
  // A record opens beside the list, an article in its place.
  const opened = page.getByRole('complementary').or(page.getByRole('textbox', { name: 'Title' }));
  await opened.first().waitFor();
  await settled(page);
  return true;
}
