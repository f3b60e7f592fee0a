/** A user adds a webhook in the app, at both widths; a program of the world checks what it is sent, and it is sent again. */
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import { launchBrowser, openPhone, openTerminal, Pages } from './support/browser.ts';
import { newPerson, PASSWORD } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly text: string;
}

let server: TestServer;
let browser: Browser;
let receiver: Server;
let port: number;
let status = 204;
const received: Received[] = [];
const pages = new Pages();

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url ?? '', headers, text });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  port = (receiver.address() as AddressInfo).port;
  const environment = { RATE_LIMIT_FACTOR: '1000', BOTS: 'false' };
  [server, browser] = await Promise.all([
    startServer({ ...environment, WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${port}` }),
    launchBrowser(),
  ]);
});
afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  await server?.stop();
});

const OPEN = { phone: openPhone, terminal: openTerminal };
/** Where pictures go, if they are wanted. */
const { PICTURES } = process.env;

test.each(['phone', 'terminal'] as const)('on a %s', async (device) => {
  status = 204;
  const person = await newPerson(server.url);
  const page = pages.add(await OPEN[device](browser, { baseURL: server.url }));
  const picture = async (name: string) => {
    if (PICTURES === undefined) return;
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${device}-${name}.png`, fullPage: true });
  };
  const own = () => received.filter(({ path }) => path === `/${device}`);
  await keepLogin(page, server.url, person.token);
  await page.goto('/#/pages/settings/security/webhooks');
  await page.getByText('No webhook yet.').waitFor();
  await picture('empty');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByLabel('Name').fill('Bookkeeping');
  await page.getByLabel('Address').fill('http://10.0.0.1/');
  await page.getByLabel('Login password').fill(PASSWORD);
  await picture('form');
  await page.getByRole('button', { name: 'Add webhook' }).last().click();
  // An address inside is refused under its field.
  await page.getByText(/^An http or https address on the public internet/).waitFor();
  pages.forgive(page, 'user/webhooks/create');
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/${device}`);
  await page.getByRole('button', { name: 'Add webhook' }).last().click();
  await page.getByRole('checkbox', { name: 'I have saved it' }).click();
  await picture('secret');
  const secret = await page.locator('p.select-all').textContent();
  await page.getByRole('button', { name: 'Done' }).click();

  await call(server.url, 'faucet', { currency_id: '3', amount: '100' }, person.token);
  await expect.poll(() => own().length, { timeout: 240_000 }).toBe(1);
  const [first] = own();
  const body = new Webhook(secret ?? '').verify(first?.text ?? '', first?.headers ?? {});
  expect(JSON.stringify(body)).toContain('"event":"record"');

  status = 500;
  const out = { from_account: 'coin', to_account: 'option', currency_id: '3', amount: '5' };
  await call(server.url, 'transfer', out, person.token);
  await expect.poll(() => own().length, { timeout: 240_000 }).toBe(2);
  await page.getByRole('link', { name: /Bookkeeping/ }).click();
  await page.getByText(/answered 500/).waitFor();
  await page.getByText(/It has taken nothing since/).waitFor();
  await picture('failing');
  status = 204;
  // From the first one on: both come, under the ids that they had.
  await page.getByRole('button', { name: 'Send again' }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => own().length, { timeout: 240_000 }).toBeGreaterThanOrEqual(4);
  const ids = own().map(({ headers }) => headers['webhook-id']);
  expect(ids.slice(-2)).toEqual([ids[0], ids[1]]);
  const [one] = await call(server.url, 'webhooks', {}, person.token);
  const id = String(one?.id);
  const listed = () => call(server.url, 'webhookDeliveries', { id }, person.token);
  await expect
    .poll(async () => (await listed()).list.map(({ state }) => state))
    .toEqual(['delivered', 'delivered']);
  await page.reload();
  await page.getByText('Delivered', { exact: false }).first().waitFor();
  await picture('delivered');

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Login password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByText('No webhook yet.').waitFor();
});
