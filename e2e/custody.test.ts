/** Money in and out, across app and console in one real server: claims, withdrawals, and what one operator alone cannot do. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice, outcome, upload } from './support/api.ts';
import { choosePhoto, keepLogin, takeDemoCode, typeDigits } from './support/app.ts';
import { DEVICES, drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { addInConsole, approve, logInToConsole, openRecord, reject } from './support/console.ts';
import {
  addOperator,
  type Credentials,
  ETH_ADDRESS,
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  type Holder,
  logInOperator,
  newHolder,
  newPerson,
  newVerified,
  type Operator,
  outOf,
  PASSWORD,
  type Person,
  USDT,
  usdtOf,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let owner: Operator;
let reviewer: Operator;
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

type Open = (typeof DEVICES)[number][1];

/** The app as this user has it, on a phone unless said. */
async function phoneOf({ token }: Person, open: Open = openPhone): Promise<Page> {
  const page = pages.add(await open(browser, { baseURL: server.url }));
  await keepLogin(page, server.url, token);
  return page;
}

/** The console on a desk, as this operator. */
async function deskOf(operator: Credentials): Promise<Page> {
  const page = pages.add(await openDesk(browser, { baseURL: server.url }));
  await logInToConsole(page, operator);
  return page;
}

/** Number of the record whose sheet the page's address opens. */
const openedId = (page: Page): number =>
  Number(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('id'));

/** A sheet's badge: what the record's state is called. */
const state = (sheet: Locator, text: string) => sheet.getByText(text, { exact: true }).first();

/** A record: in a sheet on a phone, beside its list where there is room. */
const recordOf = (app: Page): Locator =>
  app.getByRole('dialog').or(app.getByRole('complementary')).first();

describe.each(DEVICES)('a deposit claimed with a picture, on %s', (_device, open) => {
  test('is credited by an operator under its reference, and the user sees it without a reload', async () => {
    const person = await newPerson(server.url);
    const app = await phoneOf(person, open);
    await app.goto(`/#/pages/assets/deposit/index?currency_id=${USDT}&way=bank`);
    await app.getByRole('link', { name: 'I have sent it: upload the voucher' }).click();
    await app.getByRole('textbox', { name: 'Transfer amount' }).fill('500');
    await choosePhoto(app, 'Voucher picture', await drawJpeg(browser, `voucher ${person.id}`));
    await app.getByRole('button', { name: /^Claim 500/ }).click();
    await app.getByRole('heading', { name: 'Claim received' }).waitFor();
    await app.getByRole('link', { name: 'Show the record' }).click();
    const sheet = recordOf(app);
    await state(sheet, 'Under review').waitFor();

    const desk = await deskOf(reviewer);
    const record = { queue: 'deposits', userId: person.id, id: openedId(app) } as const;
    const panel = await openRecord(desk, record);
    await panel.getByRole('button', { name: 'Show the picture' }).click();
    await panel.getByRole('img', { name: 'Proof of the user' }).waitFor();
    const reference = `STATEMENT ${randomUUID()}`;
    await credit(panel, { amount: '499.5', reference });
    await desk.getByText(`Deposit ${record.id} passed, 499.50 USDT credited`).waitFor();

    await state(sheet, 'Passed').waitFor();
    await sheet.getByText('499.50').first().waitFor();
    expect((await usdtOf(server.url, person)).available).toBe('499.500000');
    const { list } = await call(server.url, 'messages', {}, person.token);
    expect(list.map(({ kind }) => kind)).toContain('deposit_passed');
    const { list: entries } = await call(server.url, 'ledgerEntries', { reference }, owner.token);
    expect(entries).toHaveLength(1);
  });
});

describe('a deposit claimed with a picture', () => {
  test('with a picture that was claimed before takes two different operators (U8, V8)', async () => {
    const picture = await drawJpeg(browser, `shared ${randomUUID()}`);
    const [first, second] = [await newPerson(server.url), await newPerson(server.url)];
    await claim(first, picture);
    const id = await claim(second, picture);
    const record = { queue: 'deposits', userId: second.id, id } as const;

    const desk = await deskOf(owner);
    const panel = await openRecord(desk, record);
    await panel.getByText(/^The same picture stands under another claim/).waitFor();
    const reference = `STATEMENT ${randomUUID()}`;
    await credit(panel, { amount: '300', reference });
    await desk.getByText(`Deposit ${id} passed, one more is needed`).waitFor();
    const again = await openRecord(desk, record);
    await again.getByText(/Another operator must be the second\.$/).waitFor();
    expect(await again.getByRole('button', { name: 'Approve as second' }).isDisabled()).toBe(true);
    const same = { id: String(id), decision: 'passed', credited: '300', reference };
    expect(await outcome(server.url, 'decideDeposit', same, owner)).toEqual({
      status: 403,
      error: 'four_eyes',
    });
    expect((await usdtOf(server.url, second)).available).toBe('0.000000');

    const other = await deskOf(reviewer);
    const last = await openRecord(other, record);
    await last.getByRole('button', { name: 'Approve as second' }).click();
    await last.getByRole('button', { name: /^Credit 300/ }).click();
    await other.getByText(`Deposit ${id} passed, 300.00 USDT credited`).waitFor();
    expect((await usdtOf(server.url, second)).available).toBe('300.000000');
  });
});

/** Passes the open claim with what is credited, under its reference. */
async function credit(
  panel: Locator,
  { amount, reference }: { readonly amount: string; readonly reference: string },
): Promise<void> {
  await panel.getByRole('button', { name: 'Approve', exact: true }).click();
  await panel.getByLabel('Credited amount').fill(amount);
  await panel.getByLabel('Reference', { exact: true }).fill(reference);
  await panel.getByRole('button', { name: 'Go on' }).click();
  await panel.getByRole('button', { name: /^Credit / }).click();
}

/** A claim of 300 USDT by bank, over the API. */
async function claim({ token }: Person, picture: Buffer): Promise<number> {
  const proof = await upload(server.url, { picture, purpose: 'deposit_proof' }, token);
  const request = { kind: 'bank', currency_id: USDT, amount: '300', proof: String(proof) };
  return (await call(server.url, 'claimDeposit', request, token)).id;
}

describe.each(DEVICES)('a withdrawal, on %s', (_device, open) => {
  test('goes from a fund password and a saved address to sent, each step on its page', async () => {
    const person = await newVerified(server.url, owner);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '1000' }, person.token);
    const app = await phoneOf(person, open);
    await setFundPassword(app);
    await saveAddress(app);
    const sheet = await withdraw(app, '100');
    await state(sheet, 'Under review').waitFor();
    expect(await usdtOf(server.url, person)).toEqual({
      available: '900.000000',
      frozen: '100.000000',
    });

    const desk = await deskOf(reviewer);
    const record = { queue: 'withdrawals', userId: person.id, id: openedId(app) } as const;
    const panel = await openRecord(desk, record);
    await panel.getByText('the user receives 96.00 USDT').waitFor();
    await approve(panel, '100.00 USDT');
    await desk.getByText(`Withdrawal ${record.id} approved`).waitFor();
    await state(sheet, 'Passed').waitFor();

    const txId = `0x${randomUUID().replaceAll('-', '').repeat(2)}`;
    const toSend = await openRecord(desk, { ...record, tab: 'to_send' });
    await toSend.getByRole('button', { name: 'Mark as sent' }).click();
    await toSend.getByLabel('Transaction id').fill(txId);
    await toSend.getByRole('button', { name: 'Look at it once more' }).click();
    await toSend.getByText(txId).waitFor();
    await toSend.getByRole('button', { name: 'Mark 96.00 USDT as sent' }).click();
    await desk.getByText(`Withdrawal ${record.id} is marked as sent`).waitFor();

    await state(sheet, 'Sent').waitFor();
    await sheet.getByText(txId).waitFor();
    expect(await usdtOf(server.url, person)).toEqual({
      available: '900.000000',
      frozen: '0.000000',
    });
  });
});

describe('a withdrawal', () => {
  test('is rejected with a reason that its owner reads, and the funds are back', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const id = await request(holder, '250');
    const app = await phoneOf(holder);
    await app.goto(`/#/pages/assets/record?tab=withdrawals&id=${id}`);
    const sheet = app.getByRole('dialog');
    await state(sheet, 'Under review').waitFor();

    const desk = await deskOf(reviewer);
    const reason = 'The address could not be confirmed with you.';
    await reject(await openRecord(desk, { queue: 'withdrawals', userId: holder.id, id }), reason);
    await desk.getByText(`Withdrawal ${id} rejected`).waitFor();

    await state(sheet, 'Rejected').waitFor();
    await sheet.getByText(reason).waitFor();
    expect(await usdtOf(server.url, holder)).toEqual({
      available: '1000.000000',
      frozen: '0.000000',
    });
  });

  test('is cancelled by its owner while under review, and then nobody can approve it (W14)', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const id = await request(holder, '250');
    const desk = await deskOf(reviewer);
    const panel = await openRecord(desk, { queue: 'withdrawals', userId: holder.id, id });

    const app = await phoneOf(holder);
    await app.goto(`/#/pages/assets/record?tab=withdrawals&id=${id}`);
    await app.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
    const question = app.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await app.getByText('Withdrawal cancelled').waitFor();
    await state(app.getByRole('dialog'), 'Cancelled').waitFor();
    expect((await usdtOf(server.url, holder)).available).toBe('1000.000000');

    await panel.getByText(/^Already decided/).waitFor();
    const late = { id: String(id), decision: 'passed' };
    expect(await outcome(server.url, 'decideWithdrawal', late, reviewer)).toMatchObject({
      error: 'already_decided',
    });
  });
});

/** A withdrawal of USDT over the API. */
async function request(holder: Holder, amount: string): Promise<number> {
  return (await call(server.url, 'withdraw', outOf(holder, amount), holder.token)).id;
}

async function setFundPassword(app: Page): Promise<void> {
  await app.goto('/#/pages/settings/security/changePayPassword');
  await app.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await typeDigits(app, 'Fund password', FUND_PASSWORD);
  await typeDigits(app, 'The same again', FUND_PASSWORD);
  await app.getByRole('button', { name: 'Set fund password' }).click();
  await app.getByText('Fund password set').waitFor();
}

async function saveAddress(app: Page): Promise<void> {
  await app.goto(`/#/pages/user/address/create?currency_id=${USDT}`);
  await app.getByRole('radio', { name: /^Ethereum/ }).check({ force: true });
  await app.getByLabel('Address', { exact: true }).fill(ETH_ADDRESS);
  await app.getByLabel('Name of the address (optional)').fill('Cold store');
  await typeDigits(app, 'Fund password', FUND_PASSWORD);
  await takeDemoCode(app);
  await app.getByRole('button', { name: 'Save address' }).click();
  await app.getByText('Address saved').waitFor();
}

/** Asks for a withdrawal to the saved address; gives the sheet of its record. */
async function withdraw(app: Page, amount: string): Promise<Locator> {
  await app.goto(`/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
  await app.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await app.getByRole('button', { name: /^Withdraw / }).click();
  const confirm = app.getByRole('dialog', { name: 'Confirm withdrawal' });
  await typeDigits(confirm, 'Fund password', FUND_PASSWORD);
  await confirm.getByRole('button', { name: /^Withdraw / }).click();
  await app.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
  await app.getByRole('link', { name: 'Show the record' }).click();
  return recordOf(app);
}

describe('four eyes', () => {
  test('the same operator cannot approve a large withdrawal twice; another one can (V8)', async () => {
    const holder = await newHolder(server.url, owner, '20000');
    const id = await request(holder, '10000');
    const record = { queue: 'withdrawals', userId: holder.id, id } as const;
    const desk = await deskOf(owner);
    await approve(await openRecord(desk, record), '10,000.00 USDT');
    await desk.getByText(`Withdrawal ${id} approved, one more is needed`).waitFor();
    const again = await openRecord(desk, record);
    await again.getByText(/Another operator must be the second\.$/).waitFor();
    expect(await again.getByRole('button', { name: 'Approve as second' }).isDisabled()).toBe(true);
    const secondSession = await logInOperator(server.url, FIRST);
    for (const operator of [owner, secondSession])
      expect(
        await outcome(
          server.url,
          'decideWithdrawal',
          { id: String(id), decision: 'passed' },
          operator,
        ),
      ).toEqual({ status: 403, error: 'four_eyes' });
    expect((await usdtOf(server.url, holder)).frozen).toBe('10000.000000');

    const other = await deskOf(reviewer);
    await approve(await openRecord(other, record), '10,000.00 USDT');
    await other.getByText(`Withdrawal ${id} approved`, { exact: true }).waitFor();
    expect(await usdtOf(server.url, holder)).toEqual({
      available: '10000.000000',
      frozen: '0.000000',
    });
  });

  test('who proposes a journal entry cannot put it in force; another one can (V8)', async () => {
    const person = await newPerson(server.url);
    const desk = await deskOf(owner);
    const id = await propose(desk, { userId: person.id, amount: '12.5' });
    const own = await openProposal(desk, id);
    await own.getByText(/^You proposed this\./).waitFor();
    expect(await own.getByRole('button', { name: 'Put in force' }).count()).toBe(0);
    const pass = { id: String(id), decision: 'passed' };
    expect(await outcome(server.url, 'decideProposal', pass, owner)).toEqual({
      status: 403,
      error: 'four_eyes',
    });
    expect((await usdtOf(server.url, person)).available).toBe('0.000000');

    const second = await addInConsole(desk, `second-${person.id}`, 'reviewer');
    const other = await deskOf(second);
    const panel = await openProposal(other, id);
    await panel.getByRole('button', { name: 'Put in force' }).click();
    await panel.getByRole('button', { name: 'Put in force' }).click();
    await other.getByText(`Proposal ${id} passed`).waitFor();
    expect((await usdtOf(server.url, person)).available).toBe('12.500000');
  });
});

/** Proposes a gift of USDT to a user's coin account in the ledger; gives the proposal's number. */
async function propose(
  desk: Page,
  { userId, amount }: { readonly userId: number; readonly amount: string },
): Promise<number> {
  await desk.goto('/console/#/ledger');
  await desk.getByRole('button', { name: 'Propose an entry' }).click();
  const panel = desk.getByRole('complementary', { name: 'Propose an entry' });
  await panel.getByLabel('Currency').selectOption('USDT');
  await panel.getByLabel('Amount').fill(amount);
  await panel.getByLabel('From', { exact: true }).selectOption('House, capital');
  await panel.getByLabel('To', { exact: true }).selectOption('A user’s account');
  await panel.getByLabel('To: User id').fill(String(userId));
  await panel.getByLabel('To: Account').selectOption('coin');
  await panel.getByLabel('Reason').fill('Goodwill for a late withdrawal.');
  await panel.getByRole('button', { name: /^Propose 12\.50 USDT/ }).click();
  const toast = await desk.getByText(/^Proposal \d+ waits for a second operator/).textContent();
  return Number(toast?.match(/\d+/)?.[0]);
}

async function openProposal(desk: Page, id: number): Promise<Locator> {
  await desk.goto('/console/#/proposals');
  await desk
    .getByRole('gridcell', { name: String(id), exact: true })
    .first()
    .click();
  const panel = desk.getByRole('complementary', { name: `Proposal ${id}` });
  await panel.waitFor();
  return panel;
}
