/**
 * The chain of receipts on its way into the tables: sealed in the transaction of what it is about, gapless over faults,
 * restarts and reloads, the same text for everybody, and unchangeable afterwards.
 * Cases P1, P3, P4 as far as they are about what can be re-computed.
 */
import { GENESIS_HASH, type Verification, verifyChain } from '@fairlead/receipt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { FakeClock, hashes, start } from '../../../test/support/test-sequencer.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import {
  FaultyDatabase,
  faultsInTurn,
  type WriteFault,
} from '../../core/sequencer/test/faulty-database.ts';
import { headsPage, publishHead } from '../queries.ts';
import { DerivativeStory, e8, hostOfVenue, readChain, seedDerivatives } from './receipt-story.ts';

const [ALICE, BOB] = [11, 12];

interface Opened {
  readonly test: TestDatabase;
  readonly faulty: FaultyDatabase;
  readonly story: DerivativeStory;
  readonly restart: () => Promise<void>;
}

async function open(kind: 'pglite' | 'postgres'): Promise<Opened> {
  const test = await openTestDatabase(kind);
  const faulty = new FaultyDatabase(test.database);
  const clock = new FakeClock();
  const begin = (): Promise<Sequencer> => start(faulty, { clock });
  const story = new DerivativeStory(await begin(), clock);
  await seedDerivatives(story.sequencer, [ALICE, BOB]);
  await story.tick('100.00');
  return {
    test,
    faulty,
    story,
    restart: async () => {
      await story.sequencer.stop();
      story.sequencer = await begin();
    },
  };
}

const failuresOf = (receipts: readonly (Verification & { readonly id?: number })[]): string[] =>
  receipts.flatMap(({ id, checks }) =>
    checks
      .filter(({ status }) => status === 'failed')
      .map(({ name, detail }) => `${id} ${name}: ${detail}`),
  );

/** Reads the chain as each of both and as a stranger, and has all of it re-computed. */
async function expectChain({ test, story }: Opened, length: number): Promise<void> {
  for (const viewer of [ALICE, BOB, undefined]) {
    const chain = await readChain(test.database, viewer);
    expect(chain.map(({ id }) => id)).toEqual(Array.from({ length }, (_, at) => at + 1));
    expect(failuresOf((await verifyChain(chain)).receipts)).toEqual([]);
  }
  const { running, reloaded } = await hashes(story.sequencer, test.database);
  expect(reloaded).toEqual(running);
}

/** A receipt of every kind. */
async function everyKind(story: DerivativeStory): Promise<void> {
  const closing = await story.open(ALICE, 'long');
  await story.open(ALICE, 'long', { takeProfit: e8('103.00') });
  await story.open(BOB, 'short', { stopLoss: e8('102.00') });
  await story.open(BOB, 'short');
  await story.open(ALICE, 'long');
  await story.open(BOB, 'long', { type: 'limit', price: e8('99.00') });
  await story.tick('98.50');
  await story.close(ALICE, closing);
  await story.buy(ALICE, 'rise');
  await story.buy(BOB, 'fall');
  await story.ticks(25, '101.00');
  await story.ticks(3, '102.00');
  await story.tick(undefined);
  await story.tick('101.50');
  await story.tick('111.00');
  await story.tick('121.00');
}

const KINDS = [
  ...['open', 'open', 'open', 'open', 'open', 'open', 'close', 'purchase', 'purchase'],
  ...['stop_loss', 'delivery', 'delivery', 'take_profit', 'liquidation', 'profit_cap'],
  'profit_cap',
];

describeDatabases('receipts', (kind) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open(kind);
  });
  afterEach(async () => {
    await opened.story.sequencer.stop();
    await opened.test.remove();
  });

  it('of every kind are sealed with what they are about, and all of it can be re-computed (P1)', async () => {
    await everyKind(opened.story);
    const chain = await readChain(opened.test.database, ALICE);
    expect(chain.map((receipt) => receipt.kind)).toEqual(KINDS);
    expect(chain[0]?.previous_hash).toBe(GENESIS_HASH);
    const stale = chain[10]?.samples.filter(({ index_price: price }) => price === undefined);
    expect(stale?.map(({ dropped }) => dropped.map(({ reason }) => reason))).toEqual([
      ['no_quorum'],
    ]);
    await expectChain(opened, KINDS.length);
  });

  it('Q5: name the host of each quote, and samples without one are verified as they were sealed', async () => {
    const { story, test } = opened;
    await story.open(ALICE, 'long');
    await story.tick('100.00');
    const [receipt] = await readChain(test.database, ALICE);
    const quotes = receipt?.samples.flatMap(({ sources, dropped }) => [...sources, ...dropped]);
    expect(quotes?.map(({ venue, host }) => [venue, host])).toEqual(
      ['binance', 'bitstamp', 'coinbase', 'kraken', 'okx', 'zaif'].map((venue) => [
        venue,
        hostOfVenue(venue),
      ]),
    );
    // A tick of before: its sources name no host.
    const sampleTimeMs = story.clock.nowMs + 1_000;
    story.clock.nowMs = sampleTimeMs;
    const sources = [{ venue: 'simulated', price: '100.00000000', time: sampleTimeMs }];
    await story.sequencer.run(
      {
        kind: 'index_tick',
        marketId: 1,
        sampleTimeMs,
        price: e8('100.00'),
        quotedAtMs: sampleTimeMs,
      },
      { sampleSources: JSON.stringify({ sources, dropped: [] }) },
    );
    await story.open(ALICE, 'short');
    const chain = await readChain(test.database);
    expect(chain[1]?.samples[0]?.sources).toEqual(sources);
    await expectChain(opened, 2);
  });

  it('name their owner to the owner alone, by the same hash', async () => {
    await everyKind(opened.story);
    const views = await Promise.all(
      [ALICE, BOB, undefined].map((viewer) => readChain(opened.test.database, viewer)),
    );
    const [ofAlice = [], ofBob = [], ofNobody = []] = views;
    expect(ofAlice.map(({ hash }) => hash)).toEqual(ofNobody.map(({ hash }) => hash));
    expect(ofNobody.every(({ own }) => own === undefined)).toBe(true);
    expect(JSON.stringify(ofNobody)).not.toMatch(/owner|stake|margin|salt|"(paid|fee)"/);
    for (const [at, { own }] of ofAlice.entries()) {
      expect([own?.['owner'], ofBob[at]?.own?.['owner']].filter(Boolean)).toHaveLength(1);
      if (own !== undefined) expect(own['owner']).toBe(ALICE);
    }
    const salts = [...ofAlice, ...ofBob].flatMap(({ own }) => own?.['salt'] ?? []);
    expect(new Set(salts).size).toBe(KINDS.length);
    for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/);
  });

  it('go on gaplessly over a restart between an opening and its end, across a delivery (P3)', async () => {
    const { story, restart } = opened;
    const position = await story.open(ALICE, 'long');
    await story.buy(BOB);
    await story.ticks(28, '101.00');
    await restart();
    await expectChain(opened, 2);
    await story.close(ALICE, position);
    await story.tick('101.00');
    await restart();
    story.clock.nowMs += 60_000;
    await story.tick('150.00');
    await expectChain(opened, 4);
    const [, , close, delivery] = await readChain(opened.test.database);
    expect([close?.kind, delivery?.kind]).toEqual(['close', 'delivery']);
    expect(delivery?.result).toMatchObject({ delivery_price: '101.00000000', result: 'win' });
    expect(delivery?.samples.map(({ sources }) => sources.length)).toEqual([5, 5, 5, 5, 5]);
  });

  it('of a window that was lost say so, and that its win is one (P4, Q6)', async () => {
    const { story } = opened;
    await story.buy(BOB);
    await story.ticks(27, '101.00');
    story.clock.nowMs += 60_000;
    await story.tick('150.00');
    const [, refund] = await readChain(opened.test.database, BOB);
    expect(refund?.result).toMatchObject({
      expected: 5,
      valid: 3,
      market_stale: 0,
      shortfall: 'house',
      would_be: 'win',
      result: 'win',
    });
    expect(refund?.own).toMatchObject({ stake: '10.000000', fee: '0.100000', paid: '17.500000' });
    await expectChain(opened, 2);
  });

  it.each<WriteFault>(['refuse', 'lose_before', 'lose_after', 'lose_during'])(
    'a batch that ends in %s leaves no gap and no second truth',
    async (fault) => {
      const { story, faulty } = opened;
      await story.open(ALICE, 'long');
      faulty.nextWriteFault = faultsInTurn(fault);
      const settled = await Promise.allSettled([story.open(BOB, 'short'), story.buy(BOB)]);
      await story.sequencer.atRest(async () => undefined);
      const known = settled.filter(({ status }) => status === 'fulfilled').length;
      await story.tick('100.00');
      await story.open(ALICE, 'long');
      await expectChain(opened, 2 + known);
    },
  );

  it.each<WriteFault>(['hang_before', 'hang_after'])(
    'a process that dies in %s is followed by one that goes on where the tables are',
    async (fault) => {
      const { story, faulty, test } = opened;
      await story.open(ALICE, 'long');
      faulty.nextWriteFault = faultsInTurn(fault);
      story.buy(BOB).catch(() => undefined);
      await faulty.writesWaiting(1);
      await faulty.die();
      story.sequencer = await start(await test.openAnother(), { clock: story.clock });
      const before = (await readChain(test.database)).length;
      await story.tick('100.00');
      await story.open(ALICE, 'long');
      await expectChain(opened, before + 1);
    },
  );

  it('of batches behind one that failed are sealed anew', async () => {
    const { story, faulty } = opened;
    const gate = Promise.withResolvers<void>();
    faulty.gate = gate.promise;
    faulty.nextWriteFault = faultsInTurn('refuse');
    const first = Promise.allSettled([story.buy(ALICE)]);
    await faulty.writesWaiting(1);
    const second = Promise.allSettled([story.buy(BOB)]);
    await faulty.writesWaiting(2);
    gate.resolve();
    const outcomes = [...(await first), ...(await second)].map(({ status }) => status);
    expect(outcomes).toEqual(['rejected', 'rejected']);
    await story.sequencer.atRest(async () => undefined);
    await story.tick('100.00');
    await story.buy(BOB);
    await expectChain(opened, 1);
  });

  it('of many commands of one batch are one chain', async () => {
    const { story } = opened;
    await Promise.all(Array.from({ length: 40 }, (_, at) => story.buy(at % 2 === 0 ? ALICE : BOB)));
    await story.ticks(31, '101.00');
    await expectChain(opened, 80);
  });
});

describe('heads', () => {
  it('are none before the first receipt', async () => {
    const { database, remove } = await openTestDatabase('pglite');
    await publishHead(database, 1_000);
    expect((await headsPage(database, { page: 1, limit: 10 })).total).toBe(0);
    await remove();
  });
});

describeDatabases('the tables of receipts', (kind) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open(kind);
    await opened.story.buy(ALICE);
    await opened.story.buy(BOB);
    await publishHead(opened.test.database, 900);
  });
  afterAll(async () => {
    await opened.story.sequencer.stop();
    await opened.test.remove();
  });
  const sql = (statement: string) => opened.test.database.query(statement);

  it.each([
    ["UPDATE receipts SET result = '{}'"],
    ["UPDATE receipts SET hash = repeat('a', 64) WHERE receipt_id = 2"],
    ['DELETE FROM receipts WHERE receipt_id = 2'],
    ['TRUNCATE receipts CASCADE'],
    ['UPDATE index_samples SET price_e8 = 1'],
    ["UPDATE index_samples SET sources = '{}'"],
    ['DELETE FROM index_samples'],
  ])('refuse %s', async (statement) => {
    await expect(sql(statement)).rejects.toThrow('is append-only');
  });

  const added = (id: number, previous: string) =>
    `INSERT INTO receipts SELECT ${id}, kind, owner_id, market_id, symbol, time_ms, subject_id, terms,
       strike_e8, sample_times_ms, result, own, commitment, ${previous}, repeat('b', 64)
     FROM receipts WHERE receipt_id = 2`;

  it.each([
    ['one behind a gap', added(4, 'hash')],
    ['one linked to another', added(3, 'previous_hash')],
    [
      'two of which the second is not linked',
      `${added(3, 'hash')} UNION ALL ${added(4, 'hash').slice(20)}`,
    ],
    ['a second first one', added(0, "repeat('0', 64)").replace('SELECT 0', 'SELECT 1')],
  ])('refuse %s', async (_name, statement) => {
    await expect(sql(statement)).rejects.toThrow(/linked|duplicate key/);
    await expectChain(opened, 2);
  });

  it.each([
    ["INSERT INTO receipt_heads VALUES (3, 3000, repeat('a', 64))", 'heads grow'],
    ["INSERT INTO receipt_heads VALUES (2, 3000, repeat('a', 64))", 'heads grow'],
    [
      'INSERT INTO receipt_heads SELECT 1, 3000, hash FROM receipts WHERE receipt_id = 1',
      'heads grow',
    ],
    ['UPDATE receipt_heads SET time_ms = 5', 'is append-only'],
    ['DELETE FROM receipt_heads', 'is append-only'],
    ['TRUNCATE receipt_heads', 'is append-only'],
  ])('refuse %s', async (statement, message) => {
    await expect(sql(statement)).rejects.toThrow(message);
  });

  it('publish a head when the chain has grown, and none otherwise', async () => {
    const { database } = opened.test;
    const heads = async () => (await headsPage(database, { page: 1, limit: 10 })).list;
    const [first, second] = await readChain(database);
    await publishHead(database, 2_000);
    expect(await heads()).toEqual([{ timeMs: 900, receiptId: 2, hash: second?.hash }]);
    await opened.story.buy(ALICE);
    // The clock went back: heads do not.
    await publishHead(database, 500);
    const third = (await readChain(database))[2];
    expect(await heads()).toEqual([
      { timeMs: 900, receiptId: 3, hash: third?.hash },
      { timeMs: 900, receiptId: 2, hash: second?.hash },
    ]);
    expect(first?.previous_hash).toBe(GENESIS_HASH);
  });
});
