/**
 * A second engine, waiting for the first one's lock. PostgreSQL frees the lock of a process that ended; of one that hangs or
 * is paused the standby ends the session, once it is silent in Redis and in the database. Only of who is known to speak in
 * this Redis is silence believed: a process whose name in the database was never heard here may speak elsewhere.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { endWriter, type LeaderSigns, leaderSigns } from '../store/leader-queries.ts';
import type { Sealer } from './calls/sealer.ts';
import { LeaderWatch } from './leader-watch.ts';
import { BEAT_MS, COMPLAIN_EACH_MS, TAKEOVER_MS, TAKEOVER_STARTING_MS } from './limits.ts';
import type { LeaderWord } from './messages.ts';
import type { Names } from './names.ts';
import type { RedisClient } from './redis.ts';
import type { Sightings } from './sightings.ts';

export interface StandbyParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly database: Database;
  readonly sightings: Pick<Sightings, 'read'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Milliseconds that pass, not those of a day. */
  readonly now?: () => number;
}

/** In Redis a leader that lives is never silent for so long: from then on the database is watched as well. */
const QUIET_MS = 2 * BEAT_MS;
/** In the database a leader that lives says something new within this. */
const UNMOVED_MS = TAKEOVER_MS / 2;

export class Standby {
  readonly #parts: StandbyParts;
  readonly #now: () => number;
  readonly #watch: LeaderWatch;
  #last: LeaderWord | undefined;
  #movedAtMs: number;
  /** A process that spoke in this Redis: it has no other one as long as it lives. */
  #heard: string | undefined;
  /** What the database has said since the leader is quiet, and for how long. */
  #signs: LeaderSigns | undefined;
  #signsAtMs = Number.NEGATIVE_INFINITY;
  #saidAtMs = Number.NEGATIVE_INFINITY;

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
    if (word !== undefined && !isSame(word, this.#last) && (await this.#isLeaders(word)))
      return this.#moved(word);
    const silentMs = this.#now() - this.#movedAtMs;
    if (silentMs < QUIET_MS) return;
    const signs = await leaderSigns(database);
    if (!isDeepStrictEqual(signs, this.#signs)) {
      this.#signs = signs;
      this.#signsAtMs = this.#now();
    }
    const limitMs = this.#limitOf(signs);
    if (signs === undefined || silentMs < limitMs) return;
    if (!(await this.#hears(signs.process))) {
      return this.#sayRarely(
        'REDIS_URL: the engine that leads by the database is not heard in this Redis; nothing is done to it',
      );
    }
    if (this.#now() - this.#signsAtMs < UNMOVED_MS) {
      return this.#sayRarely(
        'the engine is not heard in Redis and lives by the database: it keeps the lead',
      );
    }
    // Its commit waits for a replica, or it is still at work there: looked at again with the next word.
    if (!(await endWriter(database, signs.pid))) return;
    log.warn({ silentMs }, 'the engine is silent: its session is ended, this one takes over');
    // Whoever has the lock now gets the time to start.
    this.#moved(this.#last);
  }

  stop(): void {
    this.#watch.stop();
  }

  /** Whether the holder of the lock said this word. */
  async #isLeaders({ process }: LeaderWord): Promise<boolean> {
    if (process === this.#last?.process) return true;
    const signs = await leaderSigns(this.#parts.database);
    if (signs?.process !== process) return false;
    this.#heard = process;
    return true;
  }

  /** Whether that process has spoken in this Redis, to this standby or before it. */
  async #hears(process: string): Promise<boolean> {
    if (process === this.#heard) return true;
    const { processes } = await this.#parts.sightings.read();
    if (!processes.includes(process)) return false;
    this.#heard = process;
    return true;
  }

  #limitOf(signs: LeaderSigns | undefined): number {
    const isReady = this.#last?.isReady === true && this.#last.process === signs?.process;
    return isReady ? TAKEOVER_MS : TAKEOVER_STARTING_MS;
  }

  #sayRarely(line: string): void {
    if (this.#now() - this.#saidAtMs < COMPLAIN_EACH_MS) return;
    this.#saidAtMs = this.#now();
    this.#parts.log.error(line);
  }

  #moved(word: LeaderWord | undefined): void {
    this.#last = word;
    this.#movedAtMs = this.#now();
    this.#signs = undefined;
  }
}

const isSame = (word: LeaderWord, last: LeaderWord | undefined): boolean =>
  word.process === last?.process && word.beat === last.beat;
