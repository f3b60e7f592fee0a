/**
 * A second engine, waiting for the first one's lock. PostgreSQL frees the lock of a process that ended; of one that hangs or
 * is paused the standby ends the session, when its word in Redis has not moved for a while. While Redis does
 * not answer nothing is known, and nothing is done.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { endWriter, writerProcess } from '../store/leader-queries.ts';
import { LeaderWatch } from './leader-watch.ts';
import { TAKEOVER_MS, TAKEOVER_STARTING_MS } from './limits.ts';
import type { LeaderWord } from './messages.ts';
import type { Names } from './names.ts';
import type { RedisClient } from './redis.ts';
import type { Sealer } from './sealer.ts';

export interface StandbyParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds that pass, not those of a day. */
  readonly now?: () => number;
}

export class Standby {
  readonly #parts: StandbyParts;
  readonly #now: () => number;
  readonly #watch: LeaderWatch;
  #last: LeaderWord | undefined;
  #movedAtMs: number;
  /** The session that held the lock when the silence was noticed: no other may be ended for it. */
  #suspect: number | undefined;

  constructor(parts: StandbyParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#movedAtMs = this.#now();
    this.#watch = new LeaderWatch({
      ...parts,
      onWord: (word) => this.heard(word),
      onFailure: () => this.#moved(this.#last),
    });
  }

  /** Takes what Redis says now. */
  async heard(word: LeaderWord | undefined): Promise<void> {
    const { database, log } = this.#parts;
    const isNew = word !== undefined && !isSame(word, this.#last);
    if (isNew) return this.#moved(word);
    const silentMs = this.#now() - this.#movedAtMs;
    const limitMs = this.#last?.isReady === true ? TAKEOVER_MS : TAKEOVER_STARTING_MS;
    if (silentMs >= limitMs / 2) this.#suspect ??= await writerProcess(database);
    if (silentMs < limitMs || this.#suspect === undefined) return;
    log.warn({ silentMs }, 'the engine is silent: its session is ended, this one takes over');
    await endWriter(database, this.#suspect);
    // Whoever has the lock now gets the time to start.
    this.#moved(undefined);
  }

  stop(): void {
    this.#watch.stop();
  }

  #moved(word: LeaderWord | undefined): void {
    this.#last = word;
    this.#movedAtMs = this.#now();
    this.#suspect = undefined;
  }
}

const isSame = (word: LeaderWord, last: LeaderWord | undefined): boolean =>
  word.epoch === last?.epoch && word.beat === last.beat;
