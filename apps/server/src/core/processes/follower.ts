/**
 * A gateway's stand-in for the sequencer: it follows what the engine committed, batch by batch, and runs nothing itself.
 * A batch that does not connect to the one before means that some are missing; the copies are then taken
 * from the tables again.
 */
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { assert } from '@fairlead/units';
import type { Logger } from 'pino';
import type { KeptAnswers } from '../sequencer/answer-cache.ts';
import type { CommitListener, SequencerHealth } from '../sequencer/options.ts';
import { highestOf, type Seen } from '../sequencer/seen.ts';
import type { SequencerPort } from '../sequencer/sequencer.ts';
import { SubmitError } from '../sequencer/submit-error.ts';
import type { Sealer } from './calls/sealer.ts';
import { RETRY_MS } from './limits.ts';
import type { Leading, PublishedMessage, Told } from './messages.ts';
import type { Names } from './names.ts';
import type { StreamEntry } from './redis.ts';

export interface FollowerParts {
  readonly sealer: Sealer;
  readonly names: Names;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Takes the copies from the tables again; gives the sequence as of which they are. */
  readonly retake: () => Promise<number>;
  /** An engine began to take calls. */
  readonly onLeader: (leader: Leading) => void;
  readonly onTold: (told: Told) => void;
}

const refuse = (): Promise<never> => Promise.reject(new SubmitError('unavailable'));

export class Follower implements SequencerPort {
  readonly #listeners = new Set<CommitListener>();
  #parts: FollowerParts | undefined;
  #sequence = 0;
  #seen: Seen | undefined;
  #epoch = 0;
  #told = 0;
  #retaken = 0;
  #hasGap = false;
  /** A gateway runs nothing; an engine may have another one run what is the other's. */
  readonly run: SequencerPort['run'];

  /** Whether the engine is heard, and can commit: by default it is. */
  readonly #hasCommits: () => boolean;

  constructor({
    run = refuse,
    hasCommits = () => true,
  }: Partial<Pick<SequencerPort, 'run'>> & { readonly hasCommits?: () => boolean } = {}) {
    this.run = run;
    this.#hasCommits = hasCommits;
  }

  /** Begins behind copies that are as of `seen`. */
  begin(parts: FollowerParts, seen: Seen): void {
    this.#parts = parts;
    this.#sequence = seen.sequence;
    this.#seen = seen;
  }

  /** The highest numbers that it knows to be committed. */
  get seen(): Seen | undefined {
    return this.#seen;
  }

  /** The tables are behind what it has seen: they have lost it, and what it holds is of no more use. */
  async dropCopies(): Promise<void> {
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.log.error({ seen: this.#seen }, 'the database lost commits that were seen here');
    await this.#retake(parts, 0);
  }

  /** Takes the copies once more: somebody came to have some. */
  async renew(): Promise<void> {
    if (this.#parts !== undefined) this.#sequence = await this.#parts.retake();
  }

  /** How often the copies were taken from the tables again. */
  get retaken(): number {
    return this.#retaken;
  }

  /** Takes one entry of the stream of batches. */
  async takeEntry({ bytes }: StreamEntry): Promise<void> {
    const parts = this.#parts;
    assert(parts !== undefined, 'it has begun');
    const { sealer, names, log, onLeader } = parts;
    const message = sealer.open<PublishedMessage>(names.batches, bytes);
    if (message === undefined) return log.warn('a batch with a wrong seal was refused');
    switch (message.kind) {
      case 'leader':
        if (message.epoch <= this.#epoch) return;
        // What the one before told last may never have been sent: whoever hears of a new one believes the tables.
        this.#epoch = message.epoch;
        this.#told = 0;
        if (message.sequence > this.#sequence) await this.#retake(parts, message.sequence);
        return onLeader(message);
      case 'told':
        return this.#hear(message, parts);
      default:
        return this.#apply(message, parts);
    }
  }

  onCommitted(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  health(): SequencerHealth {
    return {
      state: 'running',
      queuedCommands: 0,
      parkedCommands: 0,
      batchesInFlight: 0,
      lastSequence: this.#sequence,
      epoch: this.#epoch,
      commitWaitMs: 0,
      isCommitFailing: false,
      isAway: !this.#hasCommits(),
    };
  }

  submit = refuse;
  replayStored = refuse;
  atRest = refuse;

  replay(): never {
    throw new SubmitError('unavailable');
  }

  /** It keeps none. */
  readonly answers: KeptAnswers = {
    unread: undefined,
    forget: () => undefined,
    forgetBefore: () => undefined,
    learn: () => undefined,
  };

  waitingOrderId(): undefined {
    return undefined;
  }

  sentTransfer(): undefined {
    return undefined;
  }

  async stop(): Promise<void> {
    this.#listeners.clear();
  }

  async #hear(
    { epoch, number, told }: Extract<PublishedMessage, { kind: 'told' }>,
    parts: FollowerParts,
  ): Promise<void> {
    if (epoch < this.#epoch || (epoch === this.#epoch && number <= this.#told)) return;
    // Whoever begins in the middle has read the tables just before.
    const isFirst = this.#epoch === 0;
    const isNext = epoch === this.#epoch && number === this.#told + 1;
    this.#epoch = epoch;
    this.#told = number;
    if (!isFirst && !isNext) await this.#retake(parts, 0);
    parts.onTold(told);
  }

  async #apply(
    { previous, batch }: Extract<PublishedMessage, { kind: 'batch' }>,
    parts: FollowerParts,
  ): Promise<void> {
    if (batch.lastSequence <= this.#sequence) return;
    if (previous !== this.#sequence) return this.#retake(parts, batch.lastSequence);
    this.#sequence = batch.lastSequence;
    const seen = { ...batch.changes.counters, epoch: this.#epoch };
    this.#seen = highestOf(this.#seen === undefined ? [seen] : [this.#seen, seen]);
    const told = this.#hasGap ? { ...batch, isBehindGap: true } : batch;
    this.#hasGap = false;
    for (const listener of this.#listeners) listener(told);
  }

  /** Until the copies hold what is known to be committed. */
  async #retake({ retake, log }: FollowerParts, sequence: number): Promise<void> {
    log.warn({ have: this.#sequence, wanted: sequence }, 'what was committed was missed');
    this.#retaken += 1;
    this.#hasGap = true;
    for (;;) {
      try {
        this.#sequence = await retake();
        if (this.#sequence >= sequence) return;
      } catch (error) {
        log.warn({ err: error }, 'the copies could not be taken from the tables');
      }
      await setTimeoutPromise(RETRY_MS);
    }
  }
}
