/** A withdrawal and an account on hold: what their owner sees and says, and what operators do about it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { launchBrowser, openDesk, openPhone, Pages, photograph } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  type Holder,
  logInOperator,
  newHolder,
  type Operator,
  outOf,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let owner: Operator;
let placer: Operator;
let other: Operator;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      COOLING_OFF_HOURS: '0',
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  owner = await logInOperator(server.url, FIRST);
  placer = await addOperator(server.url, owner, 'reviewer');
  other = await addOperator(server.url, owner, 'reviewer');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function phoneOf(holder: Holder): Promise<Page> {
  const app = pages.add(await openPhone(browser, { baseURL: server.url }));
  await keepLogin(app, server.url, holder.token);
  return app;
}

test('a withdrawal is held in the console; its owner reads why and appeals; another operator answers', async () => {
  const holder = await newHolder(server.url, owner, '100');
  const { id } = await call(server.url, 'withdraw', outOf(holder, '40'), holder.token);
  const desk = pages.add(await openDesk(browser, { baseURL: server.url }));
  await logInToConsole(desk, placer);
  await desk.goto(`/console/#/withdrawals?open=${id}`);
  await desk.getByRole('button', { name: 'Hold', exact: true }).click();
  await desk.getByRole('button', { name: 'The user is asked where the money comes from' }).click();
  await desk.getByLabel('In your own words, beside the reason').fill('Please send the invoice.');
  await desk.getByLabel('Days').fill('3');
  await desk.getByRole('button', { name: `Hold withdrawal ${id}` }).click();
  await desk.getByText('On hold until').waitFor();
  await photograph(desk, 'holds-placed');

  const app = await phoneOf(holder);
  await app.goto('/#/pages/assets/record?tab=withdrawals');
  await app.getByText('40').first().click();
  await app.getByText('This withdrawal is held until').waitFor();
  await photograph(app, 'holds-record');
  await app.getByRole('link', { name: 'Why, and how to appeal' }).click();
  await app.getByText('Please send the invoice.').waitFor();
  await app.getByText('we ask where this money comes from').waitFor();
  await photograph(app, 'holds-page');
  await app.getByLabel('Your appeal').fill('It is on its way by mail.');
  await app.getByRole('button', { name: 'Send the appeal' }).click();
  await app.getByText('Another operator will answer.').waitFor();

  const second = pages.add(await openDesk(browser, { baseURL: server.url }));
  await logInToConsole(second, other);
  await second.goto('/console/#/holds?tab=appealed');
  await second.getByText(`Withdrawal ${id}`).first().click();
  await second.getByText('It is on its way by mail.').waitFor();
  await photograph(second, 'holds-console');
  await second.getByRole('button', { name: 'Answer' }).click();
  await second.getByRole('textbox', { name: 'Reason' }).fill('Thank you, it has come.');
  await second.getByRole('button', { name: 'Answer' }).click();
  await second.getByText(/The appeal against hold \d+ is answered/).waitFor();
  await app.reload();
  await app.getByText('Thank you, it has come.').waitFor();
});

test('a frozen account says so on its pages, with the way to why and until when', async () => {
  const holder = await newHolder(server.url, owner, '100');
  const frozen = { id: String(holder.id), is_frozen: 'true', reason: 'hold_identity' };
  await call(server.url, 'freezeUser', { ...frozen, days: '2' }, placer.token);
  const app = await phoneOf(holder);
  for (const page of ['assets/index', 'settings/security/index', 'assets/withdraw/detail']) {
    await app.goto(`/#/pages/${page}`);
    await app.getByText('Your account is frozen until').waitFor();
    await photograph(app, `holds-${page.replaceAll('/', '-')}`);
  }
  await app.goto('/#/pages/settings/account/index');
  await app.getByRole('link', { name: 'On hold' }).click();
  await app.getByText('we must be sure who uses this account').waitFor();
  await app.getByText('If nobody decides by then, your account opens again.').waitFor();
});
