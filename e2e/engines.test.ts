/**
 * Four engines in place of one, as people see them: what is on its way between two of them, a product whose database hangs, and
 * one whose books do not add up, which stands still by itself until two operators let it go on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { CURRENCY_IDS, type ResponseOf } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  Cluster,
  POSTGRES_BINARIES,
} from '../apps/server/src/core/processes/test/cluster/clusters.ts';
import { inherited } from '../apps/server/test/support/spawned.ts';
import { call, indexPrice, outcome } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf, openDeep } from './support/audit.ts';
import {
  launchBrowser,
  openDesk,
  openPhone,
  openTerminal,
  Pages,
  photograph,
} from './support/browser.ts';
import { keepOperator } from './support/console.ts';
import { leaveLife } from './support/life.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  newVerified,
  type Operator,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const ENGINES = ['spot', 'futures', 'options', 'wealth'] as const;
/** Two clusters, a first start with its candles, and the copying of all tables. */
const SET_UP_MS = 300_000;
const PATIENCE = { timeout: 240_000, interval: 50 };

type Wallet = ResponseOf<'wallet'>;

const AWAY = {
  futures: 'Futures: out of reach right now.',
  options: 'Options: out of reach right now.',
  button: 'No orders right now',
  buy: /^Buy /,
};
const AWAY_IN_THAI = {
  futures: 'ฟิวเจอร์ส: ขณะนี้เชื่อมต่อไม่ได้',
  options: 'ออปชัน: ขณะนี้เชื่อมต่อไม่ได้',
  button: 'ขณะนี้ส่งคำสั่งไม่ได้',
  buy: /^ซื้อ /,
};

async function until<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  return vi.waitFor(async () => {
    const answer = await ask();
    if (!isSo(answer)) throw new Error(JSON.stringify(answer));
    return answer;
  }, PATIENCE);
}

describe.skipIf(POSTGRES_BINARIES === undefined)('an exchange of four engines (PostgreSQL)', () => {
  const pages = new Pages();
  let folder: string;
  let books: Cluster;
  let reports: Cluster;
  let server: TestServer;
  let browser: Browser;
  let owner: Operator;

  const databaseUrl = (name: string, { port }: Cluster = books): string =>
    `postgres://postgres@127.0.0.1:${port}/${name}`;

  beforeAll(async () => {
    const slots = ['max_replication_slots = 20', 'max_wal_senders = 20'];
    const workers = ['max_logical_replication_workers = 12', 'max_worker_processes = 20'];
    [folder, books, reports] = await Promise.all([
      mkdtemp(path.join(os.tmpdir(), 'fairlead-engines-')),
      Cluster.create(['wal_level = logical', 'max_connections = 120', ...slots]),
      Cluster.create([...workers, ...slots]),
    ]);
    for (const name of ENGINES) await books.query(`CREATE DATABASE ${name}`);
    await reports.query('CREATE DATABASE reports');
    const settings = {
      ENGINES: '4',
      DATABASE_URL: databaseUrl('spot'),
      DATABASE_URL_FUTURES: databaseUrl('futures'),
      DATABASE_URL_OPTIONS: databaseUrl('options'),
      DATABASE_URL_WEALTH: databaseUrl('wealth'),
      DATABASE_URL_REPORTS: databaseUrl('reports', reports),
    };
    const others = {
      BOTS: 'false',
      RATE_LIMIT_FACTOR: '1000',
      ...FIRST_OPERATOR,
      COOLING_OFF_HOURS: '0',
    };
    server = await startServer({ ...settings, ...others }, { folder });
    const child = spawn('npm', ['run', 'reports'], {
      cwd: path.resolve(import.meta.dirname, '..'),
      env: { ...inherited, ...settings, HOME: process.env['HOME'], REPORTS_OWNER: 'postgres' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said += String(chunk)));
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([0, expect.any(String)]);
    browser = await launchBrowser();
    await indexPrice(server.url, 'BTC/USDT');
    owner = await logInOperator(server.url, FIRST);
  }, SET_UP_MS);

  afterEach(async () => {
    // What reads across is refused where the reports are 2 s behind, as on a busy machine.
    const problems = await pages.close();
    expect(problems.filter((problem) => !problem.includes('503'))).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await reports?.remove();
    await books?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Somebody with money in each account. */
  async function newTrader(): Promise<Person> {
    const person = await newVerified(server.url, owner);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '10000' }, person.token);
    for (const to_account of ['contract', 'option', 'trust'])
      await call(
        server.url,
        'transfer',
        { from_account: 'coin', to_account, currency_id: USDT, amount: '2000' },
        person.token,
      );
    await walletOf(person, (wallet) => wallet.on_the_way === undefined);
    return person;
  }

  const walletOf = ({ token }: Person, isSo: (wallet: Wallet) => boolean): Promise<Wallet> =>
    until(() => call(server.url, 'wallet', {}, token), isSo);

  const opened = async (open: typeof openPhone, person: Person, language = 'en'): Promise<Page> => {
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
    await keepLogin(page, server.url, person.token);
    return page;
  };

  test('a life on every page: no row that an engine wrote is refused where all are read', async () => {
    const holder = await newHolder(server.url, owner, '180000');
    // Nobody sells here.
    const bitcoin = { currency_id: String(CURRENCY_IDS.BTC), amount: '1' };
    await call(server.url, 'faucet', bitcoin, holder.token);
    await leaveLife({ url: server.url, browser, owner, holder });
    await until(
      () => call(server.url, 'wallet', {}, holder.token),
      (wallet) => wallet.on_the_way === undefined,
    );
    const stats =
      'SELECT sum(apply_error_count + sync_error_count)::int AS errors FROM pg_stat_subscription_stats';
    expect(await reports.query(stats, 'reports')).toEqual([{ errors: 0 }]);
  });

  /** Nothing is committed to a table until the answer is called. */
  async function hold(table: 'postings' | 'leader', name: string): Promise<() => Promise<void>> {
    const held = books
      .query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE; SELECT pg_sleep(600)`, name)
      .catch(() => undefined);
    const find = (act: string) =>
      books.query(
        `SELECT ${act} FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '${name}'`,
      );
    await until(
      () => find('pid'),
      (rows) => rows.length > 0,
    );
    return async () => {
      await find('pg_terminate_backend(pid)');
      await held;
    };
  }

  test.each([
    ['a phone, in English', openPhone, 'en', 'On its way', 'arrives or comes back'],
    ['a terminal, in Japanese', openTerminal, 'jp', '振替中', '振替元に戻ります'],
  ] as const)(
    'on %s: what is on its way is shown as that, counted once, and arrives',
    async (_where, open, language, title, late) => {
      const person = await newTrader();
      const before = await walletOf(person, () => true);
      const release = await hold('postings', 'futures');
      try {
        const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT };
        const { status } = await call(
          server.url,
          'transfer',
          { ...move, amount: '1234.5' },
          person.token,
        );
        expect(status).toBe('on_the_way');
        const now = await walletOf(person, (wallet) => wallet.on_the_way !== undefined);
        expect(now.total).toBe(before.total);
        const page = await opened(open, person, language);
        await openDeep(page, '/#/pages/assets/index');
        const shown = page.getByRole('region', { name: title });
        await shown.getByText('1,234.5').first().waitFor();
        await shown.getByText(late).waitFor();
        expect(await findingsOf(page, title)).toEqual([]);
        await photograph(page, `on-its-way-${language}`);
        await release();
        await shown.waitFor({ state: 'detached' });
        await openDeep(page, '/#/pages/assets/transfer/record');
        await page.getByText('1,234.5').first().waitFor();
        expect(await page.getByText(title, { exact: true }).count()).toBe(0);
      } finally {
        await release();
      }
      const after = await walletOf(person, (wallet) => wallet.on_the_way === undefined);
      expect(after.total).toBe(before.total);
    },
  );

  test.each([
    [openPhone, 'phone', 'en', AWAY],
    [openPhone, 'phone', 'th', AWAY_IN_THAI],
    [openTerminal, 'terminal', 'en', AWAY],
    [openTerminal, 'terminal', 'th', AWAY_IN_THAI],
  ] as const)(
    'a product whose database hangs is said to be away on its own screen, and its button is shut until it is back: %o, %s, %s',
    async (open, device, language, { futures, options, button, buy }) => {
      const person = await newTrader();
      const pageOf = async (place: string) => {
        const page = await opened(open, person, language);
        await openDeep(page, `/#/pages/${place}?symbol=BTC/USDT`);
        return page;
      };
      const lever = await pageOf('lever/index');
      const option = await pageOf('option/detail');
      const spot = await pageOf('trade/spot');
      const shut = (page: Page) => page.getByRole('button', { name: button });
      expect(await shut(lever).count()).toBe(0);
      const releases = [await hold('leader', 'futures'), await hold('leader', 'options')];
      try {
        for (const [page, words, name] of [
          [lever, futures, 'lever'],
          [option, options, 'option'],
        ] as const) {
          await page.getByText(words).waitFor();
          await shut(page).waitFor();
          expect(await shut(page).isDisabled()).toBe(true);
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme });
            await page.locator(`[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
            await shut(page).scrollIntoViewIfNeeded();
            await photograph(page, `away-${name}-${device}-${language}-${colorScheme}`);
          }
          expect(await findingsOf(page, words)).toEqual([]);
        }
        // Of spot it is not: it trades.
        expect(await spot.getByRole('button', { name: buy }).isEnabled()).toBe(true);
        expect(await shut(spot).count()).toBe(0);
      } finally {
        for (const release of releases) await release();
      }
      // Nobody loads anything anew.
      for (const [page, words] of [
        [lever, futures],
        [option, options],
      ] as const) {
        await page.getByText(words).waitFor({ state: 'detached' });
        await shut(page).waitFor({ state: 'detached' });
      }
    },
    300_000,
  );

  test('a product whose books do not add up stands still, the others go on, and two operators resume it', async () => {
    const person = await newTrader();
    const manager = await addOperator(server.url, owner, 'manager');
    const position = {
      symbol: 'BTC/USDT',
      side: 'long',
      type: 'market',
      lots: '1',
      multiple: '10',
    };
    const opening = () => outcome(server.url, 'openPosition', position, person);
    expect(await opening()).toMatchObject({ error: 'ok' });
    // Of somebody who does nothing meanwhile, so that no batch writes it anew.
    const other = await newTrader();
    const add = (minor: string) =>
      books.query(
        `UPDATE balances SET total_minor = total_minor + ${minor}
         WHERE owner_id = ${other.id} AND account = 'contract'`,
        'futures',
      );
    const check = () => call(server.url, 'recountBooks', { product: 'futures' }, owner.token);
    await add('1');
    await check();
    await until(opening, ({ error }) => error === 'unavailable');
    // The others are traded as before.
    const option = { symbol: 'BTC/USDT', direction: 'rise', seconds: '30', currency_id: USDT };
    await call(server.url, 'buyOption', { ...option, amount: '50' }, person.token);
    expect(await outcome(server.url, 'transfer', outOfFutures, person)).not.toMatchObject({
      error: 'ok',
    });

    const seen = await opened(openPhone, person);
    await openDeep(seen, '/#/pages/lever/index?symbol=BTC/USDT');
    await seen.getByText('Futures: no new orders while its books are checked.').waitFor();
    expect(await seen.getByRole('button', { name: AWAY.button }).isDisabled()).toBe(true);
    // What is open can be closed.
    await seen.getByRole('button', { name: 'Close position' }).first().click();
    const sure = seen.getByRole('alertdialog');
    await sure.getByRole('button', { name: 'Close position', exact: true }).click();
    await seen
      .getByText(/^Position closed at/)
      .first()
      .waitFor();

    const stands = 'Futures: Cancels and closes only';
    for (const [name, open] of [
      ['desk', openDesk],
      ['phone', openPhone],
    ] as const) {
      const page = pages.add(await open(browser, { baseURL: server.url }));
      await keepOperator(page, owner);
      await page.goto('/console/#/system');
      await page.getByText(stands).waitFor();
      await page.getByText('Options: Orders are taken').waitFor();
      expect(await findingsOf(page, stands)).toEqual([]);
      await photograph(page, `stopped-${name}`);
    }

    await add('-1');
    const desk = pages.add(await openDesk(browser, { baseURL: server.url }));
    await keepOperator(desk, owner);
    await desk.goto('/console/#/system');
    const products = desk.getByRole('region', { name: 'Products with an engine of their own' });
    await products.getByRole('button', { name: 'Run every check' }).click();
    const resume = products.getByRole('button', { name: 'Resume' });
    await desk.waitForFunction(
      (button) => !(button as HTMLButtonElement).disabled,
      await resume.elementHandle(),
    );
    await resume.click();
    await desk.getByLabel('Reason').fill('The row was put right.');
    await desk.getByRole('button', { name: 'Propose to resume' }).click();
    const isResume = ({ kind }: { kind: string }) => kind.includes('resume');
    const { list } = await until(
      () => call(server.url, 'proposals', { status: 'open' }, manager.token),
      (open) => open.list.some(isResume),
    );
    const second = pages.add(await openDesk(browser, { baseURL: server.url }));
    await keepOperator(second, manager);
    await second.goto('/console/#/proposals');
    const id = String(list.find(isResume)?.id);
    await second.getByRole('gridcell', { name: id, exact: true }).first().click();
    const panel = second.getByRole('complementary', { name: `Proposal ${id}` });
    await photograph(second, 'proposal');
    await panel.getByRole('button', { name: 'Put in force' }).click();
    await photograph(second, 'pass');
    await panel.getByRole('button', { name: 'Put in force' }).click();
    await second.getByText(`Proposal ${id} passed`).waitFor();
    await until(opening, ({ error }) => error === 'ok');
    await seen.getByRole('button', { name: AWAY.button }).waitFor({ state: 'detached' });
  });

  test('spot alone stands still when its own books do not add up: futures open as ever', async () => {
    const person = await newTrader();
    const other = await newTrader();
    const lever = await opened(openTerminal, person);
    await openDeep(lever, '/#/pages/lever/index?symbol=BTC/USDT');
    await books.query(
      `UPDATE balances SET total_minor = total_minor + 1
       WHERE owner_id = ${other.id} AND account = 'coin' AND currency_id = ${USDT}`,
      'spot',
    );
    await call(server.url, 'recountBooks', {}, owner.token);
    const words = 'Spot: no new orders while its books are checked.';
    for (const [device, open] of [
      ['phone', openPhone],
      ['terminal', openTerminal],
    ] as const) {
      const page = await opened(open, person);
      await openDeep(page, '/#/pages/trade/spot?symbol=BTC/USDT');
      await page.getByText(words).waitFor();
      expect(await page.getByRole('button', { name: AWAY.button }).isDisabled()).toBe(true);
      expect(await findingsOf(page, words)).toEqual([]);
      await photograph(page, `held-spot-${device}`);
    }
    const position = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '1' };
    await until(
      () => outcome(server.url, 'openPosition', { ...position, multiple: '10' }, person),
      ({ error }) => error === 'ok',
    );
    expect(await lever.getByRole('button', { name: AWAY.button }).count()).toBe(0);
    expect(await lever.getByText(/is halted/).count()).toBe(0);
  });
});

const outOfFutures = {
  from_account: 'contract',
  to_account: 'coin',
  currency_id: USDT,
  amount: '1',
};
