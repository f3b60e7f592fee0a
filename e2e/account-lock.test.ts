/** "Lock my account" from the tap to two operators who open it again, and the log and word beside it. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { choosePhoto, logInToApp, registerInApp } from './support/app.ts';
import { DEVICES, drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import { addOperator, FIRST, FIRST_OPERATOR, logInOperator, PASSWORD } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
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
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const phone = async (open = openPhone): Promise<Page> =>
  pages.add(await open(browser, { baseURL: server.url }));
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '');

describe.each(DEVICES)('on %s', (_device, open) => {
  test('one tap locks; photos and two operators open it again', async () => {
    const app = await phone(open);
    const email = `${randomUUID().slice(0, 13)}@example.org`;
    await registerInApp(app, email);
    const before = await token(app);
    const { user } = await call(server.url, 'center', {}, before);
    await app.goto('/#/pages/settings/security/index');
    await app.getByRole('button', { name: 'Lock my account' }).click();
    await app.getByRole('button', { name: 'Lock now' }).click();
    await app.getByText('The account is locked').waitFor();
    await expect(call(server.url, 'center', {}, before)).rejects.toThrow();
    // What the app was reading as its session ended.
    pages.forgiveAny(app, 'user/');

    await logInToApp(app, email);
    await app.waitForURL((url) => !url.hash.includes('login'));
    await app.goto('/#/pages/settings/security/index');
    await app.getByText('You locked this account on').waitFor();
    for (const label of ['Your document', 'You, holding it'])
      await choosePhoto(app, label, await drawJpeg(browser, `${label} ${user.id}`));
    await app.getByRole('button', { name: 'Ask to open the account' }).click();
    await app.getByText('You asked on').waitFor();

    const owner = await logInOperator(server.url, FIRST);
    const reviewer = await addOperator(server.url, owner, 'reviewer');
    const console_ = pages.add(await openDesk(browser, { baseURL: server.url }));
    await logInToConsole(console_, reviewer);
    await console_.goto(`/console/#/users?open=${user.id}`);
    const lock = console_.getByRole('region', { name: 'Locked by its owner' });
    await lock.getByText('They asked on').waitFor();
    await console_.getByRole('button', { name: 'Propose to unfreeze' }).click();
    await console_
      .getByRole('textbox', { name: 'Reason' })
      .fill('The document is the verified one.');
    await console_
      .getByRole('button', { name: /Propose/ })
      .last()
      .click();
    await expect
      .poll(async () => {
        const { list } = await call(server.url, 'proposals', { status: 'open' }, owner.token);
        return list.length;
      })
      .toBe(1);
    const { list } = await call(server.url, 'proposals', { status: 'open' }, owner.token);
    const decision = { id: String(list[0]?.id), decision: 'passed' };
    await call(server.url, 'decideProposal', decision, owner.token);

    await app.reload();
    await app.getByRole('button', { name: 'Lock my account' }).waitFor();
    await app.goto('/#/pages/settings/security/acts');
    for (const act of ['Account locked', 'Unlock asked for', 'Account opened'])
      await app.getByText(act, { exact: true }).first().waitFor();
  });

  test('a word is set for our mails', async () => {
    const app = await phone(open);
    await registerInApp(app, `${randomUUID().slice(0, 13)}@example.org`);
    await app.goto('/#/pages/settings/security/mailWord');
    await app.getByLabel('New word').fill('green lantern');
    await app.getByLabel('Login password', { exact: true }).fill(PASSWORD);
    await app.getByRole('button', { name: 'Save word' }).click();
    await app.getByText('green lantern').first().waitFor();
    const { mail_word: word } = await call(server.url, 'security', {}, await token(app));
    expect(word).toBe('green lantern');
  });
});
