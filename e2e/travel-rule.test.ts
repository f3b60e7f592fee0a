/** The travel rule in both directions: a withdrawal that another provider accepts, a deposit whose owner says where it came from, and one with a message. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountKey } from '../apps/server/src/chains/test/chain-fixture.ts';
import { EsploraServer, payment } from '../apps/server/src/chains/test/esplora-server.ts';
import {
  messageFor,
  postMessage,
  type TravelSandboxOptions,
  travelRuleSandbox,
} from '../apps/server/src/travel-rule/sandbox.ts';
import { call, outcome } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { launchBrowser, openDesk, openPhone, Pages, photograph } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newHolder,
  type Operator,
  outOf,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SECRET = 'wQ8rTz2LpXk5NvBy7MdHs4GcJf9AeUi3-travel';
const BTC = 1;
const WAIT_MS = 90_000;

let server: TestServer;
let browser: Browser;
let chain: EsploraServer;
let gateway: Server;
let reviewer: Operator;
const asked: object[] = [];
const sandbox: TravelSandboxOptions = {
  secret: SECRET,
  onAsked: (question) => asked.push(question),
};
const pages = new Pages();

beforeAll(async () => {
  chain = new EsploraServer();
  for (let block = 0; block < 3; block += 1) chain.mine();
  gateway = travelRuleSandbox(sandbox).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const rpc = await chain.listen();
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      COOLING_OFF_HOURS: '0',
      XPUB_BTC: accountKey("m/84'/1'/0'").publicExtendedKey,
      RPC_BTC: rpc,
      CONFIRMATIONS_BTC: '1',
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
  const owner = await logInOperator(server.url, FIRST);
  reviewer = await addOperator(server.url, owner, 'reviewer');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await chain?.close();
  gateway?.close();
});

/** Paid and buried: the address, the transaction, and the deposit once it stands so. */
async function paid(token: string, sats: number) {
  const request = { currency_id: String(BTC), chain: 'OMNI' };
  const { address } = await call(server.url, 'depositAddress', request, token);
  const tx = payment([[address, sats]]);
  chain.mine([tx]);
  for (let block = 0; block < 6; block += 1) chain.mine();
  return { address, txId: tx.txid };
}
const depositOf = async (token: string, txId: string) =>
  (await call(server.url, 'deposits', {}, token)).list.find((each) => each.tx_id === txId);

test('what leaves waits for its provider, and what comes for its origin, by a word or by a message', async () => {
  const holder = await newHolder(server.url, reviewer, '100');
  const { token } = holder;
  // Out: passed by nobody before the provider's yes.
  sandbox.pending = ['harbour'];
  const names = { recipient_wallet: 'provider', recipient_provider: 'Harbour Exchange' };
  const out = { ...outOf(holder, '40'), ...names, beneficiary: 'Jon Lee' };
  const { id: withdrawal } = await call(server.url, 'withdraw', out, token);
  const id = String(withdrawal);
  const pass = () => outcome(server.url, 'decideWithdrawal', { id, decision: 'passed' }, reviewer);
  expect(await pass()).toMatchObject({ error: 'travel_rule_waits' });
  sandbox.pending = [];

  // In: credited and frozen, until its owner says whose wallet it came from.
  const first = await paid(token, 50_000_000);
  await expect
    .poll(async () => (await depositOf(token, first.txId))?.origin, { timeout: WAIT_MS })
    .toEqual({ is_asked: true });
  const app = pages.add(await openPhone(browser, { baseURL: server.url }));
  await keepLogin(app, server.url, token);
  await app.goto('/#/pages/assets/record?tab=deposits');
  await app.getByText('0.5').first().click();
  await app.getByText('This deposit is held until').waitFor();
  await app.getByRole('radio', { name: 'At a provider' }).click();
  await app.getByLabel('Name of the provider').fill('Harbour Exchange');
  await app.getByLabel('Name of its customer who sent it').fill('Jon Lee');
  await photograph(app, 'travel-rule-origin');
  await app.getByRole('button', { name: 'Send the answer' }).click();
  await app.getByText('Your answer is sent').waitFor();
  await expect
    .poll(async () => (await depositOf(token, first.txId))?.status, { timeout: WAIT_MS })
    .toBe('passed');
  expect(JSON.stringify(asked)).toContain('"direction":"in"');

  const desk = pages.add(await openDesk(browser, { baseURL: server.url }));
  await logInToConsole(desk, reviewer);
  const deposit = await depositOf(token, first.txId);
  await desk.goto(`/console/#/deposits?tab=passed&open=${deposit?.id}`);
  await desk.getByText('Harbour Exchange, Jon Lee').waitFor();
  await photograph(desk, 'travel-rule-console');

  // A message for the verified name: nothing is asked.
  const second = await paid(token, 20_000_000);
  const transfer = {
    ...({ chain: 'OMNI', tx_id: second.txId, address: second.address } as const),
    ...{ currency: 'BTC', amount: '0.2' },
  };
  const message = messageFor(transfer, {
    id: 'm-1',
    originator: 'Jon Lee',
    beneficiary: 'SATO, Mara',
  });
  const callback = new URL('/api/travel/callback', server.url);
  await expect
    .poll(() => postMessage(callback, message, { secret: SECRET }), { timeout: WAIT_MS })
    .toBe(200);
  await expect
    .poll(async () => (await depositOf(token, second.txId))?.status, { timeout: WAIT_MS })
    .toBe('passed');
  await expect.poll(async () => (await pass()).error, { timeout: WAIT_MS }).toBe('ok');
}, 300_000);
