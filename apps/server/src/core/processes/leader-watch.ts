/** Looks again and again at the engine's word in Redis. */
import type { Logger } from 'pino';
import type { Sealer } from './calls/sealer.ts';
import { LOOK_MS } from './limits.ts';
import type { LeaderWord } from './messages.ts';
import type { Names } from './names.ts';
import { command, type RedisClient } from './redis.ts';

export interface LeaderWatchParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly log: Pick<Logger, 'warn'>;
  /** What Redis says now, and for how long it has not changed as far as was seen here. */
  readonly onWord: (word: LeaderWord | undefined, silentMs: number) => void | Promise<void>;
  /** Redis did not answer: nothing is known. */
  readonly onFailure: () => void;
}

export class LeaderWatch {
  readonly #parts: LeaderWatchParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #isLooking = false;
  #hasFailed = false;
  #last: string | undefined;
  #movedAtMs = performance.now();

  constructor(parts: LeaderWatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { redis, sealer, names, log, onWord, onFailure } = this.#parts;
    try {
      const sealed = await command<Buffer | null>(redis, ['GET', names.leader]);
      this.#hasFailed = false;
      const text = sealed?.toString('latin1');
      if (text !== this.#last) this.#movedAtMs = performance.now();
      this.#last = text;
      const word = sealed === null ? undefined : sealer.open<LeaderWord>(names.leader, sealed);
      await onWord(word, performance.now() - this.#movedAtMs);
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'nothing is known of the engine');
      this.#hasFailed = true;
      onFailure();
    } finally {
      this.#isLooking = false;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
