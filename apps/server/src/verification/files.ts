/** Pictures that users send: read, made anew, encrypted, and given back only to whom they concern. */

import { hash } from 'node:crypto';
import { ProblemError, type UploadPurpose } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import {
  DESK_FILES_PER_DAY_MAX,
  FILES_PER_DAY_MAX,
  UNUSED_PHOTO_KEEP_MS,
} from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import {
  countFiles,
  deleteUnusedPhotos,
  type FileRow,
  findFile,
  findOwnFile,
  findTwins,
  insertDeskFile,
  insertFile,
  isFreshPhoto,
  type PhotoUse,
} from './file-queries.ts';
import { PICTURE_MIME, readPicture } from './files-pictures.ts';
import type { FileVault } from './files-vault.ts';

/** Forgotten in one go. */
const UNUSED_PHOTOS_STEP = 100;

export interface FilesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly vault: FileVault;
  readonly secrets: Pick<Secrets, 'digest'>;
  /** Multiplies the daily quota; more than 1 in demo only. */
  readonly budgetFactor: number;
}

export interface OpenedFile {
  readonly bytes: Buffer;
  readonly mime: string;
  /** Hex, of the bytes that were sent. */
  readonly sha256: string;
}

export class Files {
  readonly #options: FilesOptions;

  constructor(options: FilesOptions) {
    this.#options = options;
  }

  /** Throws `file_limit` when the user has sent as many pictures today as are taken. */
  async checkQuota(userId: number): Promise<void> {
    const quota = this.#quota(userId);
    if ((await countFiles(this.#options.database, quota)) >= quota.filesMax)
      throw this.#quotaProblem();
  }

  /** Keeps a picture; gives its id. Throws `file_type`, `file_too_large` or `file_limit`. */
  store(userId: number, purpose: UploadPurpose, bytes: Buffer): Promise<number> {
    const { database } = this.#options;
    return this.#keep({ userId, purpose }, bytes, (row) =>
      insertFile(database, row, this.#quota(userId)),
    );
  }

  /** Keeps a picture that an operator is about to send to a user; gives its id. Throws like `store`. */
  storeForUser(
    { operatorId, userId }: { readonly operatorId: number; readonly userId: number },
    bytes: Buffer,
  ): Promise<number> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const sinceMs = nowMs - (nowMs % DAY_MS);
    const quota = { operatorId, sinceMs, filesMax: DESK_FILES_PER_DAY_MAX };
    return this.#keep({ userId, purpose: 'chat' }, bytes, (row) =>
      insertDeskFile(database, row, quota),
    );
  }

  async #keep(
    of: { readonly userId: number; readonly purpose: UploadPurpose },
    bytes: Buffer,
    insert: (row: Omit<FileRow, 'fileId'>) => Promise<number | undefined>,
  ): Promise<number> {
    const { clock, vault } = this.#options;
    const picture = await readPicture(bytes);
    const stored = await vault.put(picture.bytes);
    const row = {
      ...stored,
      ...of,
      mime: PICTURE_MIME,
      uploadSha256: hash('sha256', bytes, 'buffer'),
      pixelSha256: picture.pixelSha256,
      createdAtMs: clock.now(),
    };
    try {
      const fileId = await insert(row);
      if (fileId === undefined) throw this.#quotaProblem();
      return fileId;
    } catch (error) {
      await vault.remove(stored.name);
      throw error;
    }
  }

  /** A picture of this user, for this purpose where one is named. Throws `not_found`. */
  async own(userId: number, fileId: number, purpose?: UploadPurpose): Promise<FileRow> {
    const row = await findOwnFile(this.#options.database, { userId, fileId, purpose });
    if (row === undefined) throw new ProblemError('not_found');
    return row;
  }

  /**
   * Photos that show who asks: sent by this user since then. Ids can be guessed, so one that lies here already, as those of a
   * verification do, would show its owner whoever names it. Throws `not_found`.
   */
  async checkFresh(
    userId: number,
    { documentId, holdingId }: { readonly documentId: number; readonly holdingId: number },
    asked: { readonly sinceMs: number; readonly use: PhotoUse },
  ): Promise<void> {
    for (const fileId of [documentId, holdingId])
      if (!(await isFreshPhoto(this.#options.database, { userId, fileId, ...asked })))
        throw new ProblemError('not_found');
  }

  /** The picture itself, for callers who have checked who may see it. Throws `not_found`. */
  async open(fileId: number): Promise<OpenedFile> {
    const { database, vault } = this.#options;
    const row = await findFile(database, fileId);
    if (row === undefined) throw new ProblemError('not_found');
    return {
      bytes: await vault.get(row),
      mime: row.mime,
      sha256: Buffer.from(row.uploadSha256).toString('hex'),
    };
  }

  /** Ids of other files of the same purpose that are or show the same, whoever sent them (cases.md U8). */
  twins(fileId: number): Promise<number[]> {
    return findTwins(this.#options.database, fileId);
  }

  /** Forgets photos that nobody's verification was asked for with: personal data is kept for a reason only. */
  async prune(): Promise<void> {
    const { database, clock, vault } = this.#options;
    const names = await deleteUnusedPhotos(
      database,
      clock.now() - UNUSED_PHOTO_KEEP_MS,
      UNUSED_PHOTOS_STEP,
    );
    for (const name of names) await vault.remove(name);
  }

  /** Signs a path to a picture for one session until a time. */
  signature(path: {
    readonly fileId: number;
    readonly expires: number;
    readonly sessionKey: string;
  }): Buffer {
    const { fileId, expires, sessionKey } = path;
    const parts = [String(fileId), String(expires), sessionKey];
    return Buffer.from(this.#options.secrets.digest('file path', ...parts));
  }

  #quota(userId: number) {
    const { clock, budgetFactor } = this.#options;
    const nowMs = clock.now();
    return {
      userId,
      sinceMs: nowMs - (nowMs % DAY_MS),
      filesMax: FILES_PER_DAY_MAX * budgetFactor,
    };
  }

  #quotaProblem(): ProblemError {
    const nowMs = this.#options.clock.now();
    return new ProblemError('file_limit', { retryAfterMs: DAY_MS - (nowMs % DAY_MS) });
  }
}
