/** Deposits and withdrawals as users read them, and what is asked of them before another is taken. */
import type {
  CustodyStatus,
  DepositRow,
  OwnerStateRow,
  WithdrawalHoldRow,
  WithdrawalRow,
} from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import {
  DEPOSIT_COLUMNS,
  type DepositRecord,
  toDeposit,
  toWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRecord,
} from './record.ts';

export interface CustodyFilter {
  readonly owner: number;
  readonly status?: CustodyStatus;
  readonly currencyId?: number;
}

const conditionsOf = ({ owner, status, currencyId }: CustodyFilter): Conditions =>
  new Conditions()
    .add('owner_id =', owner)
    .add('status =', status)
    .add('currency_id =', currencyId);

/** A user's deposits, newest first. */
export function depositsPage(
  source: Queryable,
  filter: CustodyFilter,
  request: PageRequest,
): Promise<Page<DepositRow>> {
  return readPage<DepositRecord, DepositRow>(
    source,
    {
      columns: DEPOSIT_COLUMNS,
      from: 'deposits',
      where: conditionsOf(filter),
      orderBy: 'deposit_id DESC',
    },
    request,
    toDeposit,
  );
}

/** A user's withdrawals, newest first. */
export function withdrawalsPage(
  source: Queryable,
  filter: CustodyFilter,
  request: PageRequest,
): Promise<Page<WithdrawalRow>> {
  return readPage<WithdrawalRecord, WithdrawalRow>(
    source,
    {
      columns: WITHDRAWAL_COLUMNS,
      from: 'withdrawals',
      where: conditionsOf(filter),
      orderBy: 'withdrawal_id DESC',
    },
    request,
    toWithdrawal,
  );
}

/** One withdrawal of this owner; another's is not found. */
export async function withdrawalById(
  source: Queryable,
  owner: number,
  withdrawalId: number,
): Promise<WithdrawalRow | undefined> {
  const [row] = await source.query<WithdrawalRecord>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals WHERE withdrawal_id = $1 AND owner_id = $2`,
    [withdrawalId, owner],
  );
  return row && toWithdrawal(row);
}

/** How many withdrawals an owner asked for since a time, and their worth in 10^-6 USDT. */
export async function withdrawalUsage(
  source: Queryable,
  owner: number,
  sinceMs: number,
): Promise<{ readonly count: number; readonly value: bigint }> {
  const [row] = await source.query<{ count: bigint; value: string | null }>(
    `SELECT count(*) AS count, sum(value_minor) AS value FROM withdrawals
     WHERE owner_id = $1 AND created_at_ms >= $2`,
    [owner, sinceMs],
  );
  return { count: Number(row?.count ?? 0n), value: BigInt(row?.value ?? 0) };
}

/** Whether an owner claims the transaction already, or it was credited to anybody or brought in by a watcher. */
export async function isTransactionUsed(
  source: Queryable,
  { chain, txId, owner }: { readonly chain: string; readonly txId: string; readonly owner: number },
): Promise<boolean> {
  const rows = await source.query<{ deposit_id: bigint }>(
    `SELECT deposit_id FROM deposits WHERE tx_id = $2 AND chain = $1 AND status <> 'rejected'
       AND (owner_id = $3 OR status = 'passed' OR kind = 'chain') LIMIT 1`,
    [chain, txId, owner],
  );
  return rows.length > 0;
}

/** Whether the picture stands under a claim, decided or not. */
export async function isProofUsed(source: Queryable, fileId: number): Promise<boolean> {
  const rows = await source.query<{ deposit_id: bigint }>(
    'SELECT deposit_id FROM deposits WHERE proof_file_id = $1 LIMIT 1',
    [fileId],
  );
  return rows.length > 0;
}

/**
 * What an owner's orders placed since a time have filled, by market, in quote minor units. Taken from orders,
 * which are found by their owner; trades are not.
 */
export async function filledSince(
  source: Queryable,
  owner: number,
  sinceMs: number,
): Promise<{ readonly marketId: number; readonly quoteMinor: bigint }[]> {
  const rows = await source.query<{ market_id: number; filled: string }>(
    `SELECT market_id, sum(filled_amount_minor) AS filled FROM orders
     WHERE owner_id = $1 AND created_at_ms >= $2 AND filled_amount_minor > 0
     GROUP BY market_id ORDER BY market_id`,
    [owner, sinceMs],
  );
  return rows.map((row) => ({ marketId: row.market_id, quoteMinor: BigInt(row.filled) }));
}

/** Rows that changed within a while before the last change of any: what a crash may have kept from being told. */
export async function latestCustody(
  source: Queryable,
  withinMs: number,
): Promise<{ readonly deposits: DepositRow[]; readonly withdrawals: WithdrawalRow[] }> {
  const deposits = await source.query<DepositRecord>(
    `SELECT ${DEPOSIT_COLUMNS} FROM deposits
     WHERE updated_at_ms >= (SELECT max(updated_at_ms) - $1::bigint FROM deposits)
     ORDER BY updated_at_ms, deposit_id`,
    [withinMs],
  );
  const withdrawals = await source.query<WithdrawalRecord>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals
     WHERE updated_at_ms >= (SELECT max(updated_at_ms) - $1::bigint FROM withdrawals)
     ORDER BY updated_at_ms, withdrawal_id`,
    [withinMs],
  );
  return { deposits: deposits.map(toDeposit), withdrawals: withdrawals.map(toWithdrawal) };
}

/** Whom proposals of a kind, passed within so many ms of the last of them, were about. */
const OPENED = `SELECT (payload ->> 'id')::bigint AS owner_id FROM proposals
  WHERE kind = $1 AND status = 'passed'
    AND decided_at_ms >= (SELECT max(decided_at_ms) - $2::bigint FROM proposals WHERE kind = $1)`;

/** Of users who are frozen, or were opened lately. */
export async function latestOwnerStates(
  source: Queryable,
  withinMs: number,
): Promise<OwnerStateRow[]> {
  const rows = await source.query<{ owner_id: bigint; is_frozen: boolean }>(
    `WITH opened AS MATERIALIZED (${OPENED})
     SELECT owner_id, is_frozen FROM owners JOIN users ON user_id = owner_id
     WHERE is_frozen OR owner_id IN (SELECT owner_id FROM opened) ORDER BY owner_id`,
    ['unfreeze_user', withinMs],
  );
  return rows.map((row) => ({ owner: Number(row.owner_id), isFrozen: row.is_frozen }));
}

/** Of users whose withdrawals are held, or were let go of lately. */
export async function latestHolds(
  source: Queryable,
  withinMs: number,
): Promise<WithdrawalHoldRow[]> {
  const rows = await source.query<{ owner_id: bigint; reason: string | null }>(
    `WITH opened AS MATERIALIZED (${OPENED})
     SELECT owner_id, reason FROM withdrawal_holds JOIN users ON user_id = owner_id
     WHERE reason IS NOT NULL OR owner_id IN (SELECT owner_id FROM opened) ORDER BY owner_id`,
    ['release_withdrawals', withinMs],
  );
  return rows.map(({ owner_id, reason }) => ({
    owner: Number(owner_id),
    ...(reason !== null && { reason }),
  }));
}

/** Why nothing of a user's may leave; undefined while it may. */
export async function withdrawalHoldOf(
  source: Queryable,
  userId: number,
): Promise<string | undefined> {
  const [row] = await source.query<{ reason: string | null }>(
    'SELECT reason FROM withdrawal_holds WHERE owner_id = $1',
    [userId],
  );
  return row?.reason ?? undefined;
}
