/**
 * Every route of app and console opens by deep link in both themes, without an error and without an axe finding. On the
 * second screen, the one that is not the first of its users, each is walked to within the app: half the time.
 */
import { routes as calls } from '@fairlead/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages as consolePages } from '../apps/console/src/app/routes.ts';
import { routes as appRoutes } from '../apps/web/src/app/routes.ts';
import { indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf, openDeep, openWithin } from './support/audit.ts';
import { launchBrowser, openDesk, openPhone, openTerminal, Pages } from './support/browser.ts';
import { keepOperator, openFirst } from './support/console.ts';
import { leaveLife } from './support/life.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  type Holder,
  logInOperator,
  newHolder,
  type Operator,
} from './support/people.ts';
import { GUEST_SCREENS, USER_SCREENS } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';

/** Of the console: lists that do not stand first on their page. */
const CONSOLE_TABS = ['hosting?tab=treasury', 'hosting?tab=orders', 'referral?tab=partners'];

/** Some fifty pages, each audited twice. */
const WALK_TIMEOUT_MS = 1_800_000;

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
  await leaveLife({ url: server.url, browser, owner, holder });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const options = () => ({ baseURL: server.url });

// Side by side: each walk waits for its own page most of the time.
describe.concurrent('the app', { timeout: WALK_TIMEOUT_MS }, () => {
  test('has no route that is not walked here', () => {
    const walked = new Set([...GUEST_SCREENS, ...USER_SCREENS].map((route) => route.split('?')[0]));
    const names = appRoutes.map(({ path }) => path);
    expect(names.filter((path) => !walked.has(path))).toEqual([]);
  });

  test.each([
    ['a guest', GUEST_SCREENS, false, openPhone, openDeep],
    ['a user', USER_SCREENS, true, openPhone, openDeep],
    ['a user in a terminal', USER_SCREENS, true, openTerminal, openWithin],
  ] as const)('opens every route for %s', async (_who, routes, isUser, open, go) => {
    const pages = new Pages();
    const page = pages.add(await open(browser, options()));
    if (isUser) await keepLogin(page, server.url, holder.token);
    const findings: string[] = [];
    for (const route of routes) {
      await go(page, `/#/${route}`);
      findings.push(...(await findingsOf(page, route || 'home')));
    }
    // Without extended public keys the server has no deposit addresses, and the page says so.
    if (isUser) pages.forgiveAny(page, calls.depositAddress.path);
    expect(await pages.close()).toEqual([]);
    expect(findings).toEqual([]);
  });
});

describe.concurrent('the console', { timeout: WALK_TIMEOUT_MS }, () => {
  test.each([
    ['a desk', openDesk, openDeep],
    ['a phone', openPhone, openWithin],
  ] as const)('opens every page on %s, and what waits there', async (_where, openOn, go) => {
    const { page, problems, close } = await openOn(browser, options());
    await openDeep(page, '/console/');
    const findings = await findingsOf(page, 'login');
    await keepOperator(page, owner);
    await openDeep(page, '/console/');
    for (const path of [...consolePages.map((each) => each.path), ...CONSOLE_TABS]) {
      await go(page, `/console/#/${path}`);
      findings.push(...(await findingsOf(page, path)));
      if (!(await openFirst(page))) continue;
      findings.push(...(await findingsOf(page, `${path}, with a record open`)));
    }
    await close();
    expect(problems).toEqual([]);
    expect(findings).toEqual([]);
  });
});
