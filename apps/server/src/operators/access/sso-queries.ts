/** Which subject of the provider is which operator, and the logins by it that were begun. */
import type { Queryable } from '../../core/store/database.ts';

export interface OperatorIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The operator whom a subject is bound to, stopped ones too. */
export async function operatorOfIdentity(
  source: Queryable,
  { issuer, subject }: OperatorIdentity,
): Promise<number | undefined> {
  const [row] = await source.query<{ readonly operator_id: bigint }>(
    'SELECT operator_id FROM operator_identities WHERE issuer = $1 AND subject = $2',
    [issuer, subject],
  );
  return row && Number(row.operator_id);
}

/** The subjects of all who have one, by operator. */
export async function operatorSubjects(source: Queryable): Promise<ReadonlyMap<number, string>> {
  const rows = await source.query<{ readonly operator_id: bigint; readonly subject: string }>(
    'SELECT operator_id, subject FROM operator_identities',
  );
  return new Map(rows.map((row) => [Number(row.operator_id), row.subject]));
}

/** Binds an operator in place of what they were bound to; false when the subject is another's. */
export async function bindIdentity(
  transaction: Queryable,
  operatorId: number,
  { issuer, subject }: OperatorIdentity,
  nowMs: number,
): Promise<boolean> {
  await deleteIdentity(transaction, operatorId);
  const rows = await transaction.query(
    `INSERT INTO operator_identities (operator_id, issuer, subject, bound_at_ms)
     VALUES ($1, $2, $3, $4) ON CONFLICT (issuer, subject) DO NOTHING RETURNING operator_id`,
    [operatorId, issuer, subject, nowMs],
  );
  return rows.length > 0;
}

/** Takes an operator's binding away, or that to one subject, and ends what was opened by it; false when there was none. */
export async function deleteIdentity(
  transaction: Queryable,
  operatorId: number,
  subject?: string,
): Promise<boolean> {
  const rows = await transaction.query(
    `DELETE FROM operator_identities WHERE operator_id = $1 AND subject = coalesce($2, subject)
     RETURNING operator_id`,
    [operatorId, subject ?? null],
  );
  if (rows.length > 0 || subject === undefined)
    await transaction.query('DELETE FROM operator_sessions WHERE operator_id = $1 AND is_sso', [
      operatorId,
    ]);
  return rows.length > 0;
}

export async function insertSsoLogin(
  source: Queryable,
  login: { readonly stateHash: Uint8Array; readonly browserHash: Uint8Array },
  expiresAtMs: number,
): Promise<void> {
  await source.query(
    `INSERT INTO operator_sso_logins (state_hash, browser_hash, expires_at_ms) VALUES ($1, $2, $3)`,
    [login.stateHash, login.browserHash, expiresAtMs],
  );
}

/** Uses a login up, whoever answers; true where it was begun lately by this browser. */
export async function takeSsoLogin(
  source: Queryable,
  login: { readonly stateHash: Uint8Array; readonly browserHash: Uint8Array },
  nowMs: number,
): Promise<boolean> {
  const [row] = await source.query<{ readonly is_good: boolean }>(
    `DELETE FROM operator_sso_logins WHERE state_hash = $1
     RETURNING expires_at_ms > $3 AND browser_hash = $2 AS is_good`,
    [login.stateHash, login.browserHash, nowMs],
  );
  return row?.is_good === true;
}

export async function deleteOldSsoLogins(source: Queryable, nowMs: number): Promise<void> {
  await source.query('DELETE FROM operator_sso_logins WHERE expires_at_ms <= $1', [nowMs]);
}
