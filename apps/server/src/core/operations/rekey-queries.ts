/** What is encrypted with the deployment's secret, wherever it lies, to be encrypted anew with a new one. */
import type { Queryable } from '../store/database.ts';

/** Where each lies: its row's id, its column, and the place it is bound to, as SQL. */
const SEALED = {
  files: { id: 'file_id', column: 'wrapped_key', place: 'name' },
  verifications: { id: 'verification_id', column: 'details', place: "''" },
  user_otps: { id: 'user_id', column: 'secret', place: "''" },
  mail_words: { id: 'user_id', column: 'sealed', place: "''" },
  push_keys: { id: 'push_key_id', column: 'sealed', place: "'push key'" },
  api_keys: { id: 'api_key_id', column: 'sealed_secret', place: "'api key ' || prefix" },
  webhooks: { id: 'webhook_id', column: 'sealed_secrets', place: "'webhook ' || name" },
  liability_keys: { id: 'snapshot_id', column: 'sealed', place: "'liabilities ' || snapshot_id" },
  bank_cards: { id: 'card_id', column: 'sealed', place: "'bank card of ' || user_id" },
} as const;
export type SealedTable = keyof typeof SEALED;
export const SEALED_TABLES = Object.keys(SEALED) as readonly SealedTable[];

export interface SealedRow {
  readonly rowId: number;
  readonly sealed: Uint8Array;
  readonly place: string;
}

/** Rows of a table that another key sealed, a step at a time. */
export async function listSealed(
  source: Queryable,
  table: SealedTable,
  step: { readonly keyId: string; readonly rowsMax: number },
): Promise<SealedRow[]> {
  const { id, column, place } = SEALED[table];
  const rows = await source.query<{ row_id: bigint; sealed: Uint8Array; place: string }>(
    `SELECT ${id} AS row_id, ${column} AS sealed, ${place} AS place FROM ${table}
     WHERE key_id <> $1 ORDER BY ${id} LIMIT $2`,
    [step.keyId, step.rowsMax],
  );
  return rows.map((row) => ({ rowId: Number(row.row_id), sealed: row.sealed, place: row.place }));
}

/** Replaces what one row holds, unless it changed meanwhile. */
export async function updateSealed(
  source: Queryable,
  table: SealedTable,
  row: Pick<SealedRow, 'rowId' | 'sealed'> & {
    readonly resealed: Uint8Array;
    readonly keyId: string;
  },
): Promise<void> {
  const { id, column } = SEALED[table];
  await source.query(
    `UPDATE ${table} SET ${column} = $2, key_id = $3 WHERE ${id} = $1 AND ${column} = $4`,
    [row.rowId, row.resealed, row.keyId, row.sealed],
  );
}

/** The country of a basic verification, which its document's digest covers. */
export async function countryOf(
  source: Queryable,
  verificationId: number,
): Promise<string | undefined> {
  const [row] = await source.query<{ country: string | null }>(
    'SELECT country FROM verifications WHERE verification_id = $1',
    [verificationId],
  );
  return row?.country ?? undefined;
}

export async function updateIdDigest(
  source: Queryable,
  verificationId: number,
  idDigest: Uint8Array,
): Promise<void> {
  await source.query('UPDATE verifications SET id_digest = $2 WHERE verification_id = $1', [
    verificationId,
    idDigest,
  ]);
}

/** Second factors of operators, who are few. */
export async function listOperatorSecrets(
  source: Queryable,
): Promise<{ readonly operatorId: number; readonly sealed: Uint8Array }[]> {
  const rows = await source.query<{ operator_id: bigint; otp_secret: Uint8Array }>(
    'SELECT operator_id, otp_secret FROM operators WHERE otp_secret IS NOT NULL',
  );
  return rows.map((row) => ({ operatorId: Number(row.operator_id), sealed: row.otp_secret }));
}

export async function updateOperatorSecret(
  source: Queryable,
  operatorId: number,
  resealed: Uint8Array,
): Promise<void> {
  await source.query('UPDATE operators SET otp_secret = $2 WHERE operator_id = $1', [
    operatorId,
    resealed,
  ]);
}
