/** What one batch writes, what the database refuses of it, and that a refused one leaves nothing. */
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, InvariantError, priceE8, quantityLots } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { balancesOf } from '../../../ledger/queries.ts';
import { orderById } from '../../../spot/queries.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { BatchEncoder } from '../batch/encoder.ts';
import { type BatchRows, encodeBatch, sampleKey } from '../batch/writer.ts';
import { BatchAbortedError, FencedError, type WriterConnection } from '../database.ts';
import { beginEpoch } from '../leader-queries.ts';
import { newestAnswers } from '../lookup-queries.ts';
import { readSnapshot } from '../snapshot-reader.ts';
import {
  ANSWER,
  balance,
  batchOf,
  entry,
  ORDER,
  posting,
  TIME_MS,
  tradeEntry,
  tradePostings,
} from './batch-rows.ts';

const LARGEST = 2n ** 62n;

describeDatabases('batch writer', (kind) => {
  let test: TestDatabase;
  let writer: WriterConnection;
  const encoder = new BatchEncoder();
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    writer = await test.database.openWriter();
  });
  afterEach(async () => {
    await writer.close();
    await test.remove();
  });

  const write = (batch: BatchRows): Promise<void> =>
    writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batch));
  const count = async (table: string): Promise<bigint | undefined> => {
    const [row] = await test.database.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
    return row?.count;
  };

  it('writes every kind of row so that it reads back equal', async () => {
    const entries = [entry(1), entry(2)];
    const order = {
      ...ORDER,
      clientOrderId: 'größe "1", {2}\\',
      quantity: quantityLots(Number.MAX_SAFE_INTEGER),
      filledAmount: amountMinor(LARGEST),
      hold: amountMinor(LARGEST),
    };
    const marketOrder = {
      ...ORDER,
      orderId: 2,
      type: 'market',
      timeInForce: 'ioc',
      amount: amountMinor(9n),
      hold: amountMinor(0n),
      status: 'cancelled',
      cancelReason: 'remainder',
    } as const;
    const { price: _price, quantity: _quantity, ...byAmount } = marketOrder;
    const balances = [balance(0, -LARGEST), balance(7, LARGEST, 3n)];
    await write(
      batchOf(
        {
          owners: [7],
          currencies: [BTC, { ...USDT, isEnabled: false }],
          markets: [BTC_USDT],
          orders: [order, byAmount],
          entries,
          postings: [
            posting(1, 0, { amount: -LARGEST }),
            posting(1, 7, { amount: LARGEST }),
            posting(2, 7, { amount: -1n, balance: LARGEST - 1n }),
            posting(2, 8, { amount: 1n }),
          ],
          balances,
          transfers: [
            {
              transferId: 2,
              owner: 7,
              source: 'coin',
              target: 'trust',
              currencyId: 1,
              amount: amountMinor(1n),
              timeMs: TIME_MS,
            },
          ],
          index: [
            { marketId: 1, sampleTimeMs: 1_000, price: priceE8(123_456_789_012_345_678_901_234n) },
            { marketId: 1, sampleTimeMs: 2_000 },
          ],
        },
        { answers: [ANSWER], sampleSources: new Map([[sampleKey(1, 1_000), '{"v":[1]}']]) },
      ),
    );
    const snapshot = await readSnapshot(test.database, EXCHANGE_TABLES);
    const lists = { owners: [...snapshot.owners], balances: [...snapshot.balances] };
    expect({ ...snapshot, ...lists }).toEqual({
      counters: {
        sequence: 1,
        timeMs: TIME_MS,
        orderId: 1_000,
        tradeId: 1_000,
        entryId: 1_000,
        receiptId: 0,
      },
      owners: [7],
      currencies: [BTC, { ...USDT, isEnabled: false }],
      markets: [BTC_USDT],
      orders: [order],
      triggers: [],
      orderLists: [],
      triggerBacklogs: [],
      cancelTimers: [],
      balances: balances.map(({ accountId, total, frozen }) => ({ accountId, total, frozen })),
      index: [{ marketId: 1, sampleTimeMs: 2_000 }],
      sentTransfers: [],
      frozenOwners: [],
      withdrawalHolds: [],
      deposits: [],
      withdrawals: [],
      loneWords: [],
      vouches: [],
      futuresTerms: [],
      optionTerms: [],
      optionCurrencies: [],
      positions: [],
      options: [],
      windowSamples: [],
      hostingProducts: [],
      hostings: [],
      offerings: [],
      subscriptions: [],
      referralTerms: [],
      partners: [],
      referrals: [],
      rebateDays: [],
      receiptChain: { head: undefined, lastId: 0, samples: [{ marketId: 1, timeMs: 2_000 }] },
    });
    expect(await orderById(test.database, 7, 2)).toEqual(byAmount);
    const { route: _route, sequence: _sequence, ...stored } = ANSWER;
    expect(await newestAnswers(test.database, 10)).toEqual([stored]);
    const rows = await test.database.query(
      'SELECT entry_id, ordinal, amount_minor, time_ms FROM postings ORDER BY entry_id, ordinal',
    );
    expect(rows).toEqual([
      { entry_id: 1n, ordinal: 0, amount_minor: -LARGEST, time_ms: BigInt(TIME_MS + 1) },
      { entry_id: 1n, ordinal: 1, amount_minor: LARGEST, time_ms: BigInt(TIME_MS + 1) },
      { entry_id: 2n, ordinal: 0, amount_minor: -1n, time_ms: BigInt(TIME_MS + 2) },
      { entry_id: 2n, ordinal: 1, amount_minor: 1n, time_ms: BigInt(TIME_MS + 2) },
    ]);
    expect(
      await test.database.query(
        'SELECT sample_time_ms, price_e8, sources FROM index_samples ORDER BY sample_time_ms',
      ),
    ).toEqual([
      { sample_time_ms: 1_000n, price_e8: '123456789012345678901234', sources: { v: [1] } },
      { sample_time_ms: 2_000n, price_e8: null, sources: null },
    ]);
  });

  it('changes what is there: orders, balances, terms', async () => {
    await write(
      batchOf({
        currencies: [BTC],
        markets: [],
        orders: [ORDER, { ...ORDER, orderId: 2 }],
        balances: [balance(7, 5n, 5n)],
      }),
    );
    const changed = {
      ...ORDER,
      orderId: 2,
      filledQuantity: quantityLots(5),
      hold: amountMinor(0n),
      status: 'completed',
      updatedAtMs: TIME_MS + 5,
    } as const;
    await write(
      batchOf(
        {
          currencies: [{ ...BTC, fullName: 'Bitcoin core' }],
          orders: [changed, { ...ORDER, orderId: 1_001 }],
          balances: [balance(7, 9n), balance(8, 1n)],
          counters: {
            sequence: 2,
            timeMs: TIME_MS,
            orderId: 1_001,
            tradeId: 1_000,
            entryId: 1_000,
            receiptId: 0,
          },
        },
        { previousSequence: 1, previousOrderId: 1_000 },
      ),
    );
    expect(await orderById(test.database, 7, 1)).toEqual(ORDER);
    expect(await orderById(test.database, 7, 2)).toEqual(changed);
    expect(await orderById(test.database, 7, 1_001)).toEqual({ ...ORDER, orderId: 1_001 });
    expect(await balancesOf(test.database, 7)).toEqual([balance(7, 9n)]);
    expect(await balancesOf(test.database, 8)).toEqual([balance(8, 1n)]);
    const { currencies } = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(currencies).toEqual([{ ...BTC, fullName: 'Bitcoin core' }]);
  });

  it('refuses an unbalanced entry and writes nothing of its batch', async () => {
    const unbalanced = batchOf({
      orders: [ORDER],
      entries: [entry(1), entry(2)],
      postings: [
        posting(1, 0, { amount: -5n }),
        posting(1, 7, { amount: 5n }),
        posting(2, 0, { amount: -5n }),
        posting(2, 7, { amount: 4n }),
      ],
      balances: [balance(0, -10n), balance(7, 9n)],
    });
    await expect(write(unbalanced)).rejects.toThrow(BatchAbortedError);
    await expect(write(unbalanced)).rejects.toThrow('unbalanced journal entry');
    for (const table of ['orders', 'journal_entries', 'postings', 'balances']) {
      expect(await count(table)).toBe(0n);
    }
  });

  it('refuses two currencies that balance only together', async () => {
    const usdt = { ...posting(1, 7, { amount: 5n }), currencyId: 3 };
    const mixed = batchOf({
      entries: [entry(1)],
      postings: [posting(1, 0, { amount: -5n }), usdt],
    });
    await expect(write(mixed)).rejects.toThrow('unbalanced journal entry');
  });

  it('the triggers hold for every other way in as well, partitions included', async () => {
    const insert = (table: string): string =>
      `INSERT INTO ${table} VALUES (1, 0, 1, 7, 'coin', 1, 5, 5, 1000)`;
    for (const table of ['postings', 'posting_rows', 'posting_rows_default']) {
      await expect(test.database.query(insert(table))).rejects.toThrow('unbalanced journal entry');
    }
  });

  it('B9: refuses to overdraw or to freeze less than nothing, for users and house alike', async () => {
    const house = { ...balance(0, -1n), account: 'fees', accountId: 18 * 32_768 + 1 } as const;
    for (const row of [balance(7, -1n), balance(7, 5n, 6n), balance(7, 5n, -1n), house]) {
      await expect(write(batchOf({ balances: [row] }))).rejects.toThrow(BatchAbortedError);
    }
    await write(batchOf({ balances: [balance(0, -5n), balance(7, 5n, 5n)] }));
    const columns = await test.database.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'balances'",
    );
    // No column that could exempt an account.
    expect(columns.map(({ column_name }) => column_name).sort()).toEqual([
      'account',
      'account_id',
      'currency_id',
      'frozen_minor',
      'owner_id',
      'total_minor',
    ]);
  });

  it('refuses a second entry of one cause, a second client order id and a second key', async () => {
    await write(
      batchOf(
        { entries: [entry(1, 'same')], orders: [{ ...ORDER, clientOrderId: 'c' }] },
        { answers: [ANSWER] },
      ),
    );
    const next = { previousSequence: 1 };
    const counters = { ...batchOf({}).changes.counters, sequence: 2 };
    const again = [
      batchOf({ counters, entries: [entry(2, 'same')] }, next),
      batchOf({ counters, orders: [{ ...ORDER, orderId: 2, clientOrderId: 'c' }] }, next),
      batchOf({ counters }, { ...next, answers: [ANSWER] }),
    ];
    for (const batch of again) await expect(write(batch)).rejects.toThrow(BatchAbortedError);
    await write(batchOf({ counters, entries: [entry(2, 'other')] }, next));
  });

  it('I8: a batch of another epoch or after another sequence is fenced and changes nothing', async () => {
    const { epoch } = await beginEpoch(writer, { nonce: 'a' });
    expect(epoch).toBe(1);
    for (const rows of [{ epoch: 0 }, { epoch: 2 }, { epoch, previousSequence: 1 }]) {
      await expect(write(batchOf({ orders: [ORDER] }, rows))).rejects.toThrow(FencedError);
    }
    expect(await count('orders')).toBe(0n);
    await write(batchOf({ orders: [ORDER] }, { epoch }));
    await expect(write(batchOf({ orders: [ORDER] }, { epoch }))).rejects.toThrow(FencedError);
    for (const from of [
      { epoch: 0, nonce: 'a' },
      { epoch, nonce: 'of another history' },
    ])
      await expect(beginEpoch(writer, { nonce: 'b', from })).rejects.toThrow(FencedError);
    expect((await beginEpoch(writer, { nonce: 'b', from: { epoch, nonce: 'a' } })).epoch).toBe(2);
    // As after a database went back: beyond every epoch that anybody has seen.
    expect((await beginEpoch(writer, { nonce: 'c', above: 9 })).epoch).toBe(10);
  });

  it('the leader row never goes back', async () => {
    await beginEpoch(writer, { nonce: 'a' });
    await write(batchOf({ orders: [ORDER] }, { epoch: 1 }));
    for (const change of ['epoch = 0', 'last_sequence = 0', 'last_time_ms = 1']) {
      const going = test.database.query(`UPDATE leader SET ${change}`);
      await expect(going).rejects.toThrow('the leader row only grows');
    }
    await expect(test.database.query('INSERT INTO leader VALUES (2, 0, 0, 0, 0, 0, 0)'))
      .rejects // One row.
      .toThrow();
  });

  it('history is append-only', async () => {
    await write(
      batchOf({
        entries: [entry(1), tradeEntry(2)],
        postings: [
          posting(1, 0, { amount: -5n }),
          posting(1, 7, { amount: 5n }),
          ...tradePostings(2, { fees: [1n, 2n] }),
        ],
        index: [{ marketId: 1, sampleTimeMs: 1_000, price: priceE8(1n) }],
      }),
    );
    const attempts = [
      'UPDATE postings SET amount_minor = 6',
      'UPDATE posting_rows_default SET amount_minor = 6',
      'DELETE FROM postings',
      'DELETE FROM posting_rows_default',
      'TRUNCATE posting_rows',
      'TRUNCATE posting_rows_default',
      'UPDATE trade_postings SET quote_minor = 6',
      'DELETE FROM postings WHERE entry_id = 2',
      'DELETE FROM trade_postings',
      'TRUNCATE trade_postings',
      "UPDATE journal_entries SET reason = 'x'",
      'DELETE FROM journal_entries',
      'TRUNCATE journal_entries',
      'UPDATE index_samples SET price_e8 = 2',
      'DELETE FROM index_samples',
      'TRUNCATE trades',
      'TRUNCATE transfers',
      'TRUNCATE audit_log',
    ];
    for (const sql of attempts) {
      await expect(test.database.query(sql), sql).rejects.toThrow('append-only');
    }
  });

  it('goes on after a refused batch, whichever statements it used first', async () => {
    await expect(
      write(batchOf({ orders: [{ ...ORDER, filledQuantity: quantityLots(6) }] })),
    ).rejects.toThrow(BatchAbortedError);
    await write(batchOf({ orders: [ORDER], balances: [balance(7, 1n)] }));
    expect(await count('orders')).toBe(1n);
  });

  it('batches written at once are committed in order', async () => {
    const batches = [1, 2, 3, 4, 5].map((sequence) =>
      batchOf(
        {
          orders: [{ ...ORDER, orderId: sequence }],
          counters: { ...batchOf({}).changes.counters, sequence },
        },
        { previousSequence: sequence - 1, previousOrderId: sequence - 1 },
      ),
    );
    const committed: number[] = [];
    await Promise.all(batches.map((batch, at) => write(batch).then(() => committed.push(at + 1))));
    expect(committed).toEqual([1, 2, 3, 4, 5]);
    expect(await count('orders')).toBe(5n);
  });

  it('writes a batch of a thousand orders beyond the first buffer', async () => {
    const orders = Array.from({ length: 1_000 }, (_, at) => ({
      ...ORDER,
      orderId: at + 1,
      clientOrderId: `long name of an order ${'x'.repeat(200)} ${at}`,
    }));
    await write(batchOf({ orders }));
    expect(await count('orders')).toBe(1_000n);
    expect(await orderById(test.database, 7, 1_000)).toEqual(orders[999]);
  });
});

describe('batch encoder', () => {
  it('refuses an amount beyond 64 bits instead of wrapping it', () => {
    const encoder = new BatchEncoder();
    const tooMuch = batchOf({ balances: [balance(7, 2n ** 63n)] });
    expect(() => encodeBatch(encoder, EXCHANGE_TABLES, tooMuch)).toThrow(InvariantError);
    encoder.reset();
    expect(encodeBatch(encoder, EXCHANGE_TABLES, batchOf({})).statements).toHaveLength(1);
  });

  it('refuses a posting without its entry', () => {
    const orphan = batchOf({ entries: [entry(1)], postings: [posting(2, 7, { amount: 1n })] });
    expect(() => encodeBatch(new BatchEncoder(), EXCHANGE_TABLES, orphan)).toThrow(InvariantError);
  });
});
