/**
 * A second engine, waiting for the first one's lock. PostgreSQL frees the lock of a process that ended; of one that hangs or
 * is paused the standby ends the session, once it has itself heard it live, in Redis and by the name that the database has for
 * it, and then heard it stop in both. Who was never heard is not silent: it may speak where this one does not listen.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { endWriter, type LeaderBeat, leaderBeat, writerProcess } from '../store/leader-queries.ts';
import { LeaderWatch } from './leader-watch.ts';
import { COMPLAIN_EACH_MS, TAKEOVER_MS, TAKEOVER_STARTING_MS } from './limits.ts';
import type { LeaderWord } from './messages.ts';
import type { Names } from './names.ts';
import type { RedisClient } from './redis.ts';
import type { Sealer } from './sealer.ts';

export interface StandbyParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly database: Database;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Milliseconds that pass, not those of a day. */
  readonly now?: () => number;
}

export class Standby {
  readonly #parts: StandbyParts;
  readonly #now: () => number;
  readonly #watch: LeaderWatch;
  #last: LeaderWord | undefined;
  /** Whether the last word was followed by another one: then it was alive, and not only left in Redis. */
  #isHeard = false;
  #movedAtMs: number;
  #complainedAtMs = Number.NEGATIVE_INFINITY;
  /** The session that held the lock when the silence was noticed, and the leader's beat then: no other may be ended for it. */
  #suspect: { readonly pid: number; readonly beat: number | undefined } | undefined;

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
    if (word !== undefined && !isSame(word, this.#last)) {
      if (!(await this.#isLeaders(word))) return this.#complain();
      this.#isHeard = this.#last?.nonce === word.nonce;
      return this.#moved(word);
    }
    const silentMs = this.#now() - this.#movedAtMs;
    const limitMs = this.#last?.isReady === true ? TAKEOVER_MS : TAKEOVER_STARTING_MS;
    if (silentMs < limitMs / 2) return;
    if (!this.#isHeard) return this.#complain();
    const beat = await leaderBeat(database);
    const pid = await writerProcess(database);
    this.#suspect ??= pid === undefined ? undefined : { pid, beat: this.#beatOf(beat) };
    if (silentMs < limitMs || this.#suspect === undefined) return;
    if (this.#beatOf(beat) !== this.#suspect.beat || beat.nonce !== this.#last?.nonce) {
      log.warn('the engine is not heard in Redis and lives by the database: it keeps the lead');
      return this.#moved(this.#last);
    }
    // Its commit waits for a replica, or it is still at work there: looked at again with the next word.
    if (!(await endWriter(database, this.#suspect.pid))) return;
    log.warn({ silentMs }, 'the engine is silent: its session is ended, this one takes over');
    // Whoever has the lock now gets the time to start, and must be heard before anything is done to it.
    this.#isHeard = false;
    this.#moved(undefined);
  }

  stop(): void {
    this.#watch.stop();
  }

  /** Whether the database calls its leader as this word does. */
  async #isLeaders(word: LeaderWord): Promise<boolean> {
    if (word.nonce === this.#last?.nonce) return true;
    return (await leaderBeat(this.#parts.database)).nonce === word.nonce;
  }

  /** Absent where the database has none of the leader that was heard. */
  #beatOf({ beat, beatNonce }: LeaderBeat): number | undefined {
    return beatNonce === this.#last?.nonce ? beat : undefined;
  }

  #complain(): void {
    if (this.#now() - this.#complainedAtMs < COMPLAIN_EACH_MS) return;
    this.#complainedAtMs = this.#now();
    this.#parts.log.error(
      'REDIS_URL: the engine that leads by the database is not heard in this Redis; nothing is done to it',
    );
  }

  #moved(word: LeaderWord | undefined): void {
    this.#last = word;
    this.#movedAtMs = this.#now();
    this.#suspect = undefined;
  }
}

const isSame = (word: LeaderWord, last: LeaderWord | undefined): boolean =>
  word.nonce === last?.nonce && word.beat === last.beat;
