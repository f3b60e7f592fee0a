/**
 * The client as a stranger gets it: packed, installed in an empty folder, and the program of its README run as it stands there
 * against an exchange. Its types are checked by the same program.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  data,
  PASSWORD,
  priceBelow,
  register,
} from '../apps/server/test/support/deployment-fixture.ts';
import { packClient } from '../tools/pack-client.ts';
import { FIRST, FIRST_OPERATOR, logInOperator, newVerified } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const USDT = 3;

let folder: string;
let project: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-stranger-'));
  project = path.join(folder, 'project');
  await mkdir(project);
  const tarball = await packClient(folder);
  await writeFile(path.join(project, 'package.json'), '{"type":"module","private":true}');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], {
    cwd: project,
  });
  server = await startServer(FIRST_OPERATOR);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A program as the installed page has it: the first of a session, the second of a key. */
async function program(at = 0): Promise<string> {
  const page = await readFile(
    path.join(project, 'node_modules/@fairlead/client/README.md'),
    'utf8',
  );
  return [...page.matchAll(/```js\n([\s\S]*?)```/g)][at]?.[1] ?? '';
}

test('it installs what it runs with and nothing else of ours', async () => {
  const own = await readdir(path.join(project, 'node_modules/@fairlead'));
  expect(own).toEqual(['client']);
  const manifest = JSON.parse(
    await readFile(path.join(project, 'node_modules/@fairlead/client/package.json'), 'utf8'),
  );
  expect(Object.keys(manifest.dependencies)).toEqual(['socket.io-client', 'zod']);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@fairlead/client', version, license: 'Apache-2.0' });
  expect(await program()).toContain("from '@fairlead/client'");
});

test('the program of its page trades', async () => {
  const address = { address: server.url };
  const { token, email } = await register(address);
  await data(address, 'faucet', { currency_id: USDT, amount: '1000' }, { token });
  await priceBelow(address);
  await writeFile(path.join(project, 'first.mjs'), await program());
  const { stdout } = await run(process.execPath, ['first.mjs'], {
    cwd: project,
    env: { ...process.env, EXCHANGE: server.url, ACCOUNT: email, PASSWORD },
    // One that waits for ever is ended here, and leaves no process.
    timeout: 240_000,
  });
  const [markets, ...lines] = stdout.trim().split('\n');
  expect(markets).toMatch(/^markets .*BTC\/USDT/);
  expect(lines).toEqual([
    'book is current',
    'placed waiting waiting',
    'refused not_found',
    'cancelled cancelled',
  ]);
});

test('the program of its page for an API key transfers, buys an option, and may not trade spot', async () => {
  const address = { address: server.url };
  const operator = await logInOperator(server.url, FIRST);
  const { token } = await newVerified(server.url, operator);
  await data(address, 'faucet', { currency_id: USDT, amount: '1000' }, { token });
  const asked = { label: 'program', password: PASSWORD, transfer: 'true', options: 'true' };
  const made = await data(address, 'createApiKey', asked, { token });
  const { key, secret = '' } = made as { readonly key: string; readonly secret?: string };
  await priceBelow(address);
  await writeFile(path.join(project, 'keyed.mjs'), await program(1));
  const { stdout } = await run(process.execPath, ['keyed.mjs'], {
    cwd: project,
    env: { ...process.env, EXCHANGE: server.url, KEY: key, SECRET: secret },
    timeout: 240_000,
  });
  expect(stdout.trim().split('\n')).toEqual([
    'in the option account 50.000000',
    'open 1',
    'refused api_permission_missing',
  ]);
});

const TYPED = `
import { type ApiClient, createApiClient, createKeyClient, createLiveClient, createSigner } from '@fairlead/client';
const api: ApiClient = createApiClient({ baseUrl: '' });
const live = createLiveClient({ url: '' });
live.on('order', ({ id, status }) => id.toFixed() + status.toUpperCase());
live.subscribe('depth:BTC/USDT', ({ bids }) => bids.length);
const { order } = await api.call('placeOrder', { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '1' });
export const text: string = order.created_at.toFixed();
const keyed = createKeyClient({ baseUrl: '', signer: createSigner(() => '', { key: '' }) });
const { position } = await keyed.call('closePosition', { position_id: 1 });
export const number: number = position.id;
`;

test('its types say what a call takes and gives, to a project of other settings', async () => {
  const check = (source: string) => {
    const args = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
    return writeFile(path.join(project, 'typed.ts'), source).then(() =>
      run(path.join(root, 'node_modules/.bin/tsc'), [...args, '--target', 'es2022', 'typed.ts'], {
        cwd: project,
      }).then(
        () => 'sound',
        ({ stdout }: { readonly stdout: string }) => stdout,
      ),
    );
  };
  expect(await check(TYPED)).toBe('sound');
  expect(await check(TYPED.replace("'placeOrder'", "'noSuchCall'"))).toContain('TS2345');
  expect(await check(TYPED.replace("'closePosition'", "'withdraw'"))).toContain('withdraw');
  expect(await check(TYPED.replace("side: 'buy'", "side: 'hold'"))).toContain('hold');
  expect(await check(TYPED.replace('order.created_at', 'order.no_such_field'))).toContain('TS2');
});
