/** Operators and their sessions. Second factors: operator-factor-queries.ts. */
import type { OperatorRole } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';

export interface OperatorRow {
  readonly operatorId: number;
  readonly name: string;
  readonly role: OperatorRole;
  readonly passwordHash: string;
  readonly isActive: boolean;
  /** Sealed; absent until a second factor is enrolled. */
  readonly otpSecret: Uint8Array | undefined;
  readonly hasPasskey: boolean;
  readonly createdAtMs: number;
  /** From when on they count as one of two operators. */
  readonly approvesFromMs: number;
  /** When they last ceased to be an owner. */
  readonly ownerUntilMs: number | undefined;
  /** Somebody else said that it was the right person who came in. */
  readonly isConfirmed: boolean;
}

interface OperatorRecord {
  readonly operator_id: bigint;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password_hash: string;
  readonly is_active: boolean;
  readonly otp_secret: Uint8Array | null;
  readonly has_passkey: boolean;
  readonly created_at_ms: bigint;
  readonly approves_from_ms: bigint;
  readonly owner_until_ms: bigint | null;
  readonly is_confirmed: boolean;
}

const COLUMNS = `operators.operator_id, name, role, password_hash, is_active, otp_secret,
  EXISTS (SELECT FROM operator_passkeys AS passkey
    WHERE passkey.operator_id = operators.operator_id) AS has_passkey,
  operators.created_at_ms, approves_from_ms, owner_until_ms,
  confirmed_at_ms IS NOT NULL AS is_confirmed`;

const toOperator = (row: OperatorRecord): OperatorRow => ({
  operatorId: Number(row.operator_id),
  name: row.name,
  role: row.role,
  passwordHash: row.password_hash,
  isActive: row.is_active,
  otpSecret: row.otp_secret ?? undefined,
  hasPasskey: row.has_passkey,
  createdAtMs: Number(row.created_at_ms),
  approvesFromMs: Number(row.approves_from_ms),
  ownerUntilMs: row.owner_until_ms === null ? undefined : Number(row.owner_until_ms),
  isConfirmed: row.is_confirmed,
});

export async function hasOperators(source: Queryable): Promise<boolean> {
  const rows = await source.query('SELECT 1 AS one FROM operators LIMIT 1');
  return rows.length > 0;
}

/** Whether this is the only operator there ever was, and nobody ever logged in as them. */
export async function isFirstAndUnseen(source: Queryable, operatorId: number): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM operators WHERE operator_id <> $1 OR last_seen_at_ms IS NOT NULL
     UNION ALL SELECT 1 FROM operator_sessions LIMIT 1`,
    [operatorId],
  );
  return rows.length === 0;
}

/** Whether at least `count` operators may log in. */
export async function hasActiveOperators(source: Queryable, count: number): Promise<boolean> {
  const rows = await source.query('SELECT 1 AS one FROM operators WHERE is_active LIMIT $1', [
    count,
  ]);
  return rows.length >= count;
}

/** Of these operators, those who do not count as one of two yet; who counts last comes first. */
export async function coolingOperators(
  source: Queryable,
  operatorIds: readonly number[],
  nowMs: number,
): Promise<
  { readonly name: string; readonly approvesFromMs: number; readonly isConfirmed: boolean }[]
> {
  const rows = await source.query<{
    name: string;
    approves_from_ms: bigint;
    is_confirmed: boolean;
  }>(
    `SELECT name, approves_from_ms, confirmed_at_ms IS NOT NULL AS is_confirmed FROM operators
     WHERE operator_id = ANY ($1::bigint[]) AND (approves_from_ms > $2 OR confirmed_at_ms IS NULL)
     ORDER BY confirmed_at_ms IS NOT NULL, approves_from_ms DESC`,
    [operatorIds, nowMs],
  );
  return rows.map((row) => ({
    name: row.name,
    approvesFromMs: Number(row.approves_from_ms),
    isConfirmed: row.is_confirmed,
  }));
}

export interface NewOperator {
  readonly name: string;
  readonly role: OperatorRole;
  readonly passwordHash: string;
  readonly createdAtMs: number;
  /** Absent: at once. */
  readonly approvesFromMs?: number;
  /** Somebody else has yet to say who came in. */
  readonly isUnconfirmed?: boolean;
}

/** Adds an operator; undefined when the name is taken. */
export async function insertOperator(
  source: Queryable,
  operator: NewOperator,
): Promise<number | undefined> {
  const [row] = await source.query<{ operator_id: bigint }>(
    `INSERT INTO operators (name, role, password_hash, created_at_ms, approves_from_ms, confirmed_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO NOTHING RETURNING operator_id`,
    [
      operator.name,
      operator.role,
      operator.passwordHash,
      operator.createdAtMs,
      operator.approvesFromMs ?? 0,
      operator.isUnconfirmed === true ? null : operator.createdAtMs,
    ],
  );
  return row && Number(row.operator_id);
}

/** An active operator by name. */
export async function findOperator(
  source: Queryable,
  name: string,
): Promise<OperatorRow | undefined> {
  const rows = await source.query<OperatorRecord>(
    `SELECT ${COLUMNS} FROM operators WHERE name = $1 AND is_active`,
    [name],
  );
  return rows.map(toOperator)[0];
}

/** An operator by id, stopped ones too. */
export async function findOperatorById(
  source: Queryable,
  operatorId: number,
): Promise<OperatorRow | undefined> {
  const rows = await source.query<OperatorRecord>(
    `SELECT ${COLUMNS} FROM operators WHERE operator_id = $1`,
    [operatorId],
  );
  return rows.map(toOperator)[0];
}

export interface ListedOperator extends OperatorRow {
  readonly lastSeenAtMs: number | undefined;
}

/** All operators by name. */
export async function listOperators(source: Queryable): Promise<ListedOperator[]> {
  const rows = await source.query<OperatorRecord & { readonly seen: bigint | null }>(
    `SELECT ${COLUMNS}, greatest(last_seen_at_ms, (
       SELECT max(session.last_seen_at_ms) FROM operator_sessions AS session
       WHERE session.operator_id = operators.operator_id)) AS seen
     FROM operators ORDER BY name`,
  );
  return rows.map((row) => ({
    ...toOperator(row),
    lastSeenAtMs: row.seen === null ? undefined : Number(row.seen),
  }));
}

/** The names of operators by id, for lists that show who did what. */
export async function operatorNames(
  source: Queryable,
  operatorIds: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(operatorIds)];
  if (ids.length === 0) return new Map();
  const rows = await source.query<{ operator_id: bigint; name: string }>(
    'SELECT operator_id, name FROM operators WHERE operator_id = ANY($1::bigint[])',
    [ids],
  );
  return new Map(rows.map((row) => [Number(row.operator_id), row.name]));
}

/** Whether an active owner other than this one is left. */
export async function hasOtherOwner(source: Queryable, operatorId: number): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM operators
     WHERE operator_id <> $1 AND role = 'owner' AND is_active LIMIT 1`,
    [operatorId],
  );
  return rows.length > 0;
}

export interface OperatorUpdate
  extends Pick<OperatorRow, 'role' | 'isActive' | 'approvesFromMs' | 'ownerUntilMs'> {
  /** The roles that count as one of two. */
  readonly countingRoles: readonly string[];
  readonly nowMs: number;
}

/** Sets role and activity, and what follows from the change of either: until when they counted, if they did. */
export async function updateOperator(
  source: Queryable,
  operatorId: number,
  { role, isActive, approvesFromMs, ownerUntilMs, countingRoles, nowMs }: OperatorUpdate,
): Promise<void> {
  await source.query(
    `UPDATE operators SET role = $2, is_active = $3, approves_from_ms = $4, owner_until_ms = $5,
       counted_until_ms = CASE
         WHEN is_active AND confirmed_at_ms IS NOT NULL AND role = ANY ($6::text[]) THEN $7
         ELSE counted_until_ms END
     WHERE operator_id = $1`,
    [operatorId, role, isActive, approvesFromMs, ownerUntilMs ?? null, countingRoles, nowMs],
  );
}

/** Sets a password; false when it is not the verified one any more. */
export async function updateOperatorPassword(
  source: Queryable,
  operatorId: number,
  password: { readonly hash: string; readonly verifiedHash: string },
): Promise<boolean> {
  const rows = await source.query(
    `UPDATE operators SET password_hash = $2 WHERE operator_id = $1 AND password_hash = $3
     RETURNING operator_id`,
    [operatorId, password.hash, password.verifiedHash],
  );
  return rows.length > 0;
}

export interface NewOperatorSession {
  readonly tokenHash: Uint8Array;
  readonly operatorId: number;
  /** Opened only while this is the active operator's hash. */
  readonly passwordHash: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Opened by the provider of OIDC alone. */
  readonly isSso: boolean;
}

/** Opens a session; false when the password was changed or the operator stopped meanwhile. */
export async function insertOperatorSession(
  source: Queryable,
  session: NewOperatorSession,
): Promise<boolean> {
  const rows = await source.query(
    `WITH operator AS (
       UPDATE operators SET last_seen_at_ms = $5
       WHERE operator_id = $2 AND password_hash = $7 AND is_active RETURNING operator_id
     )
     INSERT INTO operator_sessions (token_hash, operator_id, ip, user_agent, created_at_ms,
       last_seen_at_ms, expires_at_ms, is_sso)
     SELECT $1, operator_id, $3, $4, $5, $5, $6, $8 FROM operator RETURNING operator_id`,
    [
      session.tokenHash,
      session.operatorId,
      session.ip,
      session.userAgent ?? null,
      session.createdAtMs,
      session.expiresAtMs,
      session.passwordHash,
      session.isSso,
    ],
  );
  return rows.length > 0;
}

/** The active operator of an open session, which is noted as used now. */
export async function useOperatorSession(
  source: Queryable,
  use: { readonly tokenHash: Uint8Array; readonly nowMs: number; readonly idleMs: number },
): Promise<(OperatorRow & { readonly isSso: boolean }) | undefined> {
  const [row] = await source.query<OperatorRecord & { readonly is_sso: boolean }>(
    `UPDATE operator_sessions AS session SET last_seen_at_ms = $2
     FROM operators
     WHERE token_hash = $1 AND expires_at_ms > $2 AND session.last_seen_at_ms > $2 - $3::bigint
       AND operators.operator_id = session.operator_id AND is_active
     RETURNING ${COLUMNS}, is_sso`,
    [use.tokenHash, use.nowMs, use.idleMs],
  );
  return row && { ...toOperator(row), isSso: row.is_sso };
}

/** Of an open session: when it ends, and the operator as they are now. */
export async function readOperatorSession(
  source: Queryable,
  tokenHash: Uint8Array,
): Promise<{ readonly operator: OperatorRow; readonly expiresAtMs: number } | undefined> {
  const [row] = await source.query<OperatorRecord & { readonly expires_at_ms: bigint }>(
    `SELECT ${COLUMNS}, expires_at_ms FROM operator_sessions AS session
     JOIN operators USING (operator_id) WHERE token_hash = $1 AND is_active`,
    [tokenHash],
  );
  return row && { operator: toOperator(row), expiresAtMs: Number(row.expires_at_ms) };
}

export async function deleteOperatorSession(
  source: Queryable,
  tokenHash: Uint8Array,
): Promise<void> {
  await source.query('DELETE FROM operator_sessions WHERE token_hash = $1', [tokenHash]);
}

/** Ends all sessions of an operator, or all but one. */
export async function deleteOperatorSessions(
  source: Queryable,
  operatorId: number,
  exceptTokenHash?: Uint8Array,
): Promise<void> {
  await source.query(
    `DELETE FROM operator_sessions
     WHERE operator_id = $1 AND ($2::bytea IS NULL OR token_hash <> $2)`,
    [operatorId, exceptTokenHash ?? null],
  );
}
