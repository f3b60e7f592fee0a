/** Money screens on a phone and on a desk: what was typed and what was done outlive a reload, and figures mean what is printed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { indexPrice } from './support/api.ts';
import { choosePhoto, keepLogin, typeDigits } from './support/app.ts';
import { drawJpeg, launchBrowser, openDesk, openPhone, Pages } from './support/browser.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  FUND_PASSWORD,
  logInOperator,
  newHolder,
  newPerson,
  type Operator,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let browser: Browser;
let owner: Operator;
const pages = new Pages();

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({
      ...{ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', COOLING_OFF_HOURS: '0', REVIEW_HOURS: '36' },
      ...FIRST_OPERATOR,
    }),
    launchBrowser(),
  ]);
  await indexPrice(server.url, 'ETH/USDT');
  owner = await logInOperator(server.url, FIRST);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const OPEN = { phone: openPhone, desk: openDesk } as const;

async function pageOf({ token }: Person, screen: keyof typeof OPEN): Promise<Page> {
  const page = pages.add(await OPEN[screen](browser, { baseURL: server.url }));
  await keepLogin(page, server.url, token);
  return page;
}

const hashOf = (page: Page): string => new URL(page.url()).hash;

describe.each(['phone', 'desk'] as const)('on a %s', (screen) => {
  test('a withdrawal that is typed and one that was asked for are there after a reload', async () => {
    const holder = await newHolder(server.url, owner, '1000');
    const page = await pageOf(holder, screen);
    await page.goto(`/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.fill('0,125');
    await amount.blur();
    expect(await amount.inputValue()).toBe('0.125');
    await amount.fill('1,000');
    await amount.blur();
    expect(await amount.inputValue()).toBe('1,000');
    await amount.fill('120');
    await page.getByText('3 of 3').waitFor();
    await page.reload();
    expect(await amount.inputValue()).toBe('120');

    await page.getByRole('button', { name: 'Withdraw 120.00 USDT' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm withdrawal' });
    await confirm.getByText(/Within 36 hours/).waitFor();
    await typeDigits(confirm, 'Fund password', FUND_PASSWORD);
    await confirm.getByRole('button', { name: /^Withdraw / }).click();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await page.getByText('Ethereum ERC20').waitFor();
    // Whoever comes anew begins anew.
    await page.goto('/#/pages/assets/index');
    await page.goto(`/#/pages/assets/withdraw/detail?currency_id=${USDT}`);
    expect(await amount.inputValue()).toBe('');
  });

  test('a claim with a large photo is sent small and upright, and stands after a reload', async () => {
    const page = await pageOf(await newPerson(server.url), screen);
    await page.goto(`/#/pages/assets/deposit/index?currency_id=${USDT}&way=bank`);
    await page.getByText('1 USD = 1 USDT').waitFor();
    await page.getByRole('link', { name: 'I have sent it: upload the voucher' }).click();
    await page.getByRole('textbox', { name: 'Transfer amount' }).fill('500');
    await page.evaluate(watchUploads);
    const large = await drawJpeg(browser, 'voucher', { width: 3000, height: 4000 });
    await choosePhoto(page, 'Voucher picture', turned(large));
    const [width, height] = jpegSize(Buffer.from(await page.evaluate(sentBytes), 'latin1'));
    // It lay on its side, as its notes said.
    expect([width, height]).toEqual([2400, 1800]);
    await page.getByRole('button', { name: /^Claim 500/ }).click();
    await page.getByRole('heading', { name: 'Claim received' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Claim received' }).waitFor();
    await page.getByText('500.00 USDT').waitFor();
  });

  test('success leads where the page belongs, also where a sheet was open at the reload', async () => {
    const page = await pageOf(await newPerson(server.url), screen);
    await page.goto('/#/pages/assets/index');
    await page.getByRole('link', { name: 'Transfer', exact: true }).first().click();
    await page.getByRole('button', { name: /USDT/ }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Transfer' }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => hashOf(page)).toBe('#/pages/assets/index');
  });
});

/** Keeps the last file that a form of this page sent. */
function watchUploads(): void {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function keepFile(body) {
    if (body instanceof FormData) Object.assign(window, { sentFile: body.get('file') });
    send.call(this, body);
  };
}

/** Its bytes, a character each. */
async function sentBytes(): Promise<string> {
  const { sentFile } = window as unknown as { readonly sentFile: File };
  const bytes = new Uint8Array(await sentFile.arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** A JPEG whose notes say that it was taken with the camera turned by a quarter (EXIF orientation 6). */
function turned(jpeg: Buffer): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex');
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** Width and height of a JPEG; it must have no notes. */
function jpegSize(jpeg: Buffer): readonly [width: number, height: number] {
  expect(jpeg.indexOf('Exif', 0, 'latin1')).toBe(-1);
  let at = 2;
  while (jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  throw new Error('no JPEG');
}
