/**
 * How many pictures are received at once, in all and of one user: each lies in memory until it is kept. Turns at
 * decoding are taken when all of it is there (files-pictures.ts), so nobody who sends slowly holds one.
 */
import { ProblemError } from '@fairlead/contract';
import {
  UPLOADS_AT_ONCE_MAX,
  UPLOADS_PER_USER_AT_ONCE_MAX,
  UPLOADS_WAITING_MAX,
} from '../core/http/limits.ts';
import { Turns } from '../core/http/turns.ts';
import type { Files } from './files.ts';

const RETRY_MS = 1_000;

export class FileIntake {
  readonly #files: Pick<Files, 'checkQuota'>;
  readonly #turns = new Turns({
    atOnceMax: UPLOADS_AT_ONCE_MAX,
    waitingMax: UPLOADS_WAITING_MAX,
  });
  readonly #underWay = new Map<number, number>();

  constructor(files: Pick<Files, 'checkQuota'>) {
    this.#files = files;
  }

  /**
   * Runs what reads and keeps one upload, when it is its turn: until then nothing of it is read. Throws
   * `file_limit`, `rate_limited` or `overloaded` before a byte is.
   */
  async receive<Answer>(userId: number, work: () => Promise<Answer>): Promise<Answer> {
    const count = this.#underWay.get(userId) ?? 0;
    if (count >= UPLOADS_PER_USER_AT_ONCE_MAX)
      throw new ProblemError('rate_limited', { retryAfterMs: RETRY_MS });
    this.#underWay.set(userId, count + 1);
    try {
      await this.#files.checkQuota(userId);
      return await this.#turns.run(work);
    } finally {
      const left = (this.#underWay.get(userId) ?? 1) - 1;
      if (left > 0) this.#underWay.set(userId, left);
      else this.#underWay.delete(userId);
    }
  }
}
