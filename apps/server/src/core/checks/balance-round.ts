/**
 * Holds every account against its last posting once after a start: for as long as the start may take before anybody is
 * served, and the rest in the background. Where there are too many for that the next start begins where this one ended.
 */

import type { Clock } from '../sequencer/ports.ts';
import type { Database } from '../store/database.ts';
import { balancesStep } from './balance-check.ts';
import { readCheckPlace, writeCheckPlace } from './check-places.ts';
import { DRIFTS_MAX, type Drift } from './reconciliation.ts';

const NAME = 'balances';

export class BalanceRound {
  readonly #database: Database;
  readonly #clock: Clock;
  #beganMs = 0;
  /** Where this round began, and where it is; undefined before it began. */
  #from: number | undefined;
  #at = 0;
  #hasWrapped = false;
  #isDone = false;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get beganMs(): number {
    return this.#beganMs;
  }

  /** Goes on for so long; gives what it found. */
  async goOn(maxMs: number): Promise<readonly Drift[]> {
    const endsAtMs = performance.now() + maxMs;
    const drifts: Drift[] = [];
    if (this.#from === undefined) await this.#begin();
    do {
      const step = await balancesStep(this.#database, this.#at);
      drifts.push(...step.drifts);
      this.#hasWrapped ||= step.lastId === undefined;
      this.#at = step.lastId ?? 0;
      this.#isDone = this.#hasWrapped && this.#at >= (this.#from ?? 0);
    } while (!this.#isDone && drifts.length < DRIFTS_MAX && performance.now() < endsAtMs);
    const place = { lastId: this.#isDone ? 0 : this.#at };
    await writeCheckPlace(this.#database, NAME, { place, nowMs: this.#clock.now() });
    return drifts.slice(0, DRIFTS_MAX);
  }

  async #begin(): Promise<void> {
    this.#beganMs = this.#clock.now();
    const kept = (await readCheckPlace(this.#database, NAME)) as { lastId?: unknown } | undefined;
    this.#from = Number.isSafeInteger(kept?.lastId) ? Number(kept?.lastId) : 0;
    this.#at = this.#from;
  }
}
