/** Online chat: a user in the app and operators in the console, side by side, in one real server. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keepLogin } from './support/app.ts';
import { findingsOf, openDeep } from './support/audit.ts';
import { drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import {
  addOperator,
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  type Operator,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const CHAT = '/#/pages/help/center/chat';

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

/** The app of a new user, in a zone nine hours before UTC's. */
async function phone(viewport = { width: 390, height: 844 }): Promise<Page> {
  const options = { baseURL: server.url, timezoneId: 'Asia/Tokyo', viewport };
  const page = pages.add(await openPhone(browser, options));
  await keepLogin(page, server.url, (await newPerson(server.url)).token);
  return page;
}

/** The console of an operator who is logged in. */
async function desk({ token }: Operator, query = ''): Promise<Page> {
  const page = pages.add(await openDesk(browser, { baseURL: server.url }));
  await page.addInitScript((value) => {
    if (location.protocol !== 'about:') sessionStorage.setItem('console.token', value);
  }, token);
  await openDeep(page, `/console/#/chats${query}`);
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Answers with Enter, as one does at a desk. */
async function answer(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Answer' }).fill(text);
  await page.keyboard.press('Enter');
}

const openChat = (page: Page, text: string) =>
  page.getByRole('button').filter({ hasText: text }).click();
const take = (page: Page) => page.getByRole('button', { name: 'Take', exact: true }).click();
const logOf = (page: Page) => page.getByRole('log');
const jpeg = (picture: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture });

test.each([
  [390, 844],
  [1_280, 800],
])(
  'a user writes, an operator answers, each sees the other read, and it ends with a transcript, at %i × %i',
  async (width, height) => {
    const app = await phone({ width, height });
    await openDeep(app, CHAT);
    await write(app, 'My deposit has not arrived.');
    await logOf(app).getByText('Delivered').waitFor({ state: 'attached' });

    const support = await addOperator(server.url, owner, 'support');
    const console_ = await desk(support);
    await console_.getByRole('heading', { name: /^Waiting/ }).waitFor();
    await openChat(console_, 'My deposit has not arrived.');
    await take(console_);
    await answer(console_, 'Let me look it up.');
    await logOf(app).getByText('Let me look it up.').waitFor();
    await app.getByText(/answers you$/).waitFor();
    await logOf(app).getByText('Read', { exact: true }).waitFor();
    await logOf(console_).getByText('Read', { exact: true }).waitFor();

    // Pictures, one in each direction.
    const slip = await drawJpeg(browser, 'The transfer');
    await app.locator('input[type=file]').setInputFiles(jpeg(slip));
    await app.getByText('Uploaded').waitFor();
    await app.getByRole('button', { name: 'Send', exact: true }).click();
    await logOf(console_)
      .getByRole('button', { name: /^Show large/ })
      .waitFor();
    const proof = await drawJpeg(browser, 'The credit');
    await console_.locator('input[type=file]').setInputFiles(jpeg(proof));
    await console_.getByText('photo.jpg').waitFor();
    await console_.getByRole('button', { name: 'Send', exact: true }).click();
    await logOf(app)
      .getByRole('button', { name: /^Show large: Picture from/ })
      .click();
    const large = app.getByRole('dialog').getByRole('img');
    await large.waitFor();
    expect(
      await large.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    ).toBe(640);
    await app.keyboard.press('Escape');
    await app.getByRole('dialog').waitFor({ state: 'hidden' });

    // What comes while the chat is closed is counted where it is opened from.
    await openDeep(app, '/#/');
    await answer(console_, 'It is credited.');
    await app.getByRole('link', { name: /1 ?New ?Online chat/ }).click();
    await logOf(app).getByText('It is credited.').waitFor();

    await app.getByRole('button', { name: 'Conversation menu' }).click();
    const saved = app.waitForEvent('download');
    await app.getByRole('button', { name: 'Save transcript' }).click();
    const transcript = await readFile(await (await saved).path(), 'utf8');
    expect(transcript).toContain('My deposit has not arrived.');
    expect(transcript).toContain('It is credited.');
    await app.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click();
    await app.getByRole('alertdialog').getByRole('button', { name: 'End conversation' }).click();
    await app.getByText('Conversation ended. Write to begin another.').waitFor();
    await console_.getByText('This conversation has ended.').waitFor();
  },
);

test('of two operators the second reads along and cannot answer', async () => {
  const app = await phone();
  await openDeep(app, CHAT);
  await write(app, 'Who has time?');
  const operators = [
    await addOperator(server.url, owner, 'support'),
    await addOperator(server.url, owner, 'support'),
  ] as const;
  const first = await desk(operators[0]);
  const second = await desk(operators[1]);
  await openChat(second, 'Who has time?');
  await second.getByRole('button', { name: 'Take', exact: true }).waitFor();
  await openChat(first, 'Who has time?');
  await take(first);
  await answer(first, 'I do.');
  await second.getByText(/answers here. You read along/).waitFor();
  expect(await second.getByRole('textbox', { name: 'Answer' }).count()).toBe(0);
  expect(await second.getByRole('button', { name: 'Take', exact: true }).count()).toBe(0);
  // Passed on, it is the second one's.
  await first.getByRole('button', { name: 'Pass on' }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption(String(operators[1].id));
  await dialog.getByRole('button', { name: 'Pass on' }).click();
  await answer(second, 'And now I do.');
  await logOf(app).getByText('And now I do.').waitFor();
});

test('all of it works by keyboard, and at twice the size of text', async () => {
  const app = await phone({ width: 195, height: 422 });
  await openDeep(app, CHAT);
  const field = app.getByRole('textbox', { name: 'Your message' });
  await field.focus();
  await app.keyboard.type('By keyboard');
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  await logOf(app).getByText('By keyboard').waitFor();
  expect(await field.evaluate((area) => area === document.activeElement)).toBe(true);
  const box = await field.boundingBox();
  expect(box?.y ?? 999).toBeLessThan(422);
  expect((await logOf(app).boundingBox())?.height ?? 0).toBeGreaterThan(100);
  expect(await findingsOf(app, 'chat at 200 %')).toEqual([]);

  const console_ = await desk(await addOperator(server.url, owner, 'support'));
  await console_.getByRole('button').filter({ hasText: 'By keyboard' }).waitFor();
  await console_.keyboard.press('j');
  await console_.getByRole('button', { name: 'Take', exact: true }).waitFor();
  await console_.keyboard.press('a');
  await console_.getByRole('textbox', { name: 'Answer' }).waitFor();
  await console_.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await console_.keyboard.type('Heard.');
  await console_.keyboard.press('Enter');
  await logOf(app).getByText('Heard.').waitFor();
});

test('out of hours the app says when the desk opens, in the zone of its user', async () => {
  const console_ = await desk(owner, '?tab=settings');
  await console_.getByRole('switch', { name: 'Always open' }).click();
  await console_.getByLabel('Time zone').fill('Etc/UTC');
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  // The day after tomorrow, so that no midnight comes between.
  const opensOn = days[(new Date().getUTCDay() + 1) % 7];
  for (const day of days) {
    const isOpen = console_.getByRole('switch', { name: `Open on ${day}` });
    await isOpen.setChecked(day === opensOn, { force: true });
  }
  await console_.getByRole('button', { name: 'Save' }).first().click();
  await console_.getByText('Saved. It holds from now on.').waitFor();
  const app = await phone();
  await openDeep(app, CHAT);
  await app.getByText(/The desk opens on .*18:00, your time/).waitFor();
  await write(app, 'Until then.');
  await logOf(app).getByText('The desk is closed: you are answered when it opens').waitFor();
});
