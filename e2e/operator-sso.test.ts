/** Operators' single sign-on as people use it: the real console, a provider of OIDC on this machine, Chromium's own authenticator. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { findingsOf } from './support/audit.ts';
import { launchBrowser, openDesk, openPhone, Pages, photograph } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import { type LocalProvider, startProvider } from './support/oidc.ts';
import { VirtualAuthenticator } from './support/passkeys.ts';
import { addOperator, FIRST, FIRST_OPERATOR, logInOperator } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let provider: LocalProvider;
let browser: Browser;
let baseURL: string;
const pages = new Pages();

beforeAll(async () => {
  provider = await startProvider();
  const settings = { BOTS: 'false', COOLING_OFF_HOURS: '0', RATE_LIMIT_FACTOR: '1000' };
  [server, browser] = await Promise.all([
    startServer({ ...settings, ...FIRST_OPERATOR, ...provider.settings }),
    launchBrowser(),
  ]);
  baseURL = server.url.replace('127.0.0.1', 'localhost');
  provider.open(`${baseURL}/console/`);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.stop();
});

const SUBJECT = 'harbour-4711';
const READS = 'Single sign-on only reads. To act';

/** From the console's login to the provider's pages and back. */
async function comeBy(page: Page): Promise<void> {
  // The provider's own pages ask for a typeface from elsewhere.
  await page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  );
  await page.getByRole('button', { name: 'Log in with Harbour ID' }).click();
  const name = page.locator('input[name="login"]');
  // Whom the provider knows still it sends back at once.
  await name.or(page.getByText(READS)).first().waitFor();
  if (!(await name.isVisible())) return;
  await name.fill(SUBJECT);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.locator('button[type="submit"]', { hasText: 'Continue' }).click();
}

test('an operator is bound by two, logs in to read, and acts by their own passkey', async () => {
  const owner = await logInOperator(server.url, FIRST);
  const manager = await addOperator(server.url, owner, 'manager');
  const person = await addOperator(server.url, owner, 'owner');
  const page = pages.add(await openDesk(browser, { baseURL }));
  await VirtualAuthenticator.add(page);
  await logInToConsole(page, person);
  await page.goto('/console/#/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const form = page.locator('form', { has: page.getByLabel('What you call it') });
  await form.getByLabel('What you call it').fill('Blue laptop');
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/console/#/operators');
  await page.reload();

  // Nobody yet: the refusal says who they are there.
  await comeBy(page);
  await page.getByRole('alert').getByText(SUBJECT).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await photograph(page, 'refused-desk');
  expect(await findingsOf(page, 'refused')).toEqual([]);
  pages.forgive(page, 'operator/sso/login');

  const boss = pages.add(await openDesk(browser, { baseURL }));
  await logInToConsole(boss, FIRST);
  await boss.goto(`/console/#/operators?open=${person.id}`);
  await boss.getByRole('button', { name: 'Single sign-on' }).click();
  await boss.getByLabel('Reason').fill('Asked for by telephone');
  await boss.getByLabel('Subject at the provider').fill(SUBJECT);
  await boss.getByRole('button', { name: `Propose it for ${person.name}` }).click();
  await boss.getByText(/^Proposal \d+ waits for another operator/).waitFor();
  const { list } = await call(server.url, 'proposals', {}, manager.token);
  const [proposal] = list;
  expect(proposal).toMatchObject({ kind: 'bind_operator' });
  await boss.goto(`/console/#/proposals?open=${proposal?.id}`);
  await boss.getByText(`${person.name} is ${SUBJECT}`).first().waitFor();
  const pass = { id: String(proposal?.id), decision: 'passed', reason: 'It is them' };
  await call(server.url, 'decideProposal', pass, manager.token);

  await comeBy(page);
  await page.getByText(READS).waitFor();
  await page.goto(`/console/#/operators?open=${manager.id}`);
  await page.getByRole('button', { name: 'Change the role' }).click();
  await page.getByLabel('New role').selectOption('support');
  await page.getByLabel('Reason').fill('Moves to the other desk');
  const change = page.getByRole('button', { name: /^Make it/ });
  await change.click();
  await page.getByText('Log in with your passkey to do this').first().waitFor();
  pages.forgive(page, 'operator/operators/change');
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await page.getByText(READS).waitFor({ state: 'hidden' });
  await page.goto(`/console/#/operators?open=${manager.id}`);
  if (!(await change.isVisible())) {
    await page.getByRole('button', { name: 'Change the role' }).click();
    await page.getByLabel('New role').selectOption('support');
    await page.getByLabel('Reason').fill('Moves to the other desk');
  }
  await change.click();
  await page.getByText(`${manager.name} is changed`).waitFor();

  await photograph(page, 'acts-desk');

  const phone = pages.add(await openPhone(browser, { baseURL }));
  await phone.goto('/console/');
  await comeBy(phone);
  await phone.getByText(READS).waitFor();
  await photograph(phone, 'reads-phone');
  expect(await findingsOf(phone, 'reads')).toEqual([]);
});
