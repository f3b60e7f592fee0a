/** A withdrawal to another provider, with the sandbox of the travel rule: what its owner is asked and reads. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { travelRuleSandbox } from '../apps/server/src/travel-rule/sandbox.ts';
import { keepLogin, typeDigits } from './support/app.ts';
import { launchBrowser, openPhone, Pages, photograph } from './support/browser.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  logInOperator,
  newHolder,
  type Operator,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SECRET = 'wQ8rTz2LpXk5NvBy7MdHs4GcJf9AeUi3-travel';
const USDT = 3;

let gateway: Server;
let server: TestServer;
let browser: Browser;
let owner: Operator;
const pages = new Pages();

beforeAll(async () => {
  gateway = travelRuleSandbox({ secret: SECRET, rejected: ['mallory'] }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      COOLING_OFF_HOURS: '0',
      TRAVEL_RULE_URL: `http://127.0.0.1:${port}/`,
      TRAVEL_RULE_SECRET: SECRET,
      TRAVEL_RULE_NAME: 'Example Exchange Ltd',
      TRAVEL_RULE_COUNTRY: 'IE',
      TRAVEL_RULE_ADDRESS: '1 Quay Street',
      TRAVEL_RULE_TOWN: 'D01 Dublin',
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  owner = await logInOperator(server.url, FIRST);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  gateway?.close();
});

test('who receives it is asked; a refusal is held and said to its owner', async () => {
  const holder = await newHolder(server.url, owner, '100');
  const app = pages.add(await openPhone(browser, { baseURL: server.url }));
  await keepLogin(app, server.url, holder.token);
  await app.goto(`/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
  await app.getByRole('textbox', { name: 'Amount' }).fill('40');
  await app.getByRole('radio', { name: 'At a provider' }).check({ force: true });
  await app.getByRole('button', { name: /^Withdraw / }).click();
  await app.getByText('Please fill this in.').first().waitFor();
  await photograph(app, 'travel-rule-missing');
  await app.getByLabel('Name of the provider').fill('Harbour Exchange');
  await app.getByLabel('Name of its customer').fill('Mallory Lee');
  await photograph(app, 'travel-rule-form');
  await app.getByRole('button', { name: /^Withdraw / }).click();
  const confirm = app.getByRole('dialog', { name: 'Confirm withdrawal' });
  await typeDigits(confirm, 'Fund password', FUND_PASSWORD);
  await confirm.getByRole('button', { name: /^Withdraw / }).click();
  await app.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();

  await expect
    .poll(
      async () => {
        await app.goto('/#/pages/user/holds');
        await app.reload();
        await app.getByText('On hold').first().waitFor();
        return app.getByText('did not accept the transfer').count();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  await photograph(app, 'travel-rule-hold');
});
