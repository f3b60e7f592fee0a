/** The operators' desk on a desk's screen and on a phone: what is seen before a decision, and its reason in the user's language. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice, outcome } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { keepOperator } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  type Operator,
  outOf,
  type Person,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let owner: Operator;
let reviewer: Operator;
const pages = new Pages();

beforeAll(async () => {
  const settings = { RATE_LIMIT_FACTOR: '1000', BOTS: 'false', COOLING_OFF_HOURS: '0' };
  [server, browser] = await Promise.all([
    startServer({ ...settings, ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'ETH/USDT');
  owner = await logInOperator(server.url, FIRST);
  reviewer = await addOperator(server.url, owner, 'reviewer');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The app on a phone, in Japanese. */
async function japanesePhone({ token }: Person): Promise<Page> {
  const page = pages.add(await openPhone(browser, { baseURL: server.url }));
  await page.addInitScript(() => localStorage.setItem('lang', 'jp'));
  await keepLogin(page, server.url, token);
  return page;
}

describe.each([
  ['a desk’s screen', openDesk],
  ['a phone', openPhone],
] as const)('on %s', (_where, openOn) => {
  const deskOf = async (operator: Operator): Promise<Page> => {
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await keepOperator(page, operator);
    return page;
  };

  test('a usual reason of a refusal is told in Japanese, beside checks that were seen first', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const { id } = await call(server.url, 'withdraw', outOf(holder, '50'), holder.token);
    const desk = await deskOf(reviewer);
    await desk.goto(`/console/#/withdrawals?user=${holder.id}`);
    await desk
      .getByRole('gridcell', { name: String(id), exact: true })
      .or(desk.getByRole('button', { name: `Row ${id}` }))
      .first()
      .click();
    const panel = desk.getByRole('complementary', { name: `Withdrawal ${id}` });
    const checks = panel.getByRole('region', { name: 'Checks' });
    await checks.getByText(/^Look at this: Destination saved/).waitFor();
    await panel.getByRole('region', { name: 'Who asks' }).getByText(/M•••/).waitFor();
    await panel.getByRole('button', { name: 'Reject with reason' }).click();
    await panel.getByRole('button', { name: 'The address could not be confirmed' }).click();
    await panel.getByRole('button', { name: /^Reject 50/ }).click();
    await desk.getByText(`Withdrawal ${id} rejected`).waitFor();

    const app = await japanesePhone(holder);
    await app.goto(`/#/pages/assets/record?tab=withdrawals&id=${id}`);
    await app
      .getByRole('dialog')
      .getByText('アドレスをご本人に確認できませんでした')
      .first()
      .waitFor();
  });

  test('withdrawals are held for a reason that the user reads, and go on once two let them go', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const app = await japanesePhone(holder);
    const withdrawing = '/#/pages/assets/withdraw/detail?currency_id=3';
    await app.goto(withdrawing);
    const amount = app.getByRole('textbox', { name: /^数量/ });
    await amount.waitFor();

    const desk = await deskOf(reviewer);
    await desk.goto(`/console/#/users?open=${holder.id}`);
    const panel = desk.getByRole('complementary', { name: `User ${holder.id}` });
    await panel.getByRole('button', { name: 'Hold withdrawals' }).click();
    await panel.getByRole('button', { name: /^A payment to the user is disputed/ }).click();
    await panel.getByRole('button', { name: `Hold withdrawals of user ${holder.id}` }).click();
    await desk.getByText(`Withdrawals of user ${holder.id} are held`).waitFor();
    await panel.getByText('The user reads: a payment to you is disputed').waitFor();

    await app.reload();
    await app.getByText('お客様への支払いについて送金者から異議が出ています').first().waitFor();
    await amount.fill('50');
    expect(await app.getByRole('button', { name: /出金$/ }).isDisabled()).toBe(true);
    const refused = await outcome(server.url, 'withdraw', outOf(holder, '50'), holder);
    expect(refused.error).toBe('withdrawals_held');

    await panel.getByRole('button', { name: 'Propose to let go' }).click();
    await panel.getByLabel('Reason').fill('The sender took it back.');
    await panel.getByRole('button', { name: 'Propose' }).click();
    const said = desk.getByText(/^Proposal \d+ waits for a second operator/);
    await said.waitFor();
    const id = Number((await said.textContent())?.match(/\d+/)?.[0]);
    await call(server.url, 'decideProposal', { id: String(id), decision: 'passed' }, owner.token);

    await app.reload();
    await amount.waitFor();
    await expect.poll(() => app.getByText('担当者が出金を保留しています').count()).toBe(0);
    const { id: sent } = await call(server.url, 'withdraw', outOf(holder, '50'), holder.token);
    expect(sent).toBeGreaterThan(0);
  });
});
