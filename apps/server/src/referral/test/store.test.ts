/** Referral in its tables: what is written reads back, sums follow the rebates, and no bond or pay-out changes. */
import type { Changes, RebateRow } from '@fairlead/engine';
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
import { encodeBatch } from '../../core/store/batch/writer.ts';
import { BatchAbortedError, type WriterConnection } from '../../core/store/database.ts';
import { migrate, readMigrations } from '../../core/store/migrator.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { balance, batchOf, NO_CHANGES, TIME_MS } from '../../core/store/test/batch-rows.ts';
import { LARGEST, NONE, REBATE, TODAY } from '../../core/store/test/wealth-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { inviteeSums, inviteesPage, partnersPage, rebateSums, rebatesPage } from '../queries.ts';

const PAGE = { page: 1, limit: 100 };
const LEVELS = {
  levels: [
    { needs: 0, ratioPpm: ratePpm(200_000n) },
    { needs: 1_000_000, ratioPpm: ratePpm(500_000n) },
  ],
};
const day = (
  inviter: number,
  amount: bigint,
  more: { currencyId?: number; day?: number } = {},
) => ({
  inviter,
  currencyId: 3,
  day: TODAY,
  amount: amountMinor(amount),
  ...more,
});
const PAID_AT = (TODAY + 1) * DAY_MS;

const CONTRADICTIONS: readonly (readonly [string, Partial<RebateRow>])[] = [
  ['a rebate above the fee', { amount: amountMinor(102n), ratioPpm: ratePpm(1_000_000n) }],
  ['a rebate above its ratio', { amount: amountMinor(21n) }],
  ['a negative rebate', { amount: amountMinor(-1n) }],
  ['a rebate of no fee', { fee: NONE, amount: NONE }],
  ['a ratio above one', { ratioPpm: ratePpm(1_000_001n) }],
  ['an inviter of oneself', { inviter: REBATE.invitee }],
  ['another day than its time', { day: TODAY + 1 }],
];

describeDatabases('tables of referral', (kind) => {
  let test: TestDatabase;
  let writer: WriterConnection;
  let sequence = 0;
  const encoder = new BatchEncoder();
  beforeEach(async () => {
    sequence = 0;
    test = await openTestDatabase(kind);
    writer = await test.database.openWriter();
  });
  afterEach(async () => {
    await writer.close();
    await test.remove();
  });

  /** Writes the next batch. */
  async function write(changes: Partial<Changes>, timeMs = TIME_MS): Promise<void> {
    const counters = { ...NO_CHANGES.counters, sequence: sequence + 1, timeMs };
    const batch = batchOf({ ...changes, counters }, { previousSequence: sequence });
    await writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batch));
    sequence += 1;
  }

  it('levels, partners and bonds read back equal', async () => {
    const referrals = [
      { owner: 8, inviter: 7 },
      { owner: 7, inviter: 6 },
    ];
    const partners = [{ owner: 7, ratioPpm: ratePpm(500_000n) }, { owner: 6 }];
    await write({ referralTerms: [LEVELS], referrals, partners });
    const snapshot = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(snapshot.referralTerms).toEqual([LEVELS]);
    expect(snapshot.referrals).toEqual([referrals[1], referrals[0]]);
    expect(snapshot.partners).toEqual([partners[0]]);
    const flat = { levels: LEVELS.levels.slice(0, 1) };
    await write({ referralTerms: [flat] });
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).referralTerms).toEqual([flat]);
    expect((await inviteesPage(test.database, 7, PAGE)).list).toEqual([8]);
  });

  it('a partnership is as old as it is without a break', async () => {
    const since = async () =>
      (await partnersPage(test.database, PAGE)).list.map(({ ratioPpm, sinceMs, invitees }) => [
        ratioPpm,
        sinceMs,
        invitees,
      ]);
    const partner = (ppm?: bigint) => ({
      partners: [{ owner: 7, ...(ppm !== undefined && { ratioPpm: ratePpm(ppm) }) }],
    });
    await write({ ...partner(1n), referrals: [{ owner: 8, inviter: 7 }] });
    await write(partner(2n), TIME_MS + 5);
    expect(await since()).toEqual([[2n, TIME_MS, 1]]);
    await write(partner(), TIME_MS + 6);
    expect(await since()).toEqual([]);
    await write(partner(3n), TIME_MS + 7);
    expect(await since()).toEqual([[3n, TIME_MS + 7, 1]]);
  });

  it('rebates are listed newest first, with whether their day is paid', async () => {
    const next = { ...REBATE, day: TODAY + 1, timeMs: TIME_MS + DAY_MS, entryId: 12 };
    const zero = { ...REBATE, amount: NONE, fee: amountMinor(1n), invitee: 9 };
    await write({
      rebates: [REBATE, zero, next, { ...REBATE, inviter: 5 }],
      rebateDays: [day(6, 20n), day(6, 20n, { day: TODAY + 1 }), day(5, 20n)],
    });
    await write({ rebateDays: [{ ...day(6, 20n), paidAtMs: PAID_AT }] });
    const { list, total } = await rebatesPage(test.database, 6, PAGE);
    expect(total).toBe(2);
    expect(list).toEqual([
      { ...next, rebateId: 3, isPaid: false },
      { ...REBATE, rebateId: 1, isPaid: true },
    ]);
  });

  it('sums of fees and rebates are added up by the batches', async () => {
    const large = { ...REBATE, fee: LARGEST, amount: amountMinor(LARGEST / 5n) };
    await write({ rebates: [REBATE, REBATE, { ...REBATE, currencyId: 1 }] });
    await write({ rebates: [large, { ...REBATE, invitee: 9 }] });
    await write({ rebates: [large, large, large] });
    expect(await inviteeSums(test.database, [7, 9, 10])).toEqual([
      { invitee: 7, currencyId: 1, fee: 101n, rebate: 20n },
      { invitee: 7, currencyId: 3, fee: 202n + 4n * LARGEST, rebate: 40n + 4n * (LARGEST / 5n) },
      { invitee: 9, currencyId: 3, fee: 101n, rebate: 20n },
    ]);
  });

  it('days that are not paid are what a reload reads, by day, inviter and currency', async () => {
    const rows = [
      day(7, 1n),
      day(6, 2n),
      day(6, 3n, { currencyId: 1 }),
      day(9, 4n, { day: TODAY - 1 }),
    ];
    await write({ rebateDays: rows });
    await write({ rebateDays: [day(6, 5n), { ...day(7, 1n), paidAtMs: PAID_AT }] });
    expect((await readSnapshot(test.database, EXCHANGE_TABLES)).rebateDays).toEqual([
      day(9, 4n, { day: TODAY - 1 }),
      day(6, 3n, { currencyId: 1 }),
      day(6, 5n),
    ]);
    expect(await rebateSums(test.database, 6)).toEqual([
      { currencyId: 1, paid: 0n, pending: 3n },
      { currencyId: 3, paid: 0n, pending: 5n },
    ]);
    expect(await rebateSums(test.database, 7)).toEqual([{ currencyId: 3, paid: 1n, pending: 0n }]);
  });

  it('users of before are bound to who invited them, where both can hold money', async () => {
    const old = await openTestDatabase(kind, { isEmpty: true });
    const migrations = readMigrations();
    await migrate(
      old.database,
      migrations.filter(({ version }) => version < 19),
    );
    await old.database.query(
      `INSERT INTO users (kind, account, password_hash, nickname, invite_code, inviter_id, lang, created_at_ms)
       SELECT 'email', number || '@example.com', '', '', number::text, inviter, 'en', 1
       FROM (VALUES (1, NULL), (2, 1), (3, 2), (4, 1), (5, 4)) AS made (number, inviter)
       ORDER BY number`,
    );
    // The fourth one's accounts were not opened yet: they are with the next login, and then bound.
    await old.database.query('INSERT INTO owners (owner_id) VALUES (1), (2), (3), (5)');
    await migrate(old.database, migrations);
    expect((await readSnapshot(old.database, EXCHANGE_TABLES)).referrals).toEqual([
      { owner: 2, inviter: 1 },
      { owner: 3, inviter: 2 },
    ]);
    await old.remove();
  });

  it.each(CONTRADICTIONS)('R1, B13: refuses %s', async (_name, wrong) => {
    await expect(write({ rebates: [{ ...REBATE, ...wrong }] })).rejects.toThrow(BatchAbortedError);
    expect(await inviteeSums(test.database, [7])).toEqual([]);
  });

  it('R1: nobody invites oneself, is bound twice, or is paid a day before it is over or twice', async () => {
    const paid = { ...day(6, 20n), paidAtMs: PAID_AT };
    await write({ referrals: [{ owner: 8, inviter: 7 }], rebateDays: [day(6, 20n), day(7, 1n)] });
    await expect(write({ referrals: [{ owner: 8, inviter: 6 }] })).rejects.toThrow();
    await expect(write({ referrals: [{ owner: 9, inviter: 9 }] })).rejects.toThrow();
    await expect(write({ rebateDays: [{ ...paid, paidAtMs: PAID_AT - 1 }] })).rejects.toThrow();
    await expect(write({ rebateDays: [day(6, 19n)] })).rejects.toThrow('append-only');
    await write({ rebateDays: [paid] });
    for (const again of [paid, day(6, 20n), day(6, 21n)])
      await expect(write({ rebateDays: [again] })).rejects.toThrow('append-only');
    for (const sql of [
      'UPDATE referrals SET inviter_id = 6',
      'DELETE FROM referrals',
      'TRUNCATE referrals',
      'UPDATE rebate_days SET inviter_id = 9 WHERE inviter_id = 7',
      'DELETE FROM rebate_days',
      'TRUNCATE rebates',
    ])
      await expect(test.database.query(sql), sql).rejects.toThrow('append-only');
    await write({ rebates: [REBATE] });
    for (const sql of ['UPDATE rebates SET amount_minor = 1', 'DELETE FROM rebates'])
      await expect(test.database.query(sql), sql).rejects.toThrow('append-only');
  });

  it('finds rebates that the house does not hold', async () => {
    const held = (total: bigint) => ({
      ...balance(0, total),
      account: 'referral_rebates' as const,
      currencyId: 3,
      accountId: ledgerAccountId(0, 'referral_rebates', 3),
    });
    const external = {
      ...balance(0, -21n),
      currencyId: 3,
      accountId: ledgerAccountId(0, 'external', 3),
    };
    await write({
      currencies: [USDT],
      rebateDays: [day(6, 20n), day(7, 1n), { ...day(5, 9n), paidAtMs: PAID_AT }],
      balances: [held(21n), external],
    });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    await write({ rebateDays: [day(6, 22n)] });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([
      { check: 'referral_rebates', subject: '3', difference: -2n },
    ]);
  });
});
