/** Deposits on a real local Ethereum chain, with contracts that pay, fail and lie. */
import { BTC, ETH, LONE, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { Registry } from 'prom-client';
import { getAddress, type Hex, parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StartRefusedError } from '../../core/store/database.ts';
import { gaugeChains } from '../chain-gauges.ts';
import { Anvil } from './anvil.ts';
import { ALICE, accountKey, BOB, ChainWorld, CONFIRMATIONS } from './chain-fixture.ts';

const CHAIN = 'ERC20';
let anvil: Anvil;
let token: Hex;
let snapshot: unknown;
let world: ChainWorld;
let alice: string;
let bob: string;

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  XPUB_EVM: accountKey().publicExtendedKey,
  RPC_EVM: anvil.url,
  CONFIRMATIONS_EVM: String(CONFIRMATIONS),
  TOKEN_USDT_ERC20: token,
  ...more,
});

beforeAll(async () => {
  anvil = await Anvil.start();
  token = getAddress(await anvil.deploy('Token', [6]));
});
afterAll(() => anvil.stop());

beforeEach(async () => {
  snapshot = await anvil.rpc('evm_snapshot');
  world = await ChainWorld.start(environment());
  await world.chains.start();
  alice = await world.addressOf(ALICE, CHAIN);
  bob = await world.addressOf(BOB, CHAIN);
});
afterEach(async () => {
  await world.stop();
  await anvil.rpc('evm_revert', [snapshot]);
});

const send = (to: string, units: bigint, from?: number) =>
  anvil.write(
    { contract: 'Token', address: token, method: 'transfer', parameters: [to, units] },
    from,
  );

const call = (method: string, parameters: readonly unknown[]) =>
  anvil.write({ contract: 'Token', address: token, method, parameters });

/** As many blocks as make the last transaction final. */
async function confirm(): Promise<void> {
  await anvil.mine(CONFIRMATIONS - 1);
  await world.follow(CHAIN);
}

describe('what is credited', () => {
  test('came from whoever paid the token, or sent the coins', async () => {
    const payer = anvil.account(2).address;
    await send(payer, 9n);
    const tokens = await call('transferFrom', [payer, alice, 9n]);
    const coins = await anvil.pay(alice, parseEther('1'), 1);
    await world.follow(CHAIN);
    expect(await world.sendersOf(CHAIN, tokens)).toEqual([payer]);
    expect(await world.sendersOf(CHAIN, coins)).toEqual([anvil.account(1).address]);
  });

  test('D8: coins are seen at once and credited with the last confirmation, not before', async () => {
    const txId = await anvil.pay(alice, parseEther('1.5'));
    await world.follow(CHAIN);
    expect(await world.deposits()).toMatchObject([
      {
        owner: ALICE,
        currencyId: ETH.currencyId,
        amount: 1_50000000n,
        status: 'under_review',
        txId,
      },
    ]);
    await anvil.mine(CONFIRMATIONS - 2);
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    await anvil.mine(1);
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_50000000n);
    expect(await world.credits()).toEqual([`ERC20:${txId}:0`]);
  });

  test('what an address holds of coin and token is asked for in the ledger’s units', async () => {
    await anvil.pay(alice, parseEther('1.5'));
    await send(alice, 7_000_000n);
    const { chains } = world;
    const held = ({ currencyId }: { readonly currencyId: number }) =>
      chains.balanceOf(CHAIN, { address: alice, currencyId });
    expect([await held(ETH), await held(USDT), await held(BTC)]).toEqual([
      1_50000000n,
      7_000_000n,
      undefined,
    ]);
    expect(await chains.balanceOf('OMNI', { address: alice, ...BTC })).toBeUndefined();
  });

  test('the configured token is credited in the ledger’s own units', async () => {
    const txId = await send(bob, 25_500_000n);
    await confirm();
    expect(await world.available(BOB, USDT.currencyId)).toBe(25_500_000n);
    expect(await world.credits()).toEqual([`ERC20:${txId}:1`]);
  });

  test('D7: several logs of one transaction are credited each, to whom each belongs', async () => {
    const txId = await call('transferAll', [[alice, bob, alice], 7n]);
    await confirm();
    expect(await world.available(ALICE, USDT.currencyId)).toBe(14n);
    expect(await world.available(BOB, USDT.currencyId)).toBe(7n);
    expect(await world.credits()).toEqual([1, 2, 3].map((log) => `ERC20:${txId}:${log}`));
  });

  test('what is finer than the ledger counts is left out, and alone it is no deposit', async () => {
    await anvil.pay(alice, 10n ** 10n + 9n);
    const dust = await anvil.pay(bob, 9_999_999_999n);
    await confirm();
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1n);
    expect(await world.transfers(CHAIN, dust)).toMatchObject([
      { state: 'ignored', note: 'too_small' },
    ]);
    expect(await world.deposits()).toHaveLength(1);
  });

  test('D17: below the minimum it waits in suspense, and exactly the minimum is enough', async () => {
    world.terms.set(USDT.currencyId, { minDeposit: 100n, confirmations: 1, isDepositOpen: true });
    await send(alice, 60n);
    await confirm();
    await send(alice, 39n);
    await confirm();
    expect(await world.available(ALICE, USDT.currencyId)).toBe(0n);
    expect(await world.deposits()).toMatchObject([
      { status: 'under_review', isSuspended: true, reason: 'below_minimum' },
      { status: 'under_review', isSuspended: true, reason: 'below_minimum' },
    ]);
    await send(alice, 1n);
    await confirm();
    expect(await world.available(ALICE, USDT.currencyId)).toBe(100n);
    expect((await world.deposits()).map(({ status }) => status)).toEqual(Array(3).fill('passed'));
  });

  test('more confirmations set by an operator are waited for; fewer than the settings are not taken', async () => {
    world.terms.set(ETH.currencyId, { minDeposit: 0n, confirmations: 6, isDepositOpen: true });
    await anvil.pay(alice, parseEther('1'));
    await anvil.mine(4);
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    expect(world.chains.confirmationsNeeded(CHAIN, ETH.currencyId)).toBe(6);
    await anvil.mine(1);
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
  });

  test('while deposits are closed nothing is credited, and nothing is lost', async () => {
    world.terms.set(ETH.currencyId, { minDeposit: 0n, confirmations: 1, isDepositOpen: false });
    await anvil.pay(alice, parseEther('1'));
    await confirm();
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    world.clock.nowMs += 2 * 60 * 60_000;
    await world.follow(CHAIN);
    expect(world.chains.status()).toMatchObject([{ stuckDeposits: 1 }]);
    world.terms.set(ETH.currencyId, { minDeposit: 0n, confirmations: 1, isDepositOpen: true });
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
  });
});

describe('what is not', () => {
  const nothing = async () => {
    await confirm();
    expect(await world.deposits()).toEqual([]);
    expect(await world.available(ALICE, USDT.currencyId)).toBe(0n);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
  };

  test('D2: a transaction that failed, with coins or logs of its own', async () => {
    const failing = await call('transferAndFail', [alice, 5n]);
    expect(await anvil.client.getTransactionReceipt({ hash: failing })).toMatchObject({
      status: 'reverted',
    });
    await nothing();
  });

  test('D2: coins that a contract pays within a transaction, whether its last leg fails or not', async () => {
    const fan = await anvil.deploy('Fan');
    for (const isFailing of [true, false])
      await anvil.write({
        contract: 'Fan',
        address: fan,
        method: 'pay',
        parameters: [[alice, bob], isFailing],
        value: parseEther('2'),
      });
    expect(await anvil.client.getBalance({ address: alice as Hex })).toBe(parseEther('1'));
    await nothing();
  });

  test('D3: a transfer that says false instead of failing', async () => {
    const address = await anvil.deploy('FalseToken');
    const parameters = [alice, 5n];
    const txId = await anvil.write({
      contract: 'FalseToken',
      address,
      method: 'transfer',
      parameters,
    });
    expect(await anvil.client.getTransactionReceipt({ hash: txId })).toMatchObject({
      status: 'success',
    });
    await nothing();
  });

  test('D3: a log of the configured contract without a movement of its balance is held, not credited', async () => {
    const txId = await call('lie', [alice, 1_000_000n]);
    await nothing();
    expect(await world.transfers(CHAIN, txId)).toMatchObject([
      { state: 'held', note: 'balance_did_not_move' },
    ]);
  });

  test('D4: another contract of the same symbol, decimals and functions', async () => {
    const fake = await anvil.deploy('Token', [6]);
    const parameters = [alice, 5_000_000n];
    await anvil.write({ contract: 'Token', address: fake, method: 'transfer', parameters });
    await nothing();
  });

  test('D6: logs with four topics or longer data, though they begin like a transfer', async () => {
    await call('logPicture', [alice, 5n]);
    await call('logLong', [alice, 5n]);
    await nothing();
  });

  test('D13: a transaction that waits for a block', async () => {
    await anvil.setMining(false);
    try {
      await anvil.pay(alice, parseEther('1'));
      await world.follow(CHAIN);
      expect(await world.deposits()).toEqual([]);
    } finally {
      await anvil.setMining(true);
    }
  });

  test('D21: what an own wallet or another deposit address sends', async () => {
    await world.stop();
    const own = anvil.account(1).address;
    world = await ChainWorld.start(environment({ OWN_ADDRESSES: own.toLowerCase() }));
    await world.chains.start();
    alice = await world.addressOf(ALICE, CHAIN);
    bob = await world.addressOf(BOB, CHAIN);
    await send(own, 100n);
    const [coins, tokens] = [await anvil.pay(alice, parseEther('1'), 1), await send(alice, 5n, 1)];
    await anvil.rpc('anvil_setBalance', [bob, `0x${parseEther('2').toString(16)}`]);
    await anvil.rpc('anvil_impersonateAccount', [bob]);
    const swept = (await anvil.rpc('eth_sendTransaction', [
      { from: bob, to: alice, value: `0x${parseEther('1').toString(16)}` },
    ])) as Hex;
    await nothing();
    for (const txId of [coins, tokens, swept])
      expect(await world.transfers(CHAIN, txId)).toMatchObject([
        { state: 'ignored', note: 'own_sender' },
      ]);
  });

  test('an amount beyond what the ledger counts does not stop the chain', async () => {
    await send(alice, 10n ** 25n);
    await anvil.pay(bob, parseEther('1'));
    await confirm();
    expect(await world.available(ALICE, USDT.currencyId)).toBe(0n);
    expect(await world.available(BOB, ETH.currencyId)).toBe(1_00000000n);
  });
});

describe('once', () => {
  test('D1: two scanners on one database, polled fifty times at once, credit once', async () => {
    const other = world.watch();
    await other.start();
    await anvil.pay(alice, parseEther('1'));
    await send(bob, 9n);
    await anvil.mine(CONFIRMATIONS);
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, turn) => (turn % 2 === 0 ? world.chains : other).poll(CHAIN)),
    );
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
    expect(await world.available(BOB, USDT.currencyId)).toBe(9n);
    expect(await world.deposits()).toHaveLength(2);
  });

  test('D12: reading again from any height, also while a scan is under way, repeats and skips nothing', async () => {
    const from = await anvil.height();
    await anvil.pay(alice, parseEther('1'));
    await confirm();
    await world.chains.rescan(CHAIN, from - 1);
    await world.follow(CHAIN);
    await send(bob, 3n);
    await Promise.allSettled([
      world.chains.poll(CHAIN),
      world.chains.rescan(CHAIN, from),
      world.chains.poll(CHAIN),
    ]);
    await confirm();
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
    expect(await world.available(BOB, USDT.currencyId)).toBe(3n);
    expect(world.chains.status()).toMatchObject([{ height: await anvil.height(), lagBlocks: 0 }]);
  });

  test('D12: a height beyond what was read skips no block', async () => {
    await world.chains.rescan(CHAIN, 1_000_000);
    await anvil.pay(alice, parseEther('1'));
    await confirm();
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
  });

  test('a back-fill finds what came in before the chain was watched', async () => {
    const txId = await anvil.pay(alice, parseEther('1'));
    await anvil.mine(20);
    await world.stop();
    world = await ChainWorld.start(environment());
    await world.chains.start();
    await world.addressOf(ALICE, CHAIN);
    await world.follow(CHAIN);
    expect(await world.deposits()).toEqual([]);
    await world.chains.rescan(CHAIN, 0);
    await world.follow(CHAIN);
    expect(await world.credits()).toEqual([`ERC20:${txId}:0`]);
  });

  test('D1: an end between any two steps is finished after the next start', async () => {
    // The process ends before the n-th command, or right after it, before the tables know of it.
    for (const [at, isDone] of [
      [0, false],
      [0, true],
      [1, false],
      [1, true],
    ] as const) {
      let count = 0;
      const { sequencer } = world;
      const ending = world.watch({
        sequencer: {
          run: async (command) => {
            const isLast = count === at;
            count += 1;
            if (isLast && !isDone) throw new Error('the process ends');
            const result = await sequencer.run(command);
            if (isLast) throw new Error('the process ends');
            return result;
          },
        },
      });
      const before = await world.available(ALICE, ETH.currencyId);
      await anvil.pay(alice, parseEther('1'));
      await anvil.mine(CONFIRMATIONS);
      await ending.start();
      await expect(ending.poll(CHAIN)).rejects.toThrow('the process ends');
      expect(count).toBe(at + 1);
      await world.restart();
      await world.follow(CHAIN);
      expect(await world.available(ALICE, ETH.currencyId)).toBe(before + 1_00000000n);
    }
    expect(await world.deposits()).toHaveLength(4);
  });

  test.each(['the same output', 'an output not known then'])(
    'D1, D19: what operators credited by a claim of %s is not credited again',
    async (output) => {
      const txId = await anvil.pay(alice, parseEther('1'));
      const isKnown = output === 'the same output';
      const claim = await world.sequencer.run({
        kind: 'open_deposit',
        owner: ALICE,
        depositKind: 'crypto',
        currencyId: ETH.currencyId,
        ...(!isKnown && { chain: CHAIN, txId }),
        amount: amountMinor(1_00000000n),
        openMax: 5,
      });
      if (!claim.ok || claim.value.kind !== 'deposit') throw new Error('no claim');
      await world.sequencer.run({
        kind: 'decide_deposit',
        depositId: claim.value.deposit.depositId,
        operatorId: 1,
        decision: 'passed',
        reference: `ERC20:${txId}:${isKnown ? 0 : 77}`,
        approvalsNeeded: 1,
        valueMinor: amountMinor(1n),
        lone: LONE,
      });
      await confirm();
      expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
      expect(await world.transfers(CHAIN, txId)).toMatchObject([
        { state: 'refused', note: 'claimed' },
      ]);
    },
  );
});

describe('another branch', () => {
  /** Puts other blocks, empty but for what is given, in the place of the newest. */
  const reorganise = (depth: number) => anvil.rpc('anvil_reorg', [depth, []]);

  test('D10: a payment in orphaned blocks is dropped before it was credited, and the chain goes on', async () => {
    await anvil.pay(alice, parseEther('1'));
    await world.follow(CHAIN);
    await reorganise(1);
    await anvil.mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await world.deposits()).toMatchObject([{ status: 'rejected', reason: 'orphaned' }]);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    expect(world.chains.status()).toMatchObject([{ paused: undefined, lagBlocks: 0 }]);
    await anvil.pay(alice, parseEther('2'));
    await confirm();
    expect(await world.available(ALICE, ETH.currencyId)).toBe(2_00000000n);
  });

  test('D11: a transaction that moves to another block, and to another place in it, stays one deposit', async () => {
    await send(anvil.account(2).address, 100n);
    const before = await anvil.rpc('evm_snapshot');
    const txId = await send(bob, 5n);
    const raw = await rawOf(txId);
    await world.follow(CHAIN);
    const [first] = await world.transfers(CHAIN, txId);
    await anvil.rpc('evm_revert', [before]);
    // Elsewhere: two blocks later, behind another transaction with a log of its own.
    await anvil.mine(2);
    await anvil.setMining(false);
    await send(alice, 1n, 2);
    await anvil.rpc('eth_sendRawTransaction', [raw]);
    await anvil.mine(1);
    await anvil.setMining(true);
    const receipt = await anvil.client.getTransactionReceipt({ hash: txId });
    expect(receipt.logs[0]?.logIndex).toBe(1);
    await confirm();
    const [moved] = await world.transfers(CHAIN, txId);
    expect(moved).toMatchObject({
      state: 'credited',
      outputIndex: 1,
      height: (first?.height ?? 0) + 2,
    });
    expect(moved?.blockHash).toBe(receipt.blockHash);
    expect(await world.available(BOB, USDT.currencyId)).toBe(5n);
    expect((await world.deposits()).filter(({ owner }) => owner === BOB)).toHaveLength(1);
  });

  function rawOf(hash: Hex): Promise<unknown> {
    return anvil.rpc('eth_getRawTransactionByHash', [hash]);
  }

  test('D10, G22: a credited deposit is taken back within one poll, and the chain stands still', async () => {
    await anvil.pay(alice, parseEther('1'));
    await confirm();
    expect(await world.available(ALICE, ETH.currencyId)).toBe(1_00000000n);
    await reorganise(CONFIRMATIONS);
    await anvil.pay(bob, parseEther('3'));
    await anvil.mine(CONFIRMATIONS);
    await world.chains.poll(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    expect(await world.isFrozen(ALICE)).toBe(false);
    expect(world.chains.isOpen(CHAIN)).toBe(false);
    expect(world.chains.status()[0]?.paused).toMatch(/reorganisation of \d+ blocks/);
    // Nothing is credited meanwhile, not even after a restart.
    await world.restart();
    await world.chains.poll(CHAIN);
    expect(await world.available(BOB, ETH.currencyId)).toBe(0n);
    await world.chains.rescan(CHAIN);
    await world.follow(CHAIN);
    expect(await world.available(BOB, ETH.currencyId)).toBe(3_00000000n);
    expect(world.chains.isOpen(CHAIN)).toBe(true);
  });

  test('D10: what was spent meanwhile is owed and freezes the account; no balance is negative', async () => {
    await anvil.pay(alice, parseEther('1'));
    await confirm();
    await world.sequencer.run({
      kind: 'transfer',
      owner: ALICE,
      source: 'coin',
      target: 'option',
      currencyId: ETH.currencyId,
      amount: amountMinor(70000000n),
    });
    await reorganise(CONFIRMATIONS);
    await anvil.mine(1);
    await world.chains.poll(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    expect(await world.deposits()).toMatchObject([
      { status: 'rejected', reason: 'orphaned', receivable: 70000000n },
    ]);
    expect(await world.isFrozen(ALICE)).toBe(true);
  });

  test('D10: one that was taken back and is found again is credited once more, under a name of its own', async () => {
    const before = await anvil.rpc('evm_snapshot');
    const txId = await send(bob, 5n);
    const raw = await rawOf(txId);
    await confirm();
    await anvil.rpc('evm_revert', [before]);
    await anvil.mine(CONFIRMATIONS + 1);
    await world.chains.poll(CHAIN);
    expect(await world.available(BOB, USDT.currencyId)).toBe(0n);
    await world.chains.rescan(CHAIN);
    await anvil.rpc('eth_sendRawTransaction', [raw]);
    await confirm();
    expect(await world.available(BOB, USDT.currencyId)).toBe(5n);
    expect(await world.credits()).toEqual([`ERC20:${txId}:1`, `ERC20:${txId}:1#1`]);
  });

  test('D10: an end in the middle of taking back is finished, once', async () => {
    await anvil.pay(alice, parseEther('1'));
    await confirm();
    await reorganise(CONFIRMATIONS);
    await anvil.mine(1);
    const { sequencer } = world;
    const ending = world.watch({
      sequencer: {
        run: async (command) => {
          await sequencer.run(command);
          throw new Error('the process ends');
        },
      },
    });
    await ending.start();
    await expect(ending.poll(CHAIN)).rejects.toThrow('the process ends');
    await world.restart();
    await world.follow(CHAIN);
    expect(await world.available(ALICE, ETH.currencyId)).toBe(0n);
    expect(await world.deposits()).toMatchObject([{ status: 'rejected', receivable: 0n }]);
    expect(world.chains.status()[0]?.paused).toBeDefined();
  });

  test('a node that lags behind is no other branch', async () => {
    await anvil.pay(alice, parseEther('1'));
    await anvil.mine(1);
    await world.follow(CHAIN);
    const before = await world.transfers(CHAIN, (await world.deposits())[0]?.txId ?? '');
    await anvil.rpc('anvil_rollback', [1]);
    await world.follow(CHAIN);
    expect(world.chains.status()).toMatchObject([{ paused: undefined }]);
    expect(await world.transfers(CHAIN, before[0]?.txId ?? '')).toEqual(before);
  });
});

describe('what a start refuses', () => {
  const refused = async (changes: Readonly<Record<string, string>>) => {
    const other = await ChainWorld.start(environment(changes));
    try {
      await expect(other.chains.start()).rejects.toThrow(StartRefusedError);
      expect(other.chains.isOpen(CHAIN)).toBe(false);
    } finally {
      await other.stop();
    }
  };

  test('D15: a token of other decimals than the ledger’s', async () => {
    await refused({ TOKEN_USDT_ERC20: await anvil.deploy('Token', [18]) });
  });

  test('a token that is no contract', async () => {
    await refused({ TOKEN_USDT_ERC20: anvil.account(5).address });
  });

  test('in demo mode a chain that does not report a test id', async () => {
    const main = await Anvil.start(['--chain-id', '1']);
    try {
      await refused({ RPC_EVM: main.url });
    } finally {
      await main.stop();
    }
  });
});

describe('addresses', () => {
  test('D18: each user has one address on a chain, the same for ever, and nobody else has it', async () => {
    expect(await world.addressOf(ALICE, CHAIN)).toBe(alice);
    expect(alice).not.toBe(bob);
    await expect(
      world.database.query('INSERT INTO deposit_addresses VALUES ($1, $2, 99, 0)', [CHAIN, alice]),
    ).rejects.toThrow();
    await expect(
      world.database.query('INSERT INTO deposit_addresses VALUES ($1, $2, $3, 0)', [
        CHAIN,
        token,
        ALICE,
      ]),
    ).rejects.toThrow();
  });

  test('the key of an address is where the operator’s wallet looks for it', async () => {
    const { privateKey } = accountKey().derive(`m/0/${ALICE}`);
    const { privateKeyToAccount } = await import('viem/accounts');
    const key: Hex = `0x${Buffer.from(privateKey ?? []).toString('hex')}`;
    expect(privateKeyToAccount(key).address).toBe(alice);
  });

  test('W10: deposit addresses and the token’s contract are known as the house’s own', async () => {
    expect(await world.chains.isOwnAddress(CHAIN, alice)).toBe(true);
    expect(await world.chains.isOwnAddress(CHAIN, token)).toBe(true);
    expect(await world.chains.isOwnAddress(CHAIN, anvil.account(3).address)).toBe(false);
  });

  test('a chain without settings is closed', async () => {
    expect(world.chains.isOpen('OMNI')).toBe(false);
    await expect(world.chains.addressOf(ALICE, 'OMNI')).rejects.toMatchObject({
      code: 'chain_closed',
    });
    expect(world.chains.isWatched(CHAIN, USDT.currencyId)).toBe(true);
    expect(world.chains.isWatched(CHAIN, BTC.currencyId)).toBe(false);
  });
});

describe('what operators see', () => {
  test('figures for alarms: height, lag, standing still, failing, stuck', async () => {
    const registry = new Registry();
    gaugeChains(registry, () => world.chains.status());
    await anvil.mine(2);
    await world.follow(CHAIN);
    const figures = await registry.metrics();
    expect(figures).toContain(`fairlead_chain_height{chain="ERC20"} ${await anvil.height()}`);
    for (const name of ['lag_blocks', 'paused', 'failing', 'stuck_deposits'])
      expect(figures).toContain(`fairlead_chain_${name}{chain="ERC20"} 0`);
  });

  test('confirmations n of m of a deposit on its way', async () => {
    await anvil.pay(alice, parseEther('1'));
    await anvil.mine(1);
    await world.follow(CHAIN);
    const [deposit] = await world.deposits();
    const id = deposit?.depositId ?? 0;
    expect(await world.chains.confirmationsOf(CHAIN, [id])).toEqual(new Map([[id, 2]]));
    expect(world.chains.confirmationsNeeded(CHAIN, ETH.currencyId)).toBe(CONFIRMATIONS);
  });

  test('a payment is found by its transaction, however its name is written', async () => {
    const txId = await anvil.pay(alice, parseEther('1'));
    await world.follow(CHAIN);
    for (const name of [txId, txId.slice(2), txId.toUpperCase().replace('0X', '0x')])
      expect(await world.chains.findTransfers(CHAIN, name)).toMatchObject([
        { txId, outputIndex: 0, owner: ALICE, amountMinor: 1_00000000n },
      ]);
    expect(await world.chains.findTransfers(CHAIN, `0x${'ab'.repeat(32)}`)).toEqual([]);
  });
});
