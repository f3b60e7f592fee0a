/** An account recovered by two ways, as people do it: Chromium's own authenticator, the real app and console, the real server. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { choosePhoto, registerInApp } from './support/app.ts';
import { drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import { addPasskey, VirtualAuthenticator } from './support/passkeys.ts';
import { addOperator, FIRST, FIRST_OPERATOR, logInOperator } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();
const NEW = 'a brand new pass phrase';

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      RATE_LIMIT_FACTOR: '1000',
      BOTS: 'false',
      COOLING_OFF_HOURS: '0',
      RECOVERY_DELAY_HOURS: '0',
      ...FIRST_OPERATOR,
    }),
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

/** Passkeys belong to names: the same server by its name on this machine. */
const baseURL = () => server.url.replace('127.0.0.1', 'localhost');
const phone = async (): Promise<Page> =>
  pages.add(await openPhone(browser, { baseURL: baseURL() }));
const newEmail = () => `${randomUUID().slice(0, 13)}@example.org`;
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '');

/** Leaves the session behind, as a browser that was closed. */
async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/#/pages/user/recover');
  await page.reload();
}

test.each([390, 1280])(
  'a passkey and a recovery code set a new password, %i wide',
  async (width) => {
    const app = await phone();
    await app.setViewportSize({ width, height: 844 });
    const email = newEmail();
    await registerInApp(app, email);
    await VirtualAuthenticator.add(app);
    const [code = ''] = await addPasskey(app, 'Key ring');
    await logOut(app);
    await app.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await app.getByRole('button', { name: 'Use a passkey' }).click();
    await app.getByText('Confirmed with a passkey').waitFor();
    await app.getByLabel('Recovery code').fill(code);
    await app.getByRole('button', { name: 'Begin recovery' }).click();
    await app.getByLabel('New password', { exact: true }).fill(NEW);
    await app.getByLabel('Password again', { exact: true }).fill(NEW);
    await app.getByRole('button', { name: 'Set new password' }).click();
    await app.getByRole('checkbox').check({ force: true });
    await app.getByRole('button', { name: 'Done' }).click();
    await app.getByText('The account is recovered').waitFor();
    await app.getByText('Withdrawals rest until').waitFor();
    const login = { account_type: 'email', account: email, password: NEW };
    await expect(call(server.url, 'login', login)).rejects.toThrow('mfa_required');
  },
);

test.each([390, 1280])(
  'identity beside a recovery code: photos, two reviewers, and its owner stops it in one tap, %i wide',
  async (width) => {
    const app = await phone();
    await app.setViewportSize({ width, height: 844 });
    const email = newEmail();
    await registerInApp(app, email);
    await VirtualAuthenticator.add(app);
    const [code = '', second = ''] = await addPasskey(app, 'Key ring');
    const session = await token(app);
    const owner = await logInOperator(server.url, FIRST);
    const reviewer = await addOperator(server.url, owner, 'reviewer');
    const { user } = await call(server.url, 'center', {}, session);
    const claim = { country: 'JP', name: 'Test Person', id_number: `AB-${user.id}` };
    await call(server.url, 'realName', claim, session);
    const { list } = await call(
      server.url,
      'operatorVerifications',
      { user_id: String(user.id) },
      owner.token,
    );
    const passed = { id: String(list[0]?.id), decision: 'passed' };
    await call(server.url, 'decideVerification', passed, owner.token);

    const other = await phone();
    await other.setViewportSize({ width, height: 844 });
    await other.goto('/#/pages/user/recover');
    await other.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await other.getByLabel('Recovery code').fill(code);
    await other.getByRole('button', { name: 'Begin recovery' }).click();
    for (const label of ['Your document', 'You, holding it'])
      await choosePhoto(other, label, await drawJpeg(browser, `${label} ${user.id}`));
    await other.getByRole('button', { name: 'Send photos' }).click();
    await other.getByText('Two people look at your photos').waitFor();

    const desk = pages.add(await openDesk(browser, { baseURL: server.url }));
    await logInToConsole(desk, reviewer);
    await desk.goto(`/console/#/users?open=${user.id}`);
    const shown = desk.getByRole('region', { name: 'Recovery of the account' });
    await shown.getByText('a recovery code').waitFor();
    await shown.getByRole('button', { name: 'Propose to accept' }).click();
    await desk.getByRole('textbox', { name: 'Reason' }).fill('The document is the verified one.');
    await desk.getByRole('button', { name: 'Propose to accept' }).last().click();
    await expect
      .poll(async () => (await call(server.url, 'proposals', { status: 'open' }, owner.token)).list)
      .toHaveLength(1);
    const [proposal] = (await call(server.url, 'proposals', { status: 'open' }, owner.token)).list;
    const decision = { id: String(proposal?.id), decision: 'passed' };
    await call(server.url, 'decideProposal', decision, owner.token);
    await other.reload();
    await other.getByText('Set a new password').first().waitFor();

    await app.goto('/#/pages/settings/security/index');
    await app.getByText('Somebody is recovering this account').waitFor();
    await app.getByRole('button', { name: 'Stop the recovery' }).click();
    await app.getByText('The recovery is stopped').first().waitFor();
    await other.reload();
    await other.getByText('This recovery has ended').waitFor();
    // What the other page learnt it by.
    pages.forgiveAny(other, 'user/recovery');
    const wrong = { account_type: 'email', account: email, recovery_code: code };
    await expect(call(server.url, 'beginRecovery', wrong)).rejects.toThrow();
    await call(server.url, 'beginRecovery', { ...wrong, recovery_code: second });
  },
);
