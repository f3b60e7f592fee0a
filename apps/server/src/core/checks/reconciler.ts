/**
 * Runs the checks of reconciliation.ts and balance-check.ts, compares the running engine with one taken from the tables, and
 * keeps what was found for health and metrics. Who calls it when is the server's schedule: the quick check
 * each minute, the rest in the background.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { stateHashSteps } from '@fairlead/engine';
import { InvariantError } from '@fairlead/units';
import type { ChainHead } from '../../receipts/queries.ts';
import { inTurns } from '../operations/in-turns.ts';
import type { Clock, CreateEngine } from '../sequencer/ports.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { readSnapshot } from '../store/snapshot-reader.ts';
import { type AgreedJudge, checkAgreed } from './agreed-check.ts';
import { BalanceRound } from './balance-round.ts';
import type { Resumes } from './missing-queries.ts';
import { PastCheck } from './past-check.ts';
import {
  DRIFTS_MAX,
  type Drift,
  quickCheck,
  type RecountOptions,
  recount,
} from './reconciliation.ts';
import { beginRecount, type RecountStep, readRecountPlace, recountStep } from './recount-steps.ts';

export interface ReconcilerParts {
  readonly database: Database;
  readonly sequencer: SequencerPort;
  readonly createEngine: CreateEngine;
  readonly tables: ExchangeTables;
  readonly clock: Clock;
  /** The end of the chain of receipts as it was kept outside the database before this start. */
  readonly keptHead?: ChainHead | undefined;
  /** What makes and knows digests of what was agreed; without it there are none. */
  readonly agreed?: AgreedJudge | undefined;
  /** Whether something outside the database knows that every open row has its digest. */
  readonly isAgreedBegun?: boolean;
  /** And that every list of orders has. */
  readonly areListsAgreed?: boolean;
  /** Where operators resume, if elsewhere than in this database. */
  readonly resumes?: Resumes | undefined;
  /** Compares what this engine sent to others and received of them, where there are others. */
  readonly exchange?: ExchangeChecks | undefined;
  /** Whether a drift that was found before still counts, whatever the last checks say. */
  readonly isHeld?: () => boolean;
  /** Told of every check that found something; the check ends when this does. */
  readonly onDrift?: (drifts: readonly Drift[]) => Promise<void> | void;
}

export interface ExchangeChecks {
  newest(): Promise<Drift[]>;
  all(): Promise<Drift[]>;
  /** Goes on with a round in the background by so many pages. */
  goOn(pages: number): Promise<{ readonly isDone: boolean; readonly drifts: readonly Drift[] }>;
}

export const CHECK_NAMES = [
  'quick',
  'balances',
  'agreed',
  'engine',
  'recount',
  'newest',
  'past',
  'exchange',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** Receipts that a start and each minute look at again. */
const NEWEST_RECEIPTS = 1_000;

export interface CheckResult {
  /** When it began to read. */
  readonly beganMs: number;
  readonly atMs: number;
  readonly drifts: readonly Drift[];
}

interface RoundPart {
  readonly beganMs: number;
  readonly isDone: boolean;
  readonly drifts: readonly Drift[];
  /** Of the whole round so far. */
  readonly all: readonly Drift[];
}

export class Reconciler {
  readonly #parts: ReconcilerParts;
  readonly #results = new Map<CheckName, CheckResult>();
  readonly #past: PastCheck;
  /** What the rounds in the background found so far. */
  #pastDrifts: readonly Drift[] = [];
  #recountDrifts: readonly Drift[] = [];
  #balanceDrifts: readonly Drift[] = [];
  #exchangeDrifts: readonly Drift[] = [];
  #exchangeBeganMs: number | undefined;
  readonly #balances: BalanceRound;
  /** One after another: both go through all receipts. */
  #pastTurn: Promise<unknown> = Promise.resolve();

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
    this.#past = new PastCheck(parts);
    this.#balances = new BalanceRound(parts.database, parts.clock);
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

  /** Whether the last look at what is open found it all as it was agreed; false before the first. */
  get isAgreed(): boolean {
    return this.#results.get('agreed')?.drifts.length === 0;
  }

  /** What a start looks at before anybody is served by what was written anew behind its back. */
  async checkStart(balancesMaxMs: number): Promise<void> {
    await this.checkQuick();
    await this.goOnWithBalances(balancesMaxMs);
    await this.checkAgreed();
    await this.checkNewest();
    await this.checkNewestExchange();
  }

  /** Every check, whole, one after another: what a stop for a drift is ended by. O(history). */
  async checkEverything(): Promise<readonly CheckResult[]> {
    const checks: Record<CheckName, () => Promise<CheckResult>> = {
      quick: () => this.checkQuick(),
      balances: () => this.checkBalances(),
      agreed: () => this.checkAgreed(),
      engine: () => this.checkEngine(),
      recount: () => this.checkAll(),
      newest: () => this.checkNewest(),
      past: () => this.checkPast(),
      exchange: () => this.checkExchange(),
    };
    const results: CheckResult[] = [];
    for (const name of CHECK_NAMES) results.push(await checks[name]());
    return results;
  }

  /** Sums, holds and counters from running totals. O(accounts + open orders). */
  checkQuick(): Promise<CheckResult> {
    return this.#keep('quick', () => quickCheck(this.#parts.database, this.#parts.tables));
  }

  /** Every balance against its last posting, by index. O(accounts), a step at a time. */
  checkBalances(): Promise<CheckResult> {
    return this.#keep('balances', async () => {
      const { database, clock } = this.#parts;
      const round = new BalanceRound(database, clock);
      const drifts: Drift[] = [];
      while (!round.isDone && drifts.length < DRIFTS_MAX)
        drifts.push(...(await round.goOn(Number.POSITIVE_INFINITY)));
      return drifts.slice(0, DRIFTS_MAX);
    });
  }

  /** What is open against the digests of what was agreed. O(open rows). */
  checkAgreed(): Promise<CheckResult> {
    return this.#keep('agreed', async () => {
      const {
        agreed,
        isAgreedBegun: isBegun = false,
        areListsAgreed: hasLists = false,
      } = this.#parts;
      return agreed === undefined ? [] : checkAgreed({ ...this.#parts, agreed, isBegun, hasLists });
    });
  }

  /** The same as checkBalances once since the start, for so long at a time: before anybody may spend, and then in the background. */
  async goOnWithBalances(maxMs: number): Promise<void> {
    if (this.#balances.isDone) return;
    const drifts = await this.#balances.goOn(maxMs);
    this.#balanceDrifts = [...this.#balanceDrifts, ...drifts].slice(0, DRIFTS_MAX);
    const { isDone, beganMs } = this.#balances;
    await this.#keepRound('balances', { beganMs, isDone, drifts, all: this.#balanceDrifts });
  }

  /**
   * Goes on with the recount in the background; its place is kept. A round that is through is followed by the next
   * `restMs` after it ended.
   */
  async goOnWithRecount(steps: number, restMs: number): Promise<void> {
    const { database, clock } = this.#parts;
    let place = await readRecountPlace(database);
    const endedAtMs = place?.endedAtMs;
    if (endedAtMs !== undefined && endedAtMs + restMs > clock.now() && endedAtMs <= clock.now())
      return;
    if (place === undefined || endedAtMs !== undefined) {
      place = await beginRecount(database, clock.now());
      this.#recountDrifts = [];
    }
    const drifts: Drift[] = [];
    for (let step = 0; step < steps && place.endedAtMs === undefined; step += 1) {
      const done: RecountStep = await recountStep(database, place, { nowMs: clock.now() });
      drifts.push(...done.drifts);
      place = done.place;
      await turn();
    }
    this.#recountDrifts = [...this.#recountDrifts, ...drifts].slice(0, DRIFTS_MAX);
    const isDone = place.endedAtMs !== undefined;
    const all = this.#recountDrifts;
    await this.#keepRound('recount', { beganMs: place.beganAtMs, isDone, drifts, all });
  }

  /** Every balance from all its postings. O(history), a step at a time. */
  checkAll(options?: RecountOptions): Promise<CheckResult> {
    return this.#keep('recount', () => recount(this.#parts.database, options));
  }

  /**
   * The running engine against the one that a start would make of the tables. O(state); owners and balances a step at a time, what
   * is open in one piece. Commands wait while what is open is copied; on an embedded database also while the tables are read.
   */
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
      const { beganAtMs: beganMs, isDone, drifts } = await this.#past.goOn(steps);
      const all = [...this.#pastDrifts, ...drifts].slice(0, DRIFTS_MAX);
      this.#pastDrifts = isDone ? [] : all;
      await this.#keepRound('past', { beganMs, isDone, drifts, all });
    });
  }

  /** The newest transfers between this engine and others. That they are as they must be says nothing of those before. */
  async checkNewestExchange(): Promise<void> {
    const { exchange } = this.#parts;
    const drifts = (await exchange?.newest()) ?? [];
    if (drifts.length > 0 || exchange === undefined)
      await this.#keep('exchange', async () => drifts);
  }

  /** All transfers between this engine and others. O(history). */
  checkExchange(): Promise<CheckResult> {
    return this.#keep('exchange', async () => (await this.#parts.exchange?.all()) ?? []);
  }

  /** The same in the background by a bounded part. */
  async goOnWithExchange(pages: number): Promise<void> {
    const { exchange, clock } = this.#parts;
    if (exchange === undefined) return;
    this.#exchangeBeganMs ??= clock.now();
    const beganMs = this.#exchangeBeganMs;
    const { isDone, drifts } = await exchange.goOn(pages);
    const all = [...this.#exchangeDrifts, ...drifts].slice(0, DRIFTS_MAX);
    this.#exchangeDrifts = isDone ? [] : all;
    if (isDone) this.#exchangeBeganMs = undefined;
    await this.#keepRound('exchange', { beganMs, isDone, drifts, all });
  }

  /** What a part of a round found counts at once; a round that found nothing counts when it is through. */
  async #keepRound(name: CheckName, { beganMs, isDone, drifts, all }: RoundPart): Promise<void> {
    const { clock, onDrift } = this.#parts;
    if (isDone || drifts.length > 0)
      this.#results.set(name, { beganMs, atMs: clock.now(), drifts: all });
    if (drifts.length > 0) await onDrift?.(drifts);
  }

  #inPastTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const ran = this.#pastTurn.then(run);
    this.#pastTurn = ran.catch(() => {});
    return ran;
  }

  async #compareEngine(): Promise<Drift[]> {
    const { database, sequencer, createEngine, tables } = this.#parts;
    const { held, reading } = await sequencer.atRest(async (engine) => {
      const begun = Promise.withResolvers<void>();
      // Once its view of the tables is fixed the rest is read while commands go on.
      const snapshot = readSnapshot(database, tables, begun.resolve);
      await Promise.race([begun.promise, snapshot]);
      return { held: engine.holdSnapshot(), reading: { snapshot } };
    });
    const hash = await inTurns(stateHashSteps(held));
    const stored = await reading.snapshot;
    // The engine that a start would make: rows that agree, and that none could be made of, would stop the next leader.
    try {
      const restored = await createEngine(stored);
      if ((await inTurns(stateHashSteps(restored.holdSnapshot()))) === hash) return [];
      return [{ check: 'engine_differs', subject: 'state hash', difference: 1n }];
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      return [{ check: 'engine_differs', subject: `tables: ${error.message}`, difference: 1n }];
    }
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
