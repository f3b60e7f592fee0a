/** Receipts and terms as people meet them: handed on, forged, and put in force by two, in one real server. */
import { readFile } from 'node:fs/promises';
import type { Receipt } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  type Operator,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let owner: Operator;
let trader: Person;
/** Of the trader's opening. */
let receiptId: number;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      COOLING_OFF_HOURS: '0',
      BOTS: 'false',
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  const { url } = server;
  await indexPrice(url, 'BTC/USDT');
  owner = await logInOperator(url, FIRST);
  trader = await newPerson(url);
  const { token } = trader;
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount: '500' };
  await call(url, 'faucet', { currency_id: USDT, amount: '500' }, token);
  await call(url, 'transfer', move, token);
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '5', multiple: '20' };
  const { position } = await call(url, 'openPosition', order, token);
  receiptId = position.open_receipt_id ?? 0;
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function phone(person?: Person, open = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url, acceptDownloads: true }));
  if (person !== undefined) await keepLogin(page, server.url, person.token);
  return page;
}

const receiptPage = () => `/#/pages/settlement/receipt?id=${receiptId}`;

describe.each(DEVICES)('a receipt, on %s', (_device, open) => {
  test('is downloaded by its owner and checked by somebody else without a network', async () => {
    const page = await phone(trader, open);
    await page.goto(receiptPage());
    await page.getByText('Verified on this device').waitFor();
    await page.getByText('USDT margin').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    const json = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(json)).toMatchObject({ id: receiptId, own: { owner: trader.id } });

    const other = await phone(undefined, open);
    await other.goto('/#/pages/settlement/verify');
    const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(json) };
    const check = async () => {
      await other.locator('input[type=file]').setInputFiles(file);
      await other.getByText('Verified on this device').waitFor();
      await other.getByText('USDT margin').waitFor();
    };
    // Once with a network, which fetches the code; from then on it needs none.
    await check();
    await other.getByRole('button', { name: 'Check another' }).click();
    await other.context().setOffline(true);
    await check();
    await other.context().setOffline(false);
  });

  test('shows a stranger no amount, and no other price is believed (P1)', async () => {
    const page = await phone(undefined, open);
    await page.goto(receiptPage());
    await page.getByText('Verified on this device').waitFor();
    await page.getByText('Owner and amounts are private.').waitFor();

    const forger = await phone(undefined, open);
    await forger.route('**/api/settlement/receipt?*', async (route) => {
      const response = await route.fetch();
      const answer: { message: Receipt } = await response.json();
      answer.message.result['open_price'] = '1.00000000';
      await route.fulfill({ response, json: answer });
    });
    await forger.goto(receiptPage());
    await forger.getByText('Does not match').waitFor();
    await forger.getByText('Hash of the receipt').waitFor();
    await forger.getByText('Price', { exact: true }).waitFor();
  });
});

describe('terms of futures', () => {
  test('are proposed by one operator and put in force by another, who sees what changes (L3)', async () => {
    const { url } = server;
    const manager = await addOperator(url, owner, 'manager');
    const proposing = pages.add(await openDesk(browser, { baseURL: url }));
    await logInToConsole(proposing, manager);
    await proposing.goto('/console/#/contracts?open=1');
    const panel = proposing.getByRole('complementary', { name: 'BTC/USDT futures' });
    await panel.getByRole('button', { name: 'Edit the terms' }).click();
    await panel.getByRole('button', { name: 'Add a multiple' }).click();
    await panel.getByRole('textbox', { name: 'Multiple, line 7' }).fill('75');
    await panel.getByRole('textbox', { name: 'Maintenance, line 7' }).fill('0.5');
    await panel.getByRole('textbox', { name: 'Greatest notional, line 7' }).fill('75000');
    await panel.getByRole('button', { name: 'Review the change' }).click();
    await panel.getByText(/^Takes a second operator and a notice/).waitFor();
    await panel.getByRole('textbox', { name: 'Reason' }).fill('Between fifty and a hundred');
    await panel.getByRole('button', { name: 'Propose' }).click();
    await proposing.getByText(/proposal \d+ waits for a second operator/).waitFor();
    expect(await multiples()).toEqual([2, 5, 10, 20, 50, 100]);

    const deciding = pages.add(await openDesk(browser, { baseURL: url }));
    await logInToConsole(deciding, owner);
    await deciding.goto('/console/#/proposals');
    await deciding.getByRole('gridcell', { name: /Terms of futures/ }).click();
    const proposal = deciding.getByRole('complementary', { name: /^Proposal/ });
    await proposal.getByText('Multiples, 75×').waitFor();
    await proposal.getByText('Maintenance 0.50%, Greatest notional 75,000.00').waitFor();
    await proposal.getByText('Between fifty and a hundred').waitFor();
    await proposal.getByRole('button', { name: 'Put in force' }).click();
    await proposal.getByRole('button', { name: 'Put in force' }).click();
    await deciding.getByText(/^Proposal \d+ passed/).waitFor();
    expect(await multiples()).toEqual([2, 5, 10, 20, 50, 75, 100]);

    await deciding.goto('/console/#/history?subject=futures%20BTC%2FUSDT');
    await deciding.getByRole('gridcell', { name: 'Futures, BTC/USDT' }).first().waitFor();
  });
});

async function multiples(): Promise<readonly number[]> {
  const deal = await call(server.url, 'futuresDeal', { symbol: 'BTC/USDT' });
  return deal.multiples.map(({ multiple }) => multiple);
}

describe.each(DEVICES)('what is owed, on %s', (_device, open) => {
  test('is published, and a user’s own part of it is checked on their device', async () => {
    const { url } = server;
    const published = async () => (await call(url, 'liabilities', {})).total;
    // One is enough for both devices.
    if ((await published()) === 0)
      await call(url, 'takeLiabilities', { reason: 'a journey of the tests' }, owner.token);
    await expect.poll(published, { timeout: 240_000 }).toBeGreaterThan(0);
    const page = await phone(trader, open);
    await page.goto('/#/pages/assets/index');
    await page.getByRole('main').getByRole('link', { name: 'Proof of liabilities' }).click();
    await page.getByText('Your balances are in the published total').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save my proof as a file' }).click(),
    ]);
    const proof = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(proof.owner).toBe(trader.id);
    // An exchange that shows another balance than it sealed is found out by the phone.
    await page.route('**/api/settlement/liabilities/proof', async (route) => {
      const [path, ...more] = proof.paths;
      const message = { ...proof, paths: [{ ...path, amount: '999999.000000' }, ...more] };
      await route.fulfill({ json: { type: 'ok', code: 1, message } });
    });
    await page.reload();
    await page.getByText('Does not match').waitFor();
  });
});
