/** The audit log's table, which is only ever added to. */
import type { Queryable } from '../store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../store/pages.ts';

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

const COLUMNS = `audit_id, time_ms, operator_id, action, subject, detail::text AS detail, ip,
  previous_hash, hash`;

/** The last row of the log. */
export async function lastAudit(source: Queryable): Promise<AuditRow | undefined> {
  const rows = await source.query<AuditRecord>(
    `SELECT ${COLUMNS} FROM audit_log ORDER BY audit_id DESC LIMIT 1`,
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
    `SELECT ${COLUMNS} FROM audit_log WHERE audit_id > $1 ORDER BY audit_id LIMIT $2`,
    [afterId, rowsMax],
  );
  return rows.map(toAudit);
}

/** Keeps other processes from adding a row until the transaction ends. */
export async function lockAudit(transaction: Queryable): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1)', [AUDIT_LOCK]);
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

/** "audit" as a number. */
const AUDIT_LOCK = 0x6175_6469;

export interface AuditFilter {
  readonly operatorId?: number | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface NamedAuditRow extends AuditRow {
  readonly operatorName: string | undefined;
}

interface NamedAuditRecord extends AuditRecord {
  readonly operator_name: string | null;
}

/** The log newest first, with the names of operators as they are now. */
export function auditPage(
  source: Queryable,
  { operatorId, action, subject, fromMs, toMs }: AuditFilter,
  request: PageRequest,
): Promise<Page<NamedAuditRow>> {
  const where = new Conditions()
    .add('operator_id =', operatorId)
    .add('action ^@', action)
    .add('subject ^@', subject)
    .add('time_ms >=', fromMs)
    .add('time_ms <=', toMs);
  return readPage<NamedAuditRecord, NamedAuditRow>(
    source,
    {
      columns: `${COLUMNS}, (SELECT name FROM operators
        WHERE operators.operator_id = audit_log.operator_id) AS operator_name`,
      from: 'audit_log',
      where,
      orderBy: 'audit_id DESC',
    },
    request,
    (row) => ({ ...toAudit(row), operatorName: row.operator_name ?? undefined }),
  );
}
