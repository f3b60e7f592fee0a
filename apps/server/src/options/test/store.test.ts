/** Options in their tables: what is written reads back, and no statement makes another result of them. */
import type { OptionCurrency, OptionRow, OptionTerms } from '@fairlead/engine';
import { ledgerAccountId } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
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
import { EXCHANGE_TABLES } from '../../tables.ts';
import { optionExposures, optionsPage } from '../queries.ts';

const PAGE = { page: 1, limit: 100 };
const LARGEST = amountMinor(2n ** 62n);
const NONE = amountMinor(0n);

const TERMS: OptionTerms = {
  marketId: 1,
  times: [
    {
      seconds: 30,
      payoutRatioPpm: ratePpm(750_000n),
      minMinor: amountMinor(1n),
      maxMinor: LARGEST,
    },
    {
      seconds: 3_600,
      payoutRatioPpm: ratePpm(1n),
      minMinor: amountMinor(2n ** 53n + 1n),
      maxMinor: LARGEST,
    },
  ],
  exposureMaxMinor: LARGEST,
  ordersMax: 50,
  isOpen: true,
};

const PAID_IN: OptionCurrency = {
  currencyId: 3,
  feePpm: ratePpm(10_000n),
  presets: [amountMinor(10n), LARGEST],
  isOpen: true,
};

const OPEN: OptionRow = {
  optionId: 1,
  owner: 7,
  marketId: 1,
  currencyId: 3,
  direction: 'rise',
  seconds: 30,
  stake: amountMinor(1_000n),
  fee: amountMinor(10n),
  feePpm: ratePpm(10_000n),
  payoutRatioPpm: ratePpm(750_000n),
  payout: amountMinor(750n),
  strike: priceE8(6_400_012_345_678n),
  purchasedAtMs: TIME_MS,
  deliversAtMs: TIME_MS + 30_000,
  windowMs: 5_000,
  status: 'open',
  purchaseReceiptId: 1,
};

const WON = {
  ...OPEN,
  status: 'settled',
  outcome: 'rise',
  result: 'win',
  deliveryPrice: priceE8(6_400_012_345_679n),
  paid: amountMinor(1_750n),
  profit: amountMinor(740n),
  deliveryReceiptId: 2,
  settledAtMs: TIME_MS + 30_000,
} as const satisfies OptionRow;

const REFUNDED: OptionRow = {
  ...OPEN,
  optionId: 2,
  direction: 'fall',
  status: 'settled',
  result: 'refunded',
  paid: amountMinor(1_010n),
  profit: NONE,
  deliveryReceiptId: 3,
  settledAtMs: TIME_MS + 40_000,
};

/** Rows that contradict themselves, each by what it says of its result. */
const CONTRADICTIONS: readonly (readonly [string, Partial<Record<keyof OptionRow, unknown>>])[] = [
  ['a loser that is told it won', { outcome: 'fall' }],
  ['a winner paid too little', { paid: amountMinor(1_749n), profit: amountMinor(739n) }],
  ['a winner paid too much', { paid: amountMinor(1_751n), profit: amountMinor(741n) }],
  ['a profit that is not what was paid', { profit: amountMinor(741n) }],
  ['an even one that lost', { outcome: 'even', result: 'lose', paid: NONE }],
  ['a refund with an outcome', { result: 'refunded', paid: amountMinor(1_010n), profit: NONE }],
  ['an outcome without its price', { deliveryPrice: undefined }],
  ['settled before its time', { settledAtMs: TIME_MS + 29_999 }],
  ['settled without a receipt', { deliveryReceiptId: undefined }],
  ['open with a result', { status: 'open' }],
  ['delivered at another time', { deliversAtMs: TIME_MS + 29_000 }],
  ['a window before the purchase', { windowMs: 31_000 }],
];

describeDatabases('option tables', (kind) => {
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
  const after = (previousSequence: number, options: readonly OptionRow[]): BatchRows =>
    batchOf(
      { options, counters: { ...NO_CHANGES.counters, sequence: previousSequence + 1 } },
      { previousSequence },
    );
  const all = async (): Promise<readonly OptionRow[]> =>
    (await optionsPage(test.database, {}, PAGE)).list;

  it('every column reads back equal, of new orders and of settled ones', async () => {
    await write(
      batchOf({
        currencies: [BTC, USDT],
        markets: [BTC_USDT],
        optionTerms: [TERMS],
        optionCurrencies: [PAID_IN],
        options: [OPEN, REFUNDED],
        counters: { ...NO_CHANGES.counters, sequence: 2 },
      }),
    );
    expect(await all()).toEqual([REFUNDED, OPEN]);
    const { optionTerms, optionCurrencies, options } = await readSnapshot(
      test.database,
      EXCHANGE_TABLES,
    );
    expect({ optionTerms, optionCurrencies, options }).toEqual({
      optionTerms: [TERMS],
      optionCurrencies: [PAID_IN],
      options: [OPEN],
    });
    await write(after(2, [WON, { ...OPEN, optionId: 3, owner: 8 }]));
    expect(await all()).toEqual([{ ...OPEN, optionId: 3, owner: 8 }, REFUNDED, WON]);
    const changed = { ...TERMS, times: TERMS.times.slice(1), isOpen: false };
    await write(
      batchOf(
        {
          optionTerms: [changed],
          optionCurrencies: [{ ...PAID_IN, presets: [] }],
          counters: { ...NO_CHANGES.counters, sequence: 4 },
        },
        { previousSequence: 3 },
      ),
    );
    const snapshot = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(snapshot.optionTerms).toEqual([changed]);
    expect(snapshot.optionCurrencies).toEqual([{ ...PAID_IN, presets: [] }]);
  });

  it('lists by owner, market and status', async () => {
    const others = { ...OPEN, optionId: 3, owner: 8, marketId: 2 };
    await write(
      batchOf({
        options: [WON, REFUNDED, others],
        counters: { ...NO_CHANGES.counters, sequence: 3 },
      }),
    );
    const ids = async (filter: Parameters<typeof optionsPage>[1]): Promise<number[]> =>
      (await optionsPage(test.database, filter, PAGE)).list.map(({ optionId }) => optionId);
    expect(await ids({ owner: 7 })).toEqual([2, 1]);
    expect(await ids({ owner: 7, marketId: 2 })).toEqual([]);
    expect(await ids({ owner: 8, marketId: 2, status: 'open' })).toEqual([3]);
    expect(await ids({ status: 'settled' })).toEqual([2, 1]);
    expect(await optionExposures(test.database)).toEqual([
      { marketId: 2, currencyId: 3, risePayout: 750n, fallPayout: 0n, orders: 1 },
    ]);
  });

  it.each(CONTRADICTIONS)('P1: refuses %s', async (_name, wrong) => {
    await write(batchOf({ options: [OPEN] }));
    const row = { ...WON, ...wrong } as OptionRow;
    const copied = after(1, [{ ...row, optionId: 2 }]);
    await expect(write(copied)).rejects.toThrow(BatchAbortedError);
    if (row.deliversAtMs !== OPEN.deliversAtMs || row.windowMs !== OPEN.windowMs) return;
    await expect(write(after(1, [row]))).rejects.toThrow(BatchAbortedError);
    expect(await all()).toEqual([OPEN]);
  });

  it('P1: a settled order never changes, and an open one only by being settled', async () => {
    await write(
      batchOf({ options: [OPEN, REFUNDED], counters: { ...NO_CHANGES.counters, sequence: 2 } }),
    );
    const attempts = [
      "UPDATE option_orders SET result = 'win' WHERE option_id = 2",
      'UPDATE option_orders SET settled_at_ms = settled_at_ms + 1 WHERE option_id = 2',
      "UPDATE option_orders SET status = 'open' WHERE option_id = 2",
      'UPDATE option_orders SET strike_e8 = strike_e8 + 1 WHERE option_id = 1',
      "UPDATE option_orders SET direction = 'fall' WHERE option_id = 1",
      'UPDATE option_orders SET owner_id = 9 WHERE option_id = 1',
      'UPDATE option_orders SET window_ms = 1000 WHERE option_id = 1',
      'DELETE FROM option_orders',
      'TRUNCATE option_orders',
    ];
    for (const sql of attempts) {
      await expect(test.database.query(sql), sql).rejects.toThrow('append-only');
    }
    const columns = await test.database.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'option_orders'",
    );
    for (const { column_name } of columns) {
      const sql = `UPDATE option_orders SET ${column_name} = NULL WHERE option_id = 2`;
      await expect(test.database.query(sql), sql).rejects.toThrow();
    }
    await write(after(2, [WON]));
    await expect(write(after(3, [WON]))).rejects.toThrow('append-only');
    expect(await all()).toEqual([REFUNDED, WON]);
  });

  it('finds escrow and reserves that open orders do not account for', async () => {
    const house = (account: 'option_house' | 'option_escrow', total: bigint, frozen = 0n) => ({
      ...balance(0, total, frozen),
      account,
      currencyId: 3,
      accountId: ledgerAccountId(0, account, 3),
    });
    const external = { ...balance(0, -6_010n), currencyId: 3 };
    await write(
      batchOf({
        options: [OPEN],
        balances: [external, house('option_house', 5_000n, 750n), house('option_escrow', 1_010n)],
      }),
    );
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    const rows = [house('option_house', 4_999n, 749n), house('option_escrow', 1_011n)];
    await write(
      batchOf(
        { balances: rows, counters: { ...NO_CHANGES.counters, sequence: 2 } },
        { previousSequence: 1 },
      ),
    );
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([
      { check: 'frozen_without_hold', subject: '0 option_house 3', difference: -1n },
      { check: 'option_escrow', subject: '3', difference: 1n },
    ]);
  });
});
