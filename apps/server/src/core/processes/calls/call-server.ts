/**
 * The engine's side of gateways' calls: each is run by the handler that a call of its own would have, and answered to the
 * gateway that asked. Who calls was checked by the gateway; the seal says that it was one. A session that ended
 * while its call was on the way is refused here.
 */
import { ERRORS, ProblemError, routes } from '@fairlead/contract';
import type { Logger } from 'pino';
import { successBody, toProblem } from '../../http/envelope.ts';
import type { Events } from '../../http/events.ts';
import {
  Answer,
  type Call,
  type Handler,
  type Handlers,
  type OperatorTurns,
  PictureAnswer,
} from '../../http/handler.ts';
import { textsOf } from '../../texts/texts.ts';
import type { Lease } from '../lease.ts';
import {
  ANSWERS_STREAM_MAX,
  CALLS_MAX,
  ENDED_KEPT_MS,
  RETRY_MS,
  STREAM_EXPIRES_MS,
  WORKED_ON_MAX,
} from '../limits.ts';
import type { CallsMessage, NumberedCall, Outcome } from '../messages.ts';
import type { Names } from '../names.ts';
import { addEntry, command, type RedisClient, type StreamEntry } from '../redis.ts';
import type { Sealer } from './sealer.ts';

export interface CallServerParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly epoch: number;
  readonly handlers: Handlers;
  readonly operatorGate: OperatorTurns;
  readonly events: Pick<Events, 'on' | 'off'>;
  readonly lease: Pick<Lease, 'held'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export class CallServer {
  readonly #parts: CallServerParts;
  /** The last call taken of each gateway. */
  readonly #lastIds = new Map<string, number>();
  /** Calls under way: the names that each came under, by each of them. */
  readonly #underWay = new Map<string, string[]>();
  readonly #answers = new Map<string, (readonly [number, Outcome])[]>();
  /** Sessions that ended lately, with when. */
  readonly #ended = new Map<string, number>();
  #isFlushDue = false;
  #isStopped = false;
  #workedOn = 0;
  #atRest: (() => void)[] = [];

  constructor(parts: CallServerParts) {
    this.#parts = parts;
    parts.events.on('session_ended', this.#noteEnded);
  }

  /** Calls being worked on. */
  get workedOn(): number {
    return this.#workedOn;
  }

  /** Takes one entry of the stream of calls. After a pause it waits until it is known that nobody else leads. */
  async take({ bytes }: StreamEntry): Promise<void> {
    const { sealer, names, epoch, log, lease } = this.#parts;
    const message = sealer.open<CallsMessage>(names.calls(epoch), bytes);
    if (message === undefined) return log.warn('a call with a wrong seal was refused');
    const held = lease.held();
    if (held !== true && !(await held)) return;
    const { gateway, calls } = message;
    for (const numbered of calls) {
      if (numbered.id <= (this.#lastIds.get(gateway) ?? 0)) {
        log.warn({ gateway }, 'a call came again and was refused');
        continue;
      }
      this.#lastIds.set(gateway, numbered.id);
      if (!this.#joins(gateway, numbered)) void this.#serve(gateway, numbered);
    }
  }

  /** Whether a call that was sent again is still under way: it is answered once, under the number that it came with first. */
  #joins(gateway: string, { id, again }: NumberedCall): boolean {
    const names = again === undefined ? undefined : this.#underWay.get(nameOf(gateway, again));
    if (names === undefined) return false;
    names.push(nameOf(gateway, id));
    this.#underWay.set(nameOf(gateway, id), names);
    return true;
  }

  /** Resolves when all that was taken is answered. */
  async idle(): Promise<void> {
    while (this.#workedOn > 0)
      await new Promise<void>((resolve) => {
        this.#atRest.push(resolve);
      });
    this.#flush();
  }

  stop(): void {
    this.#isStopped = true;
    this.#parts.events.off('session_ended', this.#noteEnded);
  }

  readonly #noteEnded = ({ sessionKey }: { readonly sessionKey: string }): void => {
    const nowMs = performance.now();
    this.#ended.set(sessionKey, nowMs);
    for (const [key, endedAtMs] of this.#ended) {
      if (nowMs - endedAtMs < ENDED_KEPT_MS) break;
      this.#ended.delete(key);
    }
  };

  async #serve(gateway: string, numbered: NumberedCall): Promise<void> {
    this.#workedOn += 1;
    const name = nameOf(gateway, numbered.id);
    const underWay = [name];
    this.#underWay.set(name, underWay);
    let outcome: Outcome;
    try {
      outcome = await this.#run(numbered);
    } catch (error) {
      outcome = this.#refusal(error, numbered);
    } finally {
      this.#workedOn -= 1;
      for (const each of underWay) this.#underWay.delete(each);
    }
    if (this.#workedOn === 0) for (const tell of this.#atRest.splice(0)) tell();
    const answers = this.#answers.get(gateway) ?? [];
    answers.push([numbered.id, outcome]);
    this.#answers.set(gateway, answers);
    this.#flushSoon();
  }

  async #run({ route, call: sent }: NumberedCall): Promise<Outcome> {
    if (this.#workedOn > WORKED_ON_MAX) throw new ProblemError('overloaded');
    const { handlers, operatorGate } = this.#parts;
    const { caller } = sent;
    if ('sessionKey' in caller && this.#ended.has(caller.sessionKey))
      throw new ProblemError('not_logged_in');
    const call = { ...sent, say: textsOf(sent.language) } as Call;
    const handler = handlers[route] as Handler<typeof route>;
    const run = async () => handler(call);
    const isRead = routes[route].method === 'GET';
    const data =
      caller.kind === 'operator'
        ? await operatorGate.serve(caller, { name: route, isRead, run })
        : await run();
    if (data instanceof PictureAnswer) return { kind: 'picture', ...data };
    if (data instanceof Answer) return { kind: 'answer', ...data };
    return { kind: 'answer', status: 200, body: successBody(data), isReplay: false };
  }

  #refusal(error: unknown, { route }: NumberedCall): Outcome {
    const { log } = this.#parts;
    const problem = toProblem(error);
    if (problem === undefined) {
      log.error({ err: error, route }, 'fault');
      return { kind: 'problem', code: 'internal' };
    }
    const { code, fields, retryAfterMs, work } = problem;
    if (ERRORS[code].status >= 500) log.warn({ code, err: problem.cause, route }, 'refused');
    return {
      kind: 'problem',
      code,
      ...(fields !== undefined && { fields }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(work !== undefined && { work }),
    };
  }

  /** What is answered in the same turn of the event loop travels together. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => {
      this.#isFlushDue = false;
      // A read of an engine that was replaced meanwhile may be old: nobody gets it.
      const held = this.#parts.lease.held();
      if (held === true) this.#flush();
      else void held.then((isHeld) => isHeld && this.#flush());
    });
  }

  #flush(): void {
    const { redis, sealer, names, epoch, log } = this.#parts;
    const all = [...this.#answers];
    this.#answers.clear();
    const trim = ['MAXLEN', '~', String(ANSWERS_STREAM_MAX)] as const;
    for (const [gateway, answers] of all) {
      const place = names.answers(gateway);
      const bytes = sealer.seal(place, { epoch, answers });
      const added = addEntry(redis, place, bytes, { trim });
      const kept = command(redis, ['PEXPIRE', place, String(STREAM_EXPIRES_MS)]);
      Promise.all([added, kept]).catch((error: unknown) => {
        log.warn({ err: error, gateway }, 'answers could not be sent to a gateway');
        this.#keep(gateway, answers);
      });
    }
  }

  /** What Redis did not take is sent once it does: a gateway takes what comes twice once, and waits for no more than it may. */
  #keep(gateway: string, answers: readonly (readonly [number, Outcome])[]): void {
    if (this.#isStopped) return;
    const newer = this.#answers.get(gateway) ?? [];
    this.#answers.set(gateway, [...answers, ...newer].slice(-CALLS_MAX));
    setTimeout(() => this.#flushSoon(), RETRY_MS).unref();
  }
}

const nameOf = (gateway: string, id: number): string => `${gateway} ${id}`;
