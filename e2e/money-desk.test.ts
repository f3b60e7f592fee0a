/** What people stumbled on where money is moved and decided on, walked on a phone of 390 px and at a desk of 1,440 px. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, indexPrice, outcome, upload } from './support/api.ts';
import { keepLogin, typeDigits } from './support/app.ts';
import { drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { keepOperator } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  logInOperator,
  newHolder,
  newPerson,
  newVerified,
  type Operator,
  outOf,
  PASSWORD,
  type Person,
  USDT,
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

describe.each([
  ['a phone', openPhone],
  ['a desk’s screen', openDesk],
] as const)('on %s', (where, openOn) => {
  const isPhone = where === 'a phone';
  const appOf = async ({ token }: Person): Promise<Page> => {
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await keepLogin(page, server.url, token);
    return page;
  };
  const deskOf = async (operator: Operator): Promise<Page> => {
    const page = pages.add(await openOn(browser, { baseURL: server.url }));
    await keepOperator(page, operator);
    return page;
  };

  test('the first fund password takes the login password, and none that is guessed first', async () => {
    const person = await newVerified(server.url, owner);
    const app = await appOf(person);
    const choose = async (digits: string, password: string): Promise<void> => {
      await app.goto('/#/');
      await app.goto('/#/pages/settings/security/changePayPassword');
      await app.getByRole('textbox', { name: 'Login password' }).fill(password);
      await typeDigits(app, 'Fund password', digits);
      await typeDigits(app, 'The same again', digits);
      await app.getByRole('button', { name: 'Set fund password' }).click();
    };
    await choose(FUND_PASSWORD, '');
    await app.getByText('Enter your login password.').waitFor();
    for (const guessed of ['123456', '000000']) {
      await choose(guessed, PASSWORD);
      await app.getByText('This is one of the first that are tried. Choose another.').waitFor();
    }
    const digits = { password: FUND_PASSWORD, password_confirmation: FUND_PASSWORD };
    const guess = { ...digits, login_password: 'not-the-password' };
    expect((await outcome(server.url, 'saveFundPassword', guess, person)).error).toBe(
      'password_wrong',
    );
    await choose(FUND_PASSWORD, PASSWORD);
    await app.getByText('Fund password set').waitFor();
  });

  test('“1,234” means what the app prints, beside limits that are named', async () => {
    const holder = await newHolder(server.url, owner, '5000');
    const app = await appOf(holder);
    await app.goto(`/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
    await app.getByText('Smallest withdrawal').waitFor();
    await app.getByText('Requests left today').waitFor();
    await app.getByText('Value left today').waitFor();
    const amount = app.getByRole('textbox', { name: 'Amount' });
    await amount.fill('1,234');
    await app.getByRole('button', { name: 'Withdraw 1,234.00 USDT' }).waitFor();
    for (const typed of ['1,234.5', '1.234,5']) {
      await amount.fill(typed);
      await app.getByRole('button', { name: 'Withdraw 1,234.50 USDT' }).waitFor();
    }
    await amount.fill('5000.01');
    await app.getByText('Insufficient balance').first().waitFor();
  });

  test('a bank transfer names the money that is sent and its rate; a proof from before the account frightens nobody', async () => {
    await call(server.url, 'takeLiabilities', { reason: 'Of a test.' }, owner.token);
    const person = await newPerson(server.url);
    const app = await appOf(person);
    await app.goto(`/#/pages/assets/deposit/index?currency_id=${USDT}&way=bank`);
    await app.getByText('Transfer in').waitFor();
    await app.getByText('1 USD = 1 USDT').waitFor();
    await app.getByText('Smallest deposit').waitFor();
    await app.goto('/#/pages/settlement/liabilities');
    await app
      .getByText(/before your account was opened/)
      .first()
      .waitFor();
  });

  test('a lock says what leaving today would cost before it is made', async () => {
    const person = await newPerson(server.url);
    const funds = { currency_id: USDT, amount: '1000' };
    await call(server.url, 'faucet', funds, person.token);
    const move = { from_account: 'coin', to_account: 'trust', ...funds };
    await call(server.url, 'transfer', move, person.token);
    const app = await appOf(person);
    await app.goto('/#/pages/finance/buyPage?id=2&amount=1000');
    await app.getByRole('checkbox', { checked: false }).click();
    await app.getByRole('button', { name: /^Lock 1,000.00/ }).click();
    const question = app.getByRole('alertdialog');
    await question.getByText('Back if you left today').waitFor();
    expect(await heldOf(person)).toBe('0.000000');
    await question.getByRole('button', { name: /^Lock 1,000.00/ }).click();
    await app.getByRole('heading', { name: /^1,000.00.USDT locked$/ }).waitFor();
    expect(await heldOf(person)).toBe('1000.000000');
  });

  const heldOf = async ({ token }: Person): Promise<string> =>
    (await call(server.url, 'walletDetail', { account: 'trust', currency_id: USDT }, token)).frozen;

  test('a subscription is confirmed with its figures', async () => {
    const person = await newVerified(server.url, owner);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '100' }, person.token);
    const app = await appOf(person);
    await app.goto('/#/pages/publication/purchase?id=1');
    await app.getByLabel('Amount', { exact: true }).fill('400');
    await app.getByRole('button', { name: /^Subscribe for 400/ }).click();
    const question = app.getByRole('alertdialog');
    await question
      .getByText(/20.00.USDT/)
      .first()
      .waitFor();
    expect((await call(server.url, 'subscriptions', {}, person.token)).list).toEqual([]);
    await question.getByRole('button', { name: /^Subscribe/ }).click();
    await app.getByRole('heading', { name: 'Subscribed', exact: true }).waitFor();
  });

  test('from the overview to a record, to who asks, to a note, to any record by its number', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const { id } = await call(server.url, 'withdraw', outOf(holder, '50'), holder.token);
    const { id: refused } = await call(server.url, 'withdraw', outOf(holder, '60'), holder.token);
    const rejected = { id: String(refused), decision: 'rejected', reason: 'address_unconfirmed' };
    await call(server.url, 'decideWithdrawal', rejected, reviewer.token);
    const desk = await deskOf(reviewer);
    await desk.goto('/console/#/overview');
    await desk.getByRole('heading', { name: 'What waits' }).waitFor();
    for (const block of ['Traded', 'Came in and went out', 'Kept'])
      await desk.getByRole('heading', { name: block, exact: true }).waitFor();
    await desk.getByRole('link', { name: 'Withdrawals under review' }).click();
    await desk.getByRole('heading', { name: 'Withdrawals under review' }).waitFor();

    await openBySearch(desk, id);
    const panel = desk.getByRole('complementary', { name: `Withdrawal ${id}` });
    await panel.getByRole('region', { name: 'Who asks' }).getByText(/M•••/).waitFor();
    await panel.getByRole('link', { name: 'The user' }).click();

    const user = desk.getByRole('complementary', { name: `User ${holder.id}` });
    await user.getByRole('button', { name: 'Write a note' }).click();
    await user.getByLabel('Note', { exact: true }).fill('Called; speaks Japanese only.');
    await user.getByRole('button', { name: 'Keep the note' }).click();
    await user.getByText('Called; speaks Japanese only.').first().waitFor();
    await user.getByText('60.00 USDT').first().waitFor();
    await user.getByRole('link', { name: `Rejected withdrawal ${refused}` }).click();
    await desk.getByRole('complementary', { name: `Withdrawal ${refused}` }).waitFor();
    await desk
      .getByRole('heading', { name: 'Withdrawals rejected' })
      .waitFor({ state: 'attached' });
  });

  test('beside a claim stand the reference that was asked for, a verified name, and the other claim of its picture', async () => {
    const picture = await drawJpeg(browser, `voucher on ${where}`);
    const claims = [];
    for (const person of [await newPerson(server.url), await newVerified(server.url, owner)]) {
      const proof = await upload(server.url, { picture, purpose: 'deposit_proof' }, person.token);
      const claim = { kind: 'bank', currency_id: USDT, amount: '300', proof: String(proof) };
      claims.push({ person, ...(await call(server.url, 'claimDeposit', claim, person.token)) });
    }
    const [first, second] = claims;
    const desk = await deskOf(reviewer);
    await desk.goto(`/console/#/deposits?user=${second?.person.id}&open=${second?.id}`);
    const panel = desk.getByRole('complementary', { name: `Deposit ${second?.id}` });
    await panel.getByText(`FL-${second?.person.id}`).waitFor();
    await panel.getByRole('region', { name: 'Who asks' }).getByText(/M•••/).waitFor();
    await panel.getByText(/^The same picture stands under another claim/).waitFor();
    await panel
      .getByRole('link', { name: `deposit ${first?.id} of user ${first?.person.id}` })
      .click();
    await desk.getByRole('complementary', { name: `Deposit ${first?.id}` }).waitFor();
  });

  /** By the box of the header; on a phone the list's record lies over it and is closed first. */
  async function openBySearch(desk: Page, id: number): Promise<void> {
    await desk.getByRole('button', { name: 'Search' }).click();
    const box = desk.getByRole('combobox', { name: /^A page, or a user/ });
    await box.fill(String(id));
    await box.press('Enter');
    await desk.getByRole('link', { name: new RegExp(`^Withdrawal ${id} `) }).click();
  }

  test('a payment is marked as sent by a transaction of its chain only', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const { id } = await call(server.url, 'withdraw', outOf(holder, '50'), holder.token);
    const passed = { id: String(id), decision: 'passed' };
    await call(server.url, 'decideWithdrawal', passed, reviewer.token);
    const desk = await deskOf(reviewer);
    await desk.goto(`/console/#/withdrawals?no=${id}&open=${id}`);
    const panel = desk.getByRole('complementary', { name: `Withdrawal ${id}` });
    await panel.getByRole('button', { name: 'Mark as sent' }).click();
    const field = panel.getByLabel('Transaction id');
    await field.fill('paid on Monday');
    await panel.getByRole('button', { name: 'Look at it once more' }).click();
    await panel.getByText(/^A transaction of Ethereum has 64 digits/).waitFor();
    const wrong = { id: String(id), tx_id: '0xabcdef' };
    expect((await outcome(server.url, 'withdrawalSent', wrong, reviewer)).error).toBe(
      'validation_failed',
    );
    const txId = `0x${String(id).padStart(64, isPhone ? 'a' : 'b')}`;
    await field.fill(txId);
    await panel.getByRole('button', { name: 'Look at it once more' }).click();
    await panel.getByRole('button', { name: 'Mark 46.00 USDT as sent' }).click();
    await desk
      .getByText(new RegExp(`Withdrawal ${id}`))
      .first()
      .waitFor();
  });

  test('terms are typed in percent, a new product starts from a template, and each refusal is at its field', async () => {
    const desk = await deskOf(owner);
    await desk.goto('/console/#/hosting');
    await desk.getByRole('button', { name: 'New product' }).click();
    const form = desk.getByRole('complementary', { name: 'New product' });
    await form.getByLabel('Currency', { exact: true }).selectOption({ label: 'USDT' });
    const template = form.getByRole('region', { name: 'Start from a template' });
    await template.getByRole('button', { name: /A week/ }).click();
    const yields = form.getByLabel('Daily yield', { exact: true });
    expect(await yields.inputValue()).toMatch(/^0?\.\d+$/);
    await yields.fill('2.5');
    await form.getByRole('button', { name: 'Review the change' }).click();
    await form.getByText('At most 2%.').first().waitFor();

    await desk.goto('/console/#/offerings');
    await desk.getByRole('button', { name: 'New offering' }).click();
    const offering = desk.getByRole('complementary', { name: 'New offering' });
    await offering.getByLabel('Launches', { exact: true }).fill('3000-01-02T00:00');
    await offering.getByRole('button', { name: 'Review the change' }).click();
    await offering.getByText('A day from the year 1970 to 2999.').waitFor();
  });
});
