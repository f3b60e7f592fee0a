/** The Tron signer as operators run it: a process with files and settings, a key that only it can open. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignerProcess } from './signer-process.ts';
import { TronWorld } from './tron-signer-fixture.ts';

let world: TronWorld;
let program: SignerProcess;

beforeAll(async () => {
  world = await TronWorld.start();
  // The process goes by the machine's clock.
  await world.renew(Date.now());
  program = new SignerProcess(world, {
    policy: world.policyJson(),
    node: { RPC_TRON: world.urls.join(',') },
  });
});
afterAll(async () => {
  program.kill();
  await world.stop();
});

test('makes its key, pays what is passed, survives SIGKILL and stops when asked', async () => {
  const address = (await program.call('create-tron-key')).output.trim();
  expect(address).toMatch(/^T/);
  expect((await program.call('address')).output.trim()).toBe(address);
  world.net.trx.set(address, 100_000_000n);
  world.net.tokens.set(address, 100_000_000n);
  const to = world.stranger();
  const { withdrawalId } = await world.passed(to, 20_000_000n);
  const killed = program.begin('run-tron');
  await expect.poll(() => world.net.pool.size, { timeout: 30_000, interval: 100 }).toBe(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  world.net.settle();
  const child = program.begin('run-tron');
  await expect
    .poll(async () => (await world.row(withdrawalId)).sendState, { timeout: 30_000, interval: 200 })
    .toBe('sent');
  expect(world.paid(to)).toBe(19_900_000n);
  expect(await program.call('run-tron')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/signs with this journal/),
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('does not start on a key of another chain, nor without its nodes', async () => {
  const key = program.file('other.json');
  const changes = { SIGNER_JOURNAL: program.file('other-journal'), SIGNER_KEY_FILE: key };
  await program.call('create-key', changes);
  expect(await program.call('run-tron', changes)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/another chain/),
  });
  for (const RPC_TRON of ['', 'node', 'https://one.example,node'])
    expect(await program.call('run-tron', { ...changes, RPC_TRON })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/RPC_TRON must/),
    });
});
