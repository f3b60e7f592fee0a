/** A sweep that waits too long goes out for a higher fee, within the policy, and its address pays once whatever happens. */
import { Account } from '@fairlead/signer/sweep/account';
import { parseEther, parseGwei, parseTransaction, parseUnits } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOT, SweepWorld, type TestSweeper, XPRV } from './fixture.ts';

const MINUTE_MS = 60_000;
const RESERVE = privateKeyToAddress(new Account(XPRV, 'test').reserveKey);

let world: SweepWorld;
let sweeper: TestSweeper;

beforeAll(async () => {
  world = await SweepWorld.start();
});
afterAll(() => world.stop());

beforeEach(async () => {
  await price('1');
  await world.anvil.rpc('anvil_setBalance', [HOT, '0x0']);
  await world.anvil.rpc('anvil_setBalance', [RESERVE, `0x${parseEther('1').toString(16)}`]);
  sweeper = world.sweeper();
});
afterEach(async () => {
  // What a test leaves is none of the next one's.
  await world.anvil.setMining(true);
  await price('1');
  await world.settle();
  sweeper.again();
  await sweeper.finish();
});

/** A block at a price of gas: what pays less waits. */
async function price(gwei: string): Promise<void> {
  const wei = `0x${parseGwei(gwei).toString(16)}`;
  await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', [wei]);
  await world.anvil.mine(1);
}

/** Signed while blocks are cheap, and dear ever since. */
async function waiting(): Promise<void> {
  await world.anvil.setMining(false);
  await sweeper.round();
  await price('20');
  sweeper.clock.nowMs += 61 * MINUTE_MS;
}

/** Blocks that take what waits. */
async function blocks(): Promise<void> {
  await world.anvil.setMining(true);
  await world.anvil.mine(1);
}

const entries = () => sweeper.journal.entries();
const nonces = () => new Set(entries().map(({ nonce }) => nonce));

test('ether is sent anew with the same nonce, less what the fee takes more; the first is told of as replaced', async () => {
  const { address } = await world.deposited(parseEther('2'));
  await waiting();
  await sweeper.round();
  await sweeper.round();
  const [first, second, ...more] = entries();
  expect(more).toEqual([]);
  expect(sweeper.events()).toContain('replaced');
  expect(sweeper.events()).not.toContain('stuck');
  expect([second?.nonce, second?.id]).toEqual([first?.nonce, first?.id]);
  expect((second?.units ?? 0n) + (second?.most ?? 0n)).toBe(parseEther('2'));
  const [before, after] = [first, second].map((each) => parseTransaction(each?.raw ?? '0x'));
  expect(after?.maxFeePerGas).toBeGreaterThan(before?.maxFeePerGas ?? 0n);
  expect(await world.sweeps()).toContainEqual(
    expect.objectContaining({ tx_id: second?.txId, state: 'signed' }),
  );
  await blocks();
  await sweeper.finish();
  expect(entries()).toMatchObject([
    { final: 'failed', reason: 'replaced' },
    { final: 'sent', from: address },
  ]);
  expect(await world.coins(HOT)).toBe(second?.units);
  expect(await world.sweeps()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tx_id: first?.txId, state: 'failed' }),
      expect.objectContaining({ tx_id: second?.txId, state: 'sent' }),
    ]),
  );
});

test('gas for a token is given anew with the same nonce, and once', async () => {
  const before = await world.tokens(HOT);
  const { address } = await world.deposited(parseUnits('40', 6), 'USDT');
  await waiting();
  await sweeper.round();
  expect(entries().map(({ to }) => to)).toEqual(['gas', 'gas']);
  expect(nonces().size).toBe(1);
  await blocks();
  expect(await world.coins(address)).toBe(entries()[0]?.units);
  await price('1');
  await sweeper.finish();
  expect(await world.tokens(HOT)).toBe(before + parseUnits('40', 6));
});

test.each([
  ['of one transaction', { max_fee: '0.0002' }],
  ['of a day', { max_fee: '0.0002', max_fees_per_day: '0.0002' }],
])('a fee above the policy’s %s is not offered: it is told of as stuck', async (_what, policy) => {
  sweeper.again({ policy });
  await world.deposited(parseEther('2'));
  await waiting();
  await sweeper.round();
  expect(entries()).toHaveLength(1);
  expect(sweeper.events()).toContain('stuck');
});

test('what the day’s fees leave is offered, once: the other waits', async () => {
  sweeper.again({ policy: { max_fee: '0.0007', max_fees_per_day: '0.0009' } });
  for (let n = 0; n < 2; n += 1) await world.deposited(parseEther('1'));
  await waiting();
  await sweeper.round();
  expect(entries()).toHaveLength(3);
  const last = new Map(entries().map((each) => [each.id, each.most]));
  const spent = [...last.values()].reduce((sum, most) => sum + most, 0n);
  expect(spent).toBeLessThanOrEqual(parseEther('0.0009'));
});

/** The process ends with the dearer one on disk, before anybody hears of it. */
async function ending(): Promise<void> {
  const report = async () => {
    throw new Error('the process ends');
  };
  sweeper.again({ desk: { report } });
  await expect(sweeper.round()).rejects.toThrow('the process ends');
  expect(entries()).toMatchObject([{}, { isAnnounced: false, isBroadcast: false }]);
  sweeper.again();
}

test('an end after signing: the same bytes go out, and no third', async () => {
  await world.deposited(parseEther('2'));
  await waiting();
  await ending();
  const [, second] = entries();
  await sweeper.round();
  await blocks();
  await sweeper.finish();
  expect(entries()).toMatchObject([{ reason: 'replaced' }, { final: 'sent' }]);
  expect(entries()[1]?.txId).toBe(second?.txId);
  expect(await world.coins(HOT)).toBe(second?.units);
});

test('the cheaper one is in a block after all: it is the one that was sent', async () => {
  await world.deposited(parseEther('2'));
  await waiting();
  await ending();
  const [first] = entries();
  await world.anvil.rpc('anvil_dropTransaction', [first?.txId]);
  await price('1');
  await blocks();
  await world.anvil.rpc('eth_sendRawTransaction', [first?.raw]);
  await sweeper.finish();
  expect(entries()).toMatchObject([{ final: 'sent' }, { final: 'failed', reason: 'replaced' }]);
  expect(await world.coins(HOT)).toBe(first?.units);
});

test('another wallet with the same key uses the nonce: neither is called replaced', async () => {
  const { address } = await world.deposited(parseEther('2'));
  await waiting();
  await sweeper.round();
  for (const { txId } of entries()) await world.anvil.rpc('anvil_dropTransaction', [txId]);
  await world.anvil.rpc('anvil_impersonateAccount', [address]);
  await world.anvil.rpc('eth_sendTransaction', [{ from: address, to: HOT, value: '0x1' }]);
  await world.anvil.mine(3);
  await sweeper.round();
  expect(entries().map(({ reason }) => reason)).toEqual([
    'nonce_used_otherwise',
    'nonce_used_otherwise',
  ]);
});
