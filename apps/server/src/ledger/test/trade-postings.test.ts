/** The postings of a trade lie in one row, and whoever reads postings, of this version or the one before, finds each of them. */
import { ledgerAccountId, type PostingRow } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { BatchEncoder } from '../../core/store/batch/encoder.ts';
import { copy } from '../../core/store/batch/statement-builders.ts';
import { type BatchRows, encodeBatch } from '../../core/store/batch/writer.ts';
import type { WriterConnection } from '../../core/store/database.ts';
import { ensurePartitions } from '../../core/store/maintenance.ts';
import {
  batchOf,
  entry,
  posting,
  TIME_MS,
  tradeEntry,
  tradePostings,
} from '../../core/store/test/batch-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';

const COLUMNS = ['entry_id', 'ordinal', 'account_id', 'owner_id', 'account', 'currency_id'];
/** As the version before writes them. */
const COPY_AS_BEFORE = copy('postings', [...COLUMNS, 'amount_minor', 'balance_minor', 'time_ms']);

describeDatabases('postings of trades', (kind) => {
  let store: TestDatabase;
  let writer: WriterConnection;
  const encoder = new BatchEncoder();
  beforeEach(async () => {
    store = await openTestDatabase(kind);
    writer = await store.database.openWriter();
    await ensurePartitions(store.database, TIME_MS);
  });
  afterEach(async () => {
    await writer.close();
    await store.remove();
  });

  const write = (batch: BatchRows): Promise<void> =>
    writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batch));
  const read = (which = 'true') =>
    store.database.query(`SELECT * FROM postings WHERE ${which} ORDER BY entry_id, ordinal`);
  const count = async (table: string): Promise<number> => {
    const [row] = await store.database.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
    return Number(row?.count);
  };
  const stored = (postings: readonly PostingRow[]) =>
    [...Map.groupBy(postings, ({ entryId }) => entryId)].flatMap(([entryId, list]) =>
      list.map((row, ordinal) => ({
        entry_id: BigInt(entryId),
        ordinal,
        account_id: BigInt(row.accountId),
        owner_id: BigInt(row.owner),
        account: row.account,
        currency_id: row.currencyId,
        amount_minor: row.amount,
        balance_minor: row.balance,
        time_ms: BigInt(TIME_MS + entryId),
      })),
    );
  const FEES = [
    [1n, 2n],
    [0n, 2n],
    [1n, 0n],
    [0n, 0n],
  ] as const;

  test('with fees of both sides, of one and of none come back as they were posted', async () => {
    const entries = FEES.map((_, at) => tradeEntry(at + 1));
    const postings = FEES.flatMap((fees, at) => tradePostings(at + 1, { fees }));
    const deposit = [posting(5, 0, { amount: -5n }), posting(5, 7, { amount: 5n })];
    await write(batchOf({ entries: [...entries, entry(5)], postings: [...postings, ...deposit] }));
    expect([await count('trade_postings'), await count('posting_rows')]).toEqual([4, 2]);
    const all = stored([...postings, ...deposit]);
    expect(await read()).toEqual(all);
    expect(await read('owner_id = 7 AND owner_id <> 0')).toEqual(
      all.filter((row) => row.owner_id === 7n),
    );
    expect(await read("owner_id = 0 AND account = 'fees'")).toEqual(
      all.filter((row) => row.account === 'fees'),
    );
    expect(await read('entry_id = ANY(ARRAY[2, 5])')).toEqual(
      all.filter((row) => row.entry_id === 2n || row.entry_id === 5n),
    );
  });

  test('whose postings do not all come back from such a row keep rows of their own', async () => {
    const plain = tradePostings(1, { fees: [3n, 2n] });
    const fee = plain.at(-1) as PostingRow;
    const shared = [
      ...plain.slice(0, -1),
      { ...fee, amount: amountMinor(1n) },
      {
        ...fee,
        accountId: ledgerAccountId(0, 'referral_rebates', 1),
        account: 'referral_rebates' as const,
        amount: amountMinor(1n),
      },
    ];
    const legs = [...tradePostings(2, { fees: [0n, 0n] })];
    const other = legs.map((row, at) => (at === 3 ? { ...row, owner: 9 } : row));
    const swapped = tradePostings(3, { fees: [1n, 1n] });
    const reversed = [...swapped.slice(3), ...swapped.slice(0, 3)].map((row) => ({
      ...row,
      amount: amountMinor(-row.amount),
    }));
    const entries = [tradeEntry(1), tradeEntry(2), tradeEntry(3), entry(4)];
    // As a trade's, but of another reason.
    const moved = tradePostings(4, { fees: [1n, 2n] });
    const postings = [...shared, ...other, ...reversed, ...moved];
    await write(batchOf({ entries, postings }));
    expect(await count('trade_postings')).toBe(0);
    expect(await read()).toEqual(stored(postings));
  });

  test('that do not sum to zero are refused as any', async () => {
    const postings = tradePostings(1, { fees: [1n, 2n] });
    const wrong = postings.map((row, at) =>
      at === 1 ? { ...row, amount: amountMinor(row.amount + 1n) } : row,
    );
    await expect(write(batchOf({ entries: [tradeEntry(1)], postings: wrong }))).rejects.toThrow(
      'unbalanced journal entry',
    );
    expect(await count('postings')).toBe(0);
  });

  test('a writer of the version before goes on: what it copies is there, together or not at all', async () => {
    const copyAsBefore = async (postings: readonly PostingRow[]): Promise<void> => {
      encoder.copy(COPY_AS_BEFORE, stored(postings), (row) => {
        encoder.int8(row.entry_id);
        encoder.int2(row.ordinal);
        encoder.int8(row.account_id);
        encoder.int8(row.owner_id);
        encoder.text(row.account);
        encoder.int4(row.currency_id);
        encoder.int8(row.amount_minor);
        encoder.int8(row.balance_minor);
        encoder.int8(row.time_ms);
      });
      await writer.write(encoder.take());
    };
    const postings = [1, 2].flatMap((entryId) => tradePostings(entryId, { fees: [1n, 2n] }));
    await copyAsBefore(postings);
    expect([await count('posting_rows'), await count('posting_arrivals')]).toEqual([12, 0]);
    expect(await read()).toEqual(stored(postings));
    await expect(copyAsBefore(tradePostings(3, { fees: [1n, 2n] }).slice(1))).rejects.toThrow(
      'unbalanced journal entry',
    );
    await expect(copyAsBefore(postings)).rejects.toThrow('duplicate key');
    expect([await count('posting_rows'), await count('posting_arrivals')]).toEqual([12, 0]);
  });
});
