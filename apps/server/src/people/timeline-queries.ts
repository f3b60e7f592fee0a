/** What happened to a user, from the tables that say it: each by an index of the user, the latest of each kind of row only. */
import type { Queryable } from '../core/store/database.ts';

const EACH_MAX = 50;
const ALL_MAX = 100;

export interface TimelineRow {
  readonly kind: string;
  readonly atMs: number;
  /** Of a record. */
  readonly id: number | undefined;
  readonly operatorName: string | undefined;
  /** A note, an act of operators, or a reason. */
  readonly text: string | undefined;
  /** Of money that is asked for, credited or sent. */
  readonly money: { readonly amount: bigint; readonly currencyId: number } | undefined;
}

interface TimelineRecord {
  readonly kind: string;
  readonly at: bigint;
  readonly id: bigint | null;
  readonly operator: string | null;
  readonly text: string | null;
  readonly amount: bigint | string | null;
  readonly currency_id: number | null;
}

const latest = (select: string, orderBy: string): string =>
  `(${select} ORDER BY ${orderBy} DESC LIMIT ${EACH_MAX})`;

const OF_ACCOUNT = [
  `SELECT 'registered' AS kind, created_at_ms AS at, NULL::bigint AS id, NULL::text AS operator,
     NULL::text AS text,
     NULL::numeric AS amount, NULL::integer AS currency_id FROM users WHERE user_id = $1`,
  `SELECT 'password', password_changed_at_ms, NULL, NULL, NULL, NULL, NULL FROM users
     WHERE user_id = $1 AND password_changed_at_ms IS NOT NULL`,
  `SELECT 'fund_password', changed_at_ms, NULL, NULL, NULL, NULL, NULL FROM fund_passwords
     WHERE user_id = $1`,
  latest(
    `SELECT 'device', first_seen_at_ms, NULL, NULL, NULL, NULL, NULL FROM known_devices
     WHERE user_id = $1`,
    'first_seen_at_ms',
  ),
  latest(
    `SELECT 'country', first_seen_at_ms, NULL, NULL, country, NULL, NULL FROM known_countries
     WHERE user_id = $1`,
    'first_seen_at_ms',
  ),
  latest(
    `SELECT 'note', note.created_at_ms, note_id, operators.name, note.text, NULL, NULL
     FROM user_notes AS note JOIN operators USING (operator_id) WHERE note.user_id = $1`,
    'note_id',
  ),
  latest(
    `SELECT 'act', time_ms, NULL, operators.name, action, NULL, NULL FROM audit_log
     LEFT JOIN operators USING (operator_id)
     WHERE subject = $2 AND subject LIKE 'user %' AND action NOT IN ('user.noted', 'user.timeline')`,
    'audit_id',
  ),
];

/** Asked, then decided or sent. */
const OF_RECORDS = [
  latest(
    `SELECT 'verification_asked', created_at_ms, verification_id, NULL, NULL, NULL, NULL FROM verifications
     WHERE user_id = $1`,
    'verification_id',
  ),
  latest(
    `SELECT 'verification_' || verifications.status, decided_at_ms, verification_id, operators.name, reason,
       NULL, NULL
     FROM verifications LEFT JOIN operators USING (operator_id)
     WHERE user_id = $1 AND decided_at_ms IS NOT NULL`,
    'verification_id',
  ),
  latest(
    `SELECT 'deposit_asked', created_at_ms, deposit_id, NULL, NULL, amount_minor, currency_id
     FROM deposits WHERE owner_id = $1`,
    'deposit_id',
  ),
  latest(
    `SELECT 'deposit_' || status, decided_at_ms, deposit_id, NULL, reason,
       CASE WHEN status = 'passed' THEN credited_minor ELSE amount_minor END, currency_id FROM deposits
     WHERE owner_id = $1 AND decided_at_ms IS NOT NULL`,
    'deposit_id',
  ),
  latest(
    `SELECT 'withdrawal_asked', created_at_ms, withdrawal_id, NULL, NULL, amount_minor, currency_id
     FROM withdrawals
     WHERE owner_id = $1`,
    'withdrawal_id',
  ),
  latest(
    `SELECT 'withdrawal_' || status, decided_at_ms, withdrawal_id, NULL, reason, amount_minor,
       currency_id FROM withdrawals
     WHERE owner_id = $1 AND decided_at_ms IS NOT NULL`,
    'withdrawal_id',
  ),
  latest(
    `SELECT 'withdrawal_sent', sent_at_ms, withdrawal_id, NULL, NULL, amount_minor, currency_id
     FROM withdrawals
     WHERE owner_id = $1 AND sent_at_ms IS NOT NULL`,
    'withdrawal_id',
  ),
  latest(
    `SELECT 'subscription_asked', created_at_ms, subscription_id, NULL, NULL, amount_minor, currency_id
     FROM subscriptions WHERE owner_id = $1`,
    'subscription_id',
  ),
  latest(
    `SELECT 'subscription_' || status, decided_at_ms, subscription_id, operators.name, reason,
       amount_minor, currency_id FROM subscriptions LEFT JOIN operators USING (operator_id)
     WHERE owner_id = $1 AND decided_at_ms IS NOT NULL`,
    'subscription_id',
  ),
];

/** The newest first; without records where their queues are not read. */
export async function timelineOf(
  source: Queryable,
  userId: number,
  { withRecords }: { readonly withRecords: boolean },
): Promise<TimelineRow[]> {
  const parts = withRecords ? [...OF_ACCOUNT, ...OF_RECORDS] : OF_ACCOUNT;
  const rows = await source.query<TimelineRecord>(
    `SELECT kind, at, id, operator, text, amount, currency_id FROM (${parts.join(' UNION ALL ')}) AS events
     ORDER BY at DESC, kind DESC, id DESC LIMIT ${ALL_MAX}`,
    [userId, `user ${userId}`],
  );
  return rows.map((row) => ({
    kind: row.kind,
    atMs: Number(row.at),
    id: row.id === null ? undefined : Number(row.id),
    operatorName: row.operator ?? undefined,
    text: row.text ?? undefined,
    money:
      row.amount === null || row.currency_id === null
        ? undefined
        : { amount: BigInt(row.amount), currencyId: row.currency_id },
  }));
}

export async function insertNote(
  source: Queryable,
  note: {
    readonly userId: number;
    readonly operatorId: number;
    readonly text: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await source.query(
    'INSERT INTO user_notes (user_id, operator_id, text, created_at_ms) VALUES ($1, $2, $3, $4)',
    [note.userId, note.operatorId, note.text, note.nowMs],
  );
}
