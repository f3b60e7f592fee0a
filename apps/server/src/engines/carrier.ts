/**
 * Carries what this engine has sent to the others to whoever keeps the account, and tells this engine what became of it. It keeps nothing:
 * what is on its way is in the tables, and each step may be repeated by any number of carriers. The tables say only which are committed:
 * what is carried, and that it was sent at all, the engine itself says. What it did not commit in this life was loaded from the
 * tables, and is carried once its journal and the other engines say nothing else.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Command,
  type Result,
  SAMPLE_AHEAD_MAX_MS,
  type SentTransferRow,
} from '@fairlead/engine';
import type { Logger } from 'pino';
import type { Work } from '../core/capability.ts';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import { Chore } from '../core/operations/chore.ts';
import type { CommittedBatch, GivenAnswer } from '../core/sequencer/submission.ts';
import type { Queryable } from '../core/store/database.ts';
import { sentTransfersPage } from '../ledger/index.ts';
import type { Arrivals } from './arrivals.ts';
import { proveSent } from './proof.ts';
import { accountsOf, keeperOf } from './shares.ts';
import type { TransferWords } from './words.ts';

/** What was not carried is tried again. */
const AGAIN_MS = 1_000;
/** At once to one engine, which may be slow; others to it begin as these end. */
const CARRIED_MAX = 64;
const IDS_PER_PAGE = 256;
/** As many in a row, and the rest of a look waits for the next one, which goes on behind them. */
const FAILURES_MAX = 256;
/** What fails again and again is tried at each so many looks. */
const LOOKS_APART_MAX = 16;
/** What was over a moment ago may be in a page once; what is in it again is known to nobody. */
const STRANGE_AFTER = 2;

export interface CarrierParts {
  readonly books: Queryable;
  readonly sequencer: {
    run(command: Command): Promise<Result>;
    onCommitted(listener: (batch: Pick<CommittedBatch, 'changes'>) => void): () => void;
    sentTransfer(transferId: number): SentTransferRow | undefined;
  };
  /** Undefined while that engine cannot be asked. */
  readonly arrivalsOf: (name: EngineName) => Arrivals | undefined;
  /** Databases of the others, which may have credited elsewhere what is loaded; each throws while it is away. */
  readonly others: () => readonly Queryable[];
  readonly words: Pick<TransferWords, 'of'>;
  /** What this engine has answered to the call of a transfer. */
  readonly answerOf?: (row: SentTransferRow) => Promise<GivenAnswer | undefined>;
  readonly log: Logger;
  /** What this engine's times go by. */
  readonly clock: { now(): number };
  readonly againMs?: number;
}

/** What goes to one engine. */
class Lane {
  readonly underWay = new Map<number, Promise<void>>();
  /** Of those that have failed: how often, and at which look they are tried again. */
  readonly failed = new Map<number, { readonly times: number; readonly atLook: number }>();
  /** In the tables, and unknown to the engine: in how many looks on end. */
  strange: ReadonlyMap<number, number> = new Map();
  looks = 0;
  failuresInRow = 0;
  /** Where a look goes on. */
  after = 0;

  get isFull(): boolean {
    return this.underWay.size >= CARRIED_MAX;
  }

  waits(transferId: number): boolean {
    return this.looks < (this.failed.get(transferId)?.atLook ?? 0);
  }

  fail(transferId: number): void {
    const times = (this.failed.get(transferId)?.times ?? 0) + 1;
    const atLook = this.looks + Math.min(2 ** (times - 1), LOOKS_APART_MAX);
    this.failed.set(transferId, { times, atLook });
    this.failuresInRow += 1;
  }

  succeed(transferId: number): void {
    this.failed.delete(transferId);
    this.failuresInRow = 0;
  }

  async room(): Promise<void> {
    while (this.isFull) await Promise.race(this.underWay.values());
  }
}

export class Carrier implements Work {
  readonly name = 'transfers to other engines';
  readonly #parts: CarrierParts;
  /** As they were committed here, or were proven. */
  readonly #known = new Map<number, SentTransferRow>();
  readonly #lanes = new Map(ENGINE_NAMES.map((name) => [name, new Lane()]));
  readonly #chore: Chore;
  readonly #stopListening: () => void;
  #looking: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(parts: CarrierParts) {
    this.#parts = parts;
    this.#stopListening = parts.sequencer.onCommitted(({ changes }) => {
      for (const row of changes.sentTransfers) {
        if (row.status === 'sent') this.#known.set(row.transferId, row);
        else this.#known.delete(row.transferId);
        const lane = this.#lanes.get(keeperOf(row.target));
        // What finds no room the next look finds.
        if (row.status === 'sent' && lane?.isFull === false) this.#begin(lane, row);
      }
    });
    this.#chore = new Chore(parts.againMs ?? AGAIN_MS, () => this.look());
    this.#chore.start((error) => parts.log.warn({ err: error }, 'transfers wait for the database'));
  }

  /** Carries all that is on its way, but for what has failed and waits. One look at a time. */
  async look(): Promise<void> {
    const looked = this.#looking.then(async () => {
      await Promise.all([...this.#lanes].map(([name, lane]) => this.#walk(name, lane)));
    });
    this.#looking = looked.catch(() => undefined);
    await looked;
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#lanes.values()].flatMap(({ underWay }) => [...underWay.values()]));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    await this.#chore.stop();
    await this.settled();
  }

  /** Page by page from where the last look ended: the next one begins as soon as there is room. */
  async #walk(name: EngineName, lane: Lane): Promise<void> {
    if (this.#parts.arrivalsOf(name) === undefined) return;
    lane.looks += 1;
    lane.failuresInRow = 0;
    const [target] = accountsOf(name);
    const strange = new Map<number, number>();
    for (;;) {
      const page = { target, after: lane.after, limit: IDS_PER_PAGE };
      const ids = await sentTransfersPage(this.#parts.books, page);
      if (ids.length === 0 && lane.after === 0) lane.failed.clear();
      const loaded = await this.#prove(ids);
      for (const transferId of ids) {
        await lane.room();
        if (this.#isStopped || lane.failuresInRow >= FAILURES_MAX) return;
        lane.after = transferId;
        if (lane.waits(transferId) || loaded.waiting.has(transferId)) continue;
        // Its own row, whatever the table says.
        const row = this.#parts.sequencer.sentTransfer(transferId);
        if (row === undefined || loaded.unproven.has(transferId))
          strange.set(transferId, this.#noteStrange(transferId, lane.strange.get(transferId)));
        else this.#begin(lane, row);
      }
      if (ids.length < IDS_PER_PAGE) break;
    }
    lane.after = 0;
    lane.strange = strange;
  }

  /** Those of a page that were loaded and are not as journal and other engines say, or wait for one of these. */
  async #prove(ids: readonly number[]): Promise<Record<'unproven' | 'waiting', Set<number>>> {
    const { books, sequencer, others, log } = this.#parts;
    const loaded = ids
      .flatMap((transferId) => sequencer.sentTransfer(transferId) ?? [])
      .filter((row) => !isDeepStrictEqual(this.#known.get(row.transferId), row));
    const left = new Set(loaded.map(({ transferId }) => transferId));
    const nothing = new Set<number>();
    if (left.size === 0) return { unproven: nothing, waiting: nothing };
    try {
      const proven = await proveSent(books, others(), loaded);
      for (const row of loaded) {
        if (!proven.has(row.transferId)) continue;
        this.#known.set(row.transferId, row);
        left.delete(row.transferId);
      }
    } catch (error) {
      log.warn({ err: error }, 'transfers of before the start wait for the other engines');
      return { unproven: nothing, waiting: left };
    }
    return { unproven: left, waiting: nothing };
  }

  /** A row that the engine knows nothing of, or that nothing proves, is none that it wrote: it is left for the checks. */
  #noteStrange(transferId: number, before = 0): number {
    const times = before + 1;
    if (times === STRANGE_AFTER)
      this.#parts.log.error(
        { transferId },
        'a transfer that this engine has not sent is not carried',
      );
    return times;
  }

  #begin(lane: Lane, row: SentTransferRow): void {
    const { transferId } = row;
    const { underWay } = lane;
    if (underWay.has(transferId)) return;
    const carrying = this.#carry(row)
      .then(() => lane.succeed(transferId))
      .catch((error: unknown) => {
        lane.fail(transferId);
        this.#parts.log.warn({ err: error, transferId }, 'a transfer waits for the other engine');
      })
      .finally(() => underWay.delete(transferId));
    underWay.set(transferId, carrying);
  }

  async #carry(row: SentTransferRow): Promise<void> {
    const { transferId, owner, source, target, currencyId, amount, reference, timeMs } = row;
    const facts = { transferId, owner, source, target, currencyId, amount, reference };
    const { sequencer, words, clock } = this.#parts;
    const arrivals = this.#parts.arrivalsOf(keeperOf(target));
    const given = await this.#parts.answerOf?.(row);
    // A clock that jumped ahead and was put right leaves a time that may be a year away: money does not wait for that.
    const isTimeSound = timeMs <= clock.now() + SAMPLE_AHEAD_MAX_MS;
    const sent = { kind: 'receive_transfer', ...facts } as const;
    const asked = isTimeSound ? { ...sent, sentAtMs: timeMs } : sent;
    const arrival = await arrivals?.receive(asked, given);
    if (arrival === undefined) return;
    const refusal = arrival.status === 'refused' ? arrival.reject : undefined;
    await sequencer.run({
      kind: 'end_transfer',
      transferId,
      word: words.of(facts, arrival.status),
      ...(refusal !== undefined && { refusal }),
    });
  }
}
