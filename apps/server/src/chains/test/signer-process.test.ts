/** The signer as operators run it: a process with files and settings, a key that only it can open. */
import { once } from 'node:events';
import fs from 'node:fs';
import { addressOfKeyFile, createKeyFile, openKeyFile } from '@fairlead/signer/key-file';
import { parseEther } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignerWorld } from './signer-fixture.ts';
import { PASSWORD, SignerProcess } from './signer-process.ts';

let world: SignerWorld;
let program: SignerProcess;

beforeAll(async () => {
  world = await SignerWorld.start();
  const node = { RPC_EVM: world.anvil.url };
  program = new SignerProcess(world, { policy: world.policyJson(), node });
});
afterAll(async () => {
  program.kill();
  await world.stop();
});

test('makes its key, pays what is passed, survives SIGKILL and stops when asked', async () => {
  const made = await program.call('create-key');
  const address = made.output.trim();
  expect((await program.call('address')).output.trim()).toBe(address);
  await world.anvil.pay(address, parseEther('5'));
  const [first, second] = [world.stranger(), world.stranger()];
  const { withdrawalId } = await world.passed(first, 1_00000000n);
  const killed = program.begin('run');
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
  const child = program.begin('run');
  const state = async (id: number) => {
    await world.anvil.mine(1);
    return (await world.row(id)).sendState;
  };
  for (const id of [withdrawalId, other.withdrawalId])
    await expect.poll(() => state(id), { timeout: 30_000, interval: 200 }).toBe('sent');
  expect(await world.coinsOf(first)).toBe(parseEther('0.9'));
  expect(await world.coinsOf(second)).toBe(parseEther('0.5'));
  // A second one on the same journal would give one number to two payments.
  expect(await program.call('run')).toMatchObject({
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
    if (!fs.existsSync(program.settings.SIGNER_KEY_FILE)) await program.call('create-key');
    const { code, output } = await program.call('run', changes);
    expect(code).toBe(1);
    expect(output).toMatch(line);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    expect(output).not.toContain('canary-7');
  });
});

describe('the key file', () => {
  test('opens with its password only, and only as it was written', () => {
    const file = program.file('own.json');
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
    const file = program.file('once.json');
    createKeyFile(file, PASSWORD);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(file, 'utf8')).not.toContain(openKeyFile(file, PASSWORD).slice(2));
    expect(() => createKeyFile(file, PASSWORD)).toThrow(/there already/);
    fs.chmodSync(file, 0o640);
    expect(() => openKeyFile(file, PASSWORD)).toThrow(/read by others/);
    expect(() => createKeyFile(program.file('weak.json'), 'short')).toThrow(/12 characters/);
  });
});
