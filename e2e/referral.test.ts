/** Inviting a friend, from the link to the rebate of the friend's first trade, in one real server. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice } from './support/api.ts';
import { keepLogin, registerInApp } from './support/app.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import { FIRST_OPERATOR, newPerson, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const PROMOTION = '/#/pages/promotion/index';

/** The app on a phone unless said, as this user or as a guest. */
async function phone(person?: Person, open: typeof openPhone = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  if (person !== undefined) await keepLogin(page, server.url, person.token);
  return page;
}

/** Opens a position over the API, which costs a fee. */
async function trade(token: string): Promise<void> {
  const { url } = server;
  await indexPrice(url, 'BTC/USDT');
  await call(url, 'faucet', { currency_id: USDT, amount: '10000' }, token);
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount: '9000' };
  await call(url, 'transfer', move, token);
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '10', multiple: '20' };
  await call(url, 'openPosition', order, token);
}

describe.each(DEVICES)('on %s', (_device, open) => {
  test('a friend who follows the link may look around first; their trade brings a rebate', async () => {
    const inviter = await newPerson(server.url);
    const { share_url, invite_code } = await call(server.url, 'invite', {}, inviter.token);

    const visitor = await phone(undefined, open);
    await visitor.goto(share_url);
    const field = visitor.getByRole('textbox', { name: /^Invite code/ });
    expect(await field.inputValue()).toBe(invite_code);
    await visitor.getByText('From your invitation.').waitFor();
    await visitor.goto('/#/pages/trade/index');
    await visitor.getByRole('list', { name: 'Markets' }).waitFor();
    await visitor.goto('/#/pages/user/login/register');
    expect(await field.inputValue()).toBe(invite_code);
    await registerInApp(visitor, `${randomUUID().slice(0, 13)}@example.org`, { isOpen: true });
    const token = await visitor.evaluate(() => localStorage.getItem('token'));
    await trade(token ?? '');

    const page = await phone(inviter, open);
    await page.goto(PROMOTION);
    await page.getByRole('tab', { name: 'Friends 1' }).click();
    const friends = page.getByRole('list', { name: 'Friends' }).getByRole('listitem');
    await friends.getByText('of fees of').waitFor();
    expect(await friends.count()).toBe(1);
    await page.getByRole('tab', { name: 'Rebates' }).click();
    const rebates = page.getByRole('list', { name: 'Rebates' }).getByRole('listitem');
    await rebates.getByText('Pending').waitFor();
    const { list } = await call(server.url, 'rebates', {}, inviter.token);
    expect(list).toMatchObject([{ currency: 'USDT', status: 'pending' }]);
    expect(Number(list[0]?.amount)).toBeGreaterThan(0);
    const { pending, paid } = await call(server.url, 'invite', {}, inviter.token);
    expect([pending, Number(paid)]).toEqual([list[0]?.amount, 0]);
  });
});

test('the link is copied where the system cannot share, and the code always', async () => {
  const inviter = await newPerson(server.url);
  const page = await phone(inviter);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { share_url, invite_code } = await call(server.url, 'invite', {}, inviter.token);
  await page.goto(PROMOTION);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Share link' }).first().click();
  await page.getByText('Link copied').waitFor();
  expect(await copied()).toBe(share_url);
  await page.getByRole('button', { name: 'Copy code' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  expect(await copied()).toBe(invite_code);
});

test('the poster is saved as a picture three times as sharp as it is drawn', async () => {
  const inviter = await newPerson(server.url);
  const { invite_code } = await call(server.url, 'invite', {}, inviter.token);
  const page = await phone(inviter);
  await page.goto(PROMOTION);
  await page.getByRole('button', { name: 'Save poster' }).click();
  const poster = page.getByRole('dialog', { name: 'Poster' });
  await poster.getByRole('img', { name: new RegExp(invite_code) }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    poster.getByRole('button', { name: 'Save picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${invite_code}.png`);
  const picture = await readFile(await download.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // Width and height stand first in a PNG; the server draws 375 by 667.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1125, 2001]);
  await page.getByText('Picture saved').waitFor();
});
