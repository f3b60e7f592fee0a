/** Offerings and subscriptions in their tables: what is written reads back, nothing is sold twice or decided anew. */
import type { OfferingRow, SubscriptionRow } from '@fairlead/engine';
import { ledgerAccountId } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor, priceE8 } from '@fairlead/units';
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
import { balance, batchOf, NO_CHANGES } from '../../core/store/test/batch-rows.ts';
import {
  ASKED,
  LARGEST,
  NEW_COIN,
  NONE,
  OFFERING,
  PASSED,
  REJECTED,
  RELEASED,
} from '../../core/store/test/wealth-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import {
  findSubscription,
  offeringSums,
  readIntroductions,
  saveIntroductions,
  subscribedAmount,
  subscriptionsPage,
  subscriptionsQueue,
} from '../queries.ts';

const PAGE = { page: 1, limit: 100 };

const CONTRADICTIONS: readonly (readonly [
  string,
  Partial<Record<keyof SubscriptionRow, unknown>>,
])[] = [
  ['passed by nobody', { operatorId: undefined }],
  ['passed at no time', { decidedAtMs: undefined }],
  ['decided while under review', { status: 'under_review' }],
  ['released without having passed', { ...RELEASED, status: 'rejected' }],
  ['released before its time', { ...RELEASED, releasedAtMs: ASKED.unlocksAtMs - 1 }],
  ['released at no time', { isReleased: true }],
  ['a time of release without one', { releasedAtMs: ASKED.unlocksAtMs }],
];

describeDatabases('tables of offerings', (kind) => {
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
  const first = (subscriptions: readonly SubscriptionRow[]): BatchRows =>
    batchOf({
      currencies: [USDT, NEW_COIN],
      offerings: [OFFERING],
      subscriptions,
      counters: { ...NO_CHANGES.counters, sequence: 9 },
    });
  let sequence = 9;
  beforeEach(() => {
    sequence = 9;
  });
  /** A batch after the last one that was written. */
  async function then(
    subscriptions: readonly SubscriptionRow[],
    offerings: readonly OfferingRow[] = [],
  ): Promise<void> {
    const counters = { ...NO_CHANGES.counters, sequence: sequence + 1 };
    await write(batchOf({ subscriptions, offerings, counters }, { previousSequence: sequence }));
    sequence += 1;
  }
  const all = async () => (await subscriptionsPage(test.database, {}, PAGE)).list;

  it('every column reads back equal, of offerings and of subscriptions in every state', async () => {
    await write(first([ASKED, REJECTED]));
    expect(await all()).toEqual([REJECTED, ASKED]);
    await then([PASSED, { ...ASKED, subscriptionId: 3, amount: LARGEST, paid: LARGEST }]);
    const { offerings, subscriptions } = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(offerings).toEqual([OFFERING]);
    expect(subscriptions.map(({ subscriptionId }) => subscriptionId)).toEqual([1, 3]);
    await then([RELEASED]);
    expect(await findSubscription(test.database, 1)).toEqual(RELEASED);
    expect(await findSubscription(test.database, 9)).toBeUndefined();
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).subscriptions).toHaveLength(1);
    const sold = { ...OFFERING, soldMinor: LARGEST, isOpen: false, issuePrice: priceE8(1n) };
    await then([], [sold]);
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).offerings).toEqual([sold]);
  });

  it('keeps introductions through changes of the rest', async () => {
    await write(first([]));
    expect(await readIntroductions(test.database)).toEqual(new Map([[1, {}]]));
    const texts = { en: 'größe "1", {2}\\', th: 'เหรียญ' };
    await saveIntroductions(test.database, 1, texts);
    await then([], [{ ...OFFERING, soldMinor: NONE }]);
    expect(await readIntroductions(test.database)).toEqual(new Map([[1, texts]]));
  });

  it('lists by owner, offering and status, and the queue oldest first', async () => {
    const rows = [3, 4, 5].map((subscriptionId) => ({ ...ASKED, subscriptionId, owner: 8 }));
    await write(first([PASSED, REJECTED, ...rows]));
    const ids = async (filter: Parameters<typeof subscriptionsPage>[1], isQueue = false) => {
      const list = isQueue ? subscriptionsQueue : subscriptionsPage;
      return (await list(test.database, filter, PAGE)).list.map((row) => row.subscriptionId);
    };
    expect(await ids({})).toEqual([5, 4, 3, 2, 1]);
    expect(await ids({ owner: 8, status: 'under_review' })).toEqual([5, 4, 3]);
    expect(await ids({ offeringId: 2 })).toEqual([]);
    expect(await ids({}, true)).toEqual([3, 4, 5, 2, 1]);
    expect(await ids({ owner: 7 }, true)).toEqual([2, 1]);
    expect(await subscribedAmount(test.database, 7, 1)).toBe(1_000n);
    expect(await subscribedAmount(test.database, 8, 1)).toBe(3_000n);
    expect(await subscribedAmount(test.database, 8, 2)).toBe(0n);
    expect(await offeringSums(test.database)).toEqual([
      { offeringId: 1, underReview: 3_000n, proceeds: 25n, subscriptions: 5 },
    ]);
  });

  it.each(CONTRADICTIONS)('N1: refuses %s', async (_name, wrong) => {
    await write(first([ASKED]));
    const row = { ...PASSED, ...wrong } as SubscriptionRow;
    await expect(then([row])).rejects.toThrow(BatchAbortedError);
    await expect(then([{ ...row, subscriptionId: 5 }])).rejects.toThrow(BatchAbortedError);
    expect(await all()).toEqual([ASKED]);
  });

  it('N1: never more is sold than there is', async () => {
    await write(first([]));
    const over = { ...OFFERING, totalMinor: amountMinor(999n), maxMinor: amountMinor(999n) };
    await expect(then([], [over])).rejects.toThrow(BatchAbortedError);
    const negative = { ...OFFERING, soldMinor: amountMinor(-1n) };
    await expect(then([], [negative])).rejects.toThrow(BatchAbortedError);
  });

  it('N1: what was asked for never changes, and is decided once and released once', async () => {
    await write(first([ASKED, REJECTED, { ...PASSED, subscriptionId: 3 }]));
    await write(
      batchOf(
        {
          subscriptions: [{ ...RELEASED, subscriptionId: 4 }],
          counters: { ...NO_CHANGES.counters, sequence: 10 },
        },
        { previousSequence: 9 },
      ),
    );
    const attempts = [
      'SET amount_minor = 999 WHERE subscription_id = 1',
      'SET paid_minor = 24 WHERE subscription_id = 1',
      'SET issue_price_e8 = 1 WHERE subscription_id = 1',
      'SET unlocks_at_ms = unlocks_at_ms - 1 WHERE subscription_id = 1',
      'SET owner_id = 9 WHERE subscription_id = 3',
      "SET status = 'passed' WHERE subscription_id = 2",
      "SET status = 'rejected' WHERE subscription_id = 3",
      'SET operator_id = 5 WHERE subscription_id = 3',
      "SET reason = 'other' WHERE subscription_id = 2",
      'SET is_released = false, released_at_ms = NULL WHERE subscription_id = 4',
      'SET released_at_ms = released_at_ms + 1 WHERE subscription_id = 4',
    ];
    for (const change of attempts) {
      const sql = `UPDATE subscriptions ${change}`;
      await expect(test.database.query(sql), sql).rejects.toThrow();
    }
    for (const sql of [
      'DELETE FROM subscriptions',
      'TRUNCATE subscriptions',
      'UPDATE offerings SET currency_id = 3',
      'UPDATE offerings SET payment_currency_id = 40',
    ])
      await expect(test.database.query(sql), sql).rejects.toThrow();
  });

  it('finds payments, supply and locked amounts that subscriptions do not account for', async () => {
    const account = (
      owner: number,
      name: 'coin' | 'subscription_supply' | 'external',
      [currencyId, total, frozen]: readonly [number, bigint, bigint],
    ) => ({
      ...balance(owner, total, frozen),
      account: name,
      currencyId,
      accountId: ledgerAccountId(owner, name, currencyId),
    });
    const passed = { ...PASSED, subscriptionId: 2, owner: 8 };
    const released = { ...RELEASED, subscriptionId: 3, owner: 9 };
    const balances = [
      account(7, 'coin', [3, 25n, 25n]),
      account(0, 'external', [3, -25n, 0n]),
      account(0, 'subscription_supply', [40, 5_000n, 1_000n]),
      account(8, 'coin', [40, 1_000n, 1_000n]),
      account(9, 'coin', [40, 1_000n, 0n]),
      account(0, 'external', [40, -7_000n, 0n]),
    ];
    await write({
      ...first([ASKED, passed, released]),
      changes: { ...first([ASKED, passed, released]).changes, balances },
    });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    await then([{ ...ASKED, status: 'passed', operatorId: 4, decidedAtMs: 1 }]);
    expect(
      new Set((await quickCheck(test.database, EXCHANGE_TABLES)).map(({ subject }) => subject)),
    ).toEqual(new Set(['7 coin 3', '0 subscription_supply 40', '7 coin 40']));
  });
});
