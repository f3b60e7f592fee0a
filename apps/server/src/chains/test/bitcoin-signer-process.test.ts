/** The Bitcoin signer as operators run it: a process with files and settings, a key that only it can open. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BitcoinWorld, COIN } from './bitcoin-signer-fixture.ts';
import { SIGNER_TOKEN } from './signer-fixture.ts';

const run = promisify(execFile);
const MAIN = path.resolve(import.meta.dirname, '../../../../signer/src/main.ts');

let world: BitcoinWorld;
let settings: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await BitcoinWorld.start();
  const file = (name: string) => path.join(world.folder, name);
  fs.writeFileSync(file('policy.json'), JSON.stringify(world.policyJson()));
  settings = {
    PATH: process.env['PATH'] ?? '',
    EXCHANGE_URL: world.url,
    RPC_BTC: world.nodeUrl,
    SIGNER_TOKEN,
    SIGNER_PASSWORD: 'a lamp for the harbour',
    SIGNER_KEY_FILE: file('key.json'),
    SIGNER_JOURNAL: file('journal'),
    SIGNER_POLICY: file('policy.json'),
    SIGNER_EVERY_SECONDS: '1',
  };
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.stop();
});

async function call(command: string, changes: Record<string, string> = {}) {
  const env = { ...settings, ...changes };
  try {
    const { stdout } = await run(process.execPath, [MAIN, command], { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr };
  }
}

function begin(): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'run-bitcoin'], { env: settings, stdio: 'pipe' });
  child.stdout?.resume();
  child.stderr?.resume();
  children.push(child);
  return child;
}

test('makes its key, pays what is passed, survives SIGKILL and stops when asked', async () => {
  const address = (await call('create-bitcoin-key')).output.trim();
  expect(address).toMatch(/^bcrt1q/);
  expect((await call('address')).output.trim()).toBe(address);
  world.chain.fund(address, world.scriptOf(address), 2n * COIN);
  world.chain.mine(2);
  const to = world.stranger();
  const { withdrawalId } = await world.passed(to.address, COIN);
  const killed = begin();
  await expect.poll(() => world.chain.mempool.length, { timeout: 30_000, interval: 100 }).toBe(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  world.chain.mine(2);
  const child = begin();
  await expect
    .poll(async () => (await world.row(withdrawalId)).sendState, { timeout: 30_000, interval: 200 })
    .toBe('sent');
  expect(world.chain.paid(to.script)).toBe(90_000_000n);
  expect(await call('run-bitcoin')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/signs with this journal/),
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('does not start on a key of another network, nor with a policy that cannot be', async () => {
  const file = (name: string, policy: object): string => {
    const where = path.join(world.folder, name);
    fs.writeFileSync(where, JSON.stringify({ ...world.policyJson(), ...policy }));
    return where;
  };
  const changes = { SIGNER_JOURNAL: path.join(world.folder, 'other-journal') };
  const main = file('main.json', { network: 'main' });
  expect(await call('run-bitcoin', { ...changes, SIGNER_POLICY: main })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/another network/),
  });
  const wrong = file('wrong.json', { payment_cap: '6' });
  expect(await call('run-bitcoin', { ...changes, SIGNER_POLICY: wrong })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/payment_cap is more than daily_cap/),
  });
});
