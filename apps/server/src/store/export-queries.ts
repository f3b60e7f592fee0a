/** Rows of exports: whole lists, bounded, as they are in the tables. Masking and words are the service's. */
import type { Queryable } from './database.ts';
import { verificationSql } from './operator-custody-queries.ts';
import { Conditions } from './pages.ts';
import { partnerSql } from './user-queries.ts';

export type ExportKind =
  | 'deposits'
  | 'withdrawals'
  | 'verifications'
  | 'users'
  | 'postings'
  | 'audit'
  | 'orders'
  | 'trades';

export interface ExportFilter {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly status?: string | undefined;
  readonly rowsMax: number;
}

export type ExportRecord = Readonly<Record<string, unknown>>;

interface ExportSource {
  readonly columns: string;
  readonly from: string;
  readonly time: string;
  readonly status?: string;
  readonly orderBy: string;
}

const USER = 'users.kind AS user_kind, users.account AS user_account, users.area_code';

const SOURCES: Readonly<Record<ExportKind, ExportSource>> = {
  deposits: {
    columns: `deposit_id, owner_id, ${USER}, deposits.kind, currency_id, chain, tx_id, amount_minor,
      credited_minor, receivable_minor, status, reason, reference, deposits.created_at_ms,
      decided_at_ms`,
    from: 'deposits JOIN users ON user_id = owner_id',
    time: 'deposits.created_at_ms',
    status: 'status',
    orderBy: 'deposit_id DESC',
  },
  withdrawals: {
    columns: `withdrawal_id, owner_id, ${USER}, destination_kind, currency_id, chain, address,
      amount_minor, fee_minor, status, send_state, reason, tx_id, withdrawals.created_at_ms,
      decided_at_ms, sent_at_ms`,
    from: 'withdrawals JOIN users ON user_id = owner_id',
    time: 'withdrawals.created_at_ms',
    status: 'status',
    orderBy: 'withdrawal_id DESC',
  },
  verifications: {
    columns: `verification_id, verifications.user_id, ${USER}, level, status, country, reason,
      (SELECT name FROM operators WHERE operators.operator_id = verifications.operator_id)
        AS decided_by, verifications.created_at_ms, decided_at_ms`,
    from: 'verifications JOIN users ON users.user_id = verifications.user_id',
    time: 'verifications.created_at_ms',
    status: 'status',
    orderBy: 'verification_id DESC',
  },
  users: {
    columns: `user_id, ${USER}, nickname, is_bot,
      ${partnerSql('users.user_id')} AS is_partner,
      ${verificationSql('basic', 'users.user_id')} AS basic,
      ${verificationSql('advanced', 'users.user_id')} AS advanced, created_at_ms`,
    from: 'users',
    time: 'created_at_ms',
    orderBy: 'user_id DESC',
  },
  postings: {
    columns: `entry_id, ordinal, owner_id, account, currency_id, amount_minor, balance_minor,
      reason, reference, postings.time_ms`,
    from: 'postings JOIN journal_entries USING (entry_id)',
    time: 'postings.time_ms',
    orderBy: 'entry_id DESC, ordinal',
  },
  audit: {
    columns: `audit_id, time_ms, operator_id, (SELECT name FROM operators
      WHERE operators.operator_id = audit_log.operator_id) AS operator, action, subject,
      detail::text AS detail, ip, encode(hash, 'hex') AS hash`,
    from: 'audit_log',
    time: 'time_ms',
    orderBy: 'audit_id DESC',
  },
  orders: {
    columns: `order_id, owner_id, market_id, side, type, time_in_force, price_ticks, quantity_lots,
      filled_quantity_lots, filled_amount_minor, fee_minor, status, created_at_ms, updated_at_ms`,
    from: 'orders',
    time: 'created_at_ms',
    status: 'status',
    orderBy: 'order_id DESC',
  },
  trades: {
    columns: `trade_id, market_id, price_ticks, quantity_lots, notional_minor, side, maker_owner_id,
      taker_owner_id, maker_fee_minor, taker_fee_minor, time_ms`,
    from: 'trades',
    time: 'time_ms',
    orderBy: 'trade_id DESC',
  },
};

/** The newest rows of one kind. A filter that a kind does not have is left out. */
export function exportRecords(
  source: Queryable,
  kind: ExportKind,
  { fromMs, toMs, status, rowsMax }: ExportFilter,
): Promise<ExportRecord[]> {
  const { columns, from, time, status: statusColumn, orderBy } = SOURCES[kind];
  const where = new Conditions()
    .add(`${time} >=`, fromMs)
    .add(`${time} <=`, toMs)
    .add(`${statusColumn} =`, statusColumn === undefined ? undefined : status);
  return source.query<ExportRecord>(
    `SELECT ${columns} FROM ${from} WHERE ${where.sql} ORDER BY ${orderBy} LIMIT ${rowsMax}`,
    where.values,
  );
}
