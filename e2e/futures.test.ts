/** Futures, from test funds to the receipt of the close, in a real browser against a real server. */
import type { Position } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { findingsOf } from './support/audit.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import { newPerson, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const FUTURES = '/#/pages/lever/index?symbol=BTC/USDT';
/** USDT has six decimals. */
const MICRO = 1_000_000;

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
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

async function phone(person: Person, open: typeof openPhone = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await keepLogin(page, server.url, person.token);
  return page;
}

/** A new user with so much USDT in the contract account. */
async function newTrader(amount: string): Promise<Person> {
  const person = await newPerson(server.url);
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount };
  await call(server.url, 'faucet', { currency_id: USDT, amount }, person.token);
  await call(server.url, 'transfer', move, person.token);
  return person;
}

/** In the contract account, in minor units. */
async function available({ token }: Person): Promise<number> {
  const { accounts } = await call(server.url, 'wallet', {}, token);
  const account = accounts.find((one) => one.account === 'contract');
  const balance = account?.balances.find(({ currency_id }) => String(currency_id) === USDT);
  return Math.round(Number(balance?.available) * MICRO);
}

const minor = (amount: string | undefined): number => Math.round(Number(amount ?? 0) * MICRO);

async function newest({ token }: Person, status: Position['status']): Promise<Position> {
  const { list } = await call(server.url, 'positions', { status }, token);
  const [position] = list;
  if (position === undefined) throw new Error(`no position is ${status}`);
  return position;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
/** What is done with a position: of a card, or of a line of a table, which names it. */
const act = (page: Page, name: string) =>
  button(page, name).or(page.getByRole('button', { name: `${name}, No. ` }));
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

/** Chooses in one of the two selects above the lots. */
async function choose(page: Page, select: RegExp, option: RegExp): Promise<void> {
  await button(page, select).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: option }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Presses a button of the dialog that is open, and waits until it is gone. */
async function answer(page: Page, role: 'dialog' | 'alertdialog', name: string | RegExp) {
  const dialog = page.getByRole(role);
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The whole cost is shown. On a busy machine the price can be too old when the button is pressed, and is asked about. */
async function isAskedForCost(page: Page): Promise<void> {
  const cost = page.getByRole('dialog').getByText('Most you can lose');
  const goOn = page.getByRole('alertdialog').getByRole('button', { name: /^Go on/ });
  await cost.or(goOn).first().waitFor();
  if (await goOn.isVisible()) await goOn.click();
  await cost.waitFor();
}

describe.each(DEVICES)('a long, on %s', (_device, open) => {
  test('is paid from a transfer, opened, given stops and closed, and both ends have receipts', async () => {
    const person = await newPerson(server.url);
    const page = await phone(person, open);
    await page.goto('/#/pages/assets/index');
    await button(page, 'Test funds').click();
    await answer(page, 'dialog', /^Get /);
    await page.getByText('Test funds arrived').waitFor();

    await page.goto(FUTURES);
    await page.getByText('Your contract account has no USDT.').waitFor();
    await page.getByRole('link', { name: 'Transfer' }).click();
    await field(page, 'Amount').fill('2000');
    await button(page, /^Transfer 2,000/).click();
    await page
      .getByText(/^Transferred/)
      .first()
      .waitFor();
    await page.goto(FUTURES);
    await page.getByText('Your contract account has no USDT.').waitFor({ state: 'hidden' });

    await choose(page, /Multiple/, /^20×/);
    await field(page, 'Lots').fill('10');
    await button(page, 'Open long, 10 lots').click();
    await isAskedForCost(page);
    await answer(page, 'dialog', 'Open long, 10 lots');
    await page
      .getByText(/^Position opened at/)
      .first()
      .waitFor();
    const opened = await newest(person, 'holding');
    expect(opened).toMatchObject({ lots: 10, multiple: 20, side: 'long' });
    expect(await available(person)).toBe(
      2_000 * MICRO - minor(opened.margin) - minor(opened.open_fee),
    );

    await page.getByRole('tab', { name: 'Positions 1' }).waitFor();
    await act(page, 'Edit TP / SL').click();
    const stop = String(Math.floor(Number(opened.open_price) * 0.97));
    await page.getByRole('dialog').getByRole('textbox', { name: 'Stop loss' }).fill(stop);
    await answer(page, 'dialog', 'Save');
    await page.getByText('Take profit and stop loss saved').first().waitFor();
    expect(Number((await newest(person, 'holding')).stop_loss)).toBe(Number(stop));
    expect(await findingsOf(page, 'a position')).toEqual([]);

    await act(page, 'Close position').click();
    await page.getByRole('alertdialog').getByText('Comes back, about').waitFor();
    await answer(page, 'alertdialog', 'Close position');
    await page
      .getByText(/^Position closed at/)
      .first()
      .waitFor();
    const closed = await newest(person, 'closed');
    // What is there again is what was there, the price's result and both fees: nothing else happened.
    expect(await available(person)).toBe(
      2_000 * MICRO + minor(closed.realised_pnl) - minor(closed.open_fee) - minor(closed.close_fee),
    );

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Closed by you').waitFor();
    expect(await findingsOf(page, 'a closed position')).toEqual([]);
    const history = page.getByRole('list', { name: 'History' });
    await history
      .or(page.getByRole('table', { name: 'History' }))
      .getByRole('link', { name: 'Receipt' })
      .click();
    await page.waitForURL(new RegExp(`pages/settlement/receipt\\?id=${closed.receipt_id}$`));
    const receipt = await call(server.url, 'receipt', { id: String(closed.receipt_id) });
    expect(receipt).toMatchObject({ kind: 'close', symbol: 'BTC/USDT' });
    expect(Number(receipt.strike)).toBe(Number(closed.open_price));
    expect(Number(receipt.result['close_price'])).toBe(Number(closed.close_price));
    expect(receipt.terms['open_receipt']).toBe(closed.open_receipt_id);
  });
});

describe.each(DEVICES)('a short at a limit, on %s', (_device, open) => {
  test('waits with its money frozen, and cancelled gives all of it back', async () => {
    const person = await newTrader('500');
    const page = await phone(person, open);
    await page.goto(FUTURES);
    await page.getByRole('radio', { name: 'Short' }).check({ force: true });
    await choose(page, /Order type/, /^Limit/);
    const limit = String(Math.ceil(Number(await indexPrice(server.url, 'BTC/USDT')) * 1.1));
    await field(page, /^Limit price/).fill(limit);
    await field(page, 'Lots').fill('2');
    await button(page, 'Place short limit, 2 lots').click();
    await answer(page, 'dialog', 'Place short limit, 2 lots');
    await page
      .getByText(/^Waiting for /)
      .first()
      .waitFor();
    const waiting = await newest(person, 'waiting');
    expect(Number(waiting.price)).toBe(Number(limit));
    // Margin and fee at the limit and 1 % more, since it may open higher.
    const need = minor(waiting.margin) + minor(waiting.open_fee);
    expect(await available(person)).toBe(500 * MICRO - need - Math.ceil(need / 100));

    await page.getByRole('tab', { name: 'Waiting 1' }).click();
    await button(page, `Cancel No. ${waiting.id}`).click();
    await answer(page, 'alertdialog', 'Cancel order');
    await page.getByText('Order cancelled').first().waitFor();
    expect(await available(person)).toBe(500 * MICRO);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('radio', { name: 'Cancelled' }).check({ force: true });
    await page.getByText('Cancelled by you').waitFor();
  });
});

describe('several positions', () => {
  test('are closed together after one question that says how many', async () => {
    const person = await newTrader('1000');
    for (const symbol of ['BTC/USDT', 'ETH/USDT', 'SOL/USDT']) {
      const terms = { side: 'long', type: 'market', lots: '1', multiple: '10' };
      await call(server.url, 'openPosition', { symbol, ...terms }, person.token);
    }
    const page = await phone(person);
    await page.goto(FUTURES);
    await page.getByRole('tab', { name: 'Positions 3' }).waitFor();
    await button(page, 'Close all').click();
    await page.getByRole('alertdialog', { name: 'Close all 3 positions?' }).waitFor();
    await answer(page, 'alertdialog', 'Close all');
    await page.getByText('3 positions closed').first().waitFor();
    await page.getByText('You have no positions.').waitFor();
    const { list } = await call(server.url, 'positions', { status: 'closed' }, person.token);
    expect(list.map(({ close_reason }) => close_reason)).toEqual(['user', 'user', 'user']);
  });
});

describe('a link to a list', () => {
  test('brings it right below the app bar, though the ticket above it loads late', async () => {
    const page = await phone(await newTrader('100'));
    await page.goto(`${FUTURES}&tab=history`);
    await page.getByText('One lot is 0.01 BTC').waitFor();
    const bar = await page.locator('header').filter({ hasText: 'Futures' }).boundingBox();
    const list = page.getByRole('region', { name: 'Your positions' });
    await expect.poll(async () => (await list.boundingBox())?.y).toBe(bar?.height);
  });
});
