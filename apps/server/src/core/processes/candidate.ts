/**
 * Who would lead must hear the deployment in Redis. The database says who is there; an engine that hears none of them has
 * another Redis: it would end a healthy leader, or lead where no gateway hears it. So it does nothing but complain. It proves
 * itself before it waits for the lock, and again when it has it: who is there may have changed in between.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { type Epoch, otherProcesses } from '../store/leader-queries.ts';
import { COMPLAIN_EACH_MS } from './limits.ts';
import type { Sightings } from './sightings.ts';

/** Between two looks. */
const LOOK_AGAIN_MS = 1_000;
/** Who is only starting is in the database before it is heard: no reason to complain yet. */
const STARTING_MS = 3_000;

export interface CandidateParts {
  readonly database: Database;
  readonly sightings: Sightings;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly signal: AbortSignal | undefined;
  /** It does not lead yet. */
  readonly onWaiting: () => void;
  /** It leads, and reads the tables now. */
  readonly begun?: (epoch: Epoch) => void;
}

export class Candidate {
  readonly #parts: CandidateParts;
  #complainAtMs: number | undefined;

  constructor(parts: CandidateParts) {
    this.#parts = parts;
  }

  begun(epoch: Epoch): void {
    this.#parts.begun?.(epoch);
  }

  /** Resolves once it hears the deployment; rejects when it is aborted first. */
  async untilProven(): Promise<void> {
    const { signal, onWaiting } = this.#parts;
    while (!(await this.isProven())) {
      signal?.throwIfAborted();
      onWaiting();
      await setTimeoutPromise(LOOK_AGAIN_MS, undefined, signal === undefined ? {} : { signal });
    }
  }

  /** Whether this Redis is the deployment's, as far as the database can tell. If so, it says that this one is here. */
  async isProven(): Promise<boolean> {
    const { sightings, log } = this.#parts;
    try {
      const isProven = await this.#hearsDeployment();
      if (isProven) await sightings.present();
      else this.#complain();
      return isProven;
    } catch (error) {
      log.warn({ err: error }, 'nothing is known of the deployment; this engine does not lead');
      return false;
    }
  }

  async #hearsDeployment(): Promise<boolean> {
    const { database, sightings } = this.#parts;
    const others = await otherProcesses(database);
    // Nobody is there who could be heard: this one begins.
    if (others.length === 0) return true;
    const { processes } = await sightings.read();
    return others.some((other) => processes.includes(other));
  }

  #complain(): void {
    const nowMs = performance.now();
    this.#complainAtMs ??= nowMs + STARTING_MS;
    if (nowMs < this.#complainAtMs) return;
    this.#complainAtMs = nowMs + COMPLAIN_EACH_MS;
    this.#parts.log.error(
      'REDIS_URL: the database has processes of this exchange that are not heard in this Redis; this engine does not lead',
    );
  }
}
