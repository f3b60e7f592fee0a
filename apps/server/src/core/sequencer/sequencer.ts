/**
 * The one writer. Commands come in through a bounded queue, run in the engine a batch at a time, and are
 * answered after their batch is committed; while one batch commits the next executes. Out of scope: what
 * commands mean (engine), SQL (store), and what an answer looks like (the caller's `render`).
 *
 * Way of a submission: key reserved (answer-cache) → index sample awaited and names looked up where needed
 * (next-sample, lookup) → executed and encoded (batch) → committed → answered, then published. Whatever goes
 * wrong on the way ends in one place, #recover (docs/internals/sequencer.md).
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { CancelOrder, Command, Result, SentTransferRow } from '@fairlead/engine';
import { assert, InvariantError } from '@fairlead/units';
import { FencedError, StartRefusedError, type WriterConnection } from '../store/database.ts';
import { skipIds } from '../store/leader-queries.ts';
import { type Leader, readSnapshot } from '../store/snapshot-reader.ts';
import type { AnswerCache, Idempotency, KeptAnswers } from './answer-cache.ts';
import { type Batch, type BatchMaker, ClockReturnedError, type InFlight } from './batch.ts';
import { settleClock } from './clock-return.ts';
import { failPending, Intake } from './intake.ts';
import { Lead, takeLead } from './lead.ts';
import { FAULTS_MAX, RETRY_DELAYS_MS, SHARED_BATCH_COMMANDS_MIN } from './limits.ts';
import { lookUpAnswer } from './lookup.ts';
import { startTimeout } from './next-sample.ts';
import {
  type CommitListener,
  type Committed,
  DEFAULT_LIMITS,
  type EngineAtRest,
  type SequencerHealth,
  type SequencerLimits,
  type SequencerOptions,
  type SequencerState,
} from './options.ts';
import { acceptRun, pendingSubmission, replayOf, type Settle } from './pending.ts';
import type { SequencerReports } from './ports.ts';
import { restoreEngine } from './restore-engine.ts';
import { isBehind, LossError, type Seen } from './seen.ts';
import { readStartingState, type StartingState } from './starting-state.ts';
import type { Answer, Pending, RunOptions, Submission } from './submission.ts';
import { SubmitError } from './submit-error.ts';

export type { SequencerHealth, SequencerOptions, SequencerState } from './options.ts';

/** What the rest of the server may ask of it; a gateway has a stand-in that follows (core/processes/follower.ts). */
export type SequencerPort = Omit<
  Pick<Sequencer, keyof Sequencer>,
  'committed' | 'wasSeen' | 'declareLoss' | 'take'
>;

/**
 * Opens the writer, begins an epoch and takes the engine's state from the tables. A loss is declared before all else.
 */
export async function startSequencer(options: SequencerOptions): Promise<Sequencer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const writer = await takeLead(options);
  try {
    const state = await readStartingState(writer, options, limits);
    const sequencer = new Sequencer({ ...state, options, limits, writer });
    if (state.loss !== undefined) await sequencer.declareLoss(state.loss);
    return sequencer;
  } catch (error) {
    await writer.close();
    throw error;
  }
}

interface SequencerParts extends StartingState {
  readonly options: SequencerOptions;
  readonly limits: SequencerLimits;
  readonly writer: WriterConnection;
}

export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #reports: SequencerReports;
  readonly #limits: SequencerLimits;
  readonly #cache: AnswerCache;
  readonly #maker: BatchMaker;
  readonly #intake: Intake;
  readonly #listeners = new Set<CommitListener>();
  readonly #lead: Lead;
  #state: SequencerState = 'running';
  /** Aborted by the stop; it ends the wait for a lock that another process has taken. */
  readonly #stopping = new AbortController();
  #faults = 0;
  #isCommitFailing = false;
  #recovery: Promise<void> = Promise.resolve();
  #inFlight: InFlight[] = [];
  #isPumpDue = false;
  #pauses = 0;
  #atRest: (() => void)[] = [];

  constructor(parts: SequencerParts) {
    const { options, limits, writer, leader, cache, maker, seen, head, lastSamples } = parts;
    this.#options = options;
    this.#reports = options.reports ?? {};
    this.#limits = limits;
    this.#lead = new Lead({
      ...{ options, writer, epoch: leader, seen, head },
      onLost: (reason) => {
        if (!this.#stopping.signal.aborted) this.#recover(reason, 'database');
      },
    });
    this.#cache = cache;
    this.#maker = maker;
    this.#intake = new Intake({
      ...limits,
      clock: options.clock,
      tables: options.database,
      cache,
      lastSamples,
      startTimer: options.startTimer ?? startTimeout,
      needOf: (command) => this.#maker.engine.parkingNeed(command),
      onReady: () => this.#send(),
    });
  }

  /**
   * Executes a client's command once and answers after its commit. Rejects with SubmitError. Without a key
   * a repetition is a new command.
   */
  submit(submission: Submission): Promise<Answer> {
    return new Promise((resolve, reject) => this.take(submission, { resolve, reject }));
  }

  /** As `submit`, told within the turn of the commit, where it must not throw. Throws SubmitError for what is refused at once. */
  take(submission: Submission, settle: Settle<Answer>): void {
    if (this.#state !== 'running') throw new SubmitError('unavailable');
    const { idempotency } = submission;
    const stored = idempotency && this.#cache.findOrReserve(idempotency);
    if (stored) settle.resolve(replayOf(stored));
    else this.#accept(pendingSubmission(submission, settle));
  }

  /**
   * The first answer to a request, if memory holds it. Throws SubmitError when the first still runs or was
   * another request, and while nobody knows whether the database still has what memory holds.
   */
  replay(request: Idempotency): Answer | undefined {
    if (this.#state !== 'running') throw new SubmitError('unavailable');
    const stored = this.#cache.find(request);
    return stored && replayOf(stored);
  }

  /** As `replay`, but asks the table too for a key that memory may have let go. */
  async replayStored(request: Idempotency): Promise<Answer | undefined> {
    const known = this.replay(request);
    if (known !== undefined || !this.#cache.mayBeStored(request)) return known;
    const stored = await lookUpAnswer(this.#options.database, request);
    return stored && replayOf(stored);
  }

  /** What housekeeping lets go of, and learns (learn-keys.ts). */
  get answers(): KeptAnswers {
    return this.#cache;
  }

  /** The id of an owner's order that waits as of now. It may be over when a command about it comes to run. */
  waitingOrderId(target: Pick<CancelOrder, 'owner' | 'order'>): number | undefined {
    return this.#maker.engine.waitingOrderId(target);
  }

  sentTransfer(transferId: number): SentTransferRow | undefined {
    return this.#maker.engine.sentTransfer(transferId);
  }

  /** Executes a command of the server itself and gives its result after the commit. */
  run(command: Command, options: RunOptions = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      acceptRun(this.#cache, (each) => this.#accept(each), { command, options, resolve, reject });
    });
  }

  /** Calls back after each commit, in order; returns how to stop that. */
  onCommitted(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  health(): SequencerHealth {
    const sentAtMs = this.#inFlight[0]?.sentAtMs;
    return {
      state: this.#state,
      queuedCommands: this.#intake.queued,
      parkedCommands: this.#intake.parked,
      batchesInFlight: this.#inFlight.length,
      lastSequence: this.#maker.position.sequence,
      epoch: this.#lead.epoch.epoch,
      commitWaitMs: sentAtMs === undefined ? 0 : performance.now() - sentAtMs,
      isCommitFailing: this.#isCommitFailing,
    };
  }

  /** The last numbers that were committed, the epoch by its name, and the end of the chain of receipts. */
  get committed(): Committed {
    const { seen, head, epoch } = this.#lead;
    return { seen, nonce: epoch.nonce, ...(head !== undefined && { head }) };
  }

  /** Somebody has seen these numbers. Where they are beyond what is committed here the database lost commits. */
  wasSeen(seen: Seen): void {
    if (this.#state !== 'running' || !isBehind(this.#lead.seen, seen)) return;
    this.#recover(new LossError(this.#lead.seen, seen), 'database');
  }

  /** The first thing that happens after a start whose tables were behind; nobody else may have it yet. */
  async declareLoss(loss: LossError): Promise<void> {
    await skipIds(this.#options.database);
    for (;;) {
      try {
        await this.run({ kind: 'declare_loss', seen: loss.seen });
        break;
      } catch (error) {
        // Not written, or nobody knows: the recovery finds out, and what was written is answered.
        await this.#recovery;
        if (this.#state !== 'running') throw error;
      }
    }
    this.#reports.lossDeclared?.(loss);
  }

  /**
   * Runs `look` while nothing executes and nothing is on its way to the tables, so that engine and tables
   * hold the same. Commands wait meanwhile, so it should only begin what takes long.
   */
  async atRest<Answer>(look: (engine: EngineAtRest) => Promise<Answer>): Promise<Answer> {
    this.#pauses += 1;
    try {
      await this.#recovery;
      while (this.#inFlight.length > 0) {
        await new Promise<void>((resolve) => {
          this.#atRest.push(resolve);
        });
        await this.#recovery;
      }
      if (this.#state !== 'running') throw new SubmitError('unavailable');
      return await look(this.#maker.engine);
    } finally {
      this.#pauses -= 1;
      this.#pumpSoon();
    }
  }

  /** Takes nothing more, answers what it has taken, and gives the writer's lock back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // No feed may be there any more to wait for.
    this.#intake.failParked(new SubmitError('unavailable'));
    while (this.#state === 'running' && this.#intake.queued + this.#inFlight.length > 0) {
      await new Promise<void>((resolve) => {
        this.#atRest.push(resolve);
      });
    }
    await this.#recovery;
    if (this.#state !== 'halted') this.#state = 'stopped';
    this.#intake.failAll(new SubmitError('unavailable'));
    await this.#lead.close();
  }

  #accept(pending: Pending): void {
    if (this.#state !== 'running' || this.#stopping.signal.aborted) {
      failPending(this.#cache, pending, new SubmitError('unavailable'));
      return;
    }
    const refusal = this.#options.refusal?.(pending.command);
    if (refusal !== undefined) failPending(this.#cache, pending, refusal);
    else {
      this.#intake.add(pending);
      this.#pumpSoon();
    }
  }

  /** Lets what arrives in the same turn of the event loop share a batch. */
  #pumpSoon(): void {
    if (this.#isPumpDue) return;
    this.#isPumpDue = true;
    setImmediate(() => {
      this.#isPumpDue = false;
      this.#intake.admit();
      this.#send();
    });
  }

  #send(): void {
    const { batchesInFlightMax, batchCommandsMax } = this.#limits;
    while (
      this.#state === 'running' &&
      this.#pauses === 0 &&
      this.#intake.ready > 0 &&
      this.#inFlight.length < batchesInFlightMax
    ) {
      // With more than one place free the queue is shared out, so that one batch executes while another
      // commits even when all callers wait for the same answer.
      const places = batchesInFlightMax - this.#inFlight.length;
      const share = Math.max(SHARED_BATCH_COMMANDS_MIN, Math.ceil(this.#intake.ready / places));
      const pendings = this.#intake.take(Math.min(share, batchCommandsMax));
      try {
        const batch = this.#maker.make(pendings, this.#lead.epoch.epoch);
        if (batch !== undefined) this.#write(batch);
      } catch (fault) {
        const cause = fault instanceof Error ? fault : new Error(String(fault));
        this.#failAll(pendings, cause);
        this.#recover(cause, cause instanceof ClockReturnedError ? 'clock' : 'fault');
      }
    }
    this.#tellIfAtRest();
  }

  #write(batch: Batch): void {
    const inFlight: InFlight = {
      ...batch,
      sentAtMs: performance.now(),
      written: Promise.resolve(),
    };
    this.#inFlight.push(inFlight);
    inFlight.written = this.#lead.write(batch.encoded).then(
      () => this.#committed(inFlight),
      (error: Error) => {
        inFlight.failure = error;
        this.#isCommitFailing = true;
        this.#recover(error, 'database');
      },
    );
  }

  #committed(batch: InFlight): void {
    const first = this.#inFlight.shift();
    assert(first === batch, 'batches are committed in their order');
    this.#faults = 0;
    this.#isCommitFailing = false;
    this.#lead.committed(batch.changes.counters, batch.head);
    for (const answer of batch.answers) this.#cache.settle(answer);
    for (const pending of batch.pendings) pending.deliver();
    for (const listener of this.#listeners) {
      try {
        listener(batch);
      } catch (error) {
        this.#reports.listenerFailed?.(error);
      }
    }
    const commitMs = performance.now() - batch.sentAtMs;
    this.#reports.batchCommitted?.({ commands: batch.pendings.length, commitMs });
    this.#send();
  }

  #tellIfAtRest(): void {
    if (this.#inFlight.length > 0) return;
    for (const tell of this.#atRest.splice(0)) tell();
  }

  /** The one way out of every failure: stop, learn what the tables hold, go on from there. */
  #recover(cause: Error, origin: 'fault' | 'clock' | 'database'): void {
    if (this.#state !== 'running') return;
    this.#state = 'recovering';
    this.#reports.recovering?.(cause);
    this.#intake.failAll(new SubmitError('unavailable', cause));
    this.#cache.expectMore(this.#maker.position.timeMs);
    this.#lead.holdReads();
    if (origin === 'fault') this.#faults += 1;
    this.#recovery = this.#runRecovery(cause, origin !== 'database').catch((error: Error) => {
      this.#end('halted', error);
    });
  }

  async #runRecovery(cause: Error, isStateLost: boolean): Promise<void> {
    await Promise.all(this.#inFlight.map(({ written }) => written));
    const firstFailure = this.#inFlight[0]?.failure;
    // Only the first failure counts: batches behind one that was not written are refused by the fence.
    if (firstFailure instanceof FencedError) return this.#end('fenced', firstFailure);
    if (cause instanceof LossError) return this.#end('lost', cause);
    if (this.#faults >= FAULTS_MAX) return this.#end('halted', cause);
    let needsReload = isStateLost;
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt += 1) {
      try {
        const leader = await this.#lead.reopen(this.#stopping.signal);
        needsReload = this.#settleInFlight(leader) || needsReload;
        if (needsReload || leader.counters.sequence !== this.#maker.position.sequence) {
          await this.#reload(leader);
        }
        this.#state = 'running';
        this.#reports.recovered?.();
        this.#pumpSoon();
        return;
      } catch (error) {
        if (error instanceof LossError) return this.#end('lost', error);
        if (error instanceof FencedError) return this.#end('fenced', error);
        if (error instanceof InvariantError || error instanceof StartRefusedError)
          return this.#end('halted', error);
        await this.#wait(attempt);
      }
    }
    this.#failInFlight(cause);
  }

  /** Answers what the leader row proves to be committed, fails the rest; true if there was any rest. */
  #settleInFlight({ counters }: Leader): boolean {
    while (this.#inFlight[0] !== undefined) {
      const [batch] = this.#inFlight;
      if (batch.lastSequence > counters.sequence) break;
      this.#committed(batch);
    }
    const hasRest = this.#inFlight.length > 0;
    this.#failInFlight(new Error('the batch was not committed'));
    return hasRest;
  }

  async #reload({ counters }: Leader): Promise<void> {
    const times = { nowMs: this.#options.clock.now(), reachedMs: counters.timeMs };
    const indexTime = await settleClock(this.#lead.session, times, this.#reports.clockReturned);
    const snapshot = await readSnapshot(this.#options.database, this.#options.tables);
    if (snapshot.counters.sequence !== counters.sequence) {
      throw new FencedError('fenced: the tables moved during a reload');
    }
    const engine = await restoreEngine(this.#options, snapshot);
    this.#maker.replaceEngine(engine, { ...snapshot, indexTime });
    this.#intake.goOnFrom(snapshot.index);
  }

  async #wait(attempt: number): Promise<void> {
    const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0;
    await (this.#options.delay ?? setTimeoutPromise)(delayMs);
  }

  #end(how: 'fenced' | 'halted' | 'lost', cause: Error): void {
    this.#state = 'halted';
    this.#lead.releaseReads();
    this.#failInFlight(cause);
    this.#intake.failAll(new SubmitError('unavailable', cause));
    if (cause instanceof LossError) this.#reports.lost?.(cause);
    else if (how === 'fenced') this.#reports.fenced?.(cause);
    else this.#reports.halted?.(cause);
  }

  #failInFlight(cause: Error): void {
    const failed = this.#inFlight.splice(0);
    for (const { pendings } of failed) this.#failAll(pendings, cause);
    this.#tellIfAtRest();
  }

  #failAll(pendings: readonly Pending[], cause: unknown): void {
    const error = new SubmitError('unavailable', cause);
    for (const each of pendings) failPending(this.#cache, each, error);
  }
}
