/**
 * The bounded queue before execution. Submissions keep their order; those that need the tables' word on
 * their key or name wait for it, and all behind them with them. Those that act at the next index sample join
 * the queue right behind it.
 */
import type { Command, IndexRow, ParkingNeed } from '@fairlead/engine';
import type { Queryable } from '../store/database.ts';
import type { AnswerCache } from './answer-cache.ts';
import { PARK_MAX_MS, PARKED_QUEUE_PARTS } from './limits.ts';
import { lookUp, needsLookup } from './lookup.ts';
import { NextSample, type StartTimer } from './next-sample.ts';
import type { Clock } from './ports.ts';
import type { Pending } from './submission.ts';
import { SubmitError } from './submit-error.ts';

export interface IntakeParts {
  readonly clock: Clock;
  readonly tables: Queryable;
  readonly cache: AnswerCache;
  readonly queueCommandsMax: number;
  /** Names looked up in one statement at most. */
  readonly batchCommandsMax: number;
  /** The last index sample of each market. */
  readonly lastSamples: readonly IndexRow[];
  readonly startTimer: StartTimer;
  /** The money that a command must have ready to wait for a sample, as of now. */
  readonly needOf: (command: Command) => ParkingNeed | undefined;
  /** Called when a wait has ended and more may be ready. */
  readonly onReady: () => void;
}

export class Intake {
  readonly #parts: IntakeParts;
  /** Came in and not yet looked at. */
  #arrived: Pending[] = [];
  /** Waiting for the tables' word. */
  #lookingUp: readonly Pending[] = [];
  /** To be executed next. */
  #ready: Pending[] = [];
  /** Not yet in the queue. */
  readonly #nextSample: NextSample;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#nextSample = new NextSample({
      ...parts,
      parkMaxMs: PARK_MAX_MS,
      onTimeOut: (pending) => {
        this.#arrived.push(pending);
        this.admit();
        parts.onReady();
      },
    });
  }

  get queued(): number {
    return this.#arrived.length + this.#lookingUp.length + this.#ready.length;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** Those that wait for an index sample. */
  get parked(): number {
    return this.#nextSample.count;
  }

  /**
   * Takes a submission unless the queue is full. What is parked counts, but keeps no tick from freeing it, nor more than
   * its part of the queue from others. What may not wait is refused at once, like any command, and its answer kept.
   */
  add(pending: Pending): void {
    const { command, afterSamplesOf, sampleAheadMs } = pending;
    const isTick = command.kind === 'index_tick';
    const { queueCommandsMax } = this.#parts;
    const places = this.queued + (isTick ? 0 : this.parked);
    const isParking = afterSamplesOf.length > 0;
    const isFull = isParking && this.parked >= queueCommandsMax / PARKED_QUEUE_PARTS;
    if (places >= queueCommandsMax || isFull) {
      this.#fail(pending, new SubmitError('overloaded'));
    } else if (isParking) {
      const reject = this.#nextSample.park(pending);
      if (reject === undefined) return;
      pending.used = { reject };
      this.#arrived.push(pending);
    } else {
      this.#arrived.push(pending);
      // One of a time to come is refused by the engine, and nobody's next sample.
      const isPresent = isTick && command.sampleTimeMs <= this.#parts.clock.now() + sampleAheadMs;
      if (isPresent) this.#arrived.push(...this.#nextSample.release(command));
    }
  }

  /** Moves what arrived to what is ready, past the lookup where one is needed. */
  admit(): void {
    if (this.#lookingUp.length > 0) return;
    const { tables, cache, batchCommandsMax, onReady } = this.#parts;
    const first = this.#arrived.findIndex((each) => needsLookup(each, cache));
    this.#ready.push(...this.#arrived.splice(0, first < 0 ? this.#arrived.length : first));
    if (first < 0) return;
    const asked = this.#arrived.splice(0, batchCommandsMax);
    this.#lookingUp = asked;
    const finish = (failure?: unknown): void => {
      // Failed by a recovery meanwhile.
      if (this.#lookingUp !== asked) return;
      this.#lookingUp = [];
      if (failure === undefined) this.#ready.push(...asked);
      else for (const each of asked) this.#fail(each, new SubmitError('unavailable', failure));
      this.admit();
      onReady();
    };
    lookUp(tables, asked, cache).then(() => finish(), finish);
  }

  /** The next to be executed, in order. */
  take(commandsMax: number): Pending[] {
    return this.#ready.splice(0, commandsMax);
  }

  /** Goes on from these last samples of the markets: they may be older than those before. */
  goOnFrom(lastSamples: readonly IndexRow[]): void {
    this.#nextSample.goOnFrom(lastSamples);
  }

  failAll(error: SubmitError): void {
    const failed = [...this.#ready.splice(0), ...this.#lookingUp, ...this.#arrived.splice(0)];
    this.#lookingUp = [];
    for (const each of failed) this.#fail(each, error);
    this.failParked(error);
  }

  /** Fails those that wait for an index sample. */
  failParked(error: SubmitError): void {
    for (const each of this.#nextSample.takeAll()) this.#fail(each, error);
  }

  #fail(pending: Pending, error: SubmitError): void {
    failPending(this.#parts.cache, pending, error);
  }
}

/** Gives the key back and tells the caller. */
export function failPending(cache: AnswerCache, pending: Pending, error: SubmitError): void {
  if (pending.idempotency !== undefined) cache.release(pending.idempotency);
  pending.fail(error);
}
