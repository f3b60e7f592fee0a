/** Locked funds in their tables: what is written reads back, and no statement makes another yield of them. */
import type { EntryRow, HostingRow } from '@fairlead/engine';
import { ledgerAccountId } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import { BatchEncoder } from '../../core/store/batch/encoder.ts';
import { type BatchRows, encodeBatch } from '../../core/store/batch/writer.ts';
import { BatchAbortedError, type WriterConnection } from '../../core/store/database.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { balance, batchOf, NO_CHANGES, TIME_MS } from '../../core/store/test/batch-rows.ts';
import {
  BOUGHT,
  COMPLETED,
  LARGE,
  LARGEST,
  NONE,
  PRODUCT,
  posted,
  REDEEMED,
  TODAY,
} from '../../core/store/test/wealth-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import {
  hostingProductStates,
  hostingSums,
  hostingsPage,
  interestDue,
  interestSold,
  nextHosting,
} from '../queries.ts';

const PAGE = { page: 1, limit: 100 };

const CONTRADICTIONS: readonly (readonly [string, Partial<Record<keyof HostingRow, unknown>>])[] = [
  ['an interest beyond its terms', { interest: amountMinor(601n) }],
  ['an interest below its terms', { interest: amountMinor(599n) }],
  ['earned more than was posted', { earned: amountMinor(601n) }],
  ['completed with days to come', { postedDays: 14, earned: amountMinor(560n) }],
  ['completed before its time', { endedAtMs: COMPLETED.completesAtMs - 1 }],
  ['completed at no time', { endedAtMs: undefined }],
  ['completed with damages', { damages: amountMinor(1n) }],
  ['completed with a penalty', { penalty: amountMinor(1n) }],
  ['in hosting with all days posted', { status: 'hosting', endedAtMs: undefined }],
  ['another maturity', { completesAtMs: COMPLETED.completesAtMs + 1 }],
  ['redeemed without damages', { ...REDEEMED, damages: NONE }],
  ['redeemed with too much damages', { ...REDEEMED, damages: amountMinor(481n) }],
  ['redeemed without a penalty', { ...REDEEMED, penalty: NONE }],
  ['redeemed with too large a penalty', { ...REDEEMED, penalty: amountMinor(61n) }],
  ['redeemed with a day that was due left out', { ...REDEEMED, endedAtMs: TIME_MS + 4 * DAY_MS }],
  ['redeemed with a day that was not due', { ...REDEEMED, endedAtMs: TIME_MS + 3 * DAY_MS - 1 }],
];

const interestEntry = (entryId: number, reference: string, timeMs: number): EntryRow => ({
  entryId,
  sequence: 2,
  reason: 'hosting_interest',
  reference,
  timeMs,
});

describeDatabases('tables of locked funds', (kind) => {
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
  /** A batch after the one that took the tables to `previousSequence`. */
  const after = (
    previousSequence: number,
    hostings: readonly HostingRow[],
    entries: readonly EntryRow[] = [],
  ): BatchRows =>
    batchOf(
      { hostings, entries, counters: { ...NO_CHANGES.counters, sequence: previousSequence + 1 } },
      { previousSequence },
    );
  const first = (hostings: readonly HostingRow[], sequence = 2): BatchRows =>
    batchOf({
      currencies: [USDT],
      hostingProducts: [PRODUCT],
      hostings,
      counters: { ...NO_CHANGES.counters, sequence },
    });
  const all = async (): Promise<readonly HostingRow[]> =>
    (await hostingsPage(test.database, {}, PAGE)).list;

  it('every column reads back equal, of products and of orders in every state', async () => {
    const ended = { ...REDEEMED, hostingId: 3 };
    await write(first([BOUGHT, LARGE, ended], 3));
    expect(await all()).toEqual([ended, LARGE, BOUGHT]);
    const { hostingProducts, hostings } = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect({ hostingProducts, hostings }).toEqual({
      hostingProducts: [PRODUCT],
      hostings: [BOUGHT, LARGE],
    });
    await write(after(3, [posted(BOUGHT, 3), posted(LARGE, 14)]));
    expect(await all()).toEqual([ended, posted(LARGE, 14), posted(BOUGHT, 3)]);
    const changed = { ...PRODUCT, days: 30, dailyYieldPpm: ratePpm(1n), isOpen: false };
    await write(
      batchOf(
        { hostingProducts: [changed], counters: { ...NO_CHANGES.counters, sequence: 5 } },
        { previousSequence: 4 },
      ),
    );
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).hostingProducts).toEqual([changed]);
  });

  it('lists by owner, product and status, and knows what is in hosting of each product', async () => {
    const inHosting = async (): Promise<unknown> => {
      const [product] = await hostingProductStates(test.database);
      return [product?.principal, product?.orders];
    };
    const other = { ...LARGE, amount: amountMinor(5n), interest: NONE };
    await write(first([BOUGHT, other, { ...BOUGHT, hostingId: 3 }], 3));
    expect(await inHosting()).toEqual([20_005n, 3]);
    await write(after(3, [REDEEMED, { ...COMPLETED, hostingId: 4 }, posted(other, 1)]));
    expect(await inHosting()).toEqual([10_005n, 2]);
    const ids = async (filter: Parameters<typeof hostingsPage>[1]): Promise<number[]> =>
      (await hostingsPage(test.database, filter, PAGE)).list.map(({ hostingId }) => hostingId);
    expect(await ids({ owner: 7 })).toEqual([4, 3, 1]);
    expect(await ids({ owner: 7, status: 'redeemed' })).toEqual([1]);
    expect(await ids({ productId: 9 })).toEqual([]);
    expect(await ids({ productId: 2, status: 'hosting' })).toEqual([3, 2]);
    await write(
      after(4, [
        { ...COMPLETED, hostingId: 3 },
        { ...other, ...endOf(other) },
      ]),
    );
    expect(await inHosting()).toEqual([0n, 0]);
  });

  it('sums what an owner has in hosting, earned on a day and in all', async () => {
    await write(first([BOUGHT, { ...BOUGHT, hostingId: 2, paidAtMs: TIME_MS + 5, ...later(5) }]));
    const sums = (day: number) => hostingSums(test.database, 7, day);
    const inHosting = { currencyId: 3, principal: 20_000n, orders: 2 };
    expect(await sums(TODAY)).toEqual([{ ...inHosting, earnedOnDay: 0n, earned: 0n }]);
    const day = (count: number): number => TIME_MS + count * DAY_MS;
    // Two days of the first order on one day, as after a downtime; one of the second.
    await write(
      after(
        2,
        [posted(BOUGHT, 2), { ...posted(BOUGHT, 1), hostingId: 2, ...later(5) }],
        [
          interestEntry(1, '1:1', day(2)),
          interestEntry(2, '1:2', day(2)),
          interestEntry(3, '2:1', day(2)),
        ],
      ),
    );
    expect(await sums(TODAY + 2)).toEqual([{ ...inHosting, earnedOnDay: 120n, earned: 120n }]);
    expect(await sums(TODAY + 3)).toEqual([{ ...inHosting, earnedOnDay: 0n, earned: 120n }]);
    // Later the same day another, and the next day one that ends an order.
    await write(after(3, [posted(BOUGHT, 3)], [interestEntry(4, '1:3', day(2) + 1)]));
    expect(await sums(TODAY + 2)).toEqual([{ ...inHosting, earnedOnDay: 160n, earned: 160n }]);
    await write(after(4, [COMPLETED], [interestEntry(5, '1:15', day(15))]));
    expect(await sums(TODAY + 15)).toEqual([
      { currencyId: 3, principal: 10_000n, orders: 1, earnedOnDay: 480n, earned: 640n },
    ]);
    expect(await hostingSums(test.database, 8, TODAY)).toEqual([]);
    // A redemption that posts nothing leaves its day's sum alone.
    await write(after(5, [{ ...redeemedAfter(1), hostingId: 2, ...later(5, 1) }]));
    expect((await sums(TODAY + 2))[0]).toMatchObject({ earnedOnDay: 40n, principal: 0n });
  });

  it('knows what is posted next, and what falls due by a time', async () => {
    await write(
      first([BOUGHT, { ...BOUGHT, hostingId: 2, ...later(-1) }, { ...LARGE, hostingId: 3 }], 3),
    );
    expect((await nextHosting(test.database, 7))?.hostingId).toBe(2);
    expect(await nextHosting(test.database, 9)).toBeUndefined();
    const large = BigInt(LARGE.interest);
    const due = async (atMs: number): Promise<bigint | undefined> =>
      (await interestDue(test.database, atMs)).get(3);
    expect(await due(TIME_MS)).toBe(0n);
    expect(await due(TIME_MS + DAY_MS - 1)).toBe(40n);
    expect(await due(TIME_MS + 2 * DAY_MS)).toBe(160n + (large * 2n) / 15n);
    expect(await due(TIME_MS + 99 * DAY_MS)).toBe(1_200n + large);
    await write(after(3, [posted(BOUGHT, 2), { ...COMPLETED, hostingId: 2, ...later(-1, 15) }]));
    expect(await due(TIME_MS + 3 * DAY_MS)).toBe(40n + (large * 3n) / 15n);
  });

  it('what was bought since a time counts whole, whatever became of it', async () => {
    await write(first([BOUGHT, { ...REDEEMED, hostingId: 2 }, { ...LARGE, hostingId: 3 }]));
    const sold = async (sinceMs: number): Promise<bigint | undefined> =>
      (await interestSold(test.database, sinceMs)).get(3);
    expect(await sold(TIME_MS - 1)).toBe(
      BigInt(BOUGHT.interest) + BigInt(REDEEMED.interest) + BigInt(LARGE.interest),
    );
    expect(await sold(TIME_MS)).toBeUndefined();
  });

  it.each(CONTRADICTIONS)('Y: refuses %s', async (_name, wrong) => {
    await write(first([BOUGHT]));
    const row = { ...COMPLETED, ...wrong } as HostingRow;
    await expect(write(after(2, [{ ...row, hostingId: 3 }]))).rejects.toThrow(BatchAbortedError);
    // What was bought is not written again, so a row that differs in it only is refused as new.
    const bought = { interest: BOUGHT.interest, completesAtMs: BOUGHT.completesAtMs };
    if (row.interest !== bought.interest || row.completesAtMs !== bought.completesAtMs) return;
    await expect(write(after(2, [row]))).rejects.toThrow(BatchAbortedError);
    expect(await all()).toEqual([BOUGHT]);
  });

  it('damages and penalty never take more than the principal', async () => {
    const whole = { ...LARGE, status: 'redeemed', endedAtMs: TIME_MS + 1 } as const;
    await write(first([{ ...whole, hostingId: 1, damages: LARGEST, penalty: NONE }]));
    const short = { ...BOUGHT, amount: amountMinor(10n), dailyYieldPpm: ratePpm(600_000n) };
    const rest = { interest: amountMinor(90n), damages: amountMinor(1n), penalty: amountMinor(9n) };
    const damagesRatePpm = ratePpm(10_000n);
    await write(
      after(2, [{ ...short, ...rest, damagesRatePpm, hostingId: 3, ...endOf(BOUGHT, 'redeemed') }]),
    );
    expect((await all()).map(({ damages, penalty }) => [damages, penalty])).toEqual([
      [1n, 9n],
      [LARGEST, 0n],
    ]);
  });

  it('Y1, Y3: what has ended never changes, and what is in hosting only goes on', async () => {
    await write(first([posted(BOUGHT, 2), { ...REDEEMED, hostingId: 2 }]));
    const columns = await test.database.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'hosting_orders'",
    );
    const attempts = [
      'UPDATE hosting_orders SET posted_days = 1, earned_minor = 40 WHERE hosting_id = 1',
      'UPDATE hosting_orders SET daily_yield_ppm = 4001 WHERE hosting_id = 1',
      'UPDATE hosting_orders SET amount_minor = 10001 WHERE hosting_id = 1',
      'UPDATE hosting_orders SET owner_id = 9 WHERE hosting_id = 1',
      'UPDATE hosting_orders SET product_id = 9 WHERE hosting_id = 1',
      'UPDATE hosting_orders SET damages_rate_ppm = 0 WHERE hosting_id = 1',
      'UPDATE hosting_orders SET damages_minor = 1 WHERE hosting_id = 1',
      "UPDATE hosting_orders SET status = 'hosting' WHERE hosting_id = 2",
      'UPDATE hosting_products SET currency_id = 4',
      'DELETE FROM hosting_orders',
      'TRUNCATE hosting_orders',
      ...columns.map(
        ({ column_name }) =>
          `UPDATE hosting_orders SET ${column_name} = ${column_name} WHERE hosting_id = 2`,
      ),
    ];
    for (const sql of attempts) await expect(test.database.query(sql), sql).rejects.toThrow();
    await write(after(2, [COMPLETED]));
    await expect(write(after(3, [COMPLETED]))).rejects.toThrow('append-only');
  });

  it('finds principal and promises that orders do not account for', async () => {
    const account = (
      owner: number,
      name: 'trust' | 'yield_treasury',
      total: bigint,
      frozen: bigint,
    ) => ({
      ...balance(owner, total, frozen),
      account: name,
      currencyId: 3,
      accountId: ledgerAccountId(owner, name, 3),
    });
    await write(
      batchOf({
        currencies: [USDT],
        hostingProducts: [PRODUCT],
        hostings: [posted(BOUGHT, 2)],
        balances: [
          { ...balance(0, -11_000n), currencyId: 3 },
          account(7, 'trust', 10_000n, 10_000n),
          account(0, 'yield_treasury', 1_000n, 520n),
        ],
      }),
    );
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    await write(
      batchOf(
        {
          balances: [
            account(7, 'trust', 10_000n, 9_999n),
            account(0, 'yield_treasury', 1_000n, 600n),
          ],
          counters: { ...NO_CHANGES.counters, sequence: 2 },
        },
        { previousSequence: 1 },
      ),
    );
    await test.database.query('UPDATE hosting_products SET principal_minor = 10003');
    expect(new Set(await quickCheck(test.database, EXCHANGE_TABLES))).toEqual(
      new Set([
        { check: 'frozen_without_hold', subject: '0 yield_treasury 3', difference: 80n },
        { check: 'frozen_without_hold', subject: '7 trust 3', difference: -1n },
        { check: 'hosting_totals', subject: '2', difference: 3n },
      ]),
    );
  });
});

/** Ends an order: at its maturity, or the same day. */
function endOf(
  row: HostingRow,
  status: 'completed' | 'redeemed' = 'completed',
): Partial<HostingRow> {
  if (status === 'redeemed') return { status, endedAtMs: row.paidAtMs };
  return { status, postedDays: row.days, earned: row.interest, endedAtMs: row.completesAtMs };
}

/** The times of an order that was paid `ms` later, ended on the day after `endedDays` if given. */
function later(ms: number, endedDays?: number): Partial<HostingRow> {
  return {
    paidAtMs: BOUGHT.paidAtMs + ms,
    completesAtMs: BOUGHT.completesAtMs + ms,
    ...(endedDays !== undefined && { endedAtMs: BOUGHT.paidAtMs + ms + endedDays * DAY_MS }),
  };
}

const redeemedAfter = (days: number): HostingRow => ({
  ...posted(BOUGHT, days),
  status: 'redeemed',
  damages: amountMinor(40n * BigInt(15 - days)),
  penalty: amountMinor(60n),
});
