/** Passkeys as people use them: Chromium's own authenticator, the real app, the real server. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { logInToApp, registerInApp } from './support/app.ts';
import { DEVICES, launchBrowser, openPhone, Pages } from './support/browser.ts';
import { addPasskey, VirtualAuthenticator } from './support/passkeys.ts';
import { FIRST_OPERATOR } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
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
const phone = async (open = openPhone): Promise<Page> =>
  pages.add(await open(browser, { baseURL: server.url.replace('127.0.0.1', 'localhost') }));
const newEmail = () => `${randomUUID().slice(0, 13)}@example.org`;
const isIn = (page: Page) => page.waitForURL((url) => !url.hash.includes('login'));
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '');

/** Leaves the session behind, as a browser that was closed. */
async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/#/pages/user/login/login');
  await page.reload();
}

describe.each(DEVICES)('on %s', (_device, open) => {
  test('a passkey is added with the password, named, and logs in without one', async () => {
    const page = await phone(open);
    const device = await VirtualAuthenticator.add(page);
    await registerInApp(page, newEmail());
    await addPasskey(page, 'My telephone');
    expect(await device.count()).toBe(1);
    await page.getByRole('button', { name: /My telephone/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Blue telephone');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('button', { name: /Blue telephone/ }).waitFor();

    // The button alone is tried: what the browser fills in would answer the tap before it is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await logOut(page);
    const button = page.getByRole('button', { name: 'Log in with a passkey' });
    await button.click();
    await isIn(page);
    const [passkey] = await call(server.url, 'passkeys', {}, await token(page));
    expect(passkey).toMatchObject({ name: 'Blue telephone' });
    expect(passkey?.last_used_at).toBeGreaterThan(0);
  });

  test('is the second step after the password, and is removed with itself', async () => {
    const page = await phone(open);
    const device = await VirtualAuthenticator.add(page);
    const email = newEmail();
    await registerInApp(page, email);
    await addPasskey(page, 'Key ring');
    await device.taps(false);
    await logOut(page);
    await logInToApp(page, email);
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    pages.forgive(page, 'user/login');
    await device.taps(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isIn(page);

    await page.goto('/#/pages/settings/security/passkeys');
    await page.getByRole('button', { name: /Key ring/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Remove passkey' }).click();
    await sheet.getByRole('button', { name: 'Use a passkey' }).click();
    await sheet.getByText('Confirmed with a passkey').waitFor();
    await sheet.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('No passkey yet.').waitFor();
    const { withdrawals_usable_at: usableAt } = await call(
      server.url,
      'security',
      {},
      await token(page),
    );
    expect(usableAt).toBeGreaterThan(Date.now());
  });

  test('a copy of its key is refused once the owner went on, and the owner is told', async () => {
    const page = await phone(open);
    const device = await VirtualAuthenticator.add(page);
    await registerInApp(page, newEmail());
    await addPasskey(page, 'Copied');
    const thief = await phone(open);
    const copy = await VirtualAuthenticator.add(thief);
    await device.copyTo(copy);
    // The browser offers it in the account's field, and the person takes it there: nothing is pressed.
    await logOut(page);
    await isIn(page);

    await thief.goto('/#/pages/user/login/login');
    await thief.getByText('This passkey was not accepted').waitFor();
    pages.forgive(thief, 'user/passkey/login');
    expect(await token(thief)).toBe('');
    const { list } = await call(server.url, 'messages', {}, await token(page));
    expect(list.map(({ kind }) => kind)).toContain('passkey_copied');
  });
});
