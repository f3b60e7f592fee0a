/** Holds as they are kept. One is open until it ended; it stands while what it keeps back is kept back. */
import type { HoldKind } from '@fairlead/contract';
import { ORIGIN_NEEDED } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { AccountKind } from '../identity/users/index.ts';

export type HoldEnd = 'released' | 'lapsed' | 'decided' | 'cleared';

export interface HoldRow {
  readonly holdId: number;
  readonly userId: number;
  readonly kind: HoldKind;
  /** Of a withdrawal or a deposit. */
  readonly recordId: number | undefined;
  readonly reason: string;
  readonly words: string | undefined;
  readonly placedBy: number | undefined;
  readonly wordedBy: number | undefined;
  readonly placedAtMs: number;
  readonly endsAtMs: number;
  readonly appeal: { readonly text: string; readonly atMs: number } | undefined;
  readonly answer:
    | { readonly text: string; readonly by: number; readonly atMs: number }
    | undefined;
  readonly ended: { readonly atMs: number; readonly how: HoldEnd } | undefined;
}

interface HoldRecord {
  readonly hold_id: bigint;
  readonly user_id: bigint;
  readonly kind: HoldKind;
  readonly record_id: bigint | null;
  readonly reason: string;
  readonly words: string | null;
  readonly placed_by: bigint | null;
  readonly worded_by: bigint | null;
  readonly placed_at_ms: bigint;
  readonly ends_at_ms: bigint;
  readonly appeal: string | null;
  readonly appealed_at_ms: bigint | null;
  readonly answer: string | null;
  readonly answered_by: bigint | null;
  readonly answered_at_ms: bigint | null;
  readonly ended_at_ms: bigint | null;
  readonly outcome: HoldEnd | null;
}

const COLUMNS = `hold_id, holds.user_id, holds.kind, record_id, reason, words, placed_by, worded_by,
  placed_at_ms, ends_at_ms, appeal, appealed_at_ms, answer, answered_by, answered_at_ms, ended_at_ms, outcome`;

const numberOr = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const toHold = (row: HoldRecord): HoldRow => ({
  holdId: Number(row.hold_id),
  userId: Number(row.user_id),
  kind: row.kind,
  recordId: numberOr(row.record_id),
  reason: row.reason,
  words: row.words ?? undefined,
  placedBy: numberOr(row.placed_by),
  wordedBy: numberOr(row.worded_by),
  placedAtMs: Number(row.placed_at_ms),
  endsAtMs: Number(row.ends_at_ms),
  appeal: row.appeal === null ? undefined : { text: row.appeal, atMs: Number(row.appealed_at_ms) },
  answer:
    row.answer === null
      ? undefined
      : { text: row.answer, by: Number(row.answered_by), atMs: Number(row.answered_at_ms) },
  ended: row.outcome === null ? undefined : { atMs: Number(row.ended_at_ms), how: row.outcome },
});

/** Whether what it keeps back is kept back: the engine's own word, which outlives every crash between the two. */
const STANDS = `CASE holds.kind
  WHEN 'account' THEN EXISTS (SELECT FROM owners WHERE owner_id = holds.user_id AND is_frozen)
  WHEN 'withdrawals' THEN EXISTS (
    SELECT FROM withdrawal_holds AS held WHERE held.owner_id = holds.user_id AND held.reason IS NOT NULL)
  WHEN 'withdrawal' THEN EXISTS (
    SELECT FROM withdrawals WHERE withdrawal_id = holds.record_id AND status = 'under_review')
  WHEN 'payee' THEN EXISTS (
    SELECT FROM withdrawal_addresses WHERE address_id = holds.record_id AND deleted_at_ms IS NULL)
  ELSE EXISTS (SELECT FROM deposits WHERE deposit_id = holds.record_id AND status = 'under_review') END`;

export async function findHold(source: Queryable, holdId: number): Promise<HoldRow | undefined> {
  const rows = await source.query<HoldRecord>(`SELECT ${COLUMNS} FROM holds WHERE hold_id = $1`, [
    holdId,
  ]);
  return rows.map(toHold)[0];
}

/** What is open on one thing. */
export async function openHold(
  source: Queryable,
  on: Pick<HoldRow, 'userId' | 'kind' | 'recordId'>,
): Promise<HoldRow | undefined> {
  const rows = await source.query<HoldRecord>(
    `SELECT ${COLUMNS} FROM holds WHERE ended_at_ms IS NULL AND user_id = $1 AND kind = $2
       AND coalesce(record_id, 0) = $3`,
    [on.userId, on.kind, on.recordId ?? 0],
  );
  return rows.map(toHold)[0];
}

/** Those of a user that stand and have time left, and those that ended lately, the newest first. */
export async function holdsOf(
  source: Queryable,
  userId: number,
  endedSinceMs: number,
): Promise<HoldRow[]> {
  const rows = await source.query<HoldRecord>(
    `SELECT ${COLUMNS} FROM holds
     WHERE user_id = $1 AND (CASE WHEN ended_at_ms IS NULL THEN ${STANDS} ELSE ended_at_ms >= $2 END)
     ORDER BY ended_at_ms IS NOT NULL, hold_id DESC LIMIT 50`,
    [userId, endedSinceMs],
  );
  return rows.map(toHold);
}

/** Until when records are held, by number. */
export async function heldRecords(
  source: Queryable,
  kind: 'withdrawal' | 'deposit' | 'payee',
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (recordIds.length === 0) return new Map();
  const rows = await source.query<{ record_id: bigint; ends_at_ms: bigint }>(
    `SELECT record_id, ends_at_ms FROM holds
     WHERE ended_at_ms IS NULL AND kind = $1 AND record_id = ANY ($2::bigint[]) AND ${STANDS}`,
    [kind, recordIds],
  );
  return new Map(rows.map((row) => [Number(row.record_id), Number(row.ends_at_ms)]));
}

export interface QueuedHold {
  readonly hold: HoldRow;
  readonly screening:
    | { readonly verdict: 'clear' | 'hit'; readonly risk: number; readonly reference: string }
    | undefined;
  readonly owner: {
    readonly kind: AccountKind;
    readonly account: string;
    readonly areaCode: string | undefined;
  };
}

export interface HoldFilter {
  readonly state: 'open' | 'appealed' | 'ended' | undefined;
  readonly userId: number | undefined;
  readonly holdId?: number;
}

/** For the console: those that stand by time left, others the newest first. */
export function holdsPage(
  source: Queryable,
  { state, userId, holdId }: HoldFilter,
  request: PageRequest,
): Promise<Page<QueuedHold>> {
  const open = `(ended_at_ms IS NULL AND ${STANDS})`;
  const where = new Conditions()
    .add('holds.user_id =', userId)
    .add('hold_id =', holdId)
    .add(`${open} =`, state === undefined ? undefined : state !== 'ended')
    .add('(appeal IS NOT NULL AND answer IS NULL) =', state === 'appealed' ? true : undefined);
  return readPage<
    HoldRecord & {
      user_kind: AccountKind;
      account: string;
      area_code: string | null;
      verdict: 'clear' | 'hit' | null;
      risk: number | null;
      reference: string | null;
    },
    QueuedHold
  >(
    source,
    {
      columns: `${COLUMNS}, users.kind AS user_kind, users.account, users.area_code,
        said.verdict, said.risk, said.reference`,
      from: `holds JOIN users ON users.user_id = holds.user_id
        LEFT JOIN LATERAL (SELECT verdict, risk, reference FROM screenings
          WHERE screenings.hold_id = holds.hold_id ORDER BY risk DESC NULLS LAST LIMIT 1) AS said ON true`,
      where,
      orderBy: state === 'open' || state === 'appealed' ? 'ends_at_ms, hold_id' : 'hold_id DESC',
    },
    request,
    (row) => ({
      hold: toHold(row),
      screening:
        row.verdict === null
          ? undefined
          : { verdict: row.verdict, risk: row.risk ?? 0, reference: row.reference ?? '' },
      owner: {
        kind: row.user_kind,
        account: row.account,
        areaCode: row.area_code ?? undefined,
      },
    }),
  );
}

/** When one operator's word held a user since a time, the oldest first; open ones until they end. */
export async function wordsOf(
  source: Queryable,
  by: { readonly operatorId: number; readonly userId: number; readonly sinceMs: number },
): Promise<{ readonly fromMs: number; readonly toMs: number }[]> {
  const rows = await source.query<{ placed_at_ms: bigint; until_ms: bigint }>(
    `SELECT placed_at_ms, coalesce(ended_at_ms, ends_at_ms) AS until_ms FROM holds
     WHERE placed_by = $1 AND user_id = $2 AND coalesce(ended_at_ms, ends_at_ms) > $3
     ORDER BY placed_at_ms`,
    [by.operatorId, by.userId, by.sinceMs],
  );
  return rows.map((row) => ({ fromMs: Number(row.placed_at_ms), toMs: Number(row.until_ms) }));
}

export interface NewHold
  extends Pick<HoldRow, 'userId' | 'kind' | 'recordId' | 'reason' | 'words'> {
  /** Absent: no operator placed it. */
  readonly operatorId: number | undefined;
  readonly nowMs: number;
  readonly endsAtMs: number;
}

/** Places one; where one is open on the same it says anew what it is for, and ends when it ended. */
export async function upsertHold(source: Queryable, hold: NewHold): Promise<HoldRow> {
  const rows = await source.query<HoldRecord>(
    `INSERT INTO holds (user_id, kind, record_id, reason, words, placed_by, worded_by, placed_at_ms, ends_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)
     ON CONFLICT (user_id, kind, (coalesce(record_id, 0))) WHERE ended_at_ms IS NULL
       DO UPDATE SET reason = excluded.reason, words = excluded.words, worded_by = excluded.worded_by
     RETURNING ${COLUMNS}`,
    [
      ...[hold.userId, hold.kind, hold.recordId ?? null, hold.reason, hold.words ?? null],
      ...[hold.operatorId ?? null, hold.nowMs, hold.endsAtMs],
    ],
  );
  return rows.map(toHold)[0] as HoldRow;
}

/** What is open and its user has not been told of: the message fails where the database is away between the two. */
export async function untoldHolds(
  source: Queryable,
): Promise<{ readonly hold: HoldRow; readonly isAnswerTold: boolean }[]> {
  const told = (key: string): string =>
    `EXISTS (SELECT FROM user_messages AS told WHERE told.user_id = holds.user_id AND dedupe = ${key})`;
  // Keys as they are written (holds.ts).
  const placed = told("left('hold_placed:' || hold_id || ':' || reason, 100)");
  const answered = told("'hold_answered:' || hold_id");
  const rows = await source.query<HoldRecord & { is_answer_told: boolean }>(
    `SELECT ${COLUMNS}, (answer IS NULL OR ${answered}) AS is_answer_told FROM holds
     WHERE ended_at_ms IS NULL AND ${STANDS} AND NOT (${placed} AND (answer IS NULL OR ${answered}))
     ORDER BY hold_id LIMIT 100`,
  );
  return rows.map((row) => ({ hold: toHold(row), isAnswerTold: row.is_answer_told }));
}

/** False where one was made, or there is no such hold of this user that stands. */
export async function updateAppeal(
  source: Queryable,
  appeal: {
    readonly holdId: number;
    readonly userId: number;
    readonly text: string;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE holds SET appeal = $3, appealed_at_ms = $4
     WHERE hold_id = $1 AND user_id = $2 AND appeal IS NULL AND ended_at_ms IS NULL RETURNING hold_id`,
    [appeal.holdId, appeal.userId, appeal.text, appeal.nowMs],
  );
  return rows.length > 0;
}

/** False where it was answered, ended, or is this operator's own. */
export async function updateAnswer(
  source: Queryable,
  answer: {
    readonly holdId: number;
    readonly operatorId: number;
    readonly text: string;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE holds SET answer = $3, answered_by = $2, answered_at_ms = $4
     WHERE hold_id = $1 AND appeal IS NOT NULL AND answer IS NULL AND ended_at_ms IS NULL
       AND placed_by IS DISTINCT FROM $2 AND worded_by IS DISTINCT FROM $2 RETURNING hold_id`,
    [answer.holdId, answer.operatorId, answer.text, answer.nowMs],
  );
  return rows.length > 0;
}

/** False where it ended, or ends at another time than was looked at. */
export async function updateEndsAt(
  source: Queryable,
  { holdId, wasMs, endsAtMs }: { holdId: number; wasMs: number; endsAtMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE holds SET ends_at_ms = $3
     WHERE hold_id = $1 AND ends_at_ms = $2 AND ended_at_ms IS NULL RETURNING hold_id`,
    [holdId, wasMs, endsAtMs],
  );
  return rows.length > 0;
}

/** False where it ended before. */
export async function updateEnded(
  source: Queryable,
  { holdId, how, nowMs }: { holdId: number; how: HoldEnd; nowMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE holds SET ended_at_ms = $2, outcome = $3
     WHERE hold_id = $1 AND ended_at_ms IS NULL RETURNING hold_id`,
    [holdId, nowMs, how],
  );
  return rows.length > 0;
}

/** Open ones whose time is over, the oldest first. */
export async function dueHolds(source: Queryable, nowMs: number): Promise<HoldRow[]> {
  const rows = await source.query<HoldRecord>(
    `SELECT ${COLUMNS} FROM holds
     WHERE ended_at_ms IS NULL AND ends_at_ms <= $1 AND ${STANDS} ORDER BY ends_at_ms LIMIT 100`,
    [nowMs],
  );
  return rows.map(toHold);
}

/** Ends those that keep nothing back any more: its time was over, two operators let go, or the record was decided. */
export async function endIdle(source: Queryable, nowMs: number): Promise<void> {
  await source.query(
    `UPDATE holds SET ended_at_ms = $1,
       outcome = CASE WHEN ends_at_ms <= $1 THEN 'lapsed' WHEN record_id IS NULL THEN 'released' ELSE 'decided' END
     WHERE ended_at_ms IS NULL AND NOT ${STANDS}`,
    [nowMs],
  );
}

/**
 * Gives what stands without a hold one of its own: of before there were holds, or of a crash between the two. Whose owner
 * locked the account, or whose reversed deposit is not made good, is no operator's word.
 */
export async function adoptStanding(
  source: Queryable,
  at: { readonly nowMs: number; readonly endsAtMs: number; readonly accountReason: string },
): Promise<HoldRow[]> {
  const rows = await source.query<HoldRecord>(
    `INSERT INTO holds (user_id, kind, reason, placed_at_ms, ends_at_ms)
     SELECT owner_id, 'account', $3, $1::bigint, $2::bigint FROM owners JOIN users ON users.user_id = owner_id
     WHERE is_frozen AND NOT ${OTHERWISE_FROZEN('owner_id')} AND NOT ${IS_HELD('owner_id', 'account')}
     UNION ALL
     SELECT owner_id, 'withdrawals', reason, $1::bigint, $2::bigint FROM withdrawal_holds JOIN users ON users.user_id = owner_id
     WHERE reason IS NOT NULL AND NOT ${IS_HELD('owner_id', 'withdrawals')}
     ON CONFLICT (user_id, kind, (coalesce(record_id, 0))) WHERE ended_at_ms IS NULL DO NOTHING
     RETURNING ${COLUMNS}`,
    [at.nowMs, at.endsAtMs, at.accountReason],
  );
  return rows.map(toHold);
}

const IS_HELD = (user: string, kind: 'account' | 'withdrawals'): string =>
  `EXISTS (SELECT FROM holds AS open WHERE open.user_id = ${user} AND open.kind = '${kind}' AND open.ended_at_ms IS NULL)`;

const OTHERWISE_FROZEN = (user: string): string => `(
  EXISTS (SELECT FROM account_locks AS locked WHERE locked.user_id = ${user} AND lifted_at_ms IS NULL)
  OR EXISTS (SELECT FROM deposits AS back WHERE back.owner_id = ${user} AND receivable_minor > 0))`;

/** Whether an account is frozen for what is no hold: its owner's lock, or what a reversed deposit left to be paid. */
export async function isOtherwiseFrozen(source: Queryable, userId: number): Promise<boolean> {
  const rows = await source.query<{ is_frozen: boolean }>(
    `SELECT ${OTHERWISE_FROZEN('$1::bigint')} AS is_frozen`,
    [userId],
  );
  return rows[0]?.is_frozen === true;
}

/** Whose a record under review is; of a deposit claims only, for what a watcher saw its chain decides. */
export async function ownerOfRecord(
  source: Queryable,
  kind: 'withdrawal' | 'deposit',
  recordId: number,
): Promise<{ readonly userId: number; readonly isOpen: boolean } | undefined> {
  const sql =
    kind === 'withdrawal'
      ? 'SELECT owner_id, status FROM withdrawals WHERE withdrawal_id = $1'
      : "SELECT owner_id, status FROM deposits WHERE deposit_id = $1 AND kind <> 'chain'";
  const [row] = await source.query<{ owner_id: bigint; status: string }>(sql, [recordId]);
  return row && { userId: Number(row.owner_id), isOpen: row.status === 'under_review' };
}

/** Whether a check may hold a record: under review, or of a chain and held at its owner for its origin. */
export async function isHoldable(...of: Parameters<typeof ownerOfRecord>): Promise<boolean> {
  const [source, kind, recordId] = of;
  const held = `(kind <> 'chain' OR (is_suspended AND reason = '${ORIGIN_NEEDED}'))`;
  const from = kind === 'withdrawal' ? 'withdrawals WHERE' : `deposits WHERE ${held} AND`;
  const sql = `SELECT FROM ${from} ${kind}_id = $1 AND status = 'under_review'`;
  return (await source.query(sql, [recordId])).length > 0;
}
