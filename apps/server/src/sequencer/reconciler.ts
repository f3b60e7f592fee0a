/**
 * Runs the checks of reconciliation.ts, compares the running engine with one taken from the tables, and
 * keeps what was found for health and metrics. Who calls it when is the server's schedule: the quick check
 * each minute, the rest in the background.
 */
import type { Database } from '../store/database.ts';
import { type Drift, quickCheck, type RecountOptions, recount } from '../store/reconciliation.ts';
import { readSnapshot } from '../store/snapshot-reader.ts';
import { PastCheck } from './past-check.ts';
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

export type CheckName = 'quick' | 'recount' | 'engine' | 'newest' | 'past';

/** Receipts that a start and each minute look at again. */
const NEWEST_RECEIPTS = 1_000;

export interface CheckResult {
  /** When it began to read. */
  readonly beganMs: number;
  readonly atMs: number;
  readonly drifts: readonly Drift[];
}

/** Drifts that are kept of one round. */
const DRIFTS_MAX = 100;

export class Reconciler {
  readonly #parts: ReconcilerParts;
  readonly #results = new Map<CheckName, CheckResult>();
  readonly #past: PastCheck;
  /** What the round in the background found so far. */
  #pastDrifts: readonly Drift[] = [];
  /** One after another: both go through all receipts. */
  #pastTurn: Promise<unknown> = Promise.resolve();

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
    this.#past = new PastCheck(parts);
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

  /** The newest receipts against their chain, samples, rows, entries and heads. Bounded, whatever the history. */
  checkNewest(receipts = NEWEST_RECEIPTS): Promise<CheckResult> {
    return this.#inPastTurn(() => this.#keep('newest', () => this.#past.newest(receipts)));
  }

  /** All receipts. O(history), a step at a time; others are served between the steps. */
  checkPast(): Promise<CheckResult> {
    return this.#inPastTurn(() => this.#keep('past', () => this.#past.all()));
  }

  /**
   * Goes on with the same in the background by a bounded part. What it finds counts at once; a round that found nothing
   * counts when it is through.
   */
  async goOnWithPast(steps: number): Promise<void> {
    await this.#inPastTurn(async () => {
      const { clock, onDrift } = this.#parts;
      const { beganAtMs: beganMs, isDone, drifts } = await this.#past.goOn(steps);
      this.#pastDrifts = [...this.#pastDrifts, ...drifts].slice(0, DRIFTS_MAX);
      if (isDone || drifts.length > 0)
        this.#results.set('past', { beganMs, atMs: clock.now(), drifts: this.#pastDrifts });
      if (isDone) this.#pastDrifts = [];
      if (drifts.length > 0) await onDrift?.(drifts);
    });
  }

  #inPastTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const ran = this.#pastTurn.then(run);
    this.#pastTurn = ran.catch(() => {});
    return ran;
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
