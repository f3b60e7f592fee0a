/**
 * Runs the checks of reconciliation.ts, compares the running engine with one taken from the tables, and
 * keeps what was found for health and metrics. Who calls it when is the server's schedule: the quick check
 * each minute, the rest in the background.
 */
import type { Database } from '../store/database.ts';
import { type Drift, quickCheck, type RecountOptions, recount } from '../store/reconciliation.ts';
import { readSnapshot } from '../store/snapshot-reader.ts';
import type { Clock, CreateEngine } from './ports.ts';
import type { SequencerPort } from './sequencer.ts';

export interface ReconcilerParts {
  readonly database: Database;
  readonly sequencer: SequencerPort;
  readonly createEngine: CreateEngine;
  readonly clock: Clock;
  /** Whether a drift that was found before still counts, whatever the last checks say. */
  readonly isHeld?: () => boolean;
  /** Told of every check that found something; the check ends when this does. */
  readonly onDrift?: (drifts: readonly Drift[]) => Promise<void> | void;
}

export type CheckName = 'quick' | 'recount' | 'engine';

export interface CheckResult {
  /** When it began to read. */
  readonly beganMs: number;
  readonly atMs: number;
  readonly drifts: readonly Drift[];
}

export class Reconciler {
  readonly #parts: ReconcilerParts;
  readonly #results = new Map<CheckName, CheckResult>();

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
  }

  /** The last result of each check that has run. */
  get results(): ReadonlyMap<CheckName, CheckResult> {
    return this.#results;
  }

  /** False once any last result has a drift, and while one that was found is not settled. */
  get isSound(): boolean {
    if (this.#parts.isHeld?.() === true) return false;
    return [...this.#results.values()].every(({ drifts }) => drifts.length === 0);
  }

  /** Sums, holds and counters from running totals. O(accounts + open orders). */
  checkQuick(): Promise<CheckResult> {
    return this.#keep('quick', () => quickCheck(this.#parts.database));
  }

  /** Every balance from all its postings. O(history), a step at a time. */
  checkAll(options?: RecountOptions): Promise<CheckResult> {
    return this.#keep('recount', () => recount(this.#parts.database, options));
  }

  /** The running engine against the tables. O(open state); commands wait while its hash is made. */
  checkEngine(): Promise<CheckResult> {
    return this.#keep('engine', () => this.#compareEngine());
  }

  async #compareEngine(): Promise<Drift[]> {
    const { database, sequencer, createEngine } = this.#parts;
    const { hash, reading } = await sequencer.atRest(async (engine) => {
      const begun = Promise.withResolvers<void>();
      // Once its view of the tables is fixed the rest is read while commands go on.
      const snapshot = readSnapshot(database, begun.resolve);
      await Promise.race([begun.promise, snapshot]);
      return { hash: engine.stateHash(), reading: { snapshot } };
    });
    if (createEngine(await reading.snapshot).stateHash() === hash) return [];
    return [{ check: 'engine_differs', subject: 'state hash', difference: 1n }];
  }

  async #keep(name: CheckName, check: () => Promise<Drift[]>): Promise<CheckResult> {
    const { clock } = this.#parts;
    const beganMs = clock.now();
    const drifts = await check();
    const result = { beganMs, atMs: clock.now(), drifts };
    this.#results.set(name, result);
    if (drifts.length > 0) await this.#parts.onDrift?.(drifts);
    return result;
  }
}
