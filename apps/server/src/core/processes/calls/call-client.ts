/**
 * A gateway's calls to the engine, as calls or as the commands that they mean. Those of one turn of the event loop,
 * and all that comes while an entry is on its way, travel together. With a key a call outlives its
 * engine, and a Redis that was away: it is sent again as soon as an engine is heard, and its key has it answered once; without
 * one nobody may know whether it was done, so it is refused. Answers count only from the engine that the call was last sent to.
 */
import { ProblemError, type RouteName } from '@fairlead/contract';
import type { Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import { Answer, type Call, PictureAnswer } from '../../http/handler.ts';
import { isSubmitCode, SubmitError } from '../../sequencer/submit-error.ts';
import { CALL_MS, CALLS_MAX, CALLS_STREAM_MAX, KEYED_CALL_MS, SWEEP_MS } from '../limits.ts';
import type {
  AnswersMessage,
  CallsMessage,
  LeaderWord,
  Leading,
  NumberedCall,
  NumberedRun,
  Outcome,
  SentCall,
  SentRun,
} from '../messages.ts';
import type { Names } from '../names.ts';
import { HAS_COMMANDS, TERMS } from '../protocol.ts';
import { addEntry, type RedisClient } from '../redis.ts';
import { unpackAnswers } from './answer-packing.ts';
import { packCommand, type SentCommand } from './command-packing.ts';
import { termsOf } from './command-terms.ts';
import { Packer } from './packing.ts';
import type { Sealer } from './sealer.ts';

export interface CallClientParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  /** Names this gateway's run. */
  readonly gateway: string;
  readonly log: Pick<Logger, 'warn'>;
}

interface Called {
  readonly route: RouteName;
  readonly call: SentCall;
  /** In place of the call, where the engine takes it. */
  readonly command: SentCommand | undefined;
}

interface Pending {
  readonly asked: Called | SentRun;
  readonly isKeyed: boolean;
  readonly deadlineMs: number;
  /** The numbers that it was sent under, the last one last. */
  readonly ids: number[];
  /** The engine that it was last sent to; undefined while it waits for one. */
  epoch: number | undefined;
  resolve(outcome: Outcome): void;
}

type EngineWord = Pick<LeaderWord, 'epoch' | 'beat' | 'isStill'>;

type As<Asked> = Pending & { readonly asked: Asked };

const isCalled = (pending: Pending): pending is As<Called> => 'route' in pending.asked;
const isRun = (pending: Pending): pending is As<SentRun> => !isCalled(pending);
const isCommanding = (pending: Pending): pending is As<Called & { command: SentCommand }> =>
  isCalled(pending) && pending.asked.command !== undefined;

const UNAVAILABLE: Outcome = { kind: 'problem', code: 'unavailable' };
const UNWRITABLE: Outcome = { kind: 'problem', code: 'validation_failed' };
const OVERLOADED: Outcome = { kind: 'problem', code: 'overloaded' };

export class CallClient {
  readonly #parts: CallClientParts;
  readonly #pending = new Set<Pending>();
  /** Those that were sent, by each of their numbers. */
  readonly #byId = new Map<number, Pending>();
  readonly #sweep: ReturnType<typeof setInterval>;
  #unsent: Pending[] = [];
  #isFlushDue = false;
  #lastId = 0;
  /** The engine that takes calls; undefined while there is none. */
  #epoch: number | undefined;
  #takesCommands = false;
  /** What commands may say to it. */
  #terms = 0;
  /** Whether it says that it cannot commit. */
  #isStill = false;
  /** The last of its beats that was heard. */
  #beat: number | undefined;
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

  /** Whether there is an engine which, as it says itself, can commit. */
  get hasCommits(): boolean {
    return this.hasEngine && !this.#isStill;
  }

  /** What the engine that is heard says of itself. */
  engineSays({ epoch, beat, isStill = false }: EngineWord): void {
    this.#isStill = isStill;
    if (epoch === this.#epoch) this.#beat = beat;
  }

  /**
   * Has the engine answer a call. Throws its refusals; `overloaded` when too many wait, `unavailable` when
   * there is no engine, or when nobody knows what became of a call without a key.
   */
  async call(route: RouteName, call: Call): Promise<Answer | PictureAnswer> {
    return readOutcome(await this.ask(route, call));
  }

  /** The same of a call that comes to a command: what became of it. An engine that takes no commands answers the call. */
  ask(route: RouteName, { say: _say, ...call }: Call, command?: SentCommand): Promise<Outcome> {
    return this.#send({ route, call, command }, call.idempotencyKey !== '');
  }

  /**
   * Has the engine run a command of another one's. Throws SubmitError `unavailable` where there is none, or where nobody knows
   * what became of it: it must be one that may be repeated.
   */
  async run(run: SentRun): Promise<Result> {
    const outcome = await this.#send(run, false);
    if (outcome.kind === 'result') return outcome.result;
    throw new SubmitError(
      outcome.kind === 'problem' && isSubmitCode(outcome.code) ? outcome.code : 'unavailable',
    );
  }

  /**
   * An engine takes calls, a new one or the same that was away: it, or the answer, may have been lost on the way. What has a
   * key and waits is sent to it; what has none is refused.
   */
  engineIs({ epoch, takesCommands = false, terms = 0 }: Leading): void {
    if (epoch < this.#lastEpoch || epoch === this.#epoch) return;
    this.#lastEpoch = epoch;
    this.#epoch = epoch;
    this.#beat = undefined;
    this.#takesCommands = takesCommands && HAS_COMMANDS;
    this.#terms = terms;
    this.#refuse((pending) => !pending.isKeyed && pending.epoch !== epoch);
    this.#unsent = [...this.#pending];
    this.#flushSoon();
  }

  /** No engine has been heard of for a while. */
  engineIsAway(): void {
    if (this.#epoch === undefined) return;
    this.#epoch = undefined;
    this.#refuse(({ isKeyed }) => !isKeyed);
  }

  /** Takes answers as they come. */
  take({ epoch, answers, packed }: AnswersMessage): void {
    const settle = (id: number, outcome: Outcome) => {
      const pending = this.#byId.get(id);
      // An engine that was replaced may have answered from what it no longer knows.
      if (pending?.epoch === epoch) this.#settle(pending, outcome);
    };
    for (const [id, outcome] of answers) settle(id, outcome);
    if (packed !== undefined) unpackAnswers(packed, settle);
  }

  stop(): void {
    clearInterval(this.#sweep);
    this.#refuse(() => true);
  }

  #send(asked: Pending['asked'], isKeyed: boolean): Promise<Outcome> {
    if (this.#pending.size >= CALLS_MAX) return Promise.resolve(OVERLOADED);
    if (this.#epoch === undefined && !isKeyed) return Promise.resolve(UNAVAILABLE);
    const deadlineMs = performance.now() + (isKeyed ? KEYED_CALL_MS : CALL_MS);
    return new Promise((resolve) => {
      const pending: Pending = {
        ...{ asked, isKeyed, deadlineMs, ids: [], epoch: undefined, resolve },
      };
      this.#pending.add(pending);
      if (this.#epoch === undefined) return;
      this.#unsent.push(pending);
      this.#flushSoon();
    });
  }

  /** One entry at a time: what comes while it is on its way goes with the next, so the more there is, the more share one. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => {
      void this.#flush().finally(() => {
        this.#isFlushDue = false;
        if (this.#unsent.length > 0) this.#flushSoon();
      });
    });
  }

  async #flush(): Promise<void> {
    const epoch = this.#epoch;
    const waiting = this.#unsent.filter((pending) => this.#pending.has(pending));
    this.#unsent = [];
    if (epoch === undefined || waiting.length === 0) return;
    const sent = waiting.filter((pending) => this.#isKnown(pending));
    if (sent.length === 0) return;
    for (const pending of sent) pending.epoch = epoch;
    const { redis, names, log } = this.#parts;
    const place = names.calls(epoch);
    const bytes = this.#sealed(place, sent);
    if (bytes === undefined) return;
    try {
      const trim = ['MAXLEN', '~', String(CALLS_STREAM_MAX)] as const;
      const id = await addEntry(redis, place, bytes, { trim, mustExist: true });
      // Otherwise its stream is gone: so is the engine, and nothing was done.
      if (id !== undefined) return;
    } catch (error) {
      // They may have been taken all the same: those with a key wait for Redis and are sent again.
      log.warn({ err: error, calls: sent.length }, 'calls could not be sent to the engine');
    }
    if (this.#epoch === epoch) this.engineIsAway();
  }

  /**
   * Whether the engine knows all that is asked. One of the version before would pass over a term, or know nothing of the call:
   * nothing is sent to it, and with the same key it is done once such an engine leads.
   */
  #isKnown(pending: Pending): boolean {
    if (this.#terms >= TERMS || !isCommanding(pending)) return true;
    if (termsOf(pending.asked.command.asks) <= this.#terms) return true;
    this.#settle(pending, UNAVAILABLE);
    return false;
  }

  /**
   * One entry, each of it numbered once: calls, behind them commands, behind these what is run. What cannot be written is
   * refused, and takes no other with it.
   */
  #sealed(place: string, sent: readonly Pending[]): Buffer | undefined {
    const { sealer, gateway, log } = this.#parts;
    const [calls, others, asked] = this.#parted(sent);
    const all = calls.map((pending) => ({ pending, numbered: this.#number(pending) }));
    const packer = new Packer();
    for (const each of others) this.#pack(packer, each);
    const commands = packer.isEmpty ? undefined : packer.packed();
    const runs = asked.map((pending): NumberedRun => {
      return { ...pending.asked, id: this.#nextId(pending) };
    });
    const seal = (some: readonly NumberedCall[]) => {
      const message: CallsMessage = {
        gateway,
        ...(this.#beat !== undefined && { beat: this.#beat }),
        calls: some,
        ...(commands && { commands }),
        ...(runs.length > 0 && { runs }),
      };
      return sealer.seal(place, message);
    };
    try {
      return seal(all.map(({ numbered }) => numbered));
    } catch (error) {
      log.warn({ err: error, calls: sent.length }, 'a call cannot be written');
    }
    const sound: NumberedCall[] = [];
    for (const { pending, numbered } of all) {
      try {
        sealer.seal(place, numbered);
        sound.push(numbered);
      } catch {
        this.#settle(pending, UNWRITABLE);
      }
    }
    const isEmpty = sound.length === 0 && commands === undefined && runs.length === 0;
    return isEmpty ? undefined : seal(sound);
  }

  /** What goes as calls, what as commands, and what is run. */
  #parted(sent: readonly Pending[]) {
    const isCommand = (pending: Pending) => this.#takesCommands && isCommanding(pending);
    const calls = sent.filter(isCalled).filter((pending) => !isCommand(pending));
    const commands = this.#takesCommands ? sent.filter(isCommanding) : [];
    return [calls, commands, sent.filter(isRun)] as const;
  }

  /** Behind a number of its own each time, for the engine takes none twice. */
  #number(pending: As<Called>): NumberedCall {
    const { asked, ids } = pending;
    const { route, call } = asked;
    const again = ids.at(-1);
    return { id: this.#nextId(pending), route, call, ...(again !== undefined && { again }) };
  }

  #pack(packer: Packer, pending: As<Called & { command: SentCommand }>): void {
    const { asked, ids } = pending;
    const before = ids.at(-1);
    const id = this.#nextId(pending);
    try {
      packer.frame(() => {
        packer.integer(id);
        packer.integer(before === undefined ? 0 : id - before);
        packCommand(packer, asked.command);
      });
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a command cannot be written');
      this.#settle(pending, UNWRITABLE);
    }
  }

  #nextId(pending: Pending): number {
    this.#lastId += 1;
    pending.ids.push(this.#lastId);
    this.#byId.set(this.#lastId, pending);
    return this.#lastId;
  }

  #settle(pending: Pending, outcome: Outcome): void {
    this.#pending.delete(pending);
    for (const id of pending.ids) this.#byId.delete(id);
    pending.resolve(outcome);
  }

  #refuseLate(): void {
    const nowMs = performance.now();
    this.#refuse(({ deadlineMs }) => deadlineMs <= nowMs);
  }

  #refuse(which: (pending: Pending) => boolean): void {
    for (const pending of this.#pending) if (which(pending)) this.#settle(pending, UNAVAILABLE);
  }
}

/** Throws what was refused; what no call comes to is `unavailable`. */
export function readOutcome(outcome: Outcome): Answer | PictureAnswer {
  switch (outcome.kind) {
    case 'answer':
      return new Answer(outcome.status, outcome.body, outcome.isReplay);
    case 'picture':
      return new PictureAnswer(outcome);
    case 'problem':
      throw new ProblemError(outcome.code, {
        ...(outcome.fields !== undefined && { fields: outcome.fields }),
        ...(outcome.retryAfterMs !== undefined && { retryAfterMs: outcome.retryAfterMs }),
        ...(outcome.work !== undefined && { work: outcome.work }),
      });
    default:
      throw new ProblemError('unavailable');
  }
}
