/** What is to be screened, found in the tables that have it, and what became of each. */
import type { Queryable } from '../core/store/database.ts';
import { AWAY, REVOKED, TRAVEL_REFUSED } from '../holds/index.ts';

export type Purpose = 'deposit' | 'payee' | 'withdrawal';

export interface ScreeningRow {
  readonly screeningId: number;
  readonly userId: number;
  readonly purpose: Purpose;
  readonly recordId: number;
  readonly createdAtMs: number;
  readonly attempts: number;
  readonly holdId: number | undefined;
}

interface ScreeningRecord {
  readonly screening_id: bigint;
  readonly user_id: bigint;
  readonly purpose: Purpose;
  readonly record_id: bigint;
  readonly created_at_ms: bigint;
  readonly attempts: number;
  readonly hold_id: bigint | null;
}

const toScreening = (row: ScreeningRecord): ScreeningRow => ({
  screeningId: Number(row.screening_id),
  userId: Number(row.user_id),
  purpose: row.purpose,
  recordId: Number(row.record_id),
  createdAtMs: Number(row.created_at_ms),
  attempts: row.attempts,
  holdId: row.hold_id === null ? undefined : Number(row.hold_id),
});

/**
 * Takes up what is not yet: withdrawals and claims of chains under review, and what was credited from chains or saved as a payee
 * since a time. Repeating it takes up nothing twice.
 */
export async function takeUp(
  source: Queryable,
  { nowMs, sinceMs }: { readonly nowMs: number; readonly sinceMs: number },
): Promise<void> {
  const isNew = (purpose: Purpose, id: string): string =>
    `NOT EXISTS (SELECT FROM screenings AS taken WHERE taken.purpose = '${purpose}' AND taken.record_id = ${id})`;
  await source.query(
    `INSERT INTO screenings (user_id, purpose, record_id, created_at_ms, next_try_ms)
     SELECT owner_id, 'withdrawal', withdrawal_id, $1::bigint, $1::bigint FROM withdrawals
     WHERE status = 'under_review' AND ${isNew('withdrawal', 'withdrawal_id')}
     UNION ALL
     SELECT owner_id, 'deposit', deposit_id, $1, $1 FROM deposits
     WHERE kind = 'chain' AND status = 'passed' AND decided_at_ms >= $2 AND ${isNew('deposit', 'deposit_id')}
     UNION ALL
     SELECT owner_id, 'deposit', deposit_id, $1, $1 FROM deposits
     WHERE kind = 'crypto' AND status = 'under_review' AND ${isNew('deposit', 'deposit_id')}
     UNION ALL
     SELECT user_id, 'payee', address_id, $1, $1 FROM withdrawal_addresses
     WHERE deleted_at_ms IS NULL AND created_at_ms >= $2 AND ${isNew('payee', 'address_id')}
     ON CONFLICT (purpose, record_id) DO NOTHING`,
    [nowMs, sinceMs],
  );
}

/** Those to be asked now, the oldest first. */
export async function dueScreenings(
  source: Queryable,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<ScreeningRow[]> {
  const rows = await source.query<ScreeningRecord>(
    `SELECT screening_id, user_id, purpose, record_id, created_at_ms, attempts, hold_id FROM screenings
     WHERE verdict IS NULL AND next_try_ms <= $1 ORDER BY next_try_ms, screening_id LIMIT ${limit}`,
    [nowMs],
  );
  return rows.map(toScreening);
}

export async function postpone(
  source: Queryable,
  { screeningId, nextTryMs }: { readonly screeningId: number; readonly nextTryMs: number },
): Promise<void> {
  await source.query(
    `UPDATE screenings SET attempts = attempts + 1, next_try_ms = $2
     WHERE screening_id = $1 AND verdict IS NULL`,
    [screeningId, nextTryMs],
  );
}

export async function keepHold(
  source: Queryable,
  { screeningId, holdId }: { readonly screeningId: number; readonly holdId: number },
): Promise<void> {
  await source.query('UPDATE screenings SET hold_id = $2 WHERE screening_id = $1', [
    screeningId,
    holdId,
  ]);
}

export async function keepAnswer(
  source: Queryable,
  answer: {
    readonly screeningId: number;
    readonly verdict: 'clear' | 'hit';
    readonly risk: number;
    readonly reference: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await source.query(
    `UPDATE screenings SET verdict = $2, risk = $3, reference = $4, answered_at_ms = $5
     WHERE screening_id = $1 AND verdict IS NULL`,
    [answer.screeningId, answer.verdict, answer.risk, answer.reference, answer.nowMs],
  );
}

/** What others found: a record has one hold, and whoever lets it go lets go of what it says. */
const OTHERS = `('${TRAVEL_REFUSED}', '${REVOKED}')`;

/** Hits that shared the hold of what others found, which is let go: they are held by their own name. */
export async function unheldHits(
  source: Queryable,
  { limit }: { readonly limit: number },
): Promise<ScreeningRow[]> {
  const rows = await source.query<ScreeningRecord>(
    `SELECT screening_id, screenings.user_id, purpose, screenings.record_id, created_at_ms, attempts, screenings.hold_id
     FROM screenings JOIN holds USING (hold_id)
     WHERE verdict = 'hit' AND holds.ended_at_ms IS NOT NULL AND holds.reason IN ${OTHERS}
       AND (purpose = 'deposit' OR EXISTS (SELECT FROM withdrawals
         WHERE purpose = 'withdrawal' AND withdrawal_id = screenings.record_id AND status = 'under_review'))
     ORDER BY screening_id LIMIT ${limit}`,
  );
  return rows.map(toScreening);
}

/** What the provider said of a record; undefined before it has, and of a hit that is held by another name only. */
export async function verdictOf(
  source: Queryable,
  purpose: Purpose,
  recordId: number,
): Promise<'clear' | 'hit' | undefined> {
  const [row] = await source.query<{ verdict: 'clear' | 'hit' | null }>(
    `SELECT CASE WHEN verdict = 'hit' AND holds.reason IN ${OTHERS} THEN NULL ELSE verdict END AS verdict
     FROM screenings LEFT JOIN holds USING (hold_id) WHERE purpose = $1 AND screenings.record_id = $2`,
    [purpose, recordId],
  );
  return row?.verdict ?? undefined;
}

/**
 * Condition: something that came in for a user is not answered yet, or not even taken up. What it was held for and two operators let
 * go, or what lapsed, is people's decision.
 */
export const openDepositOf = (userId: string, sinceMs: string): string =>
  `EXISTS (
     SELECT 1 FROM screenings JOIN deposits ON deposit_id = record_id AND status = 'passed'
       LEFT JOIN holds ON holds.hold_id = screenings.hold_id
     WHERE screenings.user_id = ${userId} AND purpose = 'deposit' AND verdict IS NULL
       AND (holds.reason IN ${OTHERS}
         OR (outcome IS DISTINCT FROM 'released' AND outcome IS DISTINCT FROM 'lapsed'))
     UNION ALL
     SELECT 1 FROM deposits WHERE owner_id = ${userId} AND kind = 'chain' AND status = 'passed' AND decided_at_ms >= ${sinceMs}
       AND NOT EXISTS (SELECT FROM screenings WHERE purpose = 'deposit' AND record_id = deposit_id))`;

export async function hasOpenDeposit(
  source: Queryable,
  userId: number,
  sinceMs: number,
): Promise<boolean> {
  const rows = await source.query(`SELECT 1 AS one WHERE ${openDepositOf('$1', '$2')}`, [
    userId,
    sinceMs,
  ]);
  return rows.length > 0;
}

/** Holds that only waited for answers, all of which came. */
export async function answeredHolds(
  source: Queryable,
  { isOff = false }: { readonly isOff?: boolean } = {},
): Promise<number[]> {
  const rows = await source.query<{ hold_id: bigint }>(
    `SELECT hold_id FROM holds WHERE ended_at_ms IS NULL AND reason = $1 AND placed_by IS NULL AND worded_by IS NULL
       AND ($2 OR NOT EXISTS (SELECT FROM screenings WHERE screenings.hold_id = holds.hold_id AND verdict IS NULL))`,
    [AWAY, isOff],
  );
  return rows.map((row) => Number(row.hold_id));
}

/** How many wait, and since when the oldest does. */
export async function waiting(
  source: Queryable,
): Promise<{ readonly count: number; readonly sinceMs: number | undefined }> {
  const [row] = await source.query<{ count: bigint; since: bigint | null }>(
    'SELECT count(*) AS count, min(created_at_ms) AS since FROM screenings WHERE verdict IS NULL',
  );
  const since = row?.since ?? undefined;
  return { count: Number(row?.count ?? 0n), sinceMs: since === undefined ? since : Number(since) };
}

/** What a record is about, as far as a provider screens it. */
export interface Subject {
  readonly currencyId: number;
  readonly amount: bigint | undefined;
  readonly chain: string | undefined;
  readonly address: string | undefined;
  readonly txId: string | undefined;
}

const SUBJECTS: Readonly<Record<Purpose, string>> = {
  withdrawal: `SELECT currency_id, amount_minor::text AS amount, chain, address, NULL AS tx_id
    FROM withdrawals WHERE withdrawal_id = $1`,
  deposit: `SELECT currency_id, coalesce(credited_minor, amount_minor)::text AS amount, chain, NULL AS address, tx_id
    FROM deposits WHERE deposit_id = $1`,
  payee: `SELECT currency_id, NULL AS amount, chain, address, NULL AS tx_id
    FROM withdrawal_addresses WHERE address_id = $1`,
};

export async function subjectOf(
  source: Queryable,
  purpose: Purpose,
  recordId: number,
): Promise<Subject | undefined> {
  const [row] = await source.query<{
    currency_id: number;
    amount: string | null;
    chain: string | null;
    address: string | null;
    tx_id: string | null;
  }>(SUBJECTS[purpose], [recordId]);
  return (
    row && {
      currencyId: row.currency_id,
      amount: row.amount === null ? undefined : BigInt(row.amount),
      chain: row.chain ?? undefined,
      address: row.address ?? undefined,
      txId: row.tx_id ?? undefined,
    }
  );
}
