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
  /** Told of every check that found something. */
  readonly onDrift?: (drifts: readonly Drift[]) => void;
}

export type CheckName = 'quick' | 'recount' | 'engine';

export interface CheckResult {
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

  /** False once any last result has a drift. */
  get isSound(): boolean {
    return [...this.#results.values()].every(({ drifts }) => drifts.length === 0);
  }

  /** Sums, holds and counters from running totals. O(accounts + open orders). */
  checkQuick(): Promise<CheckResult> {
    return this.#keep('quick', quickCheck(this.#parts.database));
  }

  /** Every balance from all its postings. O(history), a step at a time. */
  checkAll(options?: RecountOptions): Promise<CheckResult> {
    return this.#keep('recount', recount(this.#parts.database, options));
  }

  /** The running engine against the tables. O(open state); commands wait while its hash is made. */
  checkEngine(): Promise<CheckResult> {
    return this.#keep('engine', this.#compareEngine());
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

  async #keep(name: CheckName, check: Promise<Drift[]>): Promise<CheckResult> {
    const result = { atMs: this.#parts.clock.now(), drifts: await check };
    this.#results.set(name, result);
    if (result.drifts.length > 0) this.#parts.onDrift?.(result.drifts);
    return result;
  }
}
