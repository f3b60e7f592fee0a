/** Deposits of TRC-20 tokens through a local server that speaks the HTTP API of Tron. */
import { USDT } from '@fairlead/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartRefusedError } from '../../core/store/database.ts';
import { tronBytes } from '../address.ts';
import { ALICE, accountKey, BOB, ChainWorld, CONFIRMATIONS } from './chain-fixture.ts';
import {
  FAKE_TOKEN,
  STRANGER,
  TOKEN,
  TRON,
  TronServer,
  type TronTx,
  transferLog,
  trigger,
} from './tron-server.ts';

const CHAIN = 'TRC20';
let node: TronServer;
let url: string;
let world: ChainWorld;
let alice: string;
let bob: string;

const environment = (urls: string) => ({
  XPUB_TRON: accountKey("m/44'/195'/0'").publicExtendedKey,
  RPC_TRON: urls,
  CONFIRMATIONS_TRON: String(CONFIRMATIONS),
  TOKEN_USDT_TRC20: TOKEN,
});

beforeEach(async () => {
  node = new TronServer();
  mine(5);
  url = await node.listen();
  world = await ChainWorld.start(environment(url));
  await world.chains.start();
  alice = await world.addressOf(ALICE, CHAIN);
  bob = await world.addressOf(BOB, CHAIN);
});
afterEach(async () => {
  await world.stop();
  await node.close();
});

function mine(blocks: number): void {
  for (let block = 0; block < blocks; block += 1) node.mine();
}

/** Puts transactions into a block, and as many blocks upon it as make it final. */
async function settle(...txs: TronTx[]): Promise<void> {
  node.mine(txs);
  mine(CONFIRMATIONS - 1);
  await world.follow(CHAIN);
}

const credited = (owner: number) => world.available(owner, USDT.currencyId);

describe('what is credited', () => {
  test('what an address holds is the contract’s word', async () => {
    node.balances.set(tronBytes(alice) ?? '', 12_345_678n);
    const { currencyId } = USDT;
    expect(await world.chains.balanceOf(CHAIN, { address: alice, currencyId })).toBe(12_345_678n);
  });

  test('D7: each transfer of a transaction, to whom it belongs', async () => {
    const tx = trigger([
      transferLog(alice, 5_000_000n),
      transferLog(bob, 7n),
      transferLog(alice, 1n),
    ]);
    await settle(tx);
    expect(await credited(ALICE)).toBe(5_000_001n);
    expect(await credited(BOB)).toBe(7n);
    expect(await world.credits()).toEqual([1, 2, 3].map((log) => `TRC20:${tx.id}:${log}`));
  });

  test('of a token its payer’s, whoever sent the transaction', async () => {
    const tx = trigger([transferLog(alice, 5n)], { from: TOKEN });
    await settle(tx);
    expect(await world.sendersOf(CHAIN, tx.id)).toEqual([STRANGER]);
  });

  test('D14: solid blocks only, and of these as many as the settings say', async () => {
    node.unsolid = CONFIRMATIONS + 1;
    await settle(trigger([transferLog(alice, 5n)]));
    expect(await world.deposits()).toEqual([]);
    node.unsolid = 1;
    await world.follow(CHAIN);
    expect(await world.deposits()).toMatchObject([{ status: 'under_review' }]);
    expect(await credited(ALICE)).toBe(0n);
    node.unsolid = 0;
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(5n);
  });

  test('D1: after a restart in the middle, and read again from the first block, once', async () => {
    node.mine([trigger([transferLog(alice, 5n)])]);
    await world.follow(CHAIN);
    await world.restart();
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    await world.chains.rescan(CHAIN, 0);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(5n);
    expect(world.chains.status()).toMatchObject([{ height: node.height, stuckDeposits: 0 }]);
  });
});

describe('what is not', () => {
  const cases: readonly [string, () => TronTx][] = [
    [
      'D14: a contract that ran out of energy',
      () =>
        trigger([transferLog(alice, 5n)], {
          contractRet: 'OUT_OF_ENERGY',
          result: 'OUT_OF_ENERGY',
        }),
    ],
    [
      'D14: a receipt of success under a transaction that failed',
      () => trigger([transferLog(alice, 5n)], { contractRet: 'REVERT' }),
    ],
    [
      'D14: a failed receipt under a transaction of success',
      () => trigger([transferLog(alice, 5n)], { result: 'REVERT' }),
    ],
    [
      'D4: another contract that calls itself USDT',
      () => trigger([transferLog(alice, 5n, { token: FAKE_TOKEN })]),
    ],
    [
      'D4: a TRC-10 token named USDT, which logs nothing',
      () => {
        const { result: _none, ...asset } = trigger([], { type: 'TransferAssetContract' });
        return asset;
      },
    ],
    [
      'D6: four topics',
      () => {
        const log = transferLog(alice, 5n);
        return trigger([{ ...log, topics: [...log.topics, '0'.repeat(64)], data: '' }]);
      },
    ],
    [
      'D6: longer data',
      () => {
        const log = transferLog(alice, 5n);
        return trigger([{ ...log, data: log.data + log.data }]);
      },
    ],
    ['a transfer of nothing', () => trigger([transferLog(alice, 0n)])],
  ];
  test.each(cases)('%s', async (_what, make) => {
    await settle(make());
    expect(await world.deposits()).toEqual([]);
    expect(await credited(ALICE)).toBe(0n);
  });

  test('D21: what another deposit address sends', async () => {
    const tx = trigger([transferLog(alice, 5n, { from: bob })], { from: bob });
    await settle(tx);
    expect(await credited(ALICE)).toBe(0n);
    expect(await world.transfers(CHAIN, tx.id)).toMatchObject([{ note: 'own_sender' }]);
  });
});

describe('nodes', () => {
  test.each([
    ['a block', false],
    ['a receipt within a block of the right name', true],
  ])('D14: %s that only a hostile node tells of credits nothing', async (_what, isHidden) => {
    const honest = new TronServer();
    for (let height = 0; height < 5; height += 1) honest.mine();
    const both = await ChainWorld.start(environment(`${url},${await honest.listen()}`));
    try {
      await both.chains.start();
      const forged = trigger([transferLog(await both.addressOf(ALICE, CHAIN), 10n ** 12n)]);
      node.mine(isHidden ? [] : [forged]);
      honest.mine();
      if (isHidden) node.forge(forged);
      mine(CONFIRMATIONS);
      for (let height = 0; height < CONFIRMATIONS; height += 1) honest.mine();
      await expect(both.follow(CHAIN)).rejects.toThrow(
        isHidden ? /do not agree on payments/ : /do not agree on block/,
      );
      expect(await both.available(ALICE, USDT.currencyId)).toBe(0n);
      expect(await both.deposits()).toEqual([]);
    } finally {
      await both.stop();
      await honest.close();
    }
  });

  test('D15: a token of 18 decimals refuses the start', async () => {
    node.decimals = 18;
    const other = await ChainWorld.start(environment(url));
    try {
      await expect(other.chains.start()).rejects.toThrow(/18 decimals, the ledger 6/);
    } finally {
      await other.stop();
    }
  });

  test('demo mode refuses the main network', async () => {
    const main = new TronServer(TRON);
    const refused = await ChainWorld.start(environment(await main.listen()));
    try {
      await expect(refused.chains.start()).rejects.toThrow(StartRefusedError);
    } finally {
      await refused.stop();
      await main.close();
    }
  });

  test('the key of TronGrid is sent with each call', async () => {
    const keyed = await ChainWorld.start(environment(url.replace('//', '//grid-key@')));
    try {
      await keyed.chains.start();
      expect(node.seen.at(-1)?.headers['tron-pro-api-key']).toBe('grid-key');
    } finally {
      await keyed.stop();
    }
  });
});
