/**
 * The bounded queue before execution. Submissions keep their order; those that need the tables' word on
 * their key or name wait for it, and all behind them with them.
 */
import type { Queryable } from '../store/database.ts';
import type { AnswerCache } from './answer-cache.ts';
import { lookUp, needsLookup } from './lookup.ts';
import type { Pending } from './submission.ts';
import { SubmitError } from './submit-error.ts';

export interface IntakeParts {
  readonly tables: Queryable;
  readonly cache: AnswerCache;
  readonly queueCommandsMax: number;
  /** Names looked up in one statement at most. */
  readonly batchCommandsMax: number;
  /** Called when a lookup has ended and more may be ready. */
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

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  get queued(): number {
    return this.#arrived.length + this.#lookingUp.length + this.#ready.length;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** Takes a submission unless the queue is full. */
  add(pending: Pending): void {
    if (this.queued < this.#parts.queueCommandsMax) this.#arrived.push(pending);
    else this.#fail(pending, new SubmitError('overloaded'));
  }

  /** Moves what arrived to what is ready, past the lookup where one is needed. */
  admit(): void {
    if (this.#lookingUp.length > 0) return;
    const { tables, cache, batchCommandsMax, onReady } = this.#parts;
    const first = this.#arrived.findIndex((each) => needsLookup(each, cache.isPartial));
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
    lookUp(tables, asked, cache.isPartial).then(() => finish(), finish);
  }

  /** The next to be executed, in order. */
  take(commandsMax: number): Pending[] {
    return this.#ready.splice(0, commandsMax);
  }

  failAll(error: SubmitError): void {
    const failed = [...this.#ready.splice(0), ...this.#lookingUp, ...this.#arrived.splice(0)];
    this.#lookingUp = [];
    for (const each of failed) this.#fail(each, error);
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
