/**
 * Looks whether the past was rewritten: every receipt against its digest, its chain, its published heads, the row it
 * stands for and the entry that moved its money; every such row and entry against the receipts; and every trade against its
 * entry and its orders. A step reads a bounded part and keeps nothing, so any history is checked in the memory of a step, and
 * a round that a restart cut off goes on where it was. Others are served between its steps.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { faultsOf } from '../../receipts/past-compare.ts';
import {
  type OrphanKind,
  type PastPlace,
  readFalseHeads,
  readPastPlace,
  readPastStep,
  readWithoutReceipt,
  writePastPlace,
} from '../../receipts/past-queries.ts';
import { type ChainHead, otherThan, readChainHead } from '../../receipts/queries.ts';
import type { Clock } from '../sequencer/ports.ts';
import type { Database } from '../store/database.ts';
import { missingNow, type NumberKind, type Resumes, unresumedLoss } from './missing-queries.ts';
import { DRIFTS_MAX, type Drift } from './reconciliation.ts';
import { newestTrades, TradeWalk } from './trade-walk.ts';

/** Receipts of one step: some milliseconds of hashing on the thread that serves. */
const PAST_RECEIPTS_PER_STEP = 100;
/** Rows of one step that are compared by the database alone. */
const PAST_ROWS_PER_STEP = 2_000;
/** Trades of one step, each with its entry. */
const PAST_TRADES_PER_STEP = 1_000;
/** Entries are asked for by ranges of their ids, of which most are of other things. */
const PAST_ENTRIES_PER_STEP = 20_000;

const PHASES = [
  ...(['receipts', 'options', 'positions', 'conversions', 'entries', 'heads'] as const),
  'trades',
] as const;
type Phase = (typeof PHASES)[number];

interface StepResult {
  /** Undefined where the phase is through. */
  readonly lastId: number | undefined;
  readonly drifts: readonly Drift[];
}

/** How a round ended, or how far it came. */
export interface PastRound {
  readonly beganAtMs: number;
  readonly isDone: boolean;
  /** What this part of the round found. */
  readonly drifts: readonly Drift[];
}

export interface PastCheckParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The end of the chain as it was kept outside the database before this start. */
  readonly keptHead?: ChainHead | undefined;
  /** Where operators resume, if elsewhere than in this database. */
  readonly resumes?: Resumes | undefined;
}

export class PastCheck {
  readonly #parts: PastCheckParts;
  readonly #trades = new TradeWalk();
  /** The last head that was checked here, or before this start: what no table can change. */
  #seen: ChainHead | undefined;

  constructor(parts: PastCheckParts) {
    this.#parts = parts;
    this.#seen = parts.keptHead;
  }

  /** The newest receipts, every head beyond them, and as many of the newest trades. */
  async newest(receipts: number): Promise<Drift[]> {
    const { database } = this.#parts;
    const drifts = [...(await this.#standingFaults())];
    const head = await readChainHead(database);
    const last = head?.receiptId ?? 0;
    const from = Math.max(0, last - receipts);
    for (let after = from; after < last && drifts.length < DRIFTS_MAX; ) {
      const step = await this.#receipts(after, PAST_RECEIPTS_PER_STEP);
      drifts.push(...step.drifts);
      if (step.lastId === undefined) break;
      after = step.lastId;
      await turn();
    }
    drifts.push(...(await this.#phase('heads', from, { limit: 1_000_000_000 })).drifts);
    drifts.push(...(await newestTrades(database, receipts)));
    if (drifts.length === 0 && head !== undefined) this.#seen = head;
    return drifts.slice(0, DRIFTS_MAX);
  }

  /** Everything, from the first receipt on. Ends early where there is more wrong than can be shown. */
  async all(onStep?: () => void): Promise<Drift[]> {
    const drifts = [...(await this.#standingFaults())];
    const trades = new TradeWalk();
    for (const phase of PHASES) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const step: StepResult = await this.#phase(phase, after, { trades });
        drifts.push(...step.drifts);
        after = drifts.length < DRIFTS_MAX ? step.lastId : undefined;
        onStep?.();
        await turn();
      }
    }
    return drifts.slice(0, DRIFTS_MAX);
  }

  /** Goes on with the round in the background by so many steps; its place is kept in the tables. */
  async goOn(steps: number): Promise<PastRound> {
    const { database, clock } = this.#parts;
    const kept = await readPastPlace(database);
    let place: PastPlace = isPlace(kept)
      ? kept
      : { beganAtMs: clock.now(), phase: PHASES[0], lastId: 0 };
    const isTrades = place.phase === 'trades' && place.lastId > 0;
    if (isTrades && !(await this.#trades.goOnFrom(database, place.lastId)))
      place = { ...place, lastId: 0 };
    const drifts: Drift[] = [];
    for (let step = 0; step < steps && place.phase !== DONE; step += 1) {
      const result = await this.#phase(place.phase as Phase, place.lastId);
      drifts.push(...result.drifts);
      place = nextPlace(place, result.lastId);
      await turn();
    }
    if (place.phase === 'trades') await this.#trades.keep(database, clock.now());
    await writePastPlace(database, place, clock.now());
    return {
      beganAtMs: place.beganAtMs,
      isDone: place.phase === DONE,
      drifts: drifts.slice(0, DRIFTS_MAX),
    };
  }

  #phase(
    phase: Phase,
    after: number,
    { limit, trades = this.#trades }: { readonly limit?: number; readonly trades?: TradeWalk } = {},
  ): Promise<StepResult> {
    switch (phase) {
      case 'trades':
        return trades.step(this.#parts.database, after, limit ?? PAST_TRADES_PER_STEP);
      case 'receipts':
        return this.#receipts(after, limit ?? PAST_RECEIPTS_PER_STEP);
      case 'heads':
        return this.#heads(after, limit ?? PAST_ROWS_PER_STEP);
      case 'entries':
        return this.#orphans(phase, after, limit ?? PAST_ENTRIES_PER_STEP);
      default:
        return this.#orphans(phase, after, limit ?? PAST_ROWS_PER_STEP);
    }
  }

  async #receipts(after: number, limit: number): Promise<StepResult> {
    const step = await readPastStep(this.#parts.database, { after, limit });
    const drifts: Drift[] = [];
    let before = step.previous;
    for (const receipt of step.receipts) {
      for (const { check, what, difference } of faultsOf(receipt, before, step))
        drifts.push({
          check,
          subject: `receipt ${receipt.receipt_id} (${receipt.kind}): ${what}`,
          difference,
        });
      before = receipt;
    }
    const last = step.receipts.at(-1);
    return { lastId: last && Number(last.receipt_id), drifts };
  }

  async #orphans(kind: OrphanKind, after: number, limit: number): Promise<StepResult> {
    const { lastId, subjects } = await readWithoutReceipt(this.#parts.database, kind, {
      after,
      limit,
    });
    const drifts = subjects.map(
      (subject): Drift => ({
        check: 'receipt_missing',
        subject: subject.startsWith('trade ')
          ? `${subject}: its entry is there, it is not`
          : `${subject}: its receipts are not in the chain`,
        difference: 1n,
      }),
    );
    return { lastId, drifts };
  }

  async #heads(after: number, limit: number): Promise<StepResult> {
    const { lastId, subjects } = await readFalseHeads(this.#parts.database, { after, limit });
    const drifts = subjects.map(
      (subject): Drift => ({
        check: 'receipt_head',
        subject: `${subject}: the chain has another hash, or ends before`,
        difference: 1n,
      }),
    );
    return { lastId, drifts };
  }

  /** What is wrong wherever one begins to look. */
  async #standingFaults(): Promise<Drift[]> {
    const missing = (await missingNow(this.#parts.database)).map(
      ({ kind, afterId, seenId }): Drift => ({
        check: kind === 'receipt' ? 'receipt_missing' : 'counter_behind',
        subject: `${NAMES[kind]} ${afterId + 1} to ${seenId}: given out and gone, though no command is`,
        difference: BigInt(seenId - afterId),
      }),
    );
    return [...missing, ...(await this.#stopFaults()), ...(await this.#seenFaults())];
  }

  /** A loss stops everything until two operators resume; that it is open proves nothing, the row may be gone. */
  async #stopFaults(): Promise<Drift[]> {
    const receiptId = await unresumedLoss(this.#parts.database, this.#parts.resumes);
    if (receiptId === undefined) return [];
    const subject = `receipt ${receiptId} (loss): its stop is gone, and nobody resumed`;
    return [{ check: 'stop_missing', subject, difference: 1n }];
  }

  async #seenFaults(): Promise<Drift[]> {
    const seen = this.#seen;
    if (seen === undefined) return [];
    const now = await otherThan(this.#parts.database, seen);
    if (now === undefined) return [];
    const subject = `receipt ${seen.receiptId}: was ${seen.hash} when this server knew it, is ${now}`;
    return [{ check: 'receipt_chain', subject, difference: 1n }];
  }
}

const NAMES: Readonly<Record<NumberKind, string>> = {
  order: 'orders',
  trade: 'trades',
  entry: 'entries',
  receipt: 'receipts',
};

const DONE = 'done';

const isPlace = (place: PastPlace | undefined): place is PastPlace =>
  place !== undefined && PHASES.some((phase) => phase === place.phase);

function nextPlace({ beganAtMs, phase, lastId }: PastPlace, last: number | undefined): PastPlace {
  // Ids only grow, so a step that does not is a phase that is through.
  if (last !== undefined && last > lastId) return { beganAtMs, phase, lastId: last };
  const next = PHASES[(PHASES as readonly string[]).indexOf(phase) + 1] ?? DONE;
  return { beganAtMs, phase: next, lastId: 0 };
}
