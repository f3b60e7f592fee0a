/** Deposits and withdrawals in their tables: what is written reads back, what must not be is refused. */
import type { DepositRow, WithdrawalRow } from '@fairlead/engine';
import { amountMinor, DAY_MS } from '@fairlead/units';
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
import { findUsedNames } from '../../core/store/lookup-queries.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { balance, batchOf, NO_CHANGES, TIME_MS } from '../../core/store/test/batch-rows.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import {
  DEPOSIT_COLUMNS,
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRecord,
} from '../record.ts';

const LARGEST = 2n ** 62n;
const DAY_START_MS = TIME_MS - (TIME_MS % DAY_MS);
const TEXT = 'größe "1", {2}\\';
const NONE = amountMinor(0n);
const APPROVAL = { operatorId: 3, intentHash: TEXT, timeMs: TIME_MS };

const DEPOSIT: DepositRow = {
  depositId: 1,
  owner: 7,
  depositKind: 'chain',
  currencyId: 1,
  chain: 'ERC20',
  txId: '0xaa',
  outputIndex: 2 ** 31 - 1,
  amount: amountMinor(LARGEST),
  fee: NONE,
  isPriority: false,
  isSuspended: false,
  receivable: NONE,
  status: 'under_review',
  approvals: [],
  createdAtMs: TIME_MS,
  updatedAtMs: TIME_MS,
};

const WITHDRAWAL: WithdrawalRow = {
  withdrawalId: 1,
  owner: 7,
  currencyId: 1,
  amount: amountMinor(LARGEST),
  fee: amountMinor(3n),
  hold: amountMinor(LARGEST),
  destination: { kind: 'crypto', addressId: 5, chain: 'TRC20', address: TEXT },
  status: 'under_review',
  sendState: 'idle',
  approvalsNeeded: 2,
  approvals: [],
  valueMinor: amountMinor(LARGEST),
  createdAtMs: TIME_MS,
  updatedAtMs: TIME_MS,
};

const PASSED = {
  ...WITHDRAWAL,
  hold: NONE,
  status: 'passed',
  approvals: [APPROVAL, { ...APPROVAL, operatorId: 4 }],
  decidedAtMs: TIME_MS + 1,
} as const satisfies WithdrawalRow;

describeDatabases('custody tables', (kind) => {
  let test: TestDatabase;
  let writer: WriterConnection;
  let sequence: number;
  const encoder = new BatchEncoder();
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    writer = await test.database.openWriter();
    sequence = 0;
  });
  afterEach(async () => {
    await writer.close();
    await test.remove();
  });

  /** Writes one batch; a refused one leaves the sequence where it was. */
  const write = async (changes: Parameters<typeof batchOf>[0]): Promise<void> => {
    const counters = { ...NO_CHANGES.counters, sequence: sequence + 100 };
    const batch = batchOf({ counters, ...changes }, { previousSequence: sequence });
    await writer.write(encodeBatch(encoder, EXCHANGE_TABLES, batch));
    sequence += 100;
  };
  const deposits = async (): Promise<DepositRow[]> => {
    const sql = `SELECT ${DEPOSIT_COLUMNS} FROM deposits ORDER BY deposit_id`;
    return (await test.database.query<DepositRecord>(sql)).map(toDeposit);
  };
  const withdrawals = async (): Promise<WithdrawalRow[]> => {
    const sql = `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals ORDER BY withdrawal_id`;
    return (await test.database.query<WithdrawalRecord>(sql)).map(toWithdrawal);
  };

  it('every column reads back equal, of new rows and of changed ones', async () => {
    const claim: DepositRow = {
      ...DEPOSIT,
      depositId: 2,
      depositKind: 'bank',
      proofFileId: 9,
      isPriority: true,
      credited: amountMinor(5n),
      reference: TEXT,
      reason: TEXT,
      approvals: [APPROVAL],
    };
    const card: WithdrawalRow = {
      ...WITHDRAWAL,
      withdrawalId: 2,
      destination: { kind: 'bank', cardId: 6, text: TEXT },
      note: TEXT,
      approvalsNeeded: 1,
      approvals: [APPROVAL],
    };
    await write({ deposits: [DEPOSIT, claim], withdrawals: [WITHDRAWAL, card] });
    expect(await deposits()).toEqual([DEPOSIT, claim]);
    expect(await withdrawals()).toEqual([WITHDRAWAL, card]);

    const suspended: DepositRow = {
      ...DEPOSIT,
      isSuspended: true,
      reason: 'below_minimum',
      reference: 'ERC20:0xaa:1',
      updatedAtMs: TIME_MS + 1,
    };
    const reversed: DepositRow = {
      ...claim,
      status: 'rejected',
      reason: 'orphaned',
      receivable: amountMinor(4n),
      updatedAtMs: TIME_MS + 1,
      decidedAtMs: TIME_MS + 1,
    };
    const sent: WithdrawalRow = {
      ...PASSED,
      sendState: 'sent',
      txId: TEXT,
      reason: TEXT,
      updatedAtMs: TIME_MS + 2,
      sentAtMs: TIME_MS + 2,
    };
    await write({ deposits: [suspended, reversed], withdrawals: [sent] });
    expect(await deposits()).toEqual([suspended, reversed]);
    expect(await withdrawals()).toEqual([sent, card]);
  });

  it('what was asked for never changes', async () => {
    await write({ withdrawals: [WITHDRAWAL], deposits: [DEPOSIT] });
    const destination = { ...WITHDRAWAL.destination, address: 'elsewhere' };
    await write({
      withdrawals: [{ ...WITHDRAWAL, owner: 8, fee: NONE, destination, note: 'new' }],
      deposits: [{ ...DEPOSIT, owner: 8, amount: amountMinor(1n), txId: 'other' }],
    });
    expect(await withdrawals()).toEqual([WITHDRAWAL]);
    expect(await deposits()).toEqual([DEPOSIT]);
  });

  it('D1: an output has one deposit; an orphaned one may come again, in the same batch too', async () => {
    await write({ deposits: [DEPOSIT] });
    const again = { ...DEPOSIT, depositId: 2 };
    await expect(write({ deposits: [again] })).rejects.toThrow(BatchAbortedError);
    const dropped = {
      ...DEPOSIT,
      status: 'rejected',
      reason: 'orphaned',
      decidedAtMs: TIME_MS,
    } as const;
    await expect(write({ deposits: [{ ...dropped, reason: 'failed' }, again] })).rejects.toThrow(
      BatchAbortedError,
    );
    await write({ deposits: [dropped, again] });
    expect(await deposits()).toEqual([dropped, again]);
    // A user's claim names a transaction without taking it.
    await write({ deposits: [{ ...DEPOSIT, depositId: 3, depositKind: 'crypto' }] });
  });

  it('rows that contradict themselves are refused', async () => {
    const wrongWithdrawals: readonly WithdrawalRow[] = [
      { ...WITHDRAWAL, hold: NONE },
      { ...WITHDRAWAL, fee: WITHDRAWAL.amount },
      { ...WITHDRAWAL, sendState: 'signed', txId: 'tx' },
      { ...WITHDRAWAL, decidedAtMs: TIME_MS },
      { ...PASSED, hold: amountMinor(1n) },
      { ...PASSED, approvals: [APPROVAL] },
      { ...PASSED, sendState: 'signed' },
      { ...PASSED, sendState: 'sent', txId: 'tx' },
      { ...PASSED, sendState: 'refunded' },
      { ...PASSED, status: 'rejected', sendState: 'sent', txId: 'tx', sentAtMs: TIME_MS },
    ];
    for (const row of wrongWithdrawals) {
      await expect(write({ withdrawals: [row] })).rejects.toThrow(BatchAbortedError);
    }
    const { outputIndex: _outputIndex, ...incomplete } = DEPOSIT;
    const wrongDeposits: readonly DepositRow[] = [
      incomplete,
      { ...DEPOSIT, amount: NONE },
      { ...DEPOSIT, status: 'passed', decidedAtMs: TIME_MS },
      { ...DEPOSIT, status: 'rejected' },
      { ...DEPOSIT, isSuspended: true, status: 'rejected', decidedAtMs: TIME_MS },
      { ...DEPOSIT, receivable: amountMinor(1n) },
    ];
    for (const row of wrongDeposits) {
      await expect(write({ deposits: [row] })).rejects.toThrow(BatchAbortedError);
    }
    expect([await deposits(), await withdrawals()]).toEqual([[], []]);
  });

  it('no row goes away', async () => {
    await write({ withdrawals: [WITHDRAWAL], deposits: [DEPOSIT] });
    for (const table of ['deposits', 'withdrawals']) {
      for (const sql of [`DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
        await expect(test.database.query(sql), sql).rejects.toThrow('append-only');
      }
    }
  });

  it('a reload reads what is under way and the latest UTC day, and who is frozen', async () => {
    const old = { createdAtMs: DAY_START_MS - 1 };
    const cancelled = { hold: NONE, status: 'rejected', decidedAtMs: TIME_MS } as const;
    const sent = { sendState: 'sent', txId: 'tx', sentAtMs: TIME_MS } as const;
    const rows: readonly WithdrawalRow[] = [
      { ...WITHDRAWAL, ...old, withdrawalId: 1 },
      { ...WITHDRAWAL, ...old, withdrawalId: 2, ...cancelled },
      { ...PASSED, ...old, withdrawalId: 3 },
      { ...PASSED, ...old, withdrawalId: 4, sendState: 'unknown', txId: 'tx' },
      { ...PASSED, ...old, withdrawalId: 5, ...sent },
      { ...PASSED, ...old, withdrawalId: 6, status: 'rejected', sendState: 'refunded' },
      { ...WITHDRAWAL, withdrawalId: 7, createdAtMs: DAY_START_MS, ...cancelled },
      { ...PASSED, withdrawalId: 8, createdAtMs: DAY_START_MS + DAY_MS - 1, ...sent },
    ];
    const passed = {
      ...DEPOSIT,
      depositId: 2,
      txId: 'b',
      status: 'passed',
      credited: DEPOSIT.amount,
      reference: 'r',
      decidedAtMs: TIME_MS,
    } as const;
    await write({
      owners: [7, 8, 9],
      ownerStates: [
        { owner: 7, isFrozen: true },
        { owner: 9, isFrozen: true },
      ],
      withdrawals: rows,
      deposits: [DEPOSIT, passed],
    });
    await write({ ownerStates: [{ owner: 7, isFrozen: false }] });
    const snapshot = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(snapshot.withdrawals.map(({ withdrawalId }) => withdrawalId)).toEqual([1, 3, 4, 7, 8]);
    expect(snapshot.deposits).toEqual([DEPOSIT]);
    expect(snapshot.frozenOwners).toEqual([9]);
    expect([...snapshot.owners]).toEqual([7, 8, 9]);
  });

  it('finds used outputs, and deposits that are no longer passed', async () => {
    const dropped = { status: 'rejected', reason: 'orphaned', decidedAtMs: TIME_MS } as const;
    const passed = {
      status: 'passed',
      credited: amountMinor(1n),
      reference: 'r',
      decidedAtMs: TIME_MS,
    } as const;
    await write({
      deposits: [
        { ...DEPOSIT, ...dropped },
        { ...DEPOSIT, depositId: 2, txId: 'b', ...passed },
        { ...DEPOSIT, depositId: 3, txId: 'c', depositKind: 'crypto' },
      ],
    });
    const output = { chain: 'ERC20', outputIndex: DEPOSIT.outputIndex ?? 0 };
    const used = await findUsedNames(test.database, {
      keys: [],
      clientOrderIds: [],
      clientPositionIds: [],
      clientTriggerIds: [],
      clientListIds: [],
      receivedTransfers: [],
      references: [],
      chainOutputs: [
        { ...output, txId: '0xaa' },
        { ...output, txId: 'b' },
        { ...output, txId: 'b', outputIndex: 0 },
        { ...output, txId: 'b', chain: 'TRC20' },
        { ...output, txId: 'c' },
      ],
      unpassedDeposits: [1, 2, 3, 4],
    });
    expect([...used.chainOutputs]).toEqual([1]);
    expect([...used.unpassedDeposits].sort()).toEqual([0, 2]);
  });

  it('B10: tells holds that nobody asked for, and money in transit that is not due', async () => {
    const inTransit = {
      ...balance(0, 96n),
      account: 'withdrawals_in_transit',
      accountId: 25 * 32_768 + 1,
    } as const;
    const suspense = {
      ...balance(0, 10n, 10n),
      account: 'suspense',
      accountId: 27 * 32_768 + 1,
    } as const;
    const hundred = { amount: amountMinor(100n) };
    const rows = {
      withdrawals: [
        { ...WITHDRAWAL, ...hundred, hold: amountMinor(100n) },
        { ...PASSED, ...hundred, withdrawalId: 2, sendState: 'failed', txId: 'tx' },
      ],
      deposits: [{ ...DEPOSIT, amount: amountMinor(9n), isSuspended: true }],
    } as const;
    await write({
      ...rows,
      balances: [balance(0, -206n), balance(7, 100n, 99n), inTransit, suspense],
    });
    const drifts = await quickCheck(test.database, EXCHANGE_TABLES);
    expect(drifts.sort((left, right) => (left.subject < right.subject ? -1 : 1))).toEqual([
      { check: 'frozen_without_hold', subject: '0 suspense 1', difference: 1n },
      { check: 'in_transit', subject: '1', difference: -1n },
      { check: 'frozen_without_hold', subject: '7 coin 1', difference: -1n },
    ]);
    const sound = [
      { ...inTransit, total: amountMinor(97n) },
      { ...suspense, frozen: amountMinor(9n) },
    ];
    await write({ balances: [balance(0, -207n), balance(7, 100n, 100n), ...sound] });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([]);
    await write({ deposits: [{ ...DEPOSIT, depositId: 1_000, txId: 'b' }] });
    expect(await quickCheck(test.database, EXCHANGE_TABLES)).toEqual([
      { check: 'counter_behind', subject: 'deposit', difference: 700n },
    ]);
  });
});
