/** Deposits of bitcoin through a local server that speaks Esplora's API. */
import { BTC } from '@fairlead/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasPostgres } from '../../../test/support/postgres-server.ts';
import { StartRefusedError } from '../../core/store/database.ts';
import { ALICE, accountKey, BOB, ChainWorld, CONFIRMATIONS } from './chain-fixture.ts';
import { BITCOIN, EsploraServer, payment, REGTEST } from './esplora-server.ts';

const CHAIN = 'OMNI';
let node: EsploraServer;
let url: string;
let world: ChainWorld;
let alice: string;
let bob: string;

const environment = (urls: string) => ({
  XPUB_BTC: accountKey("m/84'/1'/0'").publicExtendedKey,
  RPC_BTC: urls,
  CONFIRMATIONS_BTC: String(CONFIRMATIONS),
});

beforeEach(async () => {
  node = new EsploraServer();
  for (let height = 0; height < 5; height += 1) node.mine();
  url = await node.listen();
  world = await ChainWorld.start(environment(url), 'pglite');
  await world.chains.start();
  alice = await world.addressOf(ALICE, CHAIN);
  bob = await world.addressOf(BOB, CHAIN);
});
afterEach(async () => {
  await world.stop();
  await node.close();
});

const credited = (owner: number) => world.available(owner, BTC.currencyId);

function mine(blocks: number): void {
  for (let block = 0; block < blocks; block += 1) node.mine();
}

describe('outputs', () => {
  test('D7: two outputs of one transaction to one user are two deposits', async () => {
    const tx = payment([
      [alice, 100_000],
      ['tb1q7gcav9rlnhn0t9wk6r6xlvr3w4mkyj0hf44v08', 5],
      [alice, 200_000],
      [undefined, 0],
      [bob, 7],
    ]);
    node.mine([tx]);
    mine(CONFIRMATIONS - 1);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(300_000n);
    expect(await credited(BOB)).toBe(7n);
    expect(await world.credits()).toEqual([0, 2, 4].map((vout) => `OMNI:${tx.txid}:${vout}`));
  });

  test('what an address holds is what it got in blocks less what it spent', async () => {
    node.mine([payment([[alice, 100_000]])]);
    node.mempool.push(payment([[alice, 9]]));
    const { currencyId } = BTC;
    expect(await world.chains.balanceOf(CHAIN, { address: alice, currencyId })).toBe(50_000n);
  });

  test('D8: seen at once, credited with the last confirmation', async () => {
    node.mine([payment([[alice, 100_000]])]);
    mine(CONFIRMATIONS - 2);
    await world.follow(CHAIN);
    expect(await world.deposits()).toMatchObject([{ status: 'under_review', amount: 100_000n }]);
    expect(await credited(ALICE)).toBe(0n);
    node.mine();
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(100_000n);
  });

  test('a block of more than one page is read whole, in order', async () => {
    const txs = Array.from({ length: 130 }, (_, index) => payment([[alice, index + 1]]));
    node.mine(txs);
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe((130n * 131n) / 2n);
  });

  test('D13: what waits in the pool is not told of, replaced or not', async () => {
    const replaced = payment([[alice, 100_000]]);
    node.mempool.push(replaced);
    await world.follow(CHAIN);
    expect(await world.deposits()).toEqual([]);
    node.mempool.length = 0;
    const replacing = payment([[bob, 100_000]]);
    node.mine([replacing]);
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await world.credits()).toEqual([`OMNI:${replacing.txid}:0`]);
  });

  test('new coins are nobody’s deposit: they may not be spent for long', async () => {
    node.mine([payment([[alice, 312_500_000]], [])]);
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await world.deposits()).toEqual([]);
  });

  test('D21: what comes from a deposit address is moved, not deposited', async () => {
    const tx = payment([[alice, 100_000]], [bob]);
    node.mine([tx]);
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(0n);
    expect(await world.transfers(CHAIN, tx.txid)).toMatchObject([{ note: 'own_sender' }]);
  });

  test('D17: below the minimum outputs add up to exactly the minimum', async () => {
    world.terms.set(BTC.currencyId, { minDeposit: 1_000n, confirmations: 1, isDepositOpen: true });
    node.mine([payment([[alice, 400]]), payment([[alice, 599]])]);
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(0n);
    node.mine([payment([[alice, 1]])]);
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(1_000n);
  });
});

describe('branches', () => {
  test('D10, D11: a payment that moves stays one deposit, one that vanishes is dropped', async () => {
    const moving = payment([[alice, 1_000]]);
    const vanishing = payment([[bob, 2_000]]);
    node.mine([moving, vanishing]);
    await world.follow(CHAIN);
    node.orphan(1);
    node.mine([], 'other');
    node.mine([moving]);
    mine(CONFIRMATIONS - 1);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(1_000n);
    const deposits = await world.deposits();
    expect(deposits.toSorted((left, right) => left.owner - right.owner)).toMatchObject([
      { owner: ALICE, status: 'passed' },
      { owner: BOB, status: 'rejected', reason: 'orphaned' },
    ]);
    expect(world.chains.status()).toMatchObject([{ paused: undefined, lagBlocks: 0 }]);
  });

  test('D10: deeper than the confirmations the credit is taken back and the chain stands still', async () => {
    node.mine([payment([[alice, 1_000]])]);
    mine(CONFIRMATIONS - 1);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(1_000n);
    node.orphan(CONFIRMATIONS);
    for (let block = 0; block < CONFIRMATIONS + 1; block += 1) node.mine([], 'other');
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(0n);
    expect(world.chains.status()[0]?.paused).toMatch(/reorganisation/);
  });

  test('D10: suspended money of an orphaned block goes back where it came from', async () => {
    world.terms.set(BTC.currencyId, { minDeposit: 1_000n, confirmations: 1, isDepositOpen: true });
    node.mine([payment([[alice, 400]])]);
    mine(CONFIRMATIONS - 1);
    await world.follow(CHAIN);
    node.orphan(CONFIRMATIONS);
    for (let block = 0; block < CONFIRMATIONS + 1; block += 1) node.mine([], 'other');
    await world.follow(CHAIN);
    expect(await world.deposits()).toMatchObject([{ status: 'rejected', isSuspended: false }]);
    const rows = await world.database.query<{ sum: string }>(
      `SELECT sum(total_minor)::text AS sum FROM balances WHERE account = 'suspense'`,
    );
    expect(rows).toEqual([{ sum: '0' }]);
  });

  test('a chain that left everything that is known of it is not followed by itself', async () => {
    node.orphan(node.height);
    for (let block = 0; block < 9; block += 1) node.mine([], 'another chain');
    await world.follow(CHAIN);
    expect(world.chains.status()[0]?.paused).toMatch(/left everything/);
    expect(world.chains.isOpen(CHAIN)).toBe(false);
    await expect(world.chains.addressOf(ALICE, CHAIN)).rejects.toMatchObject({
      code: 'chain_closed',
    });
  });
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  test('D1, D10, D12: once, taken back, and read again', async () => {
    const other = await ChainWorld.start(environment(url), 'postgres');
    try {
      await other.chains.start();
      const address = await other.addressOf(ALICE, CHAIN);
      const [kept, orphaned] = [payment([[address, 1_000]]), payment([[address, 500]])];
      node.mine([kept]);
      node.mine([orphaned]);
      mine(CONFIRMATIONS - 1);
      await other.follow(CHAIN);
      await other.chains.rescan(CHAIN, 0);
      await other.follow(CHAIN);
      expect(await other.available(ALICE, BTC.currencyId)).toBe(1_500n);
      node.orphan(CONFIRMATIONS);
      for (let block = 0; block < CONFIRMATIONS + 1; block += 1) node.mine([], 'other');
      await other.follow(CHAIN);
      expect(await other.available(ALICE, BTC.currencyId)).toBe(1_000n);
      expect(other.chains.status()[0]?.paused).toMatch(/reorganisation/);
      await other.restart();
      await other.chains.rescan(CHAIN);
      await other.follow(CHAIN);
      expect(other.chains.status()).toMatchObject([{ paused: undefined, lagBlocks: 0 }]);
      expect(await other.credits()).toHaveLength(2);
    } finally {
      await other.stop();
    }
  });
});

describe('nodes', () => {
  test('D14: two nodes that do not agree on a block bring nothing, until they agree', async () => {
    const other = new EsploraServer();
    const otherUrl = await other.listen();
    const honest = await ChainWorld.start(environment(`${url},${otherUrl}`));
    try {
      await honest.chains.start();
      expect(honest.chains.status()[0]?.height).toBe(0);
      await honest.follow(CHAIN);
      const address = await honest.addressOf(ALICE, CHAIN);
      other.mine([payment([[address, 1_000]])], 'forged');
      await expect(honest.follow(CHAIN)).rejects.toThrow(/do not agree/);
      expect(honest.chains.status()[0]?.lastError).toMatch(/do not agree on block 1/);
      expect(await honest.deposits()).toEqual([]);
    } finally {
      await honest.stop();
      await other.close();
    }
  });

  test('a block that is not whole is not passed over', async () => {
    node.mine([payment([[alice, 1_000]])]);
    node.isShort = true;
    await expect(world.follow(CHAIN)).rejects.toThrow(/not whole/);
    node.isShort = false;
    mine(CONFIRMATIONS);
    await world.follow(CHAIN);
    expect(await credited(ALICE)).toBe(1_000n);
  });

  test.each([
    ['an error', 500, 'down'],
    ['a page of HTML', 200, '<html></html>'],
    ['another place', 302, ''],
    ['too many requests', 429, ''],
    ['JSON of another shape', 200, '{"height":"7"}'],
  ])(
    '%s in place of an answer is seen, changes nothing and passes',
    async (_what, status, body) => {
      node.mine([payment([[alice, 1_000]])]);
      node.fault = { status, body };
      await expect(world.follow(CHAIN)).rejects.toThrow();
      expect(world.chains.status()[0]?.lastError).toBeDefined();
      node.fault = undefined;
      mine(CONFIRMATIONS);
      await world.follow(CHAIN);
      expect(world.chains.status()[0]?.lastError).toBeUndefined();
      expect(await credited(ALICE)).toBe(1_000n);
    },
  );

  test('a node that is away at the start closes the chain, and opens it when it is back', async () => {
    node.fault = { status: 503, body: '' };
    await world.restart();
    expect(world.chains.isOpen(CHAIN)).toBe(false);
    node.fault = undefined;
    await world.follow(CHAIN);
    expect(await world.addressOf(ALICE, CHAIN)).toBe(alice);
  });

  test('demo mode refuses the main network', async () => {
    const main = new EsploraServer(BITCOIN);
    const refused = await ChainWorld.start(environment(await main.listen()));
    try {
      await expect(refused.chains.start()).rejects.toThrow(StartRefusedError);
    } finally {
      await refused.stop();
      await main.close();
    }
  });

  test('real money needs the main network and a key of it', async () => {
    const real = {
      DEMO: 'false',
      FEED: 'live:kraken',
      SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
      XPUB_BTC:
        'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      CONFIRMATIONS_BTC: '3',
    };
    const main = new EsploraServer(BITCOIN);
    const open = await ChainWorld.start({ ...real, RPC_BTC: await main.listen() });
    const refused = await ChainWorld.start({ ...real, RPC_BTC: url });
    try {
      await open.chains.start();
      expect(await open.addressOf(ALICE, CHAIN)).toMatch(/^bc1q/);
      await expect(refused.chains.start()).rejects.toThrow(/test network/);
    } finally {
      await open.stop();
      await refused.stop();
      await main.close();
    }
  });

  test('addresses are those of the network that the node serves', async () => {
    expect(alice).toMatch(/^tb1q/);
    const local = new EsploraServer(REGTEST);
    const other = await ChainWorld.start(environment(await local.listen()));
    try {
      await other.chains.start();
      expect(await other.addressOf(ALICE, CHAIN)).toMatch(/^bcrt1q/);
    } finally {
      await other.stop();
      await local.close();
    }
  });

  test('a user name in the URL is sent as a credential, and is in no error', async () => {
    const guarded = await ChainWorld.start(environment(url.replace('//', '//canary-7:word@')));
    try {
      await guarded.chains.start();
      const { authorization } = node.seen.at(-1)?.headers ?? {};
      expect(authorization).toBe(`Basic ${Buffer.from('canary-7:word').toString('base64')}`);
      node.fault = { status: 500, body: '' };
      await expect(guarded.follow(CHAIN)).rejects.toThrow();
      expect(guarded.chains.status()[0]?.lastError).not.toContain('canary-7');
    } finally {
      await guarded.stop();
    }
  });
});
