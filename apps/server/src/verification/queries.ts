/** Verifications: each submission is a row for ever; details are encrypted. */
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import type { AccountKind } from '../identity/users/index.ts';

export type VerificationLevel = 'basic' | 'advanced';
export type VerificationState = 'under_review' | 'passed' | 'rejected';

export interface VerificationRow {
  readonly verificationId: number;
  readonly userId: number;
  readonly level: VerificationLevel;
  readonly status: VerificationState;
  readonly country: string | undefined;
  /** Encrypted. */
  readonly details: Uint8Array;
  /** Front, back, holding; of advanced ones. */
  readonly photoIds: readonly number[];
  readonly reason: string | undefined;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | undefined;
}

interface VerificationRecord {
  readonly verification_id: bigint;
  readonly user_id: bigint;
  readonly level: VerificationLevel;
  readonly status: VerificationState;
  readonly country: string | null;
  readonly details: Uint8Array;
  readonly front_file_id: bigint | null;
  readonly back_file_id: bigint | null;
  readonly holding_file_id: bigint | null;
  readonly reason: string | null;
  readonly created_at_ms: bigint;
  readonly decided_at_ms: bigint | null;
}

const COLUMNS = [
  ...['verification_id', 'user_id', 'level', 'status', 'country', 'details', 'front_file_id'],
  ...['back_file_id', 'holding_file_id', 'reason', 'created_at_ms', 'decided_at_ms'],
]
  .map((column) => `verification.${column}`)
  .join(', ');

const toVerification = (row: VerificationRecord): VerificationRow => ({
  verificationId: Number(row.verification_id),
  userId: Number(row.user_id),
  level: row.level,
  status: row.status,
  country: row.country ?? undefined,
  details: row.details,
  photoIds: [row.front_file_id, row.back_file_id, row.holding_file_id]
    .filter((fileId) => fileId !== null)
    .map(Number),
  reason: row.reason ?? undefined,
  createdAtMs: Number(row.created_at_ms),
  decidedAtMs: row.decided_at_ms === null ? undefined : Number(row.decided_at_ms),
});

export interface NewVerification {
  readonly userId: number;
  readonly level: VerificationLevel;
  readonly country?: string;
  readonly details: Uint8Array;
  readonly keyId: string;
  readonly idDigest?: Uint8Array;
  readonly photoIds?: readonly [front: number, back: number, holding: number];
  readonly createdAtMs: number;
}

/** Adds a submission; undefined when one is under review or has passed, or the document is another user's. */
export async function insertVerification(
  source: Queryable,
  added: NewVerification,
): Promise<number | undefined> {
  const [front = null, back = null, holding = null] = added.photoIds ?? [];
  const rows = await source.query<{ verification_id: bigint }>(
    `INSERT INTO verifications (user_id, level, status, country, details, key_id, id_digest,
       front_file_id, back_file_id, holding_file_id, created_at_ms)
     VALUES ($1, $2, 'under_review', $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT DO NOTHING RETURNING verification_id`,
    [
      added.userId,
      added.level,
      added.country ?? null,
      added.details,
      added.keyId,
      added.idDigest ?? null,
      front,
      back,
      holding,
      added.createdAtMs,
    ],
  );
  return rows.map((row) => Number(row.verification_id))[0];
}

/** The user's last submission of each level. */
export async function lastVerifications(
  source: Queryable,
  userId: number,
): Promise<VerificationRow[]> {
  const rows = await source.query<VerificationRecord>(
    `SELECT DISTINCT ON (level) ${COLUMNS} FROM verifications AS verification
     WHERE user_id = $1 ORDER BY level, verification_id DESC`,
    [userId],
  );
  return rows.map(toVerification);
}

/** The last submission of one level of each of these users. */
export async function lastOfLevel(
  source: Queryable,
  userIds: readonly number[],
  level: VerificationRow['level'],
): Promise<VerificationRow[]> {
  const rows = await source.query<VerificationRecord>(
    `SELECT DISTINCT ON (user_id) ${COLUMNS} FROM verifications AS verification
     WHERE user_id = ANY ($1::bigint[]) AND level = $2 ORDER BY user_id, verification_id DESC`,
    [[...userIds], level],
  );
  return rows.map(toVerification);
}

/** A submission with what an operator's list shows beside it. */
export interface ListedVerification extends VerificationRow {
  readonly account: string;
  readonly accountKind: AccountKind;
  readonly areaCode: string | undefined;
  readonly decidedBy: string | undefined;
}

interface ListedRecord extends VerificationRecord {
  readonly account: string;
  readonly account_kind: AccountKind;
  readonly area_code: string | null;
  readonly decided_by: string | null;
}

const LISTED = `${COLUMNS}, account, users.kind AS account_kind, users.area_code, operators.name AS decided_by`;
const FROM = `verifications AS verification JOIN users USING (user_id)
  LEFT JOIN operators USING (operator_id)`;

const toListed = (row: ListedRecord): ListedVerification => ({
  ...toVerification(row),
  account: row.account,
  accountKind: row.account_kind,
  areaCode: row.area_code ?? undefined,
  decidedBy: row.decided_by ?? undefined,
});

export interface VerificationFilter {
  readonly id?: number | undefined;
  readonly status?: VerificationState | undefined;
  readonly level?: VerificationLevel | undefined;
  readonly userId?: number | undefined;
}

/** One page: those under review the oldest first, others the newest first. */
export function verificationsPage(
  source: Queryable,
  { id, status, level, userId }: VerificationFilter,
  request: PageRequest,
): Promise<Page<ListedVerification>> {
  const where = new Conditions()
    .add('verification.verification_id =', id)
    .add('verification.status =', status)
    .add('verification.level =', level)
    .add('verification.user_id =', userId);
  const orderBy = status === 'under_review' ? 'verification_id' : 'verification_id DESC';
  const listing = { columns: LISTED, from: FROM, where, orderBy };
  return readPage<ListedRecord, ListedVerification>(source, listing, request, toListed);
}

export async function findVerification(
  source: Queryable,
  verificationId: number,
): Promise<ListedVerification | undefined> {
  const rows = await source.query<ListedRecord>(
    `SELECT ${LISTED} FROM ${FROM} WHERE verification_id = $1`,
    [verificationId],
  );
  return rows.map(toListed)[0];
}

/** The submission that a picture belongs to; the last one when several do. */
export async function verificationOfFile(
  source: Queryable,
  fileId: number,
): Promise<number | undefined> {
  const [row] = await source.query<{ verification_id: bigint }>(
    `SELECT verification_id FROM verifications
     WHERE $1 IN (front_file_id, back_file_id, holding_file_id)
     ORDER BY verification_id DESC LIMIT 1`,
    [fileId],
  );
  return row === undefined ? undefined : Number(row.verification_id);
}

/** Whether a picture is the proof of a deposit that is under review. */
export async function isProofUnderReview(source: Queryable, fileId: number): Promise<boolean> {
  const rows = await source.query<{ deposit_id: bigint }>(
    `SELECT deposit_id FROM deposits WHERE proof_file_id = $1 AND status = 'under_review' LIMIT 1`,
    [fileId],
  );
  return rows.length > 0;
}

/** Whether an operator looked at this since `sinceMs`. */
export async function hasViewed(
  source: Queryable,
  view: {
    readonly operatorId: number;
    readonly userId: number;
    readonly field: string;
    readonly sinceMs: number;
  },
): Promise<boolean> {
  const rows = await source.query<{ view_id: bigint }>(
    `SELECT view_id FROM operator_views
     WHERE operator_id = $1 AND user_id = $2 AND field = $3 AND time_ms > $4 LIMIT 1`,
    [view.operatorId, view.userId, view.field, view.sinceMs],
  );
  return rows.length > 0;
}

export interface VerificationDecision {
  readonly verificationId: number;
  readonly status: 'passed' | 'rejected';
  /** Of a refusal. */
  readonly reason: string | undefined;
  /** Absent: the provider that checks identities. */
  readonly operatorId?: number;
  readonly decidedAtMs: number;
}

/** Takes back what was passed, and with the first level the second, which stands on it; false when it is not any more. */
export async function revokePassed(
  source: Queryable,
  {
    verificationId,
    reason,
    nowMs,
  }: Pick<VerificationDecision, 'verificationId'> & {
    readonly reason: string;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE verifications AS other SET status = 'rejected', reason = $2,
       decided_at_ms = coalesce(other.decided_at_ms, $3)
     FROM verifications AS taken
     WHERE taken.verification_id = $1 AND taken.status = 'passed'
       AND (other.verification_id = $1 OR (taken.level = 'basic' AND other.user_id = taken.user_id
         AND other.level = 'advanced' AND other.status <> 'rejected'))
     RETURNING other.verification_id`,
    [verificationId, reason, nowMs],
  );
  return rows.length > 0;
}

/** Decides a submission that is under review; false when it is not any more. */
export async function decideVerification(
  source: Queryable,
  decision: VerificationDecision,
): Promise<boolean> {
  const rows = await source.query<{ verification_id: bigint }>(
    `UPDATE verifications SET status = $2, reason = $3, operator_id = $4, decided_at_ms = $5
     WHERE verification_id = $1 AND status = 'under_review' RETURNING verification_id`,
    [
      decision.verificationId,
      decision.status,
      decision.reason ?? null,
      decision.operatorId ?? null,
      decision.decidedAtMs,
    ],
  );
  return rows.length > 0;
}
