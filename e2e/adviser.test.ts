/**
 * An owner gives an adviser reading in the app, at both widths: it is accepted, read, seen by the owner and ended, and whoever reads is
 * offered nothing that changes anything.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { DEVICES, launchBrowser, type openPhone, Pages, photograph } from './support/browser.ts';
import { newPerson, PASSWORD, type Person, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SHARES = '/#/pages/settings/security/shares';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false' }),
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

async function opened(open: typeof openPhone, person: Person): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await keepLogin(page, server.url, person.token);
  return page;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Account', exact: true });

/** Whatever leads to a change of the account. */
const CHANGES = /^(Deposit|Withdraw|Transfer|Convert|Trade|Test funds|Get test funds|Buy|Sell)$/;

describe.each(DEVICES)('on %s', (device, open) => {
  const picture = (page: Page, name: string) =>
    photograph(page, `${device.replaceAll(' ', '-')}-adviser-${name}`);

  test('it is given, accepted, read and ended', async () => {
    const [owner, adviser] = [await newPerson(server.url), await newPerson(server.url)];
    await call(server.url, 'faucet', { currency_id: USDT, amount: '1000' }, owner.token);
    await call(server.url, 'createSubAccount', { name: 'Grid' }, owner.token);

    const own = await opened(open, owner);
    await own.goto(SHARES);
    await own.getByText('You have given nobody read access.').waitFor();
    await picture(own, 'none');
    await own.getByRole('button', { name: 'Give read access' }).click();
    const sheet = own.getByRole('dialog');
    await sheet.getByLabel('E-mail address of the reader').fill(adviser.email);
    await sheet.getByRole('checkbox', { name: 'Grid' }).click();
    await sheet.getByLabel('Login password').fill(PASSWORD);
    await picture(own, 'form');
    await sheet.getByRole('button', { name: 'Give read access' }).click();
    await own.getByText(`Offered to ${adviser.email}`).waitFor();
    await sheet.waitFor({ state: 'hidden' });
    await own.getByText('Not accepted yet').waitFor();

    const page = await opened(open, adviser);
    await page.goto(SHARES);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: /^Main account/ }).waitFor();
    await picture(page, 'received');
    await page.getByRole('button', { name: /^Main account/ }).click();

    // The owner's money, under a bar that says whose it is, and no way to move it.
    await bar(page)
      .getByText(/^Reading the account of/)
      .waitFor();
    await page.getByText('1,000.00').first().waitFor();
    await picture(page, 'assets');
    for (const role of ['button', 'link'] as const)
      expect(await page.getByRole(role, { name: CHANGES }).count()).toBe(0);
    for (const [path, text] of [
      ['assets/record', 'Test funds'],
      ['assets/portfolio', 'By product'],
      ['assets/statement', 'USDT'],
      ['assets/tax', 'FIFO'],
    ] as const) {
      await page.goto(`/#/pages/${path}`);
      await page.getByText(text, { exact: true }).first().waitFor();
      await bar(page).waitFor();
      await picture(page, path.replace('/', '-'));
    }
    for (const path of ['trade/spot', 'assets/withdraw/index', 'settings/security/index']) {
      await page.goto(`/#/pages/${path}`);
      await page.getByText(/^This is not among what you may read/).waitFor();
    }
    await picture(page, 'closed');
    await bar(page).getByRole('button', { name: 'Back to your own' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Main account/ }).waitFor();

    // Its owner sees that it was read, and ends it while it is open.
    await page.getByRole('button', { name: /^Main account/ }).click();
    await bar(page).waitFor();
    await expect
      .poll(
        async () => (await call(server.url, 'accountShares', {}, owner.token)).given[0]?.reads ?? 0,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await own.reload();
    await own.getByText(/^Read \d+ times/).waitFor();
    await picture(own, 'given');
    await own.getByRole('button', { name: 'End', exact: true }).click();
    await own.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
    await own.getByText(/^Ended by you on/).waitFor();
    await page.goto('/#/pages/assets/statement?period=year');
    await bar(page).waitFor({ state: 'hidden', timeout: 60_000 });
    pages.forgiveAny(page, 'wallet/');
    expect((await call(server.url, 'accountShares', {}, adviser.token)).received).toEqual([]);
  });
});
