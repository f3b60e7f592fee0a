/** Operators, their sessions, and the audit log, which is only ever added to. */
import type { OperatorRole } from '@fairlead/contract';
import type { Queryable } from './database.ts';

export interface OperatorRow {
  readonly operatorId: number;
  readonly name: string;
  readonly role: OperatorRole;
  readonly passwordHash: string;
}

interface OperatorRecord {
  readonly operator_id: bigint;
  readonly name: string;
  readonly role: OperatorRole;
  readonly password_hash: string;
}

const toOperator = (row: OperatorRecord): OperatorRow => ({
  operatorId: Number(row.operator_id),
  name: row.name,
  role: row.role,
  passwordHash: row.password_hash,
});

export async function hasOperators(source: Queryable): Promise<boolean> {
  const rows = await source.query('SELECT 1 AS one FROM operators LIMIT 1');
  return rows.length > 0;
}

export async function insertOperator(
  source: Queryable,
  operator: {
    readonly name: string;
    readonly role: OperatorRole;
    readonly passwordHash: string;
    readonly createdAtMs: number;
  },
): Promise<number> {
  const [row] = await source.query<{ operator_id: bigint }>(
    `INSERT INTO operators (name, role, password_hash, created_at_ms) VALUES ($1, $2, $3, $4)
     RETURNING operator_id`,
    [operator.name, operator.role, operator.passwordHash, operator.createdAtMs],
  );
  return Number(row?.operator_id ?? 0);
}

/** An active operator by name. */
export async function findOperator(
  source: Queryable,
  name: string,
): Promise<OperatorRow | undefined> {
  const rows = await source.query<OperatorRecord>(
    `SELECT operator_id, name, role, password_hash FROM operators WHERE name = $1 AND is_active`,
    [name],
  );
  return rows.map(toOperator)[0];
}

export interface NewOperatorSession {
  readonly tokenHash: Uint8Array;
  readonly operatorId: number;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export async function insertOperatorSession(
  source: Queryable,
  session: NewOperatorSession,
): Promise<void> {
  await source.query(
    `INSERT INTO operator_sessions (token_hash, operator_id, ip, user_agent, created_at_ms,
       last_seen_at_ms, expires_at_ms)
     VALUES ($1, $2, $3, $4, $5, $5, $6)`,
    [
      session.tokenHash,
      session.operatorId,
      session.ip,
      session.userAgent ?? null,
      session.createdAtMs,
      session.expiresAtMs,
    ],
  );
}

/** The active operator of an open session, which is noted as used now. */
export async function useOperatorSession(
  source: Queryable,
  use: { readonly tokenHash: Uint8Array; readonly nowMs: number; readonly idleMs: number },
): Promise<OperatorRow | undefined> {
  const rows = await source.query<OperatorRecord>(
    `UPDATE operator_sessions AS session SET last_seen_at_ms = $2
     FROM operators AS operator
     WHERE token_hash = $1 AND expires_at_ms > $2 AND last_seen_at_ms > $2 - $3::bigint
       AND operator.operator_id = session.operator_id AND is_active
     RETURNING operator.operator_id, name, role, password_hash`,
    [use.tokenHash, use.nowMs, use.idleMs],
  );
  return rows.map(toOperator)[0];
}

export async function deleteOperatorSession(
  source: Queryable,
  tokenHash: Uint8Array,
): Promise<void> {
  await source.query('DELETE FROM operator_sessions WHERE token_hash = $1', [tokenHash]);
}

export interface AuditRow {
  readonly auditId: number;
  readonly timeMs: number;
  /** Absent for what the server did by itself. */
  readonly operatorId: number | undefined;
  readonly action: string;
  readonly subject: string;
  /** JSON text, to the byte as it was hashed. */
  readonly detail: string;
  readonly ip: string | undefined;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
}

interface AuditRecord {
  readonly audit_id: bigint;
  readonly time_ms: bigint;
  readonly operator_id: bigint | null;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
  readonly ip: string | null;
  readonly previous_hash: Uint8Array;
  readonly hash: Uint8Array;
}

const toAudit = (row: AuditRecord): AuditRow => ({
  auditId: Number(row.audit_id),
  timeMs: Number(row.time_ms),
  operatorId: row.operator_id === null ? undefined : Number(row.operator_id),
  action: row.action,
  subject: row.subject,
  detail: row.detail,
  ip: row.ip ?? undefined,
  previousHash: row.previous_hash,
  hash: row.hash,
});

const AUDIT_COLUMNS = `audit_id, time_ms, operator_id, action, subject, detail::text AS detail, ip,
  previous_hash, hash`;

/** The last row of the log. */
export async function lastAudit(source: Queryable): Promise<AuditRow | undefined> {
  const rows = await source.query<AuditRecord>(
    `SELECT ${AUDIT_COLUMNS} FROM audit_log ORDER BY audit_id DESC LIMIT 1`,
  );
  return rows.map(toAudit)[0];
}

/** Rows after `auditId`, in order. */
export async function listAudit(
  source: Queryable,
  afterId: number,
  rowsMax: number,
): Promise<AuditRow[]> {
  const rows = await source.query<AuditRecord>(
    `SELECT ${AUDIT_COLUMNS} FROM audit_log WHERE audit_id > $1 ORDER BY audit_id LIMIT $2`,
    [afterId, rowsMax],
  );
  return rows.map(toAudit);
}

export async function insertAudit(source: Queryable, row: AuditRow): Promise<void> {
  await source.query(
    `INSERT INTO audit_log (audit_id, time_ms, operator_id, action, subject, detail, ip,
       previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6::text::json, $7, $8, $9)`,
    [
      row.auditId,
      row.timeMs,
      row.operatorId ?? null,
      row.action,
      row.subject,
      row.detail,
      row.ip ?? null,
      row.previousHash,
      row.hash,
    ],
  );
}
