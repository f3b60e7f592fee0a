/**
 * The first start and the first owner, as processes. Goal: a setting that is wrong is told before anything is written, the
 * password is shown by a start that serves, and who lost it comes in anew while the server runs or not.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  atTerminal,
  inherited,
  RECORDED,
  refusalOf,
  type Spawned,
  spawnServer,
  type Wrap,
} from '../../../../test/support/spawned.ts';
import { accountKey } from '../../../chains/test/chain-fixture.ts';
import { HttpNode } from '../../../chains/test/http-node.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');

/** Ethereum by its JSON-RPC: which network it is, and no contract at all. */
class EmptyChain extends HttpNode {
  chainId = '0x1';

  protected answer(_path: string, { id, method }: Readonly<Record<string, unknown>>): object {
    return { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? this.chainId : '0x' };
  }
}

const chain = new EmptyChain();
let scratch: string;
let chainUrl: string;
const running: Spawned[] = [];
beforeAll(async () => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-first-day-'));
  chainUrl = await chain.listen();
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  fs.rmSync(scratch, { recursive: true, force: true });
  await chain.close();
});

const settingsOf = (dataDir: string): Readonly<Record<string, string>> => ({
  DATA_DIR: dataDir,
  BOTS: 'false',
  FEED: RECORDED,
  COOLING_OFF_HOURS: '24',
});
const watched = () => ({
  XPUB_EVM: accountKey().publicExtendedKey,
  RPC_EVM: chainUrl,
  CONFIRMATIONS_EVM: '3',
  TOKEN_USDT_ERC20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
});

async function start(environment: Readonly<Record<string, string>>, wrap?: Wrap): Promise<Spawned> {
  const server = await spawnServer(environment, wrap);
  running.push(server);
  await server.said('Fairlead is ready');
  return server;
}

/** `npm run operator`, without npm. */
async function operator(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly said: string }> {
  const command = ['apps/server/src/operator.ts', ...args];
  const env = { ...inherited, ...environment };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code = -1, stderr = '' } = error as { code?: number; stderr?: string };
    return { code, said: stderr };
  }
}

async function login({ address }: Spawned, password: string): Promise<number> {
  const body = new URLSearchParams({ name: 'owner', password });
  return (await fetch(`${address}/api/operator/login`, { method: 'POST', body })).status;
}

async function useLink({ address }: Spawned, said: string, password: string): Promise<number> {
  const token = /#\/enrol\/([\w-]{43})$/m.exec(said)?.[1] ?? '';
  const body = new URLSearchParams({ token, password, password_confirmation: password });
  return (await fetch(`${address}/api/operator/link/use`, { method: 'POST', body })).status;
}

test.each([
  [
    'a misspelt venue',
    { FEED: 'live:kraken,coinbsae', DEMO: 'true' },
    'FEED: no venue is called "coinbsae"',
  ],
  [
    'a start outside of what was recorded',
    { FEED_START: '2031-01-01T00:00:00Z' },
    'FEED_START: 2031-01-01T00:00:00.000Z is not within',
  ],
  ['a node of another network', {}, 'ERC20: demo mode needs a test network, the node serves 1'],
])('%s is told before anything is written', async (_what, wrong, line) => {
  chain.chainId = '0x1';
  const dataDir = path.join(scratch, 'untouched');
  const settings = { ...settingsOf(dataDir), ...watched(), ...wrong };
  expect(await refusalOf(settings)).toContain(`Fairlead cannot start. ${line}`);
  expect(fs.existsSync(dataDir)).toBe(false);
});

// One story, because a first start takes seconds.
test('the password outlives a first start that fails late, and who lost it comes in anew', async () => {
  const settings = settingsOf(path.join(scratch, 'data'));
  expect((await operator(settings, 'reset', 'owner')).said).toMatch(/^Refused\. DATA_DIR: no exch/);
  // Which contracts there are is known only once the ledger's currencies are.
  chain.chainId = '0x7a69';
  expect(await refusalOf({ ...settings, ...watched() })).toContain(
    'ERC20: TOKEN_USDT_ERC20 is no contract of this chain',
  );
  // At a terminal, as a person would.
  const first = await start({ ...settings, LOG_LEVEL: 'info' }, atTerminal);
  await first.said('(shown only now)');
  const screen = first.output().replaceAll('\r', '');
  const last = screen.trimEnd().split('\n').at(-1) ?? '';
  const [, password = ''] = /^ {2}Password {2}(\S+) {3}\(shown only now\)$/.exec(last) ?? [];
  expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
  expect(screen.split(password)).toHaveLength(2);
  for (const line of [
    'Starting the exchange …',
    `  App       ${first.address}`,
    `  Console   ${first.address}/console/`,
    '  Mode      demo, replay prices, test funds only',
    `  Log       ${settings['DATA_DIR']}/server.log`,
    '  Operator  owner',
  ])
    expect(screen.split('\n')).toContain(line);
  expect(screen).not.toContain('{"level"');
  const log = () => fs.readFileSync(path.join(settings['DATA_DIR'] ?? '', 'server.log'), 'utf8');
  expect(log()).toMatch(/^\{"level":"info",/);
  expect(log()).not.toContain(password);

  // With settings that no start would be taken with, neither by the server nor in its database.
  const wrong = { ...settings, SECRET_KEY: 'uP7xR2mK9vT4qZ1wL8nB3cY6hF5dS0jG' };
  const refused = {
    code: 1,
    said: expect.stringMatching(/^Refused\. SECRET_KEY: this demo began/),
  };
  expect(await operator(wrong, 'reset', 'owner')).toEqual(refused);

  // Of the server that runs, and there are none yet; chains/test/signer-operators.test.ts pays by what it prints.
  expect(await operator(settings, 'passkeys')).toEqual({
    code: 1,
    said: expect.stringMatching(/^Refused\..* no operator has a passkey here/),
  });
  // Lost before it was ever used: the server that runs is asked.
  const { code, said } = await operator(settings, 'reset', 'owner');
  expect([code, said]).toEqual([0, expect.stringMatching(/count as one of two operators from/)]);
  expect(await login(first, password)).not.toBe(200);
  expect(await useLink(first, said, 'a lighthouse keeper')).toBe(200);
  expect(await login(first, 'a lighthouse keeper')).toBe(200);
  expect(await operator(settings, 'reset', 'owenr')).toEqual({
    code: 1,
    said: 'Refused. the server refused: no active operator is called owenr; there are: owner\n',
  });
  expect((await operator(settings, 'resett', 'owner')).said).toBe(
    'Refused. npm run operator -- reset NAME, or -- passkeys\n',
  );
  first.child.kill('SIGTERM');
  await first.ended;
  await expect.poll(log).toContain('"msg":"stopping"');

  // It does not run: the database is opened for it.
  expect(await operator(wrong, 'reset', 'owner')).toEqual(refused);
  const later = await operator(settings, 'reset', 'owner');
  expect([later.code, later.said]).toEqual([0, expect.stringMatching(/works once/)]);
  const second = await start(settings);
  expect(second.output()).not.toContain('First operator');
  expect(await login(second, 'a lighthouse keeper')).not.toBe(200);
  expect(await useLink(second, later.said, 'a harbour master')).toBe(200);
  expect(await login(second, 'a harbour master')).toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
}, 600_000);
