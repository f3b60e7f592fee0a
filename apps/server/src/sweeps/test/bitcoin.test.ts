/** Coins of many addresses in one transaction, to the policy's wallets: each spent once, whatever fails, whoever lies. */
import fs from 'node:fs';
import path from 'node:path';
import { walletOf } from '@fairlead/signer/bitcoin/network';
import { Esplora } from '@fairlead/signer/bitcoin/node';
import { buildPayment, PsbtError, signSweep } from '@fairlead/signer/bitcoin/psbt';
import { Account } from '@fairlead/signer/sweep/account';
import { BitcoinSweeper } from '@fairlead/signer/sweep/bitcoin';
import { HttpSweepDesk, type SweepDesk } from '@fairlead/signer/sweep/desk';
import { BitcoinSweepJournal } from '@fairlead/signer/sweep/journal';
import { parseBitcoinSweepPolicy } from '@fairlead/signer/sweep/policy';
import { BTC } from '@fairlead/testkit';
import { hexToBytes } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BitcoinWorld, COIN, FINAL } from '../../chains/test/bitcoin-signer-fixture.ts';
import { readTx } from '../../chains/test/bitcoin-wire.ts';
import type { Said } from '../../chains/test/signer-world.ts';
import { SIGNER_TOKEN } from '../../chains/test/signer-world.ts';
import { XPRV } from './fixture.ts';

interface Parts {
  readonly desk?: Partial<SweepDesk>;
  readonly sweep?: object;
}

const account = new Account(XPRV, 'test');
const clock = { nowMs: Date.UTC(2027, 0, 15, 8), now: () => clock.nowMs };
let world: BitcoinWorld;
let hot: ReturnType<BitcoinWorld['stranger']>;
let cold: ReturnType<BitcoinWorld['stranger']>;
let file: string;
let files = 0;
let journal: BitcoinSweepJournal;
let sweeper: BitcoinSweeper;
let said: Said[];
/** Of users; each test's are above those before. */
let users = 1_000;

beforeAll(async () => {
  world = await BitcoinWorld.start();
});
afterAll(async () => {
  journal.close();
  await world.stop();
});

beforeEach(async () => {
  world.net.reset();
  hot = world.stranger();
  cold = world.stranger();
  for (const { address, script } of [hot, cold]) world.net.know(address, script);
  files += 1;
  file = path.join(world.folder, `sweeps-${files}`);
  said = [];
  if (files > 1) journal.close();
  users += 1_000;
  journal = new BitcoinSweepJournal(file);
  begin();
});

/** The same signer after its process ended. */
function again(parts: Parts = {}): void {
  journal.close();
  journal = new BitcoinSweepJournal(file);
  begin(parts);
}

function begin({ desk, sweep }: Parts = {}): void {
  const real = new HttpSweepDesk(world.url, SIGNER_TOKEN, 'OMNI');
  // Users of tests before are none of this one's.
  const own = (after: number) => real.deposits(Math.max(after, users));
  sweeper = new BitcoinSweeper({
    desk: {
      deposits: own,
      report: (report) => real.report(report),
      standing: (standing) => real.standing(standing),
      ...desk,
    },
    account,
    node: new Esplora(world.nodeUrl),
    journal,
    policy: parseBitcoinSweepPolicy({
      ...{ network: 'regtest', currency_id: BTC.currencyId, name: 'BTC' },
      ...{ confirmations: FINAL, target_blocks: 144 },
      sweep: {
        ...{ hot: hot.address, cold: cold.address, min: '0.1', hot_max: '10' },
        ...{ max_fee: '0.0002', max_fees_per_day: '0.001', max_fee_rate: 10 },
        stuck_after_minutes: 60,
        ...sweep,
      },
    }),
    clock,
    say: (event, fields) => said.push({ event, fields }),
  });
}

function keyOf(userId: number) {
  const key = account.keyAt(userId);
  if (key === undefined) throw new Error('a user has an address');
  return key;
}

/** A user whose deposits were credited. */
async function deposited(...coins: readonly bigint[]) {
  const userId = users + 1 + made.length;
  made.push(userId);
  const { address, script } = walletOf(keyOf(userId), 'regtest');
  const hex = Buffer.from(script).toString('hex');
  for (const units of coins) world.net.fund(address ?? '', hex, units);
  world.net.mine(FINAL);
  const { database } = world.server.context;
  await database.query(`INSERT INTO deposit_addresses VALUES ('OMNI', $1, $2, 0)`, [
    address ?? '',
    userId,
  ]);
  await database.query(
    `INSERT INTO chain_transfers (chain, tx_id, output_index, address, owner_id, currency_id,
       amount_minor, height, block_hash, state, is_missing, reversals, created_at_ms, updated_at_ms)
     VALUES ('OMNI', $1, 1, $2, $3, 1, 1, 1, 'b', 'credited', false, 0, 0, 0)`,
    [`${userId}`.padStart(64, '0'), address ?? '', userId],
  );
  return { userId, address: address ?? '', script: hex };
}
const made: number[] = [];

async function finish(times = 3): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await sweeper.round();
    world.net.mine(FINAL);
  }
  await sweeper.round();
}

const events = () => said.map(({ event }) => event);
const why = () => said.flatMap(({ fields: { why: each } }) => each ?? []);

describe('credited deposits', () => {
  test('of several addresses go to the hot wallet in one transaction that pays nobody else', async () => {
    const credits = await world.server.ledger();
    await deposited(COIN, 2n * COIN);
    await deposited(COIN / 2n);
    await deposited(3n * COIN);
    await sweeper.round();
    const [tx] = world.net.mempool;
    expect(tx?.inputs).toHaveLength(4);
    expect(tx?.outputs).toMatchObject([{ script: hot.script }]);
    await finish();
    const [sweep] = journal.entries();
    expect(journal.entries()).toMatchObject([{ final: 'sent', to: 'hot', sources: 3 }]);
    expect(world.net.paid(hot.script)).toBe((13n * COIN) / 2n - (sweep?.most ?? 0n));
    expect(await world.server.ledger()).toBe(credits);
    const rows = await world.server.context.database.query<{ state: string; sources: number }>(
      'SELECT state, sources FROM sweeps WHERE tx_id = $1',
      [sweep?.txId ?? ''],
    );
    expect(rows).toEqual([{ state: 'sent', sources: 3 }]);
  });

  test('fill the hot wallet as far as the policy says; the rest goes to the cold one', async () => {
    for (const coins of [6n, 5n, 3n, 2n]) await deposited(coins * COIN);
    await finish();
    expect(journal.entries().map(({ to, coins }) => [to, coins.length])).toEqual([
      ['hot', 2],
      ['cold', 2],
    ]);
    expect(world.net.paid(hot.script)).toBeLessThanOrEqual(10n * COIN);
    expect(world.net.paid(cold.script)).toBeGreaterThan(6n * COIN);
  });

  test('wait while blocks are dear, while they are young, and while they are too little', async () => {
    await deposited(COIN / 20n);
    await sweeper.round();
    expect(journal.entries()).toEqual([]);
    const { address, script } = await deposited();
    world.net.fund(address, script, COIN);
    await sweeper.round();
    expect(journal.entries()).toEqual([]);
    world.net.mine(FINAL);
    world.net.rate = 10.5;
    await sweeper.round();
    expect(why()).toEqual(['fees_too_dear']);
    world.net.rate = 2;
    await sweeper.round();
    expect(journal.entries()).toMatchObject([{ sources: 2 }]);
  });

  test('are swept also while the hot wallet has more coins of dust than a node lists', async () => {
    for (let n = 0; n < 501; n += 1) world.net.fund(hot.address, hot.script, 1_000n);
    world.net.fund(hot.address, hot.script, 6n * COIN);
    await deposited(3n * COIN);
    await deposited(5n * COIN);
    await expect(new Esplora(world.nodeUrl).coins(hot.address)).rejects.toThrow('400');
    await sweeper.round();
    // Of room for four: what is under way in no block counts as there.
    await deposited(2n * COIN);
    await sweeper.round();
    await finish();
    expect(journal.entries().map(({ to, coins }) => [to, coins.length])).toEqual([
      ['hot', 1],
      ['cold', 1],
      ['cold', 1],
    ]);
  });

  test('stay where sweeps go', async () => {
    const { address } = await deposited(3n * COIN);
    again({ sweep: { hot: address } });
    await sweeper.round();
    expect(journal.entries()).toEqual([]);
    expect(why()).toEqual(['sweeps go there']);
  });

  test('leave what costs more to spend than it is worth', async () => {
    await deposited(COIN, 600n);
    world.net.rate = 10;
    await sweeper.round();
    expect(journal.entries()[0]?.coins).toHaveLength(1);
  });
});

describe('whatever fails on the way', () => {
  test('many rounds, also after the process ended, spend each coin once by the same bytes', async () => {
    await deposited(COIN, COIN);
    const before = world.net.sent.length;
    world.net.losesCalls = true;
    for (let round = 0; round < 10; round += 1) {
      if (round % 3 === 0) again();
      await sweeper.round();
    }
    world.net.losesCalls = false;
    world.net.losesAnswers = true;
    await sweeper.round();
    world.net.losesAnswers = false;
    world.net.forget();
    again();
    await finish();
    const raws = world.net.sent.slice(before);
    expect(raws.length).toBeGreaterThan(3);
    expect(new Set(raws).size).toBe(1);
    expect(journal.entries()).toMatchObject([{ final: 'sent' }]);
  });

  test('an end after signing, before anything is told: the same transaction goes out', async () => {
    await deposited(COIN);
    const ending = async () => {
      throw new Error('the process ends');
    };
    again({ desk: { report: ending } });
    await expect(sweeper.round()).rejects.toThrow('the process ends');
    const [signed] = journal.entries();
    expect(world.net.mempool).toHaveLength(0);
    again();
    await finish();
    expect(journal.entries()).toMatchObject([{ txId: signed?.txId, final: 'sent' }]);
  });

  test('a coin that another transaction spends for good: failed, and the others are swept anew', async () => {
    const one = await deposited(COIN);
    await deposited(2n * COIN);
    await sweeper.round();
    const [first] = journal.entries();
    // The owner's own wallet has the same keys.
    const node = new Esplora(world.nodeUrl);
    world.net.forget();
    const [coin] = await node.coins(one.address);
    const payee = Buffer.from(cold.script, 'hex');
    const made = await node.raw(coin?.txId ?? '');
    const spent = [{ txId: coin?.txId ?? '', index: coin?.index ?? 0, made }];
    const keys = new Map([[one.script, hexToBytes(keyOf(one.userId))]]);
    const terms = { payee, units: COIN - 1_000n, keys };
    const limits = { maxFee: 10_000n, maxFeeRate: 100n };
    world.net.mineRaw(signSweep(buildPayment(spent, terms, 1_000n), terms, limits).raw);
    await sweeper.round();
    expect(journal.entries()[0]?.final).toBeUndefined();
    world.net.mine(FINAL);
    await finish();
    expect(journal.entries()).toMatchObject([
      { txId: first?.txId, final: 'failed', reason: 'coin_spent_otherwise' },
      { final: 'sent', sources: 1 },
    ]);
  });

  test('a journal that cannot be read signs nothing', async () => {
    await deposited(COIN);
    await sweeper.round();
    journal.close();
    fs.appendFileSync(file, '{"kind":"signed"}\n{"kind":"broadcast"}\n');
    expect(() => new BitcoinSweepJournal(file)).toThrow(/cannot be read/);
    fs.writeFileSync(file, '');
    journal = new BitcoinSweepJournal(file);
  });
});

describe('a sweep that waits while blocks become dearer', () => {
  async function waiting(): Promise<void> {
    await deposited(COIN);
    await deposited(2n * COIN);
    await sweeper.round();
    world.net.rate = 8;
    clock.nowMs += 61 * 60_000;
  }

  test('goes out anew for a higher fee, out of the same coins; one of both pays', async () => {
    await waiting();
    again();
    await sweeper.round();
    await sweeper.round();
    const [first, second, ...more] = journal.entries();
    expect(more).toEqual([]);
    expect(second?.coins).toEqual(first?.coins);
    expect(second?.most).toBeGreaterThan(first?.most ?? 0n);
    expect((second?.units ?? 0n) + (second?.most ?? 0n)).toBe(3n * COIN);
    expect(world.net.mempool.map(({ txId }) => txId)).toEqual([second?.txId]);
    await finish();
    expect(journal.entries()).toMatchObject([
      { final: 'failed', reason: 'replaced' },
      { final: 'sent' },
    ]);
    expect(world.net.paid(hot.script)).toBe(second?.units);
  });

  test('is the one that was sent where a block has it after all', async () => {
    await waiting();
    const ending = async () => {
      throw new Error('the process ends');
    };
    again({ desk: { report: ending } });
    await expect(sweeper.round()).rejects.toThrow('the process ends');
    const [first] = journal.entries();
    world.net.mineRaw(first?.raw ?? '');
    again();
    await finish();
    expect(journal.entries()).toMatchObject([
      { final: 'sent' },
      { final: 'failed', reason: 'replaced' },
    ]);
    expect(world.net.paid(hot.script)).toBe(first?.units);
  });

  test('is not replaced once a block has it', async () => {
    await waiting();
    world.net.mine(1);
    await sweeper.round();
    expect(journal.entries()).toHaveLength(1);
  });

  test.each([
    ['one transaction', { max_fee: '0.00001' }],
    ['a day', { max_fee: '0.00001', max_fees_per_day: '0.00001' }],
    ['a byte', { max_fee_rate: 5 }],
  ])(
    'stays where a higher fee is above the policy’s for %s, and is told of',
    async (_of, sweep) => {
      again({ sweep });
      await waiting();
      await sweeper.round();
      expect(journal.entries()).toHaveLength(1);
      expect(events()).toContain('stuck');
    },
  );
});

describe('whoever lies', () => {
  test('an exchange that names others’ paths and other wallets: nothing leaves to any of them', async () => {
    const mine = await deposited(COIN);
    const thief = world.stranger();
    const list = [
      { user_id: mine.userId + 500, address: mine.address },
      { user_id: mine.userId, address: thief.address },
      { user_id: 0, address: mine.address },
      { user_id: mine.userId, address: mine.address, hot: thief.address, to: thief.address },
      { user_id: mine.userId, address: mine.address },
    ];
    again({ desk: { deposits: async () => ({ list: list.slice(0, 3), has_more: false }) } });
    await finish();
    expect(journal.entries()).toEqual([]);
    again({ desk: { deposits: async () => ({ list, has_more: false }) } });
    await finish();
    expect(journal.entries()).toMatchObject([{ address: hot.address, sources: 1 }]);
    expect(world.net.paid(thief.script)).toBe(0n);
    expect(events()).toContain('not_swept');
  });

  test('an exchange that asks for much: no more than the fees of a day', async () => {
    again({ sweep: { max_fees_per_day: '0.0002' } });
    world.net.rate = 10;
    for (let n = 0; n < 4; n += 1) {
      for (let each = 0; each < 9; each += 1) await deposited(COIN / 4n);
      await sweeper.round();
      world.net.mine(FINAL);
    }
    await finish();
    const spent = journal.entries().reduce((sum, { most }) => sum + most, 0n);
    expect(spent).toBeLessThanOrEqual(20_000n);
    expect(why()).toContain('fees_used_up');
  });

  test('a node about what a coin is worth: nothing is signed', async () => {
    await deposited(COIN);
    const worth = (units: bigint) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(units);
      return bytes.toString('hex');
    };
    world.net.lie = (raw) => raw.replace(worth(COIN), worth(9n * COIN));
    await expect(sweeper.round()).rejects.toThrow('a coin is not what its transaction made');
    expect(journal.entries()).toEqual([]);
  });

  test('whoever builds the transaction: one output to the policy’s wallet, and only own coins', async () => {
    const { userId, address, script } = await deposited(COIN);
    const node = new Esplora(world.nodeUrl);
    const [coin] = await node.coins(address);
    const made = await node.raw(coin?.txId ?? '');
    const coins = [{ txId: coin?.txId ?? '', index: coin?.index ?? 0, made }];
    const payee = Buffer.from(hot.script, 'hex');
    const keys = new Map([[script, hexToBytes(keyOf(userId))]]);
    const terms = { payee, units: COIN - 1_000n, keys };
    const limits = { maxFee: 10_000n, maxFeeRate: 100n };
    const sign = (psbt: Uint8Array, changed = {}) =>
      signSweep(psbt, { ...terms, ...changed }, limits);
    expect(readTx(sign(buildPayment(coins, terms, 1_000n)).raw).outputs).toHaveLength(1);
    const other = Buffer.from(cold.script, 'hex');
    for (const [psbt, changed, refusal] of [
      [buildPayment(coins, { ...terms, payee: other }, 1_000n), {}, 'somebody else'],
      [buildPayment(coins, { ...terms, units: COIN / 2n }, 1_000n), {}, 'another amount'],
      [buildPayment(coins, terms, 1_000n), { keys: new Map() }, 'not the wallet'],
      [
        buildPayment(coins, { payee, units: COIN / 2n, own: other }, 1_000n),
        { units: COIN / 2n },
        'change goes to somebody else',
      ],
      [
        buildPayment(coins, { payee, units: COIN - 20_000n }, 20_000n),
        { units: COIN - 20_000n },
        'fee',
      ],
    ] as const) {
      expect(() => sign(psbt, changed)).toThrow(PsbtError);
      expect(() => sign(psbt, changed)).toThrow(refusal);
    }
  });
});
