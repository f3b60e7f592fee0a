/** The operators' console as a person uses it. */
import type { OperatorRole } from '@fairlead/contract';
import type { Locator, Page } from 'playwright-core';
import { settled } from './audit.ts';
import type { Credentials, Operator } from './people.ts';

export type QueueName = 'withdrawals' | 'deposits' | 'verifications' | 'subscriptions';

const PANELS = {
  withdrawals: 'Withdrawal',
  deposits: 'Deposit',
  verifications: 'Verification',
  subscriptions: 'Subscription',
} as const satisfies Record<QueueName, string>;

export async function logInToConsole(page: Page, { name, password }: Credentials): Promise<void> {
  await page.goto('/console/');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
}

/** Opens a user's record in a queue; gives its panel. */
export async function openRecord(
  page: Page,
  { queue, tab, userId, id }: { queue: QueueName; tab?: string; userId: number; id: number },
): Promise<Locator> {
  const query = new URLSearchParams({ ...(tab && { tab }), user: String(userId) });
  await page.goto(`/console/#/${queue}?${query}`);
  const cell = page.getByRole('gridcell', { name: String(id), exact: true });
  await cell.first().click();
  const panel = page.getByRole('complementary', { name: `${PANELS[queue]} ${id}` });
  await panel.waitFor();
  return panel;
}

/** Rejects the open record in these words. */
export async function reject(panel: Locator, reason: string): Promise<void> {
  await panel.getByRole('button', { name: 'Reject with reason' }).click();
  await panel.getByLabel('Reason').fill(reason);
  await panel.getByRole('button', { name: /^Reject/ }).click();
}

/** Approves the open withdrawal, for the whole amount that the button says. */
export async function approve(panel: Locator, amount: string): Promise<void> {
  await panel.getByRole('button', { name: /^Approve/ }).click();
  await panel.getByRole('button', { name: `Approve ${amount}` }).click();
}

/** Adds an operator, who opens the link on a machine of their own and sets their password. */
export async function addInConsole(
  page: Page,
  name: string,
  role: OperatorRole,
): Promise<Credentials> {
  await page.goto('/console/#/operators');
  await page.getByRole('button', { name: 'Add an operator' }).click();
  const form = page.getByRole('complementary', { name: 'Add an operator' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Role').selectOption(role);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const made = page.getByRole('complementary', { name: `Link for ${name}` });
  const link = (await made.locator('.con-secret').textContent()) ?? '';
  await made.getByRole('checkbox').check({ force: true });
  await made.getByRole('button', { name: 'Done' }).click();
  const password = 'a-buoy-beyond-the-bar';
  const own = await page.context().browser()?.newContext();
  const theirs = await own?.newPage();
  await theirs?.goto(link);
  await theirs?.getByLabel('New password', { exact: true }).fill(password);
  await theirs?.getByLabel('The password again', { exact: true }).fill(password);
  await theirs?.getByRole('button', { name: 'Set the password' }).click();
  await theirs?.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  await own?.close();
  return { name, password };
}

/** Lets the console begin as an operator who is logged in already. */
export async function keepOperator(page: Page, { token }: Operator): Promise<void> {
  await page.addInitScript((value) => {
    if (location.protocol !== 'about:') sessionStorage.setItem('console.token', value);
  }, token);
}

/** Opens the first record of the page's list, where one can be opened; says whether it did. */
export async function openFirst(page: Page): Promise<boolean> {
  const row = page
    .getByRole('gridcell')
    .or(page.getByRole('button', { name: /^Row \d+$/ }))
    .first();
  if ((await row.count()) === 0) return false;
  await row.click();
  // A record opens beside the list, an article in its place.
  const opened = page.getByRole('complementary').or(page.getByRole('textbox', { name: 'Title' }));
  await opened.first().waitFor();
  await settled(page);
  return true;
}
