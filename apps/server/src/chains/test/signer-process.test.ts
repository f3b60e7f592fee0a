/** The signer as operators run it: a process with files and settings, a key that only it can open. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { addressOfKeyFile, createKeyFile, openKeyFile } from '@fairlead/signer/key-file';
import { parseEther } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIGNER_TOKEN, SignerWorld } from './signer-fixture.ts';

const run = promisify(execFile);
const MAIN = path.resolve(import.meta.dirname, '../../../../signer/src/main.ts');
const PASSWORD = 'a lamp for the harbour';

let world: SignerWorld;
let settings: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await SignerWorld.start();
  const file = (name: string) => path.join(world.folder, name);
  fs.writeFileSync(file('policy.json'), JSON.stringify(world.policyJson()));
  settings = {
    PATH: process.env['PATH'] ?? '',
    EXCHANGE_URL: world.url,
    RPC_EVM: world.anvil.url,
    SIGNER_TOKEN,
    SIGNER_PASSWORD: PASSWORD,
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

/** Ends with what it wrote and its code. */
async function call(command: string, changes: Record<string, string | undefined> = {}) {
  const env = { ...settings, ...changes } as Record<string, string>;
  try {
    const { stdout } = await run(process.execPath, [MAIN, command], { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr };
  }
}

function begin(): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'run'], { env: settings, stdio: 'pipe' });
  child.stdout?.resume();
  child.stderr?.resume();
  children.push(child);
  return child;
}

test('makes its key, pays what is passed, survives SIGKILL and stops when asked', async () => {
  const made = await call('create-key');
  const address = made.output.trim();
  expect((await call('address')).output.trim()).toBe(address);
  await world.anvil.pay(address, parseEther('5'));
  const [first, second] = [world.stranger(), world.stranger()];
  const { withdrawalId } = await world.passed(first, 1_00000000n);
  const killed = begin();
  let lines = '';
  killed.stdout?.on('data', (chunk: Buffer) => {
    lines += chunk.toString();
  });
  await expect
    .poll(() => world.coinsOf(first), { timeout: 30_000, interval: 100 })
    .toBe(parseEther('0.9'));
  // It says what it does not ask for.
  expect(lines).toMatch(/"passkeys_unchecked"/);
  expect(lines).toMatch(/"approvals_unchecked"/);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await world.anvil.mine(3);
  const other = await world.passed(second, 60000000n);
  const child = begin();
  const state = async (id: number) => {
    await world.anvil.mine(1);
    return (await world.row(id)).sendState;
  };
  for (const id of [withdrawalId, other.withdrawalId])
    await expect.poll(() => state(id), { timeout: 30_000, interval: 200 }).toBe('sent');
  expect(await world.coinsOf(first)).toBe(parseEther('0.9'));
  expect(await world.coinsOf(second)).toBe(parseEther('0.5'));
  // A second one on the same journal would give one number to two payments.
  expect(await call('run')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/signs with this journal/),
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

describe('a start is refused in one line, without a secret in it', () => {
  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ['without a credential', { SIGNER_TOKEN: '' }, /SIGNER_TOKEN must be set/],
    ['with a short one', { SIGNER_TOKEN: 'short' }, /SIGNER_TOKEN must have 32/],
    ['with a wrong password', { SIGNER_PASSWORD: 'canary-7-canary-7' }, /password is wrong/],
    ['without a policy', { SIGNER_POLICY: '/nowhere' }, /cannot be read as JSON/],
    ['to an exchange in clear', { EXCHANGE_URL: 'http://exchange.example' }, /https/],
    ['with a node that is no URL', { RPC_EVM: 'node' }, /RPC_EVM must begin/],
  ])('%s', async (_what, changes, line) => {
    if (!fs.existsSync(settings['SIGNER_KEY_FILE'] ?? '')) await call('create-key');
    const { code, output } = await call('run', changes);
    expect(code).toBe(1);
    expect(output).toMatch(line);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    expect(output).not.toContain('canary-7');
  });
});

describe('the key file', () => {
  const fileNamed = (name: string) => path.join(world.folder, name);

  test('opens with its password only, and only as it was written', () => {
    const file = fileNamed('own.json');
    const address = createKeyFile(file, PASSWORD);
    expect(privateKeyToAddress(openKeyFile(file, PASSWORD))).toBe(address);
    expect(addressOfKeyFile(file)).toBe(address);
    expect(() => openKeyFile(file, `${PASSWORD}.`)).toThrow(/password is wrong/);
    const content = JSON.parse(fs.readFileSync(file, 'utf8'));
    // Its address is bound to it: money sent to another one would be lost.
    const other = { ...content, address: world.stranger() };
    fs.writeFileSync(file, JSON.stringify(other));
    expect(() => openKeyFile(file, PASSWORD)).toThrow(/was changed/);
  });

  test('is its owner’s alone, and is never written over', () => {
    const file = fileNamed('once.json');
    createKeyFile(file, PASSWORD);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(file, 'utf8')).not.toContain(openKeyFile(file, PASSWORD).slice(2));
    expect(() => createKeyFile(file, PASSWORD)).toThrow(/there already/);
    fs.chmodSync(file, 0o640);
    expect(() => openKeyFile(file, PASSWORD)).toThrow(/read by others/);
    expect(() => createKeyFile(fileNamed('weak.json'), 'short')).toThrow(/12 characters/);
  });
});
