/** Rows of a user's own exports: one kind, one owner, one period, oldest first, a part at a time by their key. */
import type { EntryReason } from '@fairlead/engine';
import { DEPOSIT_COLUMNS, WITHDRAWAL_COLUMNS } from './custody-record.ts';
import type { Queryable } from './database.ts';
import { POSITION_COLUMNS } from './futures-record.ts';
import { HOSTING_COLUMNS } from './hosting-record.ts';
import { SUBSCRIPTION_COLUMNS } from './offering-record.ts';
import { OPTION_COLUMNS } from './option-record.ts';
import { ORDER_COLUMNS } from './order-record.ts';
import { Conditions } from './pages.ts';
import { REBATE_COLUMNS } from './referral-record.ts';

/** Kinds whose rows are those of one table. */
export type OwnTable =
  | 'orders'
  | 'positions'
  | 'options'
  | 'deposits'
  | 'withdrawals'
  | 'transfers'
  | 'locked_orders'
  | 'subscriptions'
  | 'rebates';

export interface OwnExportFilter {
  readonly owner: number;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Only rows beyond this key. */
  readonly after: number | undefined;
  readonly rowsMax: number;
}

interface OwnSource {
  readonly columns: string;
  readonly table: string;
  readonly owner: string;
  readonly key: string;
  readonly time: string;
}

const REBATE_PAID = `EXISTS (SELECT FROM rebate_days AS paid
  WHERE paid.inviter_id = rebates.inviter_id AND paid.currency_id = rebates.currency_id
    AND paid.day = rebates.day AND paid.paid_at_ms IS NOT NULL) AS is_paid`;

const owned = (table: string, key: string, time: string, columns: string): OwnSource => ({
  columns,
  table,
  owner: 'owner_id',
  key,
  time,
});

const SOURCES: Readonly<Record<OwnTable, OwnSource>> = {
  orders: owned('orders', 'order_id', 'created_at_ms', ORDER_COLUMNS),
  positions: owned('positions', 'position_id', 'created_at_ms', POSITION_COLUMNS),
  options: owned('option_orders', 'option_id', 'purchased_at_ms', OPTION_COLUMNS),
  deposits: owned('deposits', 'deposit_id', 'created_at_ms', DEPOSIT_COLUMNS),
  withdrawals: owned('withdrawals', 'withdrawal_id', 'created_at_ms', WITHDRAWAL_COLUMNS),
  transfers: owned('transfers', 'transfer_id', 'time_ms', '*'),
  locked_orders: owned('hosting_orders', 'hosting_id', 'paid_at_ms', HOSTING_COLUMNS),
  subscriptions: owned('subscriptions', 'subscription_id', 'created_at_ms', SUBSCRIPTION_COLUMNS),
  rebates: {
    columns: `${REBATE_COLUMNS}, ${REBATE_PAID}`,
    table: 'rebates',
    owner: 'inviter_id',
    key: 'rebate_id',
    time: 'time_ms',
  },
};

/** `Record` is the caller's word for the columns of that table's record. */
export function ownRows<Record>(
  source: Queryable,
  kind: OwnTable,
  { owner, fromMs, toMs, after, rowsMax }: OwnExportFilter,
): Promise<Record[]> {
  const { columns, table, owner: ownerColumn, key, time } = SOURCES[kind];
  const where = new Conditions()
    .add(`${ownerColumn} =`, owner)
    .add(`${key} >`, after)
    .add(`${time} >=`, fromMs)
    .add(`${time} <`, toMs);
  return source.query<Record>(
    `SELECT ${columns} FROM ${table} WHERE ${where.sql} ORDER BY ${key} LIMIT ${rowsMax}`,
    where.values,
  );
}

/** A posting's place: its entry, and within it. */
export interface PostingKey {
  readonly entryId: number;
  readonly ordinal: number;
}

export interface OwnPostingRecord {
  readonly entry_id: bigint;
  readonly ordinal: number;
  readonly account: string;
  readonly currency_id: number;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly amount_minor: bigint;
  readonly balance_minor: bigint;
  readonly time_ms: bigint;
}

export function ownPostings(
  source: Queryable,
  {
    owner,
    fromMs,
    toMs,
    after,
    rowsMax,
  }: Omit<OwnExportFilter, 'after'> & { readonly after: PostingKey | undefined },
): Promise<OwnPostingRecord[]> {
  const { entryId, ordinal } = after ?? { entryId: 0, ordinal: 0 };
  return source.query<OwnPostingRecord>(
    `SELECT entry_id, ordinal, account, currency_id, reason, reference, amount_minor, balance_minor,
       postings.time_ms
     FROM postings JOIN journal_entries USING (entry_id)
     WHERE owner_id = $1 AND owner_id <> 0 AND (entry_id, ordinal) > ($2, $3)
       AND postings.time_ms >= $4 AND postings.time_ms < $5
     ORDER BY entry_id, ordinal LIMIT ${rowsMax}`,
    [owner, entryId, ordinal, fromMs, toMs],
  );
}

/** A trade, and the entry that settled it. */
export interface OwnFillRecord {
  readonly entry_id: bigint;
  readonly trade_id: bigint;
  readonly market_id: number;
  readonly price_ticks: bigint;
  readonly quantity_lots: bigint;
  readonly notional_minor: bigint;
  readonly side: 'buy' | 'sell';
  readonly maker_order_id: bigint;
  readonly taker_order_id: bigint;
  readonly maker_owner_id: bigint;
  readonly maker_fee_minor: bigint;
  readonly taker_fee_minor: bigint;
  readonly time_ms: bigint;
}

/** Trades have no index by owner: they are found by the entries that posted them. */
export function ownFills(
  source: Queryable,
  { owner, fromMs, toMs, after, rowsMax }: OwnExportFilter,
): Promise<OwnFillRecord[]> {
  return source.query<OwnFillRecord>(
    `SELECT own.entry_id, trades.trade_id, market_id, price_ticks, quantity_lots, notional_minor,
       side, maker_order_id, taker_order_id, maker_owner_id, maker_fee_minor, taker_fee_minor,
       trades.time_ms
     FROM (
       SELECT DISTINCT entry_id, reference, postings.time_ms
       FROM postings JOIN journal_entries USING (entry_id)
       WHERE owner_id = $1 AND owner_id <> 0 AND entry_id > $2
         AND postings.time_ms >= $3 AND postings.time_ms < $4 AND reason = 'trade'
       ORDER BY entry_id LIMIT ${rowsMax}
     ) AS own
     JOIN trades ON trade_id = own.reference::bigint AND trades.time_ms = own.time_ms
     ORDER BY own.entry_id`,
    [owner, after ?? 0, fromMs, toMs],
  );
}
