/** Links by which operators come in: kept as digests, used once, and one open at most of each operator. */
import type { OperatorRole } from '@fairlead/contract';
import type { Queryable } from '../../core/store/database.ts';

export interface NewEnrolment {
  readonly tokenHash: Uint8Array;
  readonly operatorId: number;
  /** Undefined: whoever holds the server's machine. */
  readonly createdBy: number | undefined;
  readonly isMailed: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** Keeps a link; one that was open ends. */
export async function insertEnrolment(
  transaction: Queryable,
  enrolment: NewEnrolment,
): Promise<void> {
  await transaction.query(
    `UPDATE operator_enrolments SET ended_at_ms = $2
     WHERE operator_id = $1 AND ended_at_ms IS NULL`,
    [enrolment.operatorId, enrolment.createdAtMs],
  );
  await transaction.query(
    `INSERT INTO operator_enrolments (token_hash, operator_id, created_by, is_mailed,
       created_at_ms, expires_at_ms) VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      enrolment.tokenHash,
      enrolment.operatorId,
      enrolment.createdBy ?? null,
      enrolment.isMailed,
      enrolment.createdAtMs,
      enrolment.expiresAtMs,
    ],
  );
}

export interface OpenEnrolment {
  readonly operatorId: number;
  readonly name: string;
  readonly role: OperatorRole;
  /** Undefined: whoever holds the server's machine. */
  readonly createdBy: number | undefined;
  readonly expiresAtMs: number;
}

interface EnrolmentRecord {
  readonly operator_id: bigint;
  readonly name: string;
  readonly role: OperatorRole;
  readonly created_by: bigint | null;
  readonly expires_at_ms: bigint;
}

const toOpen = (row: EnrolmentRecord): OpenEnrolment => ({
  operatorId: Number(row.operator_id),
  name: row.name,
  role: row.role,
  createdBy: row.created_by === null ? undefined : Number(row.created_by),
  expiresAtMs: Number(row.expires_at_ms),
});

/** The link of a digest while it is good and its operator active. */
export async function findEnrolment(
  source: Queryable,
  tokenHash: Uint8Array,
  nowMs: number,
): Promise<OpenEnrolment | undefined> {
  const rows = await source.query<EnrolmentRecord>(
    `SELECT operator_id, name, role, created_by, expires_at_ms
     FROM operator_enrolments JOIN operators USING (operator_id)
     WHERE token_hash = $1 AND ended_at_ms IS NULL AND expires_at_ms > $2 AND is_active`,
    [tokenHash, nowMs],
  );
  return rows.map(toOpen)[0];
}

/** Uses a link up; undefined when it is none, over, or was used. */
export async function useEnrolment(
  transaction: Queryable,
  tokenHash: Uint8Array,
  { nowMs, ip }: { readonly nowMs: number; readonly ip: string },
): Promise<OpenEnrolment | undefined> {
  const rows = await transaction.query<EnrolmentRecord>(
    `UPDATE operator_enrolments AS link SET ended_at_ms = $2, used_ip = $3 FROM operators
     WHERE token_hash = $1 AND ended_at_ms IS NULL AND expires_at_ms > $2
       AND operators.operator_id = link.operator_id AND is_active
     RETURNING link.operator_id, name, role, created_by, expires_at_ms`,
    [tokenHash, nowMs, ip],
  );
  return rows.map(toOpen)[0];
}

/** The password of whoever came in, yet to be confirmed. Counts as one of two not before `approvesFromMs`. */
export async function setEnrolledPassword(
  transaction: Queryable,
  operatorId: number,
  access: { readonly passwordHash: string; readonly approvesFromMs: number },
): Promise<void> {
  await transaction.query(
    `UPDATE operators SET password_hash = $2, approves_from_ms = greatest(approves_from_ms, $3),
       confirmed_at_ms = NULL, confirmed_by = NULL
     WHERE operator_id = $1`,
    [operatorId, access.passwordHash, access.approvesFromMs],
  );
}

/**
 * Who made the last link of an operator: an operator, or `machine` for whoever holds the server's. Undefined where it was not
 * used, or there is none.
 */
export async function enrolledBy(
  source: Queryable,
  operatorId: number,
): Promise<number | 'machine' | undefined> {
  const [row] = await source.query<{
    readonly created_by: bigint | null;
    readonly is_used: boolean;
  }>(
    `SELECT created_by, used_ip IS NOT NULL AS is_used FROM operator_enrolments
     WHERE operator_id = $1
     ORDER BY created_at_ms DESC, ended_at_ms DESC NULLS FIRST, used_ip IS NOT NULL DESC LIMIT 1`,
    [operatorId],
  );
  if (row?.is_used !== true) return undefined;
  return row.created_by === null ? 'machine' : Number(row.created_by);
}

export interface EnrolmentState {
  readonly state: 'open' | 'expired' | 'used';
  /** An operator's name; undefined: whoever holds the server's machine. */
  readonly createdBy: string | undefined;
}

/** How the last link of each operator stands, by operator. */
export async function enrolmentStates(
  source: Queryable,
  nowMs: number,
): Promise<ReadonlyMap<number, EnrolmentState>> {
  const rows = await source.query<{
    readonly operator_id: bigint;
    readonly created_by: string | null;
    readonly is_used: boolean;
    readonly is_expired: boolean;
  }>(
    `SELECT DISTINCT ON (link.operator_id) link.operator_id, maker.name AS created_by,
       used_ip IS NOT NULL AS is_used, expires_at_ms <= $1 AS is_expired
     FROM operator_enrolments AS link LEFT JOIN operators AS maker ON maker.operator_id = link.created_by
     ORDER BY link.operator_id, link.created_at_ms DESC, ended_at_ms DESC NULLS FIRST`,
    [nowMs],
  );
  return new Map(
    rows.map((row) => [
      Number(row.operator_id),
      {
        state: row.is_used ? 'used' : row.is_expired ? 'expired' : 'open',
        createdBy: row.created_by ?? undefined,
      },
    ]),
  );
}

/** Links that whoever holds the server's machine made since a time, newest first: each took somebody's access away. */
export async function machineResets(
  source: Queryable,
  sinceMs: number,
): Promise<readonly { readonly name: string; readonly atMs: number }[]> {
  const rows = await source.query<{ readonly name: string; readonly created_at_ms: bigint }>(
    `SELECT name, link.created_at_ms FROM operator_enrolments AS link JOIN operators USING (operator_id)
     WHERE created_by IS NULL AND link.created_at_ms > $1 ORDER BY link.created_at_ms DESC LIMIT 20`,
    [sinceMs],
  );
  return rows.map((row) => ({ name: row.name, atMs: Number(row.created_at_ms) }));
}

export interface Presence {
  readonly exceptIds: readonly number[];
  /** The roles that count. */
  readonly roles: readonly string[];
  /** Whoever ceased to count after this is there all the same, whatever they are now. */
  readonly countedSinceMs: number;
  /** Whoever counts, but did not log in after this, is not there. */
  readonly seenSinceMs: number;
}

/** The name of anybody but these who is there to say who came in: confirmed themselves, and of a role that counts. */
export async function whoIsThere(
  source: Queryable,
  { exceptIds, roles, countedSinceMs, seenSinceMs }: Presence,
): Promise<string | undefined> {
  const [row] = await source.query<{ readonly name: string }>(
    `SELECT name FROM operators WHERE operator_id <> ALL ($1::bigint[]) AND (
       counted_until_ms > $3
       OR is_active AND confirmed_at_ms IS NOT NULL AND role = ANY ($2::text[])
         AND greatest(confirmed_at_ms, last_seen_at_ms, (
           SELECT max(session.last_seen_at_ms) FROM operator_sessions AS session
           WHERE session.operator_id = operators.operator_id)) > $4)
     ORDER BY is_active DESC, name LIMIT 1`,
    [exceptIds, roles, countedSinceMs, seenSinceMs],
  );
  return row?.name;
}

/** Notes that it was the right person; false when that was said before. */
export async function confirmOperator(
  source: Queryable,
  operatorId: number,
  confirmed: { readonly by: number | undefined; readonly atMs: number },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operators SET confirmed_at_ms = $2, confirmed_by = $3
     WHERE operator_id = $1 AND confirmed_at_ms IS NULL RETURNING operator_id`,
    [operatorId, confirmed.atMs, confirmed.by ?? null],
  );
  return rows.length > 0;
}
