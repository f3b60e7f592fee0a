/** The sweeping signer as operators run it: a process with files and settings, a key that only it can open. */
import { once } from 'node:events';
import fs from 'node:fs';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountKey } from '../../chains/test/chain-fixture.ts';
import { SignerProcess } from '../../chains/test/signer-process.ts';
import { SIGNER_TOKEN, SWEEPER_TOKEN } from '../../chains/test/signer-world.ts';
import { HOT, policyJson, SweepWorld, XPRV } from './fixture.ts';

let world: SweepWorld;
let program: SignerProcess;

beforeAll(async () => {
  world = await SweepWorld.start();
  const node = { RPC_EVM: world.anvil.url };
  program = new SignerProcess(world, { policy: policyJson(world.token), node });
});
afterAll(async () => {
  program.kill();
  await world.stop();
});

test('takes the account’s key by its standard input, sweeps, survives SIGKILL and stops when asked', async () => {
  const imported = await program.call('import-sweep-key', {}, `${XPRV}\n`);
  expect(imported.output.trim()).toBe(accountKey().publicExtendedKey);
  const kept = fs.readFileSync(program.settings.SIGNER_KEY_FILE, 'utf8');
  expect(kept).not.toContain(XPRV);
  await world.deposited(parseEther('2'));
  const killed = program.begin('run-sweep', { SWEEPER_TOKEN });
  await expect
    .poll(() => world.coins(HOT), { timeout: 30_000, interval: 100 })
    .toBeGreaterThan(parseEther('1.9'));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await world.anvil.mine(3);
  const child = program.begin('run-sweep', { SIGNER_TOKEN: '', SWEEPER_TOKEN });
  await expect
    .poll(async () => (await world.sweeps()).map(({ state }) => state), {
      ...{ timeout: 30_000, interval: 200 },
    })
    .toEqual(['sent']);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a credential opens the calls of its own kind only', async () => {
  const call = (name: 'signerJobs' | 'signerDeposits', token: string) =>
    world.server.call(name, { chain: 'ERC20' }, { token });
  expect(await call('signerJobs', SWEEPER_TOKEN)).toMatchObject({ error: 'not_logged_in' });
  expect(await call('signerDeposits', SIGNER_TOKEN)).toMatchObject({ error: 'not_logged_in' });
  expect(await call('signerDeposits', SWEEPER_TOKEN)).toMatchObject({ status: 200 });
  expect(await call('signerJobs', SIGNER_TOKEN)).toMatchObject({ status: 200 });
});

test('makes an account of its own, and starts on no other kind of key', async () => {
  const own = { SIGNER_KEY_FILE: program.file('own.json') };
  expect((await program.call('create-sweep-key', own)).output).toMatch(/^tpub/);
  const wallet = { SIGNER_KEY_FILE: program.file('wallet.json') };
  await program.call('create-key', wallet);
  const journal = { SIGNER_JOURNAL: program.file('another') };
  expect(await program.call('run-sweep', { ...wallet, ...journal })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/of a wallet, not of an account/),
  });
  for (const [key, why] of [
    [accountKey().publicExtendedKey, /no extended private key|public key/],
    ['xprv', /no extended private key/],
  ] as const) {
    const none = { SIGNER_KEY_FILE: program.file('none.json') };
    const { code, output } = await program.call('import-sweep-key', none, key);
    expect(code).toBe(1);
    expect(output).toMatch(why);
  }
  expect(fs.existsSync(program.file('none.json'))).toBe(false);
});
