/** Checks by a provider as they are kept, and what it said of them. */
import type { IDENTITY_VERDICTS } from '@fairlead/contract';
import type { Queryable } from '../../core/store/database.ts';

export type CheckVerdict = 'approved' | 'rejected' | 'review' | 'expired' | 'unanswered';
export type WordVerdict = (typeof IDENTITY_VERDICTS)[number];
export type Outcome = 'taken' | 'repeated' | 'late' | 'stranger' | 'unknown';

export interface CheckRow {
  readonly verificationId: number;
  readonly userId: number;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
  readonly calls: number;
  readonly session: string | undefined;
  readonly link: string | undefined;
  readonly verdict: CheckVerdict | undefined;
  readonly reason: string | undefined;
  readonly answeredAtMs: number | undefined;
  readonly revokedAtMs: number | undefined;
}

interface CheckRecord {
  readonly verification_id: bigint;
  readonly user_id: bigint;
  readonly created_at_ms: bigint;
  readonly ends_at_ms: bigint;
  readonly calls: number;
  readonly session: string | null;
  readonly link: string | null;
  readonly verdict: CheckVerdict | null;
  readonly reason: string | null;
  readonly answered_at_ms: bigint | null;
  readonly revoked_at_ms: bigint | null;
}

const COLUMNS = [
  ...['verification_id', 'user_id', 'created_at_ms', 'ends_at_ms', 'calls', 'session', 'link'],
  ...['verdict', 'reason', 'answered_at_ms', 'revoked_at_ms'],
]
  .map((column) => `identity_checks.${column}`)
  .join(', ');

const timeOf = (value: bigint | null): number | undefined =>
  value === null ? undefined : Number(value);

const toCheck = (row: CheckRecord): CheckRow => ({
  verificationId: Number(row.verification_id),
  userId: Number(row.user_id),
  createdAtMs: Number(row.created_at_ms),
  endsAtMs: Number(row.ends_at_ms),
  calls: row.calls,
  session: row.session ?? undefined,
  link: row.link ?? undefined,
  verdict: row.verdict ?? undefined,
  reason: row.reason ?? undefined,
  answeredAtMs: timeOf(row.answered_at_ms),
  revokedAtMs: timeOf(row.revoked_at_ms),
});

export async function insertCheck(
  source: Queryable,
  check: Pick<CheckRow, 'verificationId' | 'userId' | 'createdAtMs' | 'endsAtMs'>,
): Promise<void> {
  await source.query(
    `INSERT INTO identity_checks (verification_id, user_id, created_at_ms, ends_at_ms, next_call_ms)
     VALUES ($1, $2, $3, $4, $3)`,
    [check.verificationId, check.userId, check.createdAtMs, check.endsAtMs],
  );
}

/** Those of submissions, by number. */
export async function checksOf(
  source: Queryable,
  verificationIds: readonly number[],
): Promise<ReadonlyMap<number, CheckRow>> {
  if (verificationIds.length === 0) return new Map();
  const rows = await source.query<CheckRecord>(
    `SELECT ${COLUMNS} FROM identity_checks WHERE verification_id = ANY ($1::bigint[])`,
    [[...verificationIds]],
  );
  return new Map(rows.map(toCheck).map((check) => [check.verificationId, check]));
}

/** Those that are to be asked about now, the longest due first. */
export async function dueChecks(
  source: Queryable,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<CheckRow[]> {
  const rows = await source.query<CheckRecord>(
    `SELECT ${COLUMNS} FROM identity_checks
     WHERE verdict IS NULL AND next_call_ms <= $1 ORDER BY next_call_ms, verification_id LIMIT ${limit}`,
    [nowMs],
  );
  return rows.map(toCheck);
}

/** Ends the wait for those that were decided without the provider. */
export async function endDecided(source: Queryable, nowMs: number): Promise<void> {
  await source.query(
    `UPDATE identity_checks SET verdict = 'unanswered', answered_at_ms = $1, link = NULL, away_since_ms = NULL
     FROM verifications WHERE verifications.verification_id = identity_checks.verification_id
       AND identity_checks.verdict IS NULL AND verifications.status <> 'under_review'`,
    [nowMs],
  );
}

/** Writes down a call: what came of it, and when the next one is. */
export async function keepCall(
  source: Queryable,
  call: {
    readonly verificationId: number;
    readonly nextCallMs: number;
    readonly nowMs: number;
    /** Nothing came that the provider itself said. */
    readonly isAway: boolean;
    readonly opened?: { readonly session: string; readonly link: string };
  },
): Promise<void> {
  await source.query(
    `UPDATE identity_checks SET calls = calls + 1, next_call_ms = $2,
       away_since_ms = CASE WHEN $3 THEN coalesce(away_since_ms, $4) END,
       session = coalesce(session, $5), link = coalesce(link, $6)
     WHERE verification_id = $1 AND verdict IS NULL`,
    [
      ...[call.verificationId, call.nextCallMs, call.isAway, call.nowMs],
      ...[call.opened?.session ?? null, call.opened?.link ?? null],
    ],
  );
}

/** False where there is a verdict. */
export async function keepVerdict(
  source: Queryable,
  said: {
    readonly verificationId: number;
    readonly verdict: CheckVerdict;
    readonly reason: string | undefined;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE identity_checks SET verdict = $2, reason = $3, answered_at_ms = $4, link = NULL, away_since_ms = NULL
     WHERE verification_id = $1 AND verdict IS NULL RETURNING verification_id`,
    [said.verificationId, said.verdict, said.reason ?? null, said.nowMs],
  );
  return rows.length > 0;
}

export async function keepRevoked(
  source: Queryable,
  revoked: {
    readonly verificationId: number;
    readonly holdId: number | undefined;
    readonly nowMs: number;
  },
): Promise<void> {
  await source.query(
    `UPDATE identity_checks SET revoked_at_ms = $2, hold_id = $3
     WHERE verification_id = $1 AND revoked_at_ms IS NULL`,
    [revoked.verificationId, revoked.nowMs, revoked.holdId ?? null],
  );
}

/** How often the provider refused this user at this level. */
export async function countRefused(
  source: Queryable,
  { userId, level }: { readonly userId: number; readonly level: string },
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM identity_checks JOIN verifications USING (verification_id)
     WHERE identity_checks.user_id = $1 AND level = $2 AND verdict = 'rejected'`,
    [userId, level],
  );
  return Number(row?.count ?? 0n);
}

export interface NewWord {
  readonly messageId: string;
  readonly verificationId: number;
  readonly namedUser: string;
  readonly session: string;
  readonly verdict: WordVerdict;
  readonly reason: string | undefined;
  readonly nowMs: number;
}

/** False where another word came under the same id. */
export async function insertWord(source: Queryable, word: NewWord): Promise<boolean> {
  const { verdict, reason = null } = word;
  const said = [word.messageId, word.verificationId, word.namedUser, word.session, verdict, reason];
  await source.query(
    `INSERT INTO identity_words (message_id, verification_id, named_user, session, verdict, reason, received_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (message_id) DO NOTHING`,
    [...said, word.nowMs],
  );
  const rows = await source.query(
    `SELECT word_id FROM identity_words WHERE message_id = $1 AND verification_id = $2 AND named_user = $3
       AND session = $4 AND verdict = $5 AND reason IS NOT DISTINCT FROM $6`,
    said,
  );
  return rows.length > 0;
}

/** A word that nothing was done with, beside the check that it names. */
export interface WordRow extends Omit<NewWord, 'messageId' | 'nowMs'> {
  readonly wordId: number;
  readonly check: CheckRow | undefined;
}

interface WordRecord {
  readonly word_id: bigint;
  readonly named_id: bigint;
  readonly named_user: string;
  readonly said_session: string;
  readonly said_verdict: WordVerdict;
  readonly said_reason: string | null;
}

/** The oldest first; what came before its check has a name of the provider's waits for that. */
export async function newWords(source: Queryable, limit: number): Promise<WordRow[]> {
  const rows = await source.query<WordRecord & { [Key in keyof CheckRecord]: CheckRecord[Key] }>(
    `SELECT word_id, word.verification_id AS named_id, named_user, word.session AS said_session,
       word.verdict AS said_verdict, word.reason AS said_reason, ${COLUMNS}
     FROM identity_words AS word LEFT JOIN identity_checks USING (verification_id)
     WHERE outcome IS NULL
       AND NOT (identity_checks.user_id IS NOT NULL AND identity_checks.session IS NULL AND identity_checks.verdict IS NULL)
     ORDER BY word_id LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    wordId: Number(row.word_id),
    verificationId: Number(row.named_id),
    namedUser: row.named_user,
    session: row.said_session,
    verdict: row.said_verdict,
    reason: row.said_reason ?? undefined,
    check: (row.user_id as bigint | null) === null ? undefined : toCheck(row),
  }));
}

export async function keepOutcome(
  source: Queryable,
  { wordId, outcome }: { readonly wordId: number; readonly outcome: Outcome },
): Promise<void> {
  await source.query(
    'UPDATE identity_words SET outcome = $2 WHERE word_id = $1 AND outcome IS NULL',
    [wordId, outcome],
  );
}

/** How many checks wait, and since when the provider leaves one without an answer. */
export async function waitingChecks(
  source: Queryable,
): Promise<{ readonly count: number; readonly awaySinceMs: number | undefined }> {
  const [row] = await source.query<{ count: bigint; since: bigint | null }>(
    'SELECT count(*) AS count, min(away_since_ms) AS since FROM identity_checks WHERE verdict IS NULL',
  );
  return { count: Number(row?.count ?? 0n), awaySinceMs: timeOf(row?.since ?? null) };
}
