/** Recoveries of accounts; a user has one that is open. A change of security by the owner ends what was begun before it. */
import type { RecoveryWay } from '@fairlead/contract';
import type { Queryable } from '../../core/store/database.ts';

export interface RecoveryPhotos {
  readonly documentId: number;
  readonly holdingId: number;
}

export interface RecoveryRow {
  readonly recoveryId: number;
  readonly userId: number;
  /** Which one was shown. */
  readonly passkeyId: number | undefined;
  readonly hasOtp: boolean;
  readonly hasCode: boolean;
  readonly photos: RecoveryPhotos | undefined;
  readonly isIdentified: boolean;
  readonly begunAtMs: number;
  readonly readyAtMs: number | undefined;
}

interface RecoveryRecord {
  readonly recovery_id: bigint;
  readonly user_id: bigint;
  readonly passkey_id: bigint | null;
  readonly has_otp: boolean;
  readonly has_code: boolean;
  readonly document_file_id: bigint | null;
  readonly holding_file_id: bigint | null;
  readonly identified_at_ms: bigint | null;
  readonly begun_at_ms: bigint;
  readonly ready_at_ms: bigint | null;
}

export type RecoveryOutcome = 'done' | 'stopped' | 'refused' | 'replaced' | 'locked' | 'lapsed';

const COLUMNS = `recovery_id, user_id, passkey_id, has_otp, has_code, document_file_id, holding_file_id,
  identified_at_ms, begun_at_ms, ready_at_ms`;
/** What was shown may be worth nothing after a change. */
const STANDS = `ended_at_ms IS NULL AND NOT EXISTS (SELECT FROM security_changes
  WHERE security_changes.user_id = account_recoveries.user_id AND time_ms > begun_at_ms)`;

const toRecovery = (row: RecoveryRecord): RecoveryRow => ({
  recoveryId: Number(row.recovery_id),
  userId: Number(row.user_id),
  passkeyId: row.passkey_id === null ? undefined : Number(row.passkey_id),
  hasOtp: row.has_otp,
  hasCode: row.has_code,
  photos:
    row.document_file_id === null
      ? undefined
      : { documentId: Number(row.document_file_id), holdingId: Number(row.holding_file_id) },
  isIdentified: row.identified_at_ms !== null,
  begunAtMs: Number(row.begun_at_ms),
  readyAtMs: row.ready_at_ms === null ? undefined : Number(row.ready_at_ms),
});

export const waysOf = (row: RecoveryRow): RecoveryWay[] => [
  ...(row.passkeyId === undefined ? [] : (['passkey'] as const)),
  ...(row.hasOtp ? (['otp'] as const) : []),
  ...(row.hasCode ? (['recovery_code'] as const) : []),
  ...(row.isIdentified ? (['identity'] as const) : []),
];

/** The open one of a user. */
export async function findRecovery(
  source: Queryable,
  userId: number,
): Promise<RecoveryRow | undefined> {
  const rows = await source.query<RecoveryRecord>(
    `SELECT ${COLUMNS} FROM account_recoveries WHERE user_id = $1 AND ${STANDS}`,
    [userId],
  );
  return rows.map(toRecovery)[0];
}

export async function findRecoveryByToken(
  source: Queryable,
  tokenHash: Uint8Array,
): Promise<RecoveryRow | undefined> {
  const rows = await source.query<RecoveryRecord>(
    `SELECT ${COLUMNS} FROM account_recoveries WHERE token_hash = $1 AND ${STANDS}`,
    [tokenHash],
  );
  return rows.map(toRecovery)[0];
}

export async function insertRecovery(
  transaction: Queryable,
  begun: Pick<RecoveryRow, 'userId' | 'passkeyId' | 'hasOtp' | 'hasCode' | 'begunAtMs'> & {
    readonly readyAtMs: number | undefined;
    readonly tokenHash: Uint8Array;
  },
): Promise<RecoveryRow> {
  const [row] = await transaction.query<RecoveryRecord>(
    `INSERT INTO account_recoveries
       (user_id, token_hash, passkey_id, has_otp, has_code, begun_at_ms, ready_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
    [
      begun.userId,
      begun.tokenHash,
      begun.passkeyId ?? null,
      begun.hasOtp,
      begun.hasCode,
      begun.begunAtMs,
      begun.readyAtMs ?? null,
    ],
  );
  if (row === undefined) throw new Error('a recovery was not kept');
  return toRecovery(row);
}

/** Takes photos in place of those before, until two operators have passed them; undefined after that. */
export async function updateRecoveryPhotos(
  source: Queryable,
  asked: RecoveryPhotos & { readonly recoveryId: number; readonly nowMs: number },
): Promise<RecoveryRow | undefined> {
  const rows = await source.query<RecoveryRecord>(
    `UPDATE account_recoveries SET document_file_id = $2, holding_file_id = $3, asked_at_ms = $4
     WHERE recovery_id = $1 AND ready_at_ms IS NULL AND ${STANDS} RETURNING ${COLUMNS}`,
    [asked.recoveryId, asked.documentId, asked.holdingId, asked.nowMs],
  );
  return rows.map(toRecovery)[0];
}

/** Lets the photos that were looked at stand for identity; undefined where that was done, or others came. */
export async function identifyRecovery(
  source: Queryable,
  looked: RecoveryPhotos & {
    readonly recoveryId: number;
    readonly nowMs: number;
    readonly readyAtMs: number;
  },
): Promise<RecoveryRow | undefined> {
  const rows = await source.query<RecoveryRecord>(
    `UPDATE account_recoveries SET identified_at_ms = $4, ready_at_ms = $5
     WHERE recovery_id = $1 AND document_file_id = $2 AND holding_file_id = $3
       AND identified_at_ms IS NULL AND ready_at_ms IS NULL AND ${STANDS} RETURNING ${COLUMNS}`,
    [looked.recoveryId, looked.documentId, looked.holdingId, looked.nowMs, looked.readyAtMs],
  );
  return rows.map(toRecovery)[0];
}

/** Ends one whose time has come, once; undefined for any other. */
export async function finishRecovery(
  transaction: Queryable,
  recoveryId: number,
  nowMs: number,
): Promise<RecoveryRow | undefined> {
  const rows = await transaction.query<RecoveryRecord>(
    `UPDATE account_recoveries SET ended_at_ms = $2, outcome = 'done'
     WHERE recovery_id = $1 AND ready_at_ms <= $2 AND ${STANDS} RETURNING ${COLUMNS}`,
    [recoveryId, nowMs],
  );
  return rows.map(toRecovery)[0];
}

/** Makes others who begin to recover the same account wait until the transaction ends. */
export async function lockAccountOf(transaction: Queryable, userId: number): Promise<void> {
  await transaction.query('SELECT user_id FROM users WHERE user_id = $1 FOR UPDATE', [userId]);
}

/** Ends the open one of a user, or this one; gives whose it was. */
export async function endRecovery(
  source: Queryable,
  which: { readonly userId: number } | { readonly recoveryId: number },
  { outcome, nowMs }: { readonly outcome: RecoveryOutcome; readonly nowMs: number },
): Promise<number | undefined> {
  const [column, id] =
    'userId' in which
      ? (['user_id', which.userId] as const)
      : (['recovery_id', which.recoveryId] as const);
  const rows = await source.query<{ user_id: bigint }>(
    `UPDATE account_recoveries SET ended_at_ms = $2, outcome = $3
     WHERE ${column} = $1 AND ended_at_ms IS NULL RETURNING user_id`,
    [id, nowMs, outcome],
  );
  return rows[0] === undefined ? undefined : Number(rows[0].user_id);
}

/** Ends what nobody went on with, or what a change of security has ended. */
export async function lapseRecoveries(
  source: Queryable,
  { beforeMs, nowMs }: { readonly beforeMs: number; readonly nowMs: number },
): Promise<void> {
  await source.query(
    `UPDATE account_recoveries SET ended_at_ms = $2, outcome = 'lapsed'
     WHERE ended_at_ms IS NULL AND (begun_at_ms < $1 OR NOT (${STANDS}))`,
    [beforeMs, nowMs],
  );
}

/** So that guesses can be counted. */
export async function settleTries(source: Queryable, userId: number): Promise<void> {
  await source.query(
    'INSERT INTO recovery_tries (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING',
    [userId],
  );
}

/** A right guess starts afresh. */
export async function clearTries(source: Queryable, userId: number): Promise<void> {
  await source.query(
    'UPDATE recovery_tries SET wrong_tries = 0, locks = 0, locked_until_ms = 0 WHERE user_id = $1',
    [userId],
  );
}
