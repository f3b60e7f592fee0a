/**
 * A gateway's calls to the engine. Calls of one turn of the event loop travel together. With a key a call outlives its
 * engine: it is sent again to the next one, which answers it once; without one nobody may know whether it
 * was done, so it is refused. Answers count only from the engine that the call was last sent to.
 */
import { ProblemError, type RouteName } from '@fairlead/contract';
import type { Logger } from 'pino';
import { Answer, type Call, PictureAnswer } from '../routes/handler.ts';
import { CALL_MS, CALLS_MAX, CALLS_STREAM_MAX, KEYED_CALL_MS, SWEEP_MS } from './limits.ts';
import type { AnswersMessage, NumberedCall, Outcome, SentCall } from './messages.ts';
import type { Names } from './names.ts';
import { addEntry, type RedisClient } from './redis.ts';
import type { Sealer } from './sealer.ts';

export interface CallClientParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  /** Names this gateway's run. */
  readonly gateway: string;
  readonly log: Pick<Logger, 'warn'>;
}

interface Pending {
  readonly numbered: NumberedCall;
  readonly isKeyed: boolean;
  readonly deadlineMs: number;
  /** The engine that it was last sent to; undefined while it waits for one. */
  epoch: number | undefined;
  resolve(outcome: Outcome): void;
}

const UNAVAILABLE: Outcome = { kind: 'problem', code: 'unavailable' };
const OVERLOADED: Outcome = { kind: 'problem', code: 'overloaded' };

export class CallClient {
  readonly #parts: CallClientParts;
  readonly #pending = new Map<number, Pending>();
  readonly #sweep: ReturnType<typeof setInterval>;
  #unsent: Pending[] = [];
  #isFlushDue = false;
  #lastId = 0;
  /** The engine that takes calls; undefined while there is none. */
  #epoch: number | undefined;
  /** The last one there was: an earlier one is never believed again. */
  #lastEpoch = 0;

  constructor(parts: CallClientParts) {
    this.#parts = parts;
    this.#sweep = setInterval(() => this.#refuseLate(), SWEEP_MS);
  }

  /** Calls that wait for an answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  get hasEngine(): boolean {
    return this.#epoch !== undefined;
  }

  /**
   * Has the engine answer a call. Throws its refusals; `overloaded` when too many wait, `unavailable` when
   * there is no engine, or when nobody knows what became of a call without a key.
   */
  async call(route: RouteName, { say: _say, ...call }: Call): Promise<Answer | PictureAnswer> {
    return readOutcome(await this.#send(route, call));
  }

  /** An engine takes calls. What has a key and waits is sent to it; what has none is refused. */
  engineIs(epoch: number): void {
    if (epoch < this.#lastEpoch || epoch === this.#epoch) return;
    this.#lastEpoch = epoch;
    this.#epoch = epoch;
    this.#refuse((pending) => !pending.isKeyed && pending.epoch !== epoch);
    this.#unsent = [...this.#pending.values()].filter((pending) => pending.epoch !== epoch);
    this.#flushSoon();
  }

  /** No engine has been heard of for a while. */
  engineIsAway(): void {
    if (this.#epoch === undefined) return;
    this.#epoch = undefined;
    this.#refuse(({ isKeyed }) => !isKeyed);
  }

  /** Takes answers as they come. */
  take({ epoch, answers }: AnswersMessage): void {
    for (const [id, outcome] of answers) {
      const pending = this.#pending.get(id);
      // An engine that was replaced may have answered from what it no longer knows.
      if (pending === undefined || pending.epoch !== epoch) continue;
      this.#pending.delete(id);
      pending.resolve(outcome);
    }
  }

  stop(): void {
    clearInterval(this.#sweep);
    this.#refuse(() => true);
  }

  #send(route: RouteName, call: SentCall): Promise<Outcome> {
    const isKeyed = call.idempotencyKey !== '';
    if (this.#pending.size >= CALLS_MAX) return Promise.resolve(OVERLOADED);
    if (this.#epoch === undefined && !isKeyed) return Promise.resolve(UNAVAILABLE);
    this.#lastId += 1;
    const numbered = { id: this.#lastId, route, call };
    const deadlineMs = performance.now() + (isKeyed ? KEYED_CALL_MS : CALL_MS);
    return new Promise((resolve) => {
      const pending: Pending = { numbered, isKeyed, deadlineMs, epoch: undefined, resolve };
      this.#pending.set(numbered.id, pending);
      if (this.#epoch === undefined) return;
      this.#unsent.push(pending);
      this.#flushSoon();
    });
  }

  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => {
      this.#isFlushDue = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const epoch = this.#epoch;
    const sent = this.#unsent;
    this.#unsent = [];
    if (epoch === undefined || sent.length === 0) return;
    for (const pending of sent) pending.epoch = epoch;
    const { redis, sealer, names, gateway, log } = this.#parts;
    const place = names.calls(epoch);
    const calls = sent.map(({ numbered }) => numbered);
    try {
      const trim = ['MAXLEN', '~', String(CALLS_STREAM_MAX)] as const;
      const bytes = sealer.seal(place, { gateway, calls });
      const id = await addEntry(redis, place, bytes, { trim, mustExist: true });
      if (id !== undefined) return;
      // Its stream is gone: so is the engine, and nothing was done.
      if (this.#epoch === epoch) this.engineIsAway();
      for (const pending of sent) if (pending.epoch === epoch) pending.epoch = undefined;
    } catch (error) {
      // It may have been taken all the same: whoever has a key asks again with it.
      log.warn({ err: error, calls: calls.length }, 'calls could not be sent to the engine');
      this.#refuse((pending) => pending.epoch === epoch && sent.includes(pending));
    }
  }

  #refuseLate(): void {
    const nowMs = performance.now();
    this.#refuse(({ deadlineMs }) => deadlineMs <= nowMs);
  }

  #refuse(which: (pending: Pending) => boolean): void {
    for (const [id, pending] of this.#pending) {
      if (!which(pending)) continue;
      this.#pending.delete(id);
      pending.resolve(UNAVAILABLE);
    }
  }
}

function readOutcome(outcome: Outcome): Answer | PictureAnswer {
  switch (outcome.kind) {
    case 'answer':
      return new Answer(outcome.status, outcome.body, outcome.isReplay);
    case 'picture':
      return new PictureAnswer(outcome);
    default:
      throw new ProblemError(outcome.code, {
        ...(outcome.fields !== undefined && { fields: outcome.fields }),
        ...(outcome.retryAfterMs !== undefined && { retryAfterMs: outcome.retryAfterMs }),
        ...(outcome.work !== undefined && { work: outcome.work }),
      });
  }
}
