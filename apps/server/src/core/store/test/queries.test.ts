/** Every read and every write beside the batch, on rows that a running exchange left. */
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, InvariantError, priceE8 } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import {
  FakeClock,
  limit,
  MAKER,
  seed,
  start,
  submitKeyed,
  TAKER,
} from '../../../../test/support/test-sequencer.ts';
import { findArticle, insertNews, newsPage } from '../../../content/news-queries.ts';
import { balancesOf, postingsPage } from '../../../ledger/queries.ts';
import { transfersPage } from '../../../ledger/transfer-queries.ts';
import {
  backfillCandles,
  type CandleRow,
  candlesRange,
  lastCandleTimeMs,
  samplesRange,
  upsertCandles,
} from '../../../market/queries.ts';
import { readCurrencies, readMarkets } from '../../../market/terms-queries.ts';
import {
  orderByClientId,
  orderById,
  ordersPage,
  recentTrades,
  tradesAfter,
  tradesSince,
} from '../../../spot/queries.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { quickCheck, recount } from '../../checks/reconciliation.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import { LIST_ROWS_MAX, PAGE_ROWS_MAX } from '../limits.ts';
import { findUsedNames } from '../lookup-queries.ts';
import { ensurePartitions, maintain, pruneAnswers, vacuumEmbedded } from '../maintenance.ts';
import { Conditions, readPage } from '../pages.ts';
import { readSetting, settleSetting, writeSetting } from '../settings-queries.ts';

const FIRST_PAGE = { page: 1, limit: 20 };

describeDatabases('queries', (kind) => {
  let test: TestDatabase;
  let sequencer: Sequencer;
  const clock = new FakeClock();

  /** Order 1 of the maker is half filled by order 2 of the taker; order 3 is cancelled; one transfer. */
  beforeAll(async () => {
    test = await openTestDatabase(kind);
    sequencer = await start(test.database, { clock });
    await seed(sequencer, clock);
    clock.nowMs += 1_000;
    await submitKeyed(sequencer, 'k1', limit(MAKER, 'sell', [10_000, 50], 'maker-1'));
    clock.nowMs += 1_000;
    await sequencer.run(limit(TAKER, 'buy', [10_000, 20]));
    await sequencer.run(limit(MAKER, 'sell', [10_500, 1]));
    await sequencer.run({ kind: 'cancel_order', owner: MAKER, order: { orderId: 3 } });
    clock.nowMs += 1_000;
    await sequencer.run({
      kind: 'transfer',
      owner: TAKER,
      source: 'coin',
      target: 'trust',
      currencyId: USDT.currencyId,
      amount: amountMinor(5n),
    });
    await sequencer.run(
      {
        kind: 'index_tick',
        marketId: 1,
        sampleTimeMs: clock.nowMs,
        price: priceE8(100_50000000n),
      },
      { sampleSources: '{"venues":1}' },
    );
  });
  afterAll(async () => {
    await sequencer.stop();
    await test.remove();
  });

  it('INT8 and counts are bigint of any size, NUMERIC is text, BYTEA bytes, JSON parsed', async () => {
    const [row] = await test.database.query(
      `SELECT 1::int8 AS small, 9007199254740993::int8 AS large, count(*) AS count, 1::int4 AS int4,
         1.50::numeric AS numeric, '\\x00ff'::bytea AS bytes, '{"a":[1]}'::jsonb AS json,
         ARRAY[1, 9007199254740993]::int8[] AS list, NULL::int8 AS nothing, true AS yes`,
    );
    expect(row).toEqual({
      small: 1n,
      large: 9_007_199_254_740_993n,
      count: 1n,
      int4: 1,
      numeric: '1.50',
      bytes: expect.any(Uint8Array),
      json: { a: [1] },
      list: [1n, 9_007_199_254_740_993n],
      nothing: null,
      yes: true,
    });
  });

  it('parameters of every kind arrive as they are', async () => {
    const largest = 2n ** 63n - 1n;
    const [row] = await test.database.query(
      `SELECT $1::int8 AS a, $2::text AS b, $3::bytea AS c, $4::int8[] AS d, $5::boolean AS e,
         $6::text[] AS f, $7::int8 AS g`,
      [largest, 'ü\n"', Uint8Array.of(0, 255), [1n, 2], true, ['a,b', 'c"d', null], null],
    );
    expect(row).toEqual({
      a: largest,
      b: 'ü\n"',
      c: expect.objectContaining({ 0: 0, 1: 255, length: 2 }),
      d: [1n, 2n],
      e: true,
      f: ['a,b', 'c"d', null],
      g: null,
    });
  });

  it('lists an owner’s orders newest first, by market and status, and nobody else’s', async () => {
    const all = await ordersPage(test.database, { owner: MAKER }, FIRST_PAGE);
    expect(all.list.map(({ orderId }) => orderId)).toEqual([3, 1]);
    expect(all).toMatchObject({ page: 1, limit: 20, total: 2 });
    const waiting = { owner: MAKER, marketId: BTC_USDT.marketId, status: 'waiting' } as const;
    const open = await ordersPage(test.database, waiting, FIRST_PAGE);
    expect(open.list).toMatchObject([{ orderId: 1, filledQuantity: 20, status: 'waiting' }]);
    const elsewhere = await ordersPage(test.database, { owner: MAKER, marketId: 9 }, FIRST_PAGE);
    expect(elsewhere).toEqual({ list: [], page: 1, limit: 20, total: 0 });
    const second = await ordersPage(test.database, { owner: MAKER }, { page: 2, limit: 1 });
    expect(second.list.map(({ orderId }) => orderId)).toEqual([1]);
    expect(await ordersPage(test.database, { owner: MAKER }, { page: 4, limit: 1 })).toMatchObject({
      list: [],
      total: 2,
    });
  });

  it('X16: pages have bounds', async () => {
    for (const request of [
      { page: 0, limit: 1 },
      { page: 1, limit: 0 },
      { page: 1, limit: PAGE_ROWS_MAX + 1 },
      { page: 1.5, limit: 1 },
    ]) {
      const page = ordersPage(test.database, { owner: MAKER }, request);
      await expect(page).rejects.toThrow(InvariantError);
    }
    const listing = {
      columns: 'place',
      from: 'generate_series(1, 20000) AS place',
      where: new Conditions(),
      orderBy: 'place',
    };
    const last = { page: LIST_ROWS_MAX / 100, limit: 100 };
    const page = await readPage(test.database, listing, last, (row) => row);
    expect(page.total).toBe(LIST_ROWS_MAX);
    expect(page.list).toHaveLength(100);
    const beyond = { page: LIST_ROWS_MAX / 100 + 1, limit: 100 };
    expect((await readPage(test.database, listing, beyond, (row) => row)).list).toEqual([]);
  });

  it('B1: finds an order for its owner only', async () => {
    expect(await orderById(test.database, MAKER, 1)).toMatchObject({ clientOrderId: 'maker-1' });
    expect(await orderById(test.database, TAKER, 1)).toBeUndefined();
    expect(await orderByClientId(test.database, MAKER, 'maker-1')).toMatchObject({ orderId: 1 });
    expect(await orderByClientId(test.database, TAKER, 'maker-1')).toBeUndefined();
  });

  it('gives trades by recency, by id and by time', async () => {
    const [trade, ...others] = await recentTrades(test.database, 1, 10);
    expect(others).toEqual([]);
    expect(trade).toMatchObject({
      tradeId: 1,
      price: 10_000,
      quantity: 20,
      side: 'buy',
      makerOwner: MAKER,
      takerOwner: TAKER,
      notional: 2_000_000n,
    });
    const from = { marketId: 1, tradeId: 0 };
    expect(await tradesAfter(test.database, from, 10)).toEqual([trade]);
    expect(await tradesAfter(test.database, { ...from, tradeId: 1 }, 10)).toEqual([]);
    const since = { marketId: 1, fromMs: trade?.timeMs ?? 0, afterTradeId: 0 };
    expect(await tradesSince(test.database, since, 10)).toEqual([trade]);
    const later = { ...since, fromMs: since.fromMs + 1 };
    expect(await tradesSince(test.database, later, 10)).toEqual([]);
    expect(await recentTrades(test.database, 2, 10)).toEqual([]);
  });

  it('gives balances of all accounts, and every posting with its running balance', async () => {
    const balances = await balancesOf(test.database, TAKER);
    expect(balances.map(({ account, currencyId }) => [account, currencyId])).toEqual([
      ['coin', BTC.currencyId],
      ['coin', USDT.currencyId],
      ['trust', USDT.currencyId],
    ]);
    const postings = await postingsPage(test.database, { owner: TAKER }, FIRST_PAGE);
    for (const balance of balances) {
      const own = postings.list.filter(
        ({ account, currencyId }) =>
          account === balance.account && currencyId === balance.currencyId,
      );
      expect(own[0]?.balance).toBe(balance.total);
      expect(own.reduce((sum, { amount }) => sum + amount, 0n)).toBe(balance.total);
    }
    expect(new Set(postings.list.map(({ postingId }) => postingId)).size).toBe(postings.total);
  });

  it('filters postings by account, currency, reason and time', async () => {
    const page = async (filter: object): Promise<unknown[]> => {
      const { list } = await postingsPage(test.database, { owner: TAKER, ...filter }, FIRST_PAGE);
      return list.map(({ reason, amount }) => [reason, amount]);
    };
    expect(await page({ account: 'trust' })).toEqual([['transfer', 5n]]);
    expect(await page({ reason: 'transfer', account: 'coin' })).toEqual([['transfer', -5n]]);
    expect(await page({ reason: 'faucet', currencyId: BTC.currencyId })).toEqual([
      ['faucet', 1_000_00000000n],
    ]);
    expect(await page({ fromMs: clock.nowMs })).toHaveLength(2);
    expect(await page({ toMs: clock.nowMs - 3_000 })).toHaveLength(2);
    expect(await page({ fromMs: clock.nowMs + 1 })).toEqual([]);
    const house = await postingsPage(test.database, { owner: 0 }, FIRST_PAGE);
    expect(house.total).toBe(0);
  });

  it('lists transfers', async () => {
    const transfer = { source: 'coin', target: 'trust', amount: 5n, timeMs: clock.nowMs };
    expect((await transfersPage(test.database, TAKER, FIRST_PAGE)).list).toMatchObject([transfer]);
    expect((await transfersPage(test.database, MAKER, FIRST_PAGE)).total).toBe(0);
  });

  it('finds used keys, client order ids and references by their places', async () => {
    const used = await findUsedNames(test.database, {
      keys: [
        { owner: MAKER, key: 'new' },
        { owner: MAKER, key: 'k1' },
        { owner: TAKER, key: 'k1' },
      ],
      clientOrderIds: [
        { owner: MAKER, clientOrderId: 'maker-1' },
        { owner: TAKER, clientOrderId: 'maker-1' },
      ],
      clientPositionIds: [],
      clientTriggerIds: [],
      clientListIds: [],
      receivedTransfers: [],
      references: [
        { reason: 'faucet', reference: `seed:${MAKER}:1` },
        { reason: 'deposit', reference: `seed:${MAKER}:1` },
      ],
      chainOutputs: [],
      unpassedDeposits: [],
    });
    expect([...used.answers.keys()]).toEqual([1]);
    expect(used.answers.get(1)).toMatchObject({ owner: MAKER, key: 'k1', status: 200 });
    expect([...used.clientOrderIds]).toEqual([0]);
    expect([...used.references]).toEqual([0]);
    const nothing = {
      keys: [],
      clientOrderIds: [],
      clientPositionIds: [],
      clientTriggerIds: [],
      clientListIds: [],
      receivedTransfers: [],
      references: [],
      chainOutputs: [],
      unpassedDeposits: [],
    };
    expect((await findUsedNames(test.database, nothing)).answers.size).toBe(0);
  });

  it('gives index samples of a range with their sources', async () => {
    const range = { marketId: 1, fromMs: clock.nowMs, toMs: clock.nowMs + 1 };
    expect(await samplesRange(test.database, range)).toEqual([
      { marketId: 1, sampleTimeMs: clock.nowMs, price: 10_050_000_000n, sources: { venues: 1 } },
    ]);
    expect(await samplesRange(test.database, { ...range, toMs: clock.nowMs })).toEqual([]);
  });

  it('gives terms', async () => {
    expect(await readCurrencies(test.database)).toEqual([BTC, USDT]);
    expect(await readMarkets(test.database)).toEqual([BTC_USDT]);
  });

  it('finds nothing wrong in books that are sound', async () => {
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    expect(await recount(test.database, { entriesPerStep: 1 })).toEqual([]);
    expect(await recount(test.database)).toEqual([]);
  });
});

describeDatabases('side tables', (kind) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(kind);
  });
  afterAll(() => test.remove());

  const candle = (openTimeMs: number, close: string, source = 'trade'): CandleRow => ({
    marketId: 1,
    kind: 'trade',
    period: '1m',
    openTimeMs,
    open: '100.00',
    high: '110.5',
    low: '90',
    close,
    volume: '0.00000001',
    turnover: '1',
    source,
  });
  const series = { marketId: 1, kind: 'trade', period: '1m' } as const;

  it('candles are replaced by upsert, kept by back-fill, and read in ascending order', async () => {
    expect(await lastCandleTimeMs(test.database, series)).toBeUndefined();
    await upsertCandles(test.database, [candle(60_000, '101'), candle(120_000, '102')]);
    await upsertCandles(test.database, [candle(120_000, '103')]);
    await backfillCandles(test.database, [candle(0, '99', 'venue'), candle(60_000, '98', 'venue')]);
    const closes = async (range: object): Promise<unknown[]> => {
      const candles = await candlesRange(test.database, series, { limit: 10, ...range });
      return candles.map(({ openTimeMs, close, source }) => [openTimeMs, close, source]);
    };
    expect(await closes({})).toEqual([
      [0, '99', 'venue'],
      [60_000, '101', 'trade'],
      [120_000, '103', 'trade'],
    ]);
    expect(await closes({ limit: 1 })).toEqual([[120_000, '103', 'trade']]);
    expect(await closes({ fromMs: 1, toMs: 60_000 })).toEqual([[60_000, '101', 'trade']]);
    expect(await lastCandleTimeMs(test.database, series)).toBe(120_000);
    expect(await candlesRange(test.database, { ...series, kind: 'index' }, { limit: 5 })).toEqual(
      [],
    );
    await expect(upsertCandles(test.database, [candle(1, '111')])).rejects.toThrow();
  });

  it('news comes in the reader’s language or in English, once published', async () => {
    const texts = {
      en: { title: 'Hello', summary: 's', body: 'b' },
      jp: { title: 'こんにちは', summary: 's', body: 'b' },
    };
    const newsId = await test.database.transaction((transaction) =>
      insertNews(transaction, { category: 'notice', publishedAtMs: 1_000, texts, cover: 'c.png' }),
    );
    await test.database.transaction((transaction) =>
      insertNews(transaction, { category: 'notice', publishedAtMs: 9_000, texts }),
    );
    const reader = { category: 'notice', lang: 'jp', nowMs: 5_000 } as const;
    const page = await newsPage(test.database, reader, FIRST_PAGE);
    expect(page).toMatchObject({
      total: 1,
      list: [{ newsId, title: 'こんにちは', cover: 'c.png', publishedAtMs: 1_000 }],
    });
    const thai = await newsPage(test.database, { ...reader, lang: 'th' }, FIRST_PAGE);
    expect(thai.list.map(({ title }) => title)).toEqual(['Hello']);
    const later = await newsPage(test.database, { ...reader, nowMs: 9_000 }, FIRST_PAGE);
    expect(later.list.map(({ publishedAtMs }) => publishedAtMs)).toEqual([9_000, 1_000]);
    const wanted = { newsId, key: undefined, lang: 'jp' } as const;
    expect(await findArticle(test.database, { ...wanted, nowMs: 5_000 })).toMatchObject({
      title: 'こんにちは',
      body: 'b',
    });
    expect(await findArticle(test.database, { ...wanted, nowMs: 0 })).toBeUndefined();
  });

  it('a setting settled once stays, one written changes', async () => {
    const demo = { value: '{"demo":true}', nowMs: 1 };
    expect(await readSetting(test.database, 'mode')).toBeUndefined();
    expect(await settleSetting(test.database, 'mode', demo)).toEqual({ demo: true });
    const real = { value: '{"demo":false}', nowMs: 2 };
    expect(await settleSetting(test.database, 'mode', real)).toEqual({ demo: true });
    await writeSetting(test.database, 'mode', real);
    expect(await readSetting(test.database, 'mode')).toEqual({ demo: false });
  });

  it('partitions are made ahead, once, and a month with rows of its own is left alone', async () => {
    const november = Date.UTC(2026, 10, 21);
    expect(await ensurePartitions(test.database, november)).toBe(9);
    expect(await ensurePartitions(test.database, november)).toBe(0);
    expect(await ensurePartitions(test.database, Date.UTC(2026, 11, 1))).toBe(3);
    const partitions = await test.database.query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
       WHERE inhparent = 'posting_rows'::regclass ORDER BY name`,
    );
    expect(partitions).toEqual(
      ['2026_11', '2026_12', '2027_01', '2027_02', 'default'].map((month) => ({
        name: `posting_rows_${month}`,
      })),
    );
    await test.database.query(
      `INSERT INTO postings VALUES (1, 0, 1, 7, 'coin', 1, 5, 5, $1), (1, 1, 2, 0, 'external', 1, -5, -5, $1)`,
      [Date.UTC(2030, 0, 15)],
    );
    // January 2030 stays in the default partition for postings, and February is made for all.
    expect(await ensurePartitions(test.database, Date.UTC(2030, 0, 1))).toBe(8);
  });

  it('rows go to their month, and its partition refuses changes too', async () => {
    const time = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
    await ensurePartitions(test.database, time);
    await test.database.query(
      `INSERT INTO postings VALUES (2, 0, 1, 7, 'coin', 1, 5, 5, $1), (2, 1, 2, 0, 'external', 1, -5, -5, $2)`,
      [time, time + 1],
    );
    const counts = await test.database.query(
      `SELECT (SELECT count(*) FROM posting_rows_2026_11) AS november,
         (SELECT count(*) FROM posting_rows_2026_12) AS december`,
    );
    expect(counts).toEqual([{ november: 1n, december: 1n }]);
    for (const sql of ['DELETE FROM posting_rows_2026_11', 'TRUNCATE posting_rows_2026_11']) {
      await expect(test.database.query(sql)).rejects.toThrow('append-only');
    }
    const alone = `INSERT INTO posting_rows_2026_11 VALUES (3, 0, 1, 7, 'coin', 1, 5, 5, ${time})`;
    await expect(test.database.query(alone)).rejects.toThrow('unbalanced');
  });

  it('answers are pruned a step at a time after seven days', async () => {
    const insert = (keys: number, createdAtMs: number): Promise<unknown> =>
      test.database.query(
        `INSERT INTO first_answers
         SELECT 7, 'k ' || $2 || ' ' || place, 'r', 'f', 200, '{}', 1, $2::bigint
         FROM generate_series(1, $1::integer) AS place`,
        [keys, createdAtMs],
      );
    await insert(4_500, 1_000);
    await insert(10, 2_000);
    const week = 7 * 86_400_000;
    expect(await pruneAnswers(test.database, week + 1_000)).toBe(0);
    expect(await pruneAnswers(test.database, week + 1_001)).toBe(2_000);
    await maintain(test.database, week + 1_001);
    const left = await test.database.query('SELECT count(*) FROM first_answers');
    expect(left).toEqual([{ count: 10n }]);
    await vacuumEmbedded(test.database);
  });

  it('a transaction is whole or not at all, and ends with its body', async () => {
    const write = (value: string) => ({ value, nowMs: 1 });
    const failing = test.database.transaction(async (transaction) => {
      await writeSetting(transaction, 'half', write('1'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readSetting(test.database, 'half')).toBeUndefined();
    const kept = await test.database.transaction(async (transaction) => {
      await writeSetting(transaction, 'whole', write('1'));
      return transaction;
    });
    expect(await readSetting(test.database, 'whole')).toBe(1);
    await expect(kept.query('SELECT 1')).rejects.toThrow('the transaction has ended');
  });
});

describeDatabases('reconciliation', (kind) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(kind);
  });
  afterAll(() => test.remove());

  /** What a broken disk or a hand in the database could do; triggers are switched off for it. */
  it('B10: tells money from nowhere, holds without orders, forged postings and lost counters', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    await sequencer.run(limit(MAKER, 'sell', [10_000, 5]));
    await sequencer.stop();
    const disabled = (sql: string): Promise<void> =>
      test.database.transaction(async (transaction) => {
        await transaction.query("SET LOCAL session_replication_role = 'replica'");
        await transaction.query(sql);
      });
    await disabled(
      `UPDATE balances SET total_minor = total_minor + 3, frozen_minor = frozen_minor - 1
       WHERE owner_id = ${MAKER} AND currency_id = ${BTC.currencyId}`,
    );
    await disabled('UPDATE leader SET last_order_id = 0');
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([
      { check: 'currency_sum', subject: '1', difference: 3n },
      { check: 'frozen_without_hold', subject: `${MAKER} coin 1`, difference: -1n },
      { check: 'counter_behind', subject: 'order', difference: 1n },
    ]);
    await disabled(
      `UPDATE posting_rows SET amount_minor = amount_minor + 2
       WHERE owner_id = ${TAKER} AND currency_id = ${USDT.currencyId}`,
    );
    const checks = (await recount(test.database, { entriesPerStep: 2 })).map(({ check }) => check);
    expect(checks.sort()).toEqual([
      'balance_is_not_postings',
      'balance_is_not_postings',
      'posting_balance',
      'unbalanced_entry',
    ]);
  });
});

describe('conditions', () => {
  it('number their parameters and leave out what is not asked', () => {
    const where = new Conditions().add('a =', 1).add('b =', undefined).add('c >=', 'x');
    expect(where.sql).toBe('a = $1::bigint AND c >= $2');
    expect(where.values).toEqual([1, 'x']);
    expect(new Conditions().sql).toBe('true');
  });
});
