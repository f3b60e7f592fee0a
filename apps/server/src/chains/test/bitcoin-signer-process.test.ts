/** The Bitcoin signer as operators run it: a process with files and settings, a key that only it can open. */
import { once } from 'node:events';
import { parseBitcoinPolicy } from '@fairlead/signer/bitcoin/policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BitcoinWorld, COIN } from './bitcoin-signer-fixture.ts';
import { SignerProcess } from './signer-process.ts';

let world: BitcoinWorld;
let program: SignerProcess;

beforeAll(async () => {
  world = await BitcoinWorld.start();
  const node = { RPC_BTC: world.nodeUrl };
  program = new SignerProcess(world, { policy: world.policyJson(), node });
});
afterAll(async () => {
  program.kill();
  await world.stop();
});

test('makes its key, pays what is passed, survives SIGKILL and stops when asked', async () => {
  const address = (await program.call('create-bitcoin-key')).output.trim();
  expect(address).toMatch(/^bcrt1q/);
  expect((await program.call('address')).output.trim()).toBe(address);
  world.net.fund(address, world.scriptOf(address), 2n * COIN);
  world.net.mine(2);
  const to = world.stranger();
  const { withdrawalId } = await world.passed(to.address, COIN);
  const killed = program.begin('run-bitcoin');
  await expect.poll(() => world.net.mempool.length, { timeout: 30_000, interval: 100 }).toBe(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  world.net.mine(2);
  const child = program.begin('run-bitcoin');
  await expect
    .poll(async () => (await world.row(withdrawalId)).sendState, { timeout: 30_000, interval: 200 })
    .toBe('sent');
  expect(world.net.paid(to.script)).toBe(90_000_000n);
  expect(await program.call('run-bitcoin')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/signs with this journal/),
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('does not start on a key of another network, nor with a policy that cannot be', async () => {
  const file = (name: string, policy: object): string =>
    program.write(name, { ...world.policyJson(), ...policy });
  const changes = { SIGNER_JOURNAL: program.file('other-journal') };
  const main = file('main.json', { network: 'main' });
  expect(await program.call('run-bitcoin', { ...changes, SIGNER_POLICY: main })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/another network/),
  });
  const wrong = file('wrong.json', { payment_cap: '6' });
  expect(await program.call('run-bitcoin', { ...changes, SIGNER_POLICY: wrong })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/payment_cap is more than daily_cap/),
  });
  for (const [payment_cap, isRefused] of [
    ['4.9998', false],
    ['4.99980001', true],
  ] as const) {
    const read = () => parseBitcoinPolicy({ ...world.policyJson(), payment_cap });
    if (isRefused) expect(read).toThrow(/payment_cap and max_fee are more than daily_cap/);
    else expect(read).not.toThrow();
  }
});
