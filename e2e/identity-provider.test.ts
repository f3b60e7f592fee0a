/** Verification by a provider, across the app, the provider's own page, the console and the server: the sandbox is a process, as whoever tries it starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort, inherited } from '../apps/server/test/support/spawned.ts';
import { call } from './support/api.ts';
import { keepLogin } from './support/app.ts';
import {
  DEVICES,
  launchBrowser,
  openDesk,
  openPhone,
  Pages,
  photograph,
} from './support/browser.ts';
import { logInToConsole } from './support/console.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  type Operator,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SECRET = '0123456789abcdef0123456789abcdef-try';

let server: TestServer;
let sandbox: ChildProcess;
let browser: Browser;
let owner: Operator;
const pages = new Pages();

beforeAll(async () => {
  const port = await freePort();
  const env = { ...inherited, PORT: String(port), IDENTITY_SECRET: SECRET };
  sandbox = spawn(process.execPath, ['tools/sandbox-identity.ts'], { env });
  const provider = {
    IDENTITY_URL: `http://127.0.0.1:${port}/`,
    IDENTITY_SECRET: SECRET,
    IDENTITY_NAME: 'Sandbox',
  };
  [server, browser] = await Promise.all([
    startServer({ RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR, ...provider }),
    launchBrowser(),
    once(sandbox.stdout as NonNullable<ChildProcess['stdout']>, 'data'),
  ]);
  owner = await logInOperator(server.url, FIRST);
});

afterEach(async () => {
  expect(await pages.close()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (sandbox !== undefined && sandbox.exitCode === null) {
    sandbox.kill();
    await once(sandbox, 'exit');
  }
});

/** Sends the basic form under a name by which the sandbox knows what to say; ends at the way to its page. */
async function send(page: Page, name: string, id: number): Promise<void> {
  await page.getByRole('link', { name: /^(Start basic verification|Try again)$/ }).click();
  await page.getByText('Sandbox gets what you enter here').waitFor();
  await page.getByRole('link', { name: /^Country or region/ }).click();
  await page.getByRole('searchbox', { name: 'Search country' }).fill('japan');
  await page.getByRole('button', { name: /^Japan/ }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('ID number').fill(`TK-${id}-${name.length}`);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByRole('link', { name: 'Continue at Sandbox' }).waitFor();
}

/** At the provider's page, and back. */
async function finish(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue at Sandbox' }).click();
  await page.getByRole('button', { name: 'Finish the check' }).click();
  await page.waitForURL(/#\/pages\/verification\/index$/);
}

test.each(DEVICES)(
  'a user is refused by the provider, reads why, tries again and is verified, on %s',
  async (device, open) => {
    const person = await newPerson(server.url);
    const colorScheme = device === 'a phone' ? 'dark' : 'light';
    const page = pages.add(await open(browser, { baseURL: server.url, colorScheme }));
    await keepLogin(page, server.url, person.token);
    await page.goto('/#/pages/verification/index');
    await page.getByText('Sandbox checks each of them').waitFor();
    await send(page, 'Mara Unreadable', person.id);
    await page.getByText(/Sandbox waits for you.*After .* a person here decides/).waitFor();
    await photograph(page, `identity-open-${colorScheme}`);
    await finish(page);
    await page.getByText('the document cannot be read; please take clear pictures').waitFor();
    await photograph(page, `identity-refused-${colorScheme}`);
    await send(page, 'Mara Sato', person.id);
    await finish(page);
    await page.getByText('Verified', { exact: true }).waitFor();
    await photograph(page, `identity-verified-${colorScheme}`);
  },
);

test('what the provider is not sure of an operator sees with its word beside it; a word taken back is on hold', async () => {
  const [person, other] = [await newPerson(server.url), await newPerson(server.url)];
  const app = pages.add(await openPhone(browser, { baseURL: server.url, colorScheme: 'light' }));
  await keepLogin(app, server.url, person.token);
  await app.goto('/#/pages/verification/index');
  await send(app, 'Mara Review', person.id);
  await finish(app);
  await app.getByText('A person here is looking at it').waitFor();
  await photograph(app, 'identity-person');

  const desk = pages.add(await openDesk(browser, { baseURL: server.url }));
  await logInToConsole(desk, owner);
  await desk.goto('/console/#/verifications');
  await desk.getByText('M••• R•••').first().click();
  await desk.getByText('A person must look').waitFor();
  await photograph(desk, 'identity-console');
  await desk.getByRole('button', { name: 'Pass', exact: true }).click();
  await desk.getByRole('button', { name: 'Pass', exact: true }).last().click();
  await desk.getByText(/Verification \d+ passed/).waitFor();

  const held = pages.add(await openPhone(browser, { baseURL: server.url }));
  await keepLogin(held, server.url, other.token);
  await held.goto('/#/pages/verification/index');
  await send(held, 'Mara Revoked', other.id);
  await finish(held);
  await held.getByText('Verified', { exact: true }).waitFor();
  await expect.poll(async () => (await call(server.url, 'holds', {}, other.token)).length).toBe(1);
  await held.goto('/#/pages/user/holds');
  await held.getByText('the provider that checked who you are takes its word back').waitFor();
  await photograph(held, 'identity-held');
});
