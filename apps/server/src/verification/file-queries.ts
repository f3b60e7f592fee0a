/** Pictures of users: what is known of each beside its bytes. */
import type { UploadPurpose } from '@fairlead/contract';
import type { Database, Queryable } from '../core/store/database.ts';

export interface FileRow {
  readonly fileId: number;
  readonly userId: number;
  readonly purpose: UploadPurpose;
  /** Made by the server; where the encrypted bytes lie. */
  readonly name: string;
  readonly mime: string;
  /** The key of this file, encrypted with the deployment's key `keyId`. */
  readonly wrappedKey: Uint8Array;
  readonly keyId: string;
  /** Of the bytes that were sent. */
  readonly uploadSha256: Uint8Array;
  /** Of what they show, however it was written. */
  readonly pixelSha256: Uint8Array;
  readonly createdAtMs: number;
}

interface FileRecord {
  readonly file_id: bigint;
  readonly user_id: bigint;
  readonly purpose: UploadPurpose;
  readonly name: string;
  readonly mime: string;
  readonly wrapped_key: Uint8Array;
  readonly key_id: string;
  readonly upload_sha256: Uint8Array;
  readonly pixel_sha256: Uint8Array;
  readonly created_at_ms: bigint;
}

const COLUMNS = `file_id, user_id, purpose, name, mime, wrapped_key, key_id, upload_sha256,
  pixel_sha256, created_at_ms`;

const toFile = (row: FileRecord): FileRow => ({
  fileId: Number(row.file_id),
  userId: Number(row.user_id),
  purpose: row.purpose,
  name: row.name,
  mime: row.mime,
  wrappedKey: row.wrapped_key,
  keyId: row.key_id,
  uploadSha256: row.upload_sha256,
  pixelSha256: row.pixel_sha256,
  createdAtMs: Number(row.created_at_ms),
});

export interface FileQuota {
  readonly userId: number;
  readonly sinceMs: number;
  readonly filesMax: number;
}

export async function countFiles(
  source: Queryable,
  { userId, sinceMs }: FileQuota,
): Promise<number> {
  const [row] = await source.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM files
     WHERE user_id = $1 AND operator_id IS NULL AND created_at_ms >= $2`,
    [userId, sinceMs],
  );
  return Number(row?.count ?? 0);
}

/** Adds a file within the user's quota; undefined when that is used up. Parallel ones wait for each other. */
export function insertFile(
  database: Database,
  file: Omit<FileRow, 'fileId'>,
  quota: FileQuota,
): Promise<number | undefined> {
  return database.transaction(async (transaction) => {
    await transaction.query('SELECT user_id FROM users WHERE user_id = $1 FOR UPDATE', [
      file.userId,
    ]);
    if ((await countFiles(transaction, quota)) >= quota.filesMax) return undefined;
    return addFile(transaction, file);
  });
}

async function addFile(
  source: Queryable,
  file: Omit<FileRow, 'fileId'>,
  operatorId?: number,
): Promise<number> {
  const [row] = await source.query<{ file_id: bigint }>(
    `INSERT INTO files (user_id, purpose, name, mime, wrapped_key, key_id, upload_sha256,
       pixel_sha256, created_at_ms, operator_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING file_id`,
    [
      file.userId,
      file.purpose,
      file.name,
      file.mime,
      file.wrappedKey,
      file.keyId,
      file.uploadSha256,
      file.pixelSha256,
      file.createdAtMs,
      operatorId ?? null,
    ],
  );
  return Number(row?.file_id ?? 0);
}

/**
 * Adds a picture that an operator sends to a user, within the operator's quota; undefined when that is used up. An
 * operator's changes come one after another, so nothing else counts meanwhile.
 */
export async function insertDeskFile(
  source: Queryable,
  file: Omit<FileRow, 'fileId'>,
  quota: { readonly operatorId: number; readonly sinceMs: number; readonly filesMax: number },
): Promise<number | undefined> {
  const [row] = await source.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM files WHERE operator_id = $1 AND created_at_ms >= $2',
    [quota.operatorId, quota.sinceMs],
  );
  if (Number(row?.count ?? 0) >= quota.filesMax) return undefined;
  return addFile(source, file, quota.operatorId);
}

/** Whether an operator took this picture for this user. */
export async function isOwnDeskFile(
  source: Queryable,
  file: { readonly fileId: number; readonly userId: number; readonly operatorId: number },
): Promise<boolean> {
  const rows = await source.query(
    'SELECT 1 AS one FROM files WHERE file_id = $1 AND user_id = $2 AND operator_id = $3',
    [file.fileId, file.userId, file.operatorId],
  );
  return rows.length > 0;
}

export async function findFile(source: Queryable, fileId: number): Promise<FileRow | undefined> {
  const rows = await source.query<FileRecord>(`SELECT ${COLUMNS} FROM files WHERE file_id = $1`, [
    fileId,
  ]);
  return rows.map(toFile)[0];
}

/** A file of this user, for this purpose where one is named. What an operator took for them is theirs once sent. */
export async function findOwnFile(
  source: Queryable,
  own: {
    readonly userId: number;
    readonly fileId: number;
    readonly purpose: UploadPurpose | undefined;
  },
): Promise<FileRow | undefined> {
  const rows = await source.query<FileRecord>(
    `SELECT ${COLUMNS} FROM files
     WHERE file_id = $1 AND user_id = $2 AND ($3::text IS NULL OR purpose = $3)
       AND (operator_id IS NULL
         OR EXISTS (SELECT FROM chat_messages WHERE chat_messages.file_id = files.file_id))`,
    [own.fileId, own.userId, own.purpose ?? null],
  );
  return rows.map(toFile)[0];
}

/** What photos show who somebody is for. */
export type PhotoUse = 'lock' | 'recovery';

/** Whether this user sent a photo since then, and for nothing else: what a verification or the other use has shows nobody now. */
export async function isFreshPhoto(
  source: Queryable,
  photo: {
    readonly userId: number;
    readonly fileId: number;
    readonly sinceMs: number;
    readonly use: PhotoUse;
  },
): Promise<boolean> {
  const rows = await source.query(
    `SELECT 1 AS one FROM files
     WHERE file_id = $1 AND user_id = $2 AND purpose = 'kyc' AND operator_id IS NULL AND created_at_ms >= $3
       AND NOT EXISTS (SELECT FROM verifications WHERE file_id IN (front_file_id, back_file_id, holding_file_id))
       AND ($4 = 'lock' OR NOT EXISTS (SELECT FROM account_locks AS shown
         WHERE files.file_id IN (shown.document_file_id, shown.holding_file_id)))
       AND ($4 = 'recovery' OR NOT EXISTS (SELECT FROM account_recoveries AS shown
         WHERE files.file_id IN (shown.document_file_id, shown.holding_file_id)))`,
    [photo.fileId, photo.userId, photo.sinceMs, photo.use],
  );
  return rows.length > 0;
}

/** Other files of the same purpose with the same bytes or the same picture, whoever sent them; oldest first. */
export async function findTwins(source: Queryable, fileId: number): Promise<number[]> {
  const rows = await source.query<{ file_id: bigint }>(
    `SELECT other.file_id FROM files AS file JOIN files AS other
       ON other.purpose = file.purpose AND other.file_id <> file.file_id
       AND (other.upload_sha256 = file.upload_sha256 OR other.pixel_sha256 = file.pixel_sha256)
     WHERE file.file_id = $1 ORDER BY other.file_id LIMIT 100`,
    [fileId],
  );
  return rows.map((row) => Number(row.file_id));
}

/**
 * Forgets a step of photos sent for a verification before `beforeMs` that none was asked for with, and of pictures for
 * the chat that were never sent, and gives their names. One that is used meanwhile stays.
 */
export async function deleteUnusedPhotos(
  source: Queryable,
  beforeMs: number,
  filesMax: number,
): Promise<string[]> {
  const rows = await source.query<{ name: string }>(
    `DELETE FROM files WHERE file_id IN (
       SELECT file_id FROM files WHERE created_at_ms < $1 AND (
         purpose = 'kyc' AND NOT EXISTS (SELECT 1 FROM verifications
           WHERE file_id IN (front_file_id, back_file_id, holding_file_id))
           AND NOT EXISTS (SELECT 1 FROM account_locks
             WHERE files.file_id IN (document_file_id, account_locks.holding_file_id))
           AND NOT EXISTS (SELECT 1 FROM account_recoveries AS shown
             WHERE files.file_id IN (shown.document_file_id, shown.holding_file_id))
         OR purpose = 'chat' AND NOT EXISTS (SELECT 1 FROM chat_messages
           WHERE chat_messages.file_id = files.file_id))
       ORDER BY file_id LIMIT $2)
     RETURNING name`,
    [beforeMs, filesMax],
  );
  return rows.map((row) => row.name);
}
