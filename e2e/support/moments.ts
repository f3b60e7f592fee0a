/**
 * What a screen looks like after an act: confirmations, refusals, records that are open. `npm run gallery` photographs
 * them beside the screens as they open. No act needs the words of a language, and none moves anything.
 */
import type { Locator, Page } from 'playwright-core';
import { settled } from './audit.ts';
import { openFirst } from './console.ts';
import { PASSWORD, USDT } from './people.ts';

/** Of people.ts and life.ts: `long` has an address with the longest label. */
export type Who = 'holder' | 'newcomer' | 'verified' | 'long' | 'owner';

export interface Moment {
  /** Also the name of its picture. */
  readonly name: string;
  /** After `#/`, of the app, or of the console where an owner looks. */
  readonly screen: string;
  readonly who: Who;
  act(page: Page): Promise<void>;
}

const main = (page: Page): Locator => page.getByRole('main').first();
/** The one button of a screen that does what it is for. */
const doIt = (scope: Locator): Promise<void> =>
  scope.locator('.fl-btn[data-variant=main]').last().click();
/** Once it can be pressed: before that its figures are still on their way. */
const ready = (page: Page): Promise<void> =>
  main(page).locator('.fl-btn[data-variant=main]:enabled').last().waitFor();
const amountOf = (page: Page): Locator => main(page).locator('input[inputmode=decimal]').first();
const withdrawing = `pages/assets/withdraw/detail?currency_id=${USDT}`;
const fundPassword = 'pages/settings/security/changePayPassword';

async function type(page: Page, amount: string): Promise<void> {
  await ready(page);
  await amountOf(page).fill(amount);
}

/** A sheet or a question over the screen. */
async function asked(page: Page): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
  await settled(page);
}

async function withdraw(page: Page): Promise<void> {
  await type(page, '1,234');
  await doIt(main(page));
  await asked(page);
}

async function choose(page: Page, digits: string): Promise<void> {
  await main(page).locator('input[type=password]').first().fill(PASSWORD);
  for (const group of await main(page).getByRole('group').all())
    await group.locator('input').first().pressSequentially(digits);
  await main(page).locator('button[type=submit]').click();
}

export const APP_MOMENTS: readonly Moment[] = [
  {
    name: 'deposit-cost',
    screen: 'pages/assets/tax?figure=deposits&currency=BTC',
    who: 'holder',
    async act(page) {
      await main(page).getByRole('listitem').getByRole('button').first().click();
      await asked(page);
    },
  },
  {
    name: 'withdraw-typed',
    screen: withdrawing,
    who: 'holder',
    act: (page) => type(page, '1,234'),
  },
  {
    name: 'withdraw-too-much',
    screen: withdrawing,
    who: 'holder',
    act: async (page) => {
      await type(page, '123456789');
      await doIt(main(page));
    },
  },
  { name: 'withdraw-confirm', screen: withdrawing, who: 'holder', act: withdraw },
  {
    name: 'withdraw-longest-label',
    screen: withdrawing,
    who: 'long',
    act: (page) => type(page, '100'),
  },
  { name: 'withdraw-longest-label-confirm', screen: withdrawing, who: 'long', act: withdraw },
  {
    name: 'addresses-longest-label',
    screen: `pages/user/address/index?currency_id=${USDT}`,
    who: 'long',
    act: settled,
  },
  { name: 'fund-password-first', screen: fundPassword, who: 'verified', act: settled },
  {
    name: 'fund-password-guessed',
    screen: fundPassword,
    who: 'verified',
    act: (page) => choose(page, '123456'),
  },
  {
    name: 'fund-password-change-refused',
    screen: fundPassword,
    who: 'holder',
    act: async (page) => main(page).locator('button[type=submit]').click(),
  },
  {
    name: 'lock-confirm',
    screen: 'pages/finance/buyPage?id=3&amount=1234.5',
    who: 'holder',
    act: async (page) => {
      await main(page).getByRole('checkbox').first().check({ force: true });
      await doIt(main(page));
      await asked(page);
    },
  },
  {
    name: 'subscribe-confirm',
    screen: 'pages/publication/purchase?id=1',
    who: 'holder',
    act: async (page) => {
      await type(page, '1234');
      await doIt(main(page));
      await asked(page);
    },
  },
  {
    name: 'transfer-typed',
    screen: 'pages/assets/transfer/index',
    who: 'holder',
    act: (page) => type(page, '1,234.5'),
  },
  {
    name: 'proofs-before-the-account',
    screen: 'pages/settlement/liabilities',
    who: 'newcomer',
    act: settled,
  },
];

/** The record that stands first, and the step that its last button begins. */
const firstRecord = async (page: Page): Promise<void> => {
  if (!(await openFirst(page))) throw new Error('nothing to open');
};
const panelOf = (page: Page): Locator => page.getByRole('complementary').last();

async function press(page: Page, name: string | RegExp): Promise<void> {
  await panelOf(page).getByRole('button', { name }).first().click();
  await settled(page);
}

const opened = (name: string, screen: string): Moment => ({
  name,
  screen,
  who: 'owner',
  act: firstRecord,
});

const begun = (name: string, screen: string, button: string | RegExp): Moment => ({
  name,
  screen,
  who: 'owner',
  act: async (page) => {
    await firstRecord(page);
    await press(page, button);
  },
});

/** The console is in English. */
export const CONSOLE_MOMENTS: readonly Moment[] = [
  opened('withdrawal', 'withdrawals'),
  begun('withdrawal-reject', 'withdrawals', 'Reject with reason'),
  begun('withdrawal-approve', 'withdrawals', /^Approve/),
  opened('withdrawal-to-send', 'withdrawals?tab=to_send'),
  {
    name: 'withdrawal-wrong-transaction',
    screen: 'withdrawals?tab=to_send',
    who: 'owner',
    act: async (page) => {
      await firstRecord(page);
      await press(page, 'Mark as sent');
      await panelOf(page).getByLabel('Transaction id').fill('paid on Monday');
      await press(page, 'Look at it once more');
    },
  },
  {
    name: 'withdrawal-sent-confirm',
    screen: 'withdrawals?tab=to_send',
    who: 'owner',
    act: async (page) => {
      await firstRecord(page);
      await press(page, 'Mark as sent');
      await panelOf(page)
        .getByLabel('Transaction id')
        .fill(`0x${'5e'.repeat(32)}`);
      await press(page, 'Look at it once more');
    },
  },
  opened('deposit', 'deposits'),
  begun('deposit-approve', 'deposits', /^Approve/),
  opened('verification', 'verifications'),
  begun('verification-reject', 'verifications', /^Reject/),
  opened('subscription', 'subscriptions'),
  opened('proposal', 'proposals'),
  opened('user', 'users'),
  begun('user-hold', 'users', 'Hold withdrawals'),
  begun('user-note', 'users', 'Write a note'),
  {
    name: 'user-timeline',
    screen: 'users',
    who: 'owner',
    act: async (page) => {
      await firstRecord(page);
      await panelOf(page)
        .getByRole('heading', { name: 'Notes and timeline' })
        .evaluate((heading) => heading.scrollIntoView());
    },
  },
  opened('market-terms', 'markets'),
  opened('hosting-terms', 'hosting'),
  opened('offering-terms', 'offerings'),
  opened('network-terms', 'networks'),
  opened('contract-terms', 'contracts'),
  {
    name: 'terms-template',
    screen: 'hosting',
    who: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'New product' }).first().click();
      await settled(page);
    },
  },
  {
    name: 'terms-refused',
    screen: 'hosting',
    who: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'New product' }).first().click();
      const panel = panelOf(page);
      await panel.getByLabel('Currency', { exact: true }).selectOption({ label: 'USDT' });
      await panel.getByRole('button', { name: /A week/ }).click();
      await panel.getByLabel('Daily yield', { exact: true }).fill('2.5');
      await press(page, 'Review the change');
    },
  },
  {
    name: 'offering-new',
    screen: 'offerings',
    who: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'New offering' }).first().click();
      await settled(page);
    },
  },
  {
    name: 'search',
    screen: 'overview',
    who: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Search' }).click();
      const box = page.getByRole('combobox', { name: /^A page, or a user/ });
      await box.fill('1');
      await box.press('Enter');
      await page
        .getByRole('link', { name: /^(User|Withdrawal|Deposit) 1 / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'navigation',
    screen: 'overview',
    who: 'owner',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      await settled(page);
    },
  },
];
