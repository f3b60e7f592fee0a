/** Each screen when something is missing: figures, answers, the network, prices. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { routes as calls } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepLogin } from './support/app.ts';
import { findingsOf, openDeep, openWithin, settled, walkTo } from './support/audit.ts';
import { launchBrowser, openPhone, Pages } from './support/browser.ts';
import { newPerson, type Person } from './support/people.ts';
import { EMPTY_SCREENS, GUEST_SCREENS, STATE_SCREENS, USER_SCREENS } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';

const WALK_TIMEOUT_MS = 1_800_000;
/** Refusals come at once; the page has to be drawn, on a busy machine. */
const SAID_WITHIN_MS = 120_000;
/** Says so by itself, or needs no answer to be of use. */
const NEEDS_NO_ANSWER = new Set([
  'pages/user/login/choose',
  'pages/settings/language/language',
  'pages/settlement/verify',
  'pages/settings/security/changePassword',
  'pages/nowhere',
  // Forms that send; who is logged in is known here.
  'pages/user/login/login',
  'pages/user/login/register',
  'pages/user/login/forgetPassword',
  'pages/user/lock?token=0',
  'pages/user/recover',
  'pages/user/stopRecovery?token=0',
  'pages/user/unsubscribe?token=0',
  'pages/bankbind/addbank',
  'pages/settings/index',
  'pages/settings/account/index',
  // Texts and names that came with the app.
  'pages/settings/about',
  'pages/settings/legal',
  'pages/location/choose?value=TH',
]);

let server: TestServer;
let browser: Browser;
let newcomer: Person;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
    launchBrowser(),
  ]);
  newcomer = await newPerson(server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openAs(person: Person | undefined, url = server.url): Promise<[Page, Pages]> {
  const pages = new Pages();
  const page = pages.add(await openPhone(browser, { baseURL: url }));
  if (person !== undefined) await keepLogin(page, url, person.token);
  return [page, pages];
}

/** What no screen may say, whatever is missing. */
const NONSENSE = /undefined|NaN|\[object|Infinity|Invalid Date/;

const textOf = async (page: Page): Promise<string> =>
  (await page.getByRole('main').first().textContent()) ?? '';

describe.concurrent('each screen', { timeout: WALK_TIMEOUT_MS }, () => {
  test('of a new user says what will be there, in both themes and at both widths', async () => {
    const [page, pages] = await openAs(newcomer);
    const findings: string[] = [];
    for (const screen of EMPTY_SCREENS) {
      await openWithin(page, `/#/${screen}`);
      if (NONSENSE.test(await textOf(page))) findings.push(`${screen} talks nonsense`);
      findings.push(...(await findingsOf(page, `new: ${screen || 'home'}`)));
    }
    // Without extended public keys the server has no deposit addresses, and the page says so.
    pages.forgiveAny(page, calls.depositAddress.path);
    expect(await pages.close()).toEqual([]);
    expect(findings).toEqual([]);
  });

  test.each([
    ['guest', GUEST_SCREENS],
    ['user', USER_SCREENS],
  ] as const)(
    'of a %s says what failed when every call fails, and how to go on',
    async (who, screens) => {
      const [page] = await openAs(who === 'user' ? newcomer : undefined);
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.message));
      await page.route(/\/api\/(?!config$|set\/lang$)/, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"type":"error","code":0,"error":"internal","message":"Something went wrong on our side"}',
        }),
      );
      // Prices and books would come by the socket.
      await page.route(/\/socket\.io\//, (route) => route.abort());
      await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
      const silent: string[] = [];
      await page.goto('/#/pages/nowhere');
      for (const screen of screens) {
        await walkTo(page, screen);
        if (!NEEDS_NO_ANSWER.has(screen)) {
          const retry = page.getByRole('button', { name: /^(Retry|Try again)/ }).first();
          const isSaid = await retry.waitFor({ timeout: SAID_WITHIN_MS }).then(
            () => true,
            () => false,
          );
          if (!isSaid) silent.push(screen);
        }
        if (NONSENSE.test(await textOf(page))) silent.push(`${screen} talks nonsense`);
      }
      expect(thrown).toEqual([]);
      expect(silent).toEqual([]);
    },
  );

  test('that is open says so when the network goes, keeps what it knew, and comes back', async () => {
    const [page, pages] = await openAs(newcomer);
    for (const screen of STATE_SCREENS) {
      await openWithin(page, `/#/${screen}`);
      const before = await page.getByRole('heading', { level: 1 }).first().textContent();
      await page.context().setOffline(true);
      // With the time of the last values, where any price has come before.
      await page.getByText(/^Offline(\. Last values of .+)?$/).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toBe(before);
      expect(await textOf(page)).not.toMatch(NONSENSE);
      await page.context().setOffline(false);
      await page.getByText(/^Offline/).waitFor({ state: 'detached' });
      await settled(page);
    }
    pages.forgiveAny(page, calls.depositAddress.path);
    expect(await pages.close()).toEqual([]);
  });
});

describe('when prices have stopped', () => {
  test('every page with a price says since when, and shows none as live', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-replay-'));
    const file = path.join(folder, 'btc.csv');
    const start = Date.UTC(2024, 0, 1);
    const minutes = Array.from({ length: 4 }, (_, at) => `${start + at * 60_000},100,101,99,100,5`);
    await writeFile(file, `time,open,high,low,close,volume\n${minutes.join('\n')}\n`);
    // The recording has ended within eighteen seconds; the first price must come before, on a slow machine too.
    const stopped = await startServer(
      {
        FEED: `replay:BTC/USDT=${file}`,
        FEED_SPEED: '10',
        BOTS: 'false',
        RATE_LIMIT_FACTOR: '1000',
      },
      { isFirst: true },
    );
    try {
      const [page, pages] = await openAs(undefined, stopped.url);
      for (const screen of [
        '',
        'pages/trade/index',
        'pages/trade/kline?symbol=BTC/USDT',
        'pages/trade/spot?symbol=BTC/USDT',
        'pages/lever/index?symbol=BTC/USDT',
        'pages/option/detail?symbol=BTC/USDT',
      ]) {
        await openDeep(page, `/#/${screen}`);
        await page
          .getByText(/^Prices stopped at/)
          .first()
          .waitFor();
        expect(await textOf(page)).not.toMatch(NONSENSE);
      }
      expect(await pages.close()).toEqual([]);
    } finally {
      await stopped.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
