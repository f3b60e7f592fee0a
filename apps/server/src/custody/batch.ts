/**
 * The part that deposits, withdrawals and frozen owners have of a batch, of a start and of what must add up. They are few, so
 * one statement serves new and changed rows alike.
 */
import {
  type DepositRow,
  ORIGIN_NEEDED,
  type OwnerStateRow,
  type WithdrawalHoldRow,
  type WithdrawalRow,
} from '@fairlead/engine';
import { updates, upserts } from '../core/store/batch/table-writer.ts';
import type { BatchPart } from '../core/store/batch/writer.ts';
import type { Queryable } from '../core/store/database.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { flag, int8, tableOf, text } from '../core/store/table.ts';
import { loneWordTables } from './lone-word-queries.ts';
import {
  DEPOSITS,
  type DepositRecord,
  flatWithdrawal,
  toDeposit,
  toWithdrawal,
  WITHDRAWALS,
  type WithdrawalRecord,
} from './record.ts';

const OWNER_STATES = tableOf<OwnerStateRow>()({
  name: 'owners',
  keys: { owner: int8('owner_id') },
  changing: { isFrozen: flag('is_frozen') },
});

const WITHDRAWAL_HOLDS = tableOf<WithdrawalHoldRow>()({
  name: 'withdrawal_holds',
  keys: { owner: int8('owner_id') },
  changing: { reason: text('reason') },
});

const upsertWithdrawals = upserts(WITHDRAWALS);
const withdrawals: BatchPart = (encoder, { changes }) =>
  upsertWithdrawals(encoder, changes.withdrawals.map(flatWithdrawal));

async function readFrozenOwners(source: Queryable): Promise<number[]> {
  const rows = await source.query<{ owner_id: bigint }>(
    'SELECT owner_id FROM owners WHERE is_frozen ORDER BY owner_id',
  );
  return rows.map((row) => Number(row.owner_id));
}

async function readWithdrawalHolds(source: Queryable): Promise<WithdrawalHoldRow[]> {
  const rows = await source.query<{ owner_id: bigint; reason: string }>(
    'SELECT owner_id, reason FROM withdrawal_holds WHERE reason IS NOT NULL ORDER BY owner_id',
  );
  return rows.map((row) => ({ owner: Number(row.owner_id), reason: row.reason }));
}

async function readOpenDeposits(source: Queryable): Promise<DepositRow[]> {
  const rows = await source.query<DepositRecord>(
    `SELECT ${DEPOSITS.columns} FROM deposits WHERE status = 'under_review' ORDER BY deposit_id`,
  );
  return rows.map(toDeposit);
}

/** Unfinished ones, and all of the UTC day of the latest, which its limits count. One index each. */
async function readKeptWithdrawals(source: Queryable): Promise<WithdrawalRow[]> {
  const rows = await source.query<WithdrawalRecord>(
    `SELECT ${WITHDRAWALS.columns} FROM withdrawals
     WHERE status = 'under_review' OR (status = 'passed' AND send_state <> 'sent')
     UNION ALL
     SELECT ${WITHDRAWALS.columns} FROM withdrawals
     WHERE NOT (status = 'under_review' OR (status = 'passed' AND send_state <> 'sent'))
       AND created_at_ms >= (SELECT max(created_at_ms) / 86400000 * 86400000 FROM withdrawals)
     ORDER BY withdrawal_id`,
  );
  return rows.map(toWithdrawal);
}

/** What is in transit is what withdrawals that are passed, not sent and not refunded are to send. */
const IN_TRANSIT = `
  SELECT currency_id::text AS subject, sum(amount)::text AS difference
  FROM (
    SELECT currency_id, total_minor AS amount
    FROM balances WHERE owner_id = 0 AND account = 'withdrawals_in_transit'
    UNION ALL
    SELECT currency_id, fee_minor - amount_minor
    FROM withdrawals WHERE status = 'passed' AND send_state <> 'sent'
  ) AS held_and_due
  GROUP BY currency_id HAVING sum(amount) <> 0`;

export const custodyTables = {
  writes: {
    owners: [
      rowsOf('ownerStates', updates(OWNER_STATES)),
      rowsOf('withdrawalHolds', upserts(WITHDRAWAL_HOLDS)),
    ],
    // A deposit that frees an output comes before one that takes it: rows are written in their order.
    acts: [rowsOf('deposits', upserts(DEPOSITS)), withdrawals, ...loneWordTables.writes.acts],
  },
  reads: {
    frozenOwners: readFrozenOwners,
    withdrawalHolds: readWithdrawalHolds,
    deposits: readOpenDeposits,
    withdrawals: readKeptWithdrawals,
    ...loneWordTables.reads,
  },
  checks: {
    // Suspended deposits wait in the house's suspense, held ones at their owners.
    holds: [
      `SELECT owner_id || ' coin ' || currency_id, -hold_minor
    FROM withdrawals WHERE status = 'under_review'`,
      `SELECT CASE reason WHEN '${ORIGIN_NEEDED}' THEN owner_id || ' coin ' ELSE '0 suspense ' END || currency_id, -amount_minor
    FROM deposits WHERE status = 'under_review' AND is_suspended`,
    ],
    sums: [{ check: 'in_transit', sql: IN_TRANSIT }],
    numbers: [
      ['deposit', 'SELECT max(deposit_id) FROM deposits', 'last_sequence'],
      ['withdrawal', 'SELECT max(withdrawal_id) FROM withdrawals', 'last_sequence'],
    ],
  },
} satisfies TablesPart;
