/** Who a user is and what protects the account, across app and console in one real server. */
import { createHmac, randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { choosePhoto, keepLogin, logInToApp, registerInApp, typeDigits } from './support/app.ts';
import { DEVICES, drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import { logInToConsole, openRecord, reject } from './support/console.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  type Operator,
  PASSWORD,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { Authenticator } from './support/totp.ts';

let server: TestServer;
let browser: Browser;
let owner: Operator;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR }),
    launchBrowser(),
  ]);
  owner = await logInOperator(server.url, FIRST);
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
const desk = async (): Promise<Page> => pages.add(await openDesk(browser, { baseURL: server.url }));

/** Sends the basic form; ends on the page that says where it stands. */
async function askBasic(page: Page, idNumber: string): Promise<void> {
  await page.goto('/#/pages/verification/index');
  await page.getByRole('link', { name: 'Start basic verification' }).click();
  await page.getByRole('link', { name: /^Country or region/ }).click();
  await page.getByRole('searchbox', { name: 'Search country' }).fill('japan');
  await page.getByRole('button', { name: /^Japan/ }).click();
  await page.getByLabel('Full name').fill('Mara Sato');
  await page.getByLabel('ID number').fill(idNumber);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByText('Under review', { exact: true }).waitFor();
}

/** The id of what a user has under review. */
async function underReview(userId: number): Promise<number> {
  const request = { user_id: String(userId), status: 'under_review' };
  const { list } = await call(server.url, 'operatorVerifications', request, owner.token);
  expect(list).toHaveLength(1);
  return list[0]?.id ?? 0;
}

async function passOpened(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Pass', exact: true }).click();
  await panel.getByText('You verify').waitFor();
  await panel.getByRole('button', { name: 'Pass', exact: true }).click();
}

async function isLoaded(picture: Locator): Promise<boolean> {
  return picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);
}

describe.each(DEVICES)('verification, on %s', (_device, open) => {
  test('goes from a form and three photos to verified, decided in the console and shown live', async () => {
    const app = await phone(open);
    await registerInApp(app, `${randomUUID().slice(0, 13)}@example.org`);
    const token = await app.evaluate(() => localStorage.getItem('token') ?? '');
    const { user } = await call(server.url, 'center', {}, token);
    await askBasic(app, `TK-${user.id}-1`);

    const console_ = await desk();
    await logInToConsole(console_, await addOperator(server.url, owner, 'reviewer'));
    const queue = 'verifications';
    const basic = await openRecord(console_, {
      queue,
      userId: user.id,
      id: await underReview(user.id),
    });
    await basic.getByText('Mara Sato').waitFor();
    await passOpened(basic);

    await app.getByRole('link', { name: 'Start advanced verification' }).click();
    await app.getByLabel('Contact address').fill('Pier 4, 650-0042 Kobe');
    const labels = ['Front of the document', 'Back of the document', 'You, holding the document'];
    for (const label of labels)
      await choosePhoto(app, label, await drawJpeg(browser, `${label} ${user.id}`));
    await app.getByRole('button', { name: 'Send for review' }).click();
    await app.getByText('Under review', { exact: true }).waitFor();

    const advanced = await openRecord(console_, {
      queue,
      userId: user.id,
      id: await underReview(user.id),
    });
    const shown = [];
    for (const label of [
      'Front of the document',
      'Back of the document',
      'Person with the document',
    ]) {
      const picture = advanced.getByRole('img', { name: label });
      await picture.waitFor();
      await expect.poll(() => isLoaded(picture)).toBe(true);
      shown.push(await picture.boundingBox());
    }
    // One beside the other, over what they are compared with.
    const lefts = shown.map((box) => box?.x ?? 0);
    expect(lefts).toEqual([...new Set(lefts)].sort((left, right) => left - right));
    const address = await advanced.getByText('Pier 4, 650-0042 Kobe').boundingBox();
    for (const box of shown)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(address?.y ?? 0);
    await passOpened(advanced);

    await app.getByText('Verified', { exact: true }).nth(1).waitFor();
    const { user: verified } = await call(server.url, 'center', {}, token);
    expect(verified).toMatchObject({
      basic_verification: 'verified',
      advanced_verification: 'verified',
    });
    await expectViewsAudited(user.id);
  });

  test('is refused with a reason that the user reads, and may be asked for again', async () => {
    const { id, token } = await newPerson(server.url);
    const app = await phone(open);
    await keepLogin(app, server.url, token);
    await askBasic(app, `TK-${id}-2`);

    const console_ = await desk();
    await logInToConsole(console_, owner);
    const reason = 'The name is not the one on the document.';
    const record = { queue: 'verifications', userId: id, id: await underReview(id) } as const;
    await reject(await openRecord(console_, record), reason);

    await app.getByText('Refused', { exact: true }).waitFor();
    await app.getByText(reason).waitFor();
    expect(await app.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(
      '#/pages/verification/basic',
    );
    const { list } = await call(server.url, 'messages', {}, token);
    expect(list.find(({ kind }) => kind === 'basic_refused')?.body).toContain(reason);
  });
});

/** Each look at the records and at each picture stands in the audit log, without what was seen (U6, L4). */
async function expectViewsAudited(userId: number): Promise<void> {
  const actions = ['verification.opened', 'file.opened'];
  const [records, files] = await Promise.all(
    actions.map((action) => call(server.url, 'auditLog', { action, limit: '100' }, owner.token)),
  );
  expect(records?.list.length).toBeGreaterThanOrEqual(2);
  const own = files?.list.filter(({ detail }) => JSON.parse(detail).user_id === userId);
  expect(new Set(own?.map(({ subject }) => subject)).size).toBe(3);
  expect(JSON.stringify([records, files])).not.toContain('Pier 4');
}

describe.each(DEVICES)('the second factor, on %s', (_device, open) => {
  test('is turned on in the settings and asked for at login; a recovery code works once (C4, C6)', async () => {
    const { email, token } = await newPerson(server.url);
    const app = await phone(open);
    await keepLogin(app, server.url, token);
    await app.goto('/#/pages/settings/security/otp');
    await app.getByLabel('Login password', { exact: true }).fill(PASSWORD);
    await app.getByRole('button', { name: 'Set up the authenticator' }).click();
    await app.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await app.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
    const authenticator = new Authenticator(secret ?? '');
    await typeDigits(app, 'Code that the app shows', authenticator.next());
    const codes = app.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const [recovery = ''] = await codes.allTextContents();
    await app.getByRole('checkbox').check({ force: true });
    await app.getByRole('button', { name: 'Done' }).click();

    await logOut(app);
    await logInToApp(app, email);
    await app.getByRole('heading', { name: 'Second step' }).waitFor();
    pages.forgive(app, 'user/login');
    await typeDigits(app, 'Code of your authenticator app', authenticator.next());
    await app.waitForURL((url) => !url.hash.includes('login'));

    await logOut(app);
    await logInToApp(app, email);
    await useRecoveryCode(app, recovery);
    pages.forgive(app, 'user/login');
    await app.waitForURL((url) => !url.hash.includes('login'));

    await logOut(app);
    await logInToApp(app, email);
    await useRecoveryCode(app, recovery);
    await app.getByText('The code is wrong').waitFor();
    pages.forgive(app, 'user/login');
    pages.forgive(app, 'user/login');
    expect(app.url()).toContain('login');
  });
});

async function logOut(page: Page): Promise<void> {
  await page.goto('/#/pages/settings/index');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForFunction(() => localStorage.getItem('token') === null);
}

async function useRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Phone lost? Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

describe.each(DEVICES)('an API key, on %s', (_device, open) => {
  test('is made in the app, trades as its owner, and ends when it is revoked', async () => {
    const person = await newPerson(server.url);
    const page = await phone(open);
    await keepLogin(page, server.url, person.token);
    await page.goto('/#/pages/settings/security/apiKeys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Grid bot');
    await page.getByRole('switch', { name: 'Spot' }).click();
    await page.getByLabel('Login password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create API key' }).last().click();
    // With the question both are there.
    await page.getByRole('checkbox', { name: 'I have saved both' }).click();
    const [key = '', secret = ''] = await page.locator('p.select-all').allInnerTexts();
    await page.getByRole('button', { name: 'Done' }).click();
    const account = async () => {
      const query = `timestamp=${Date.now()}`;
      const signature = createHmac('sha256', secret).update(query).digest('hex');
      const url = `${server.url}/binance/api/v3/account?${query}&signature=${signature}`;
      return (await fetch(url, { headers: { 'X-MBX-APIKEY': key } })).json();
    };
    expect(await account()).toMatchObject({ canTrade: true, canWithdraw: false });
    await page.getByRole('button', { name: /^Grid bot/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No API key yet.').waitFor();
    expect(await account()).toMatchObject({ code: -2015 });
  });
});
