/** What is done to a position in a real browser against a real server: margin, a part, a stop of a part, a reversal, an amended order. */
import type { Position } from '@fairlead/contract';
import { verifyChain } from '@fairlead/receipt';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, Pages } from './support/browser.ts';
import { newPerson, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const FUTURES = '/#/pages/lever/index?symbol=BTC/USDT';

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

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
/** What is done with a position: of a card, or of a line of a table, which names it. */
const act = (page: Page, name: string) =>
  button(page, name).or(page.getByRole('button', { name: `${name}, No. ` }));

/** Presses a button of the dialog that is open, and waits until it is gone. */
async function answer(page: Page, role: 'dialog' | 'alertdialog', name: string | RegExp) {
  const dialog = page.getByRole(role);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function newest({ token }: Person, status: Position['status']): Promise<Position> {
  const { list } = await call(server.url, 'positions', { status }, token);
  const [position] = list;
  if (position === undefined) throw new Error(`no position is ${status}`);
  return position;
}

/** A user with a long of ten lots, and one that waits at half the index. */
async function holder(): Promise<Person> {
  const person = await newPerson(server.url);
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT };
  await call(server.url, 'faucet', { currency_id: USDT, amount: '5000' }, person.token);
  await call(server.url, 'transfer', { ...move, amount: '5000' }, person.token);
  const opening = { symbol: 'BTC/USDT', side: 'long', lots: '10', multiple: '20' };
  await call(server.url, 'openPosition', { ...opening, type: 'market' }, person.token);
  const index = Number((await newest(person, 'holding')).current_price);
  const price = (index * 0.9).toFixed(0);
  await call(server.url, 'openPosition', { ...opening, type: 'limit', price }, person.token);
  return person;
}

describe.each(DEVICES)('a position, on %s', (_device, open) => {
  test('gets margin, closes in part, has a stop of a part and is reversed; all of it is in the receipts', async () => {
    const person = await holder();
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    await page.goto(FUTURES);
    const first = await newest(person, 'holding');

    await act(page, 'Add margin').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: /^Amount USDT/ }).fill('50');
    await sheet.getByText('Est. liquidation after').waitFor();
    await answer(page, 'dialog', 'Add margin');
    await said(page, 'Margin added');
    const added = await newest(person, 'holding');
    expect(added.margin_added).toBe('50.000000');
    expect(Number(added.liquidation_price)).toBeLessThan(Number(first.liquidation_price));

    await act(page, 'Close position').click();
    await page.getByRole('alertdialog').getByRole('button', { name: '50%' }).click();
    await page.getByRole('alertdialog').getByText('Stays open').waitFor();
    await answer(page, 'alertdialog', 'Close 5 lots');
    await said(page, /^5 lots closed at/);
    expect(await newest(person, 'closed')).toMatchObject({ part_of: first.id, lots: 5 });
    expect(await newest(person, 'holding')).toMatchObject({ id: first.id, lots: 5 });

    await act(page, 'Edit TP / SL').click();
    await sheet.getByRole('button', { name: 'Add', exact: true }).click();
    const price = String(Math.floor(Number(first.open_price) * 1.2));
    await sheet.getByRole('textbox', { name: /^Price USDT/ }).fill(price);
    await sheet.getByRole('region').getByRole('button', { name: 'Save' }).click();
    await said(page, 'Saved');
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'TP / SL of parts' }).getByText('3 lots').waitFor();
    expect((await newest(person, 'holding')).levels).toMatchObject([{ lots: 3 }]);

    await act(page, 'Reverse').click();
    await page.getByRole('alertdialog').getByText('Opens then').waitFor();
    await answer(page, 'alertdialog', 'Reverse');
    await said(page, /^Reversed at/);
    expect(await newest(person, 'holding')).toMatchObject({ side: 'short', lots: 5 });

    const { list } = await call(server.url, 'receipts', { from: '1' }, person.token);
    const { receipts } = await verifyChain(list);
    expect(receipts.filter(({ isRight }) => !isRight)).toEqual([]);
    const own = list.filter(({ own: mine }) => mine !== undefined).map(({ kind }) => kind);
    expect(own).toEqual(['open', 'margin', 'close', 'close', 'open']);
  });

  test('an order that waits takes another limit and other lots', async () => {
    const person = await holder();
    const page = pages.add(await open(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, person.token);
    await page.goto(`${FUTURES}&tab=waiting`);
    const { id, price } = await newest(person, 'waiting');
    await button(page, `Edit No. ${id}`).click();
    const sheet = page.getByRole('dialog');
    const lower = String(Math.floor(Number(price)) - 100);
    await sheet.getByRole('textbox', { name: /^Limit price/ }).fill(lower);
    await sheet.getByRole('textbox', { name: /^Lots/ }).fill('7');
    await answer(page, 'dialog', 'Save');
    await said(page, 'Order changed');
    const amended = await newest(person, 'waiting');
    expect([amended.id, Number(amended.price), amended.lots]).toEqual([id, Number(lower), 7]);
  });
});
