/**
 * Publications of what is owed, on both databases: they are linked and never change (cases.md X20 on its storage
 * side), and every page of leaves is of one moment whatever was posted after it.
 */
import { randomBytes } from 'node:crypto';
import { Engine } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { type Sequencer, startSequencer } from '../../core/sequencer/sequencer.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import {
  dropOldProofs,
  dropUnpublished,
  findSnapshot,
  insertParts,
  insertSnapshot,
  ledgerMoment,
  type NewSnapshot,
  owedPage,
  partHeads,
} from '../queries.ts';

const ZEROS = '0'.repeat(64);
const keyOf = (buildId: string) => ({ buildId, sealed: randomBytes(60), keyId: 'key' });
const snapshot = (change: Partial<NewSnapshot> = {}): NewSnapshot => ({
  snapshotId: 1,
  timeMs: 1_000,
  sequence: 7,
  entryId: 3,
  trees: '[]',
  previousHash: ZEROS,
  hash: 'a'.repeat(64),
  receipts: undefined,
  takenBy: undefined,
  ...change,
});

describeDatabases('publications of what is owed', (kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
  });
  afterEach(() => opened.remove());

  test('are linked, and refuse every change', async () => {
    const { database } = opened;
    await insertSnapshot(database, snapshot(), keyOf('one'));
    const second = snapshot({ snapshotId: 2, previousHash: 'a'.repeat(64), hash: 'b'.repeat(64) });
    for (const [what, change] of [
      ['a gap', { snapshotId: 3 }],
      ['the same id', { snapshotId: 1 }],
      ['another hash before', { previousHash: ZEROS }],
      ['an earlier time', { timeMs: 999 }],
      ['an earlier command', { sequence: 6 }],
      ['an earlier entry', { entryId: 2 }],
    ] as const)
      await expect(
        insertSnapshot(database, { ...second, ...change }, keyOf('two')),
        what,
      ).rejects.toMatchObject({ code: '23514' });
    await insertSnapshot(database, second, keyOf('two'));
    for (const sql of [
      `UPDATE liability_snapshots SET trees = '[{}]'`,
      'DELETE FROM liability_snapshots',
      'TRUNCATE liability_snapshots CASCADE',
    ])
      await expect(database.query(sql), sql).rejects.toMatchObject({ code: 'FL002' });
    expect((await findSnapshot(database))?.snapshotId).toBe(2);
  });

  test('keep roots when their leaves are forgotten, the last one its leaves too', async () => {
    const { database } = opened;
    await insertSnapshot(database, snapshot(), keyOf('one'));
    const next = { snapshotId: 2, timeMs: 2_000, previousHash: 'a'.repeat(64) };
    await insertSnapshot(database, snapshot({ ...next, hash: 'b'.repeat(64) }), keyOf('two'));
    const part = {
      ...{ currency: 'USDT', part: 0, firstPlace: 5n, firstOwner: 1, sum: 9n },
      leaves: Buffer.alloc(16),
      hash: Buffer.alloc(32),
    };
    const builds = ['one', 'two', 'under way', 'cut off'];
    for (const [at, buildId] of builds.entries())
      await insertParts(database, { buildId, begunAtMs: at === 2 ? 9_000 : 100 }, [part]);
    const kept = async () =>
      (await Promise.all(builds.map((buildId) => partHeads(database, buildId, 'USDT')))).map(
        (heads) => heads.length,
      );
    await dropUnpublished(database, 5_000);
    expect(await kept()).toEqual([1, 1, 1, 0]);
    await dropOldProofs(database, 5_000);
    expect(await kept()).toEqual([0, 1, 1, 0]);
    expect((await findSnapshot(database, 1))?.hash).toBe('a'.repeat(64));
  });

  test('and addresses of the house are never changed or removed', async () => {
    const { database } = opened;
    for (const table of ['reserves', 'reserve_ends', 'reserve_balances'])
      await expect(database.query(`TRUNCATE ${table} CASCADE`), table).rejects.toMatchObject({
        code: 'FL002',
      });
  });
});

describeDatabases('what is owed at a moment', (kind) => {
  let opened: TestDatabase;
  let sequencer: Sequencer;
  let references = 0;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database: opened.database,
      clock: { now: () => 1_800_000_000_000 },
      createEngine: (state) => new Engine(state),
    });
  });
  afterEach(async () => {
    await sequencer.stop();
    await opened.remove();
  });

  const run = async (command: Parameters<Sequencer['run']>[0]) => {
    const result = await sequencer.run(command);
    if (!result.ok) throw new Error(result.reject);
  };
  const pay = (owner: number, amount: bigint) => {
    references += 1;
    return run({
      kind: 'post_entry',
      reason: 'deposit',
      reference: `test:${references}`,
      currencyId: USDT.currencyId,
      amount: amountMinor(amount),
      source: { house: 'external' },
      target: { owner, account: 'coin' },
    });
  };
  /** Owner and amount of all pages. */
  async function read(moment: Parameters<typeof owedPage>[1], limit: number) {
    const found: [number, bigint][] = [];
    for (let after = 0; ; ) {
      const { lastOwner, bytes } = await owedPage(opened.database, moment, { after, limit });
      if (lastOwner === undefined) return found;
      after = lastOwner;
      const page = Buffer.from(bytes);
      for (let at = 0; at < page.length; at += 20)
        found.push([Number(page.readBigInt64BE(at)), page.readBigInt64BE(at + 12)]);
    }
  }
  const byOwner = (found: readonly [number, bigint][]) => [...found].sort(([a], [b]) => a - b);

  test('is the same whatever is posted while it is read, all accounts together', async () => {
    await run({ kind: 'configure_currency', currency: USDT });
    for (const owner of [1, 2, 3, 4]) await run({ kind: 'open_account', owner });
    await pay(1, 100n);
    await pay(2, 50n);
    await run({
      kind: 'transfer',
      owner: 2,
      currencyId: USDT.currencyId,
      amount: amountMinor(20n),
      source: 'coin',
      target: 'trust',
    });
    const moment = await ledgerMoment(opened.database);
    const expected = [
      [1, 100n],
      [2, 50n],
    ];
    expect(byOwner(await read(moment, 1))).toEqual(expected);
    expect(moment.houseSums.get(USDT.currencyId)).toBe(-150n);
    // Later money, a new owner, and one who has nothing left.
    await pay(1, 7n);
    await pay(3, 9n);
    await run({ kind: 'open_account', owner: 5 });
    await pay(5, 1n);
    await run({
      kind: 'post_entry',
      reason: 'correction',
      reference: 'test:back',
      currencyId: USDT.currencyId,
      amount: amountMinor(30n),
      source: { owner: 2, account: 'coin' },
      target: { house: 'external' },
    });
    for (const limit of [1, 2, 100]) expect(byOwner(await read(moment, limit))).toEqual(expected);
    const later = await ledgerMoment(opened.database);
    expect(byOwner(await read(later, 100))).toEqual([
      [1, 107n],
      [2, 20n],
      [3, 9n],
      [5, 1n],
    ]);
    expect(later.houseSums.get(USDT.currencyId)).toBe(-137n);
  });
});
