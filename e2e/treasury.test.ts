/** The treasury and sweeps in the console: a limit that one manager proposes and another passes, and the alarm that follows from it. */
import { CHAINS, CURRENCY_IDS } from '@fairlead/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountKey } from '../apps/server/src/chains/test/chain-fixture.ts';
import { EsploraServer, payment } from '../apps/server/src/chains/test/esplora-server.ts';
import { call } from './support/api.ts';
import { settled } from './support/audit.ts';
import {
  launchBrowser,
  openDesk,
  openPhone,
  openTerminal,
  Pages,
  photograph,
} from './support/browser.ts';
import { keepOperator } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  type Operator,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOT = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const SWEEPER_TOKEN = 'Bt5Nh8Uj3Mk7Wx2Qe9Ra4Sd6Fg1Zc0Vy-journey';
const COIN = 100_000_000;
/** Its line's number. */
const BITCOIN = CURRENCY_IDS.BTC * CHAINS.length + CHAINS.indexOf('OMNI');

let node: EsploraServer;
let server: TestServer;
let browser: Browser;
let proposer: Operator;
let decider: Operator;
const pages = new Pages();

beforeAll(async () => {
  node = new EsploraServer();
  // This server of ours says that half of what an address got is spent.
  node.mine([payment([[HOT, 6 * COIN]])]);
  const rpcUrl = await node.listen();
  [server, browser] = await Promise.all([
    startServer({
      ...{ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', COOLING_OFF_HOURS: '0' },
      ...{ RPC_BTC: rpcUrl, CONFIRMATIONS_BTC: '1', OWN_ADDRESSES: HOT, SWEEPER_TOKEN },
      XPUB_BTC: accountKey("m/84'/1'/0'").publicExtendedKey,
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  const owner = await logInOperator(server.url, FIRST);
  proposer = await addOperator(server.url, owner, 'manager');
  decider = await addOperator(server.url, owner, 'manager');
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await node?.close();
});

async function deskOf(operator: Operator, open = openDesk): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await keepOperator(page, operator);
  return page;
}

/** The hot wallets of bitcoin, once their node has told what they hold. */
async function openBitcoin(page: Page) {
  await page.goto(`/console/#/treasury?open=${BITCOIN}`);
  const panel = page.getByRole('complementary', { name: 'BTC on Bitcoin' });
  await panel.getByText('3.00').first().waitFor();
  return panel;
}

test('one manager proposes limits, another puts them in force, and the wallet below its minimum calls', async () => {
  const desk = await deskOf(proposer);
  const panel = await openBitcoin(desk);
  await panel.getByText('None were set yet.').waitFor();
  await panel.getByRole('button', { name: 'Set limits' }).click();
  const form = desk.getByRole('complementary', { name: 'Limits of the hot wallets' });
  await form.getByLabel('Minimum', { exact: true }).fill('4');
  await form.getByLabel('Target', { exact: true }).fill('5');
  await form.getByLabel('Maximum', { exact: true }).fill('8');
  await form.getByLabel('Reason').fill('What a day needs.');
  await form.getByRole('button', { name: 'Propose', exact: true }).click();
  await desk.getByText(/^Proposal \d+ waits for another manager/).waitFor();

  const [proposal] = (await call(server.url, 'proposals', { status: 'open' }, proposer.token)).list;
  await desk.goto(`/console/#/proposals?open=${proposal?.id}`);
  const own = desk.getByRole('complementary', { name: `Proposal ${proposal?.id}` });
  await own.getByText('What a day needs.').waitFor();
  expect(await own.getByRole('button', { name: 'Put in force' }).count()).toBe(0);

  const second = await deskOf(decider);
  await second.goto(`/console/#/proposals?open=${proposal?.id}`);
  const theirs = second.getByRole('complementary', { name: `Proposal ${proposal?.id}` });
  await photograph(second, 'treasury-proposal');
  await theirs.getByRole('button', { name: 'Put in force' }).click();
  await theirs.getByRole('button', { name: 'Put in force' }).click();
  await second.getByText(`Proposal ${proposal?.id} passed`).waitFor();

  const below = await openBitcoin(second);
  await below.getByText(/^Less than the minimum\. 2\.00\sBTC are missing/).waitFor();
  await below.getByText(new RegExp(`proposed by ${proposer.name}, passed by`)).waitFor();
  await second.getByText('below minimum').first().waitFor();
  const link = second.getByRole('navigation', { name: 'Console' }).getByRole('link');
  await link.filter({ hasText: /Treasury\D*1/ }).waitFor();
});

test.each([
  ['a terminal in the dark', openTerminal, 'dark'],
  ['a terminal in the light', openTerminal, 'light'],
  ['a phone in the dark', openPhone, 'dark'],
  ['a phone in the light', openPhone, 'light'],
] as const)('on %s treasury and sweeps fit, and say what is told', async (where, open, scheme) => {
  const told = {
    chain: 'OMNI',
    currency_id: String(CURRENCY_IDS.BTC),
    fee: '0.00002',
    sources: '3',
  };
  const token = SWEEPER_TOKEN;
  for (const [n, to, address] of [
    ['a', 'hot', HOT],
    ['b', 'cold', 'tb1qqurswpc8qurswpc8qurswpc8qurswpc800zzll'],
  ] as const) {
    const sweep = { ...told, tx_id: n.repeat(64), to, address, amount: '1.25', state: 'signed' };
    await call(server.url, 'signerSweep', sweep, token);
  }
  await call(server.url, 'signerSweepStanding', { chain: 'OMNI', standing: 'fees_used_up' }, token);
  const page = pages.add(await open(browser, { baseURL: server.url, colorScheme: scheme }));
  await keepOperator(page, decider);
  const name = where.replaceAll(' ', '-');
  await page.goto('/console/#/treasury');
  await page.getByText('3.00').first().waitFor();
  await settled(page);
  await photograph(page, `treasury-${name}`);
  expect(await overflow(page)).toBe(0);
  await openBitcoin(page);
  await settled(page);
  await photograph(page, `treasury-panel-${name}`);
  expect(await overflow(page)).toBe(0);
  await page.goto('/console/#/sweeps');
  await page.getByText('1.25').first().waitFor();
  await settled(page);
  await photograph(page, `sweeps-${name}`);
  expect(await overflow(page)).toBe(0);
});

/** How much of the page lies beyond its side. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
