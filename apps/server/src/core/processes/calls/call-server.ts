/**
 * The engine's side of gateways' calls: each is run by the handler that a call of its own would have, or is the command that it
 * means already, and is answered to the gateway that asked. Who calls was checked by the gateway; the seal says that it
 * was one. A session that ended while its call was on the way is refused here.
 */
import { ERRORS, ProblemError, routes } from '@fairlead/contract';
import type { Result } from '@fairlead/engine';
import type { Logger } from 'pino';
import { labelOf } from '../../commands/answer.ts';
import type { LocalCommands } from '../../commands/local-commands.ts';
import { ReadAgainError } from '../../commands/rules.ts';
import { successBody, toProblem } from '../../http/envelope.ts';
import type { Events } from '../../http/events.ts';
import {
  Answer,
  type Call,
  type Handler,
  type Handlers,
  keySession,
  type OperatorTurns,
  PictureAnswer,
} from '../../http/handler.ts';
import type { SequencerPort } from '../../sequencer/sequencer.ts';
import type { Answer as SequencerAnswer } from '../../sequencer/submission.ts';
import { textsOf } from '../../texts/texts.ts';
import type { Lease } from '../lease.ts';
import {
  ANSWERS_STREAM_MAX,
  ENDED_KEPT_MS,
  FORGOTTEN_BEATS,
  RETRY_MS,
  STREAM_EXPIRES_MS,
  WORKED_ON_MAX,
} from '../limits.ts';
import type { CallsMessage, NumberedCall, NumberedRun, Outcome, SentRun } from '../messages.ts';
import type { Names } from '../names.ts';
import { addEntry, command, type RedisClient, type StreamEntry } from '../redis.ts';
import { AskingGateway, type Told } from './asking-gateway.ts';
import { type SentCommand, unpackCommand } from './command-packing.ts';
import { Unpacker } from './packing.ts';
import type { Sealer } from './sealer.ts';

export interface CallServerParts {
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly names: Names;
  readonly epoch: number;
  readonly handlers: Handlers;
  readonly commands: Pick<LocalCommands, 'take' | 'submitEach' | 'find'>;
  readonly sequencer: Pick<SequencerPort, 'onCommitted'>;
  readonly operatorGate: OperatorTurns;
  readonly events: Pick<Events, 'on' | 'off'>;
  /** Runs what another engine asks for here; absent where there is no other. */
  readonly run?: (asked: SentRun) => Promise<Result>;
  readonly lease: Pick<Lease, 'held' | 'beats'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

const COME_AGAIN = 'a call came again and was refused';

export class CallServer {
  readonly #parts: CallServerParts;
  readonly #gateways = new Map<string, AskingGateway>();
  /** Sessions and keys of programs that ended lately, with when. */
  readonly #ended = new Map<string, number>();
  readonly #stopListening: () => void;
  #hasAnswers = false;
  #isFlushDue = false;
  #isStopped = false;
  #workedOn = 0;
  #atRest: (() => void)[] = [];

  constructor(parts: CallServerParts) {
    this.#parts = parts;
    parts.events.on('session_ended', this.#noteEnded);
    parts.events.on('api_key_ended', this.#noteKeyEnded);
    // Commands are answered within the turn of their commit: their answers travel with its batch, and behind it.
    this.#stopListening = parts.sequencer.onCommitted(() => this.#flushIfHeld());
  }

  /** Gateways that are remembered. */
  get gateways(): number {
    return this.#gateways.size;
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
    const gateway = this.#gatewayOf(message);
    if (gateway === undefined) return log.warn(COME_AGAIN);
    for (const numbered of message.calls)
      if (this.#isNew(gateway, numbered)) void this.#serve(gateway, numbered);
    if (message.commands !== undefined) this.#takeCommands(gateway, message.commands);
    for (const asked of message.runs ?? [])
      if (this.#isNew(gateway, asked)) void this.#runFor(gateway, asked);
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
    this.#stopListening();
    this.#parts.events.off('session_ended', this.#noteEnded);
    this.#parts.events.off('api_key_ended', this.#noteKeyEnded);
  }

  /**
   * Whose entry it is. One whose name is not known, as old as those that are forgotten, may be of such a one: it was taken then, and is
   * nobody's now. Whoever lives has heard a beat of the last seconds.
   */
  #gatewayOf({ gateway: name, beat }: CallsMessage): AskingGateway | undefined {
    const { beats } = this.#parts.lease;
    let gateway = this.#gateways.get(name);
    if (gateway === undefined) {
      if (beat !== undefined && beats - beat > FORGOTTEN_BEATS) return undefined;
      for (const each of this.#gateways.values())
        if (each.isGone(beats)) this.#gateways.delete(each.name);
      gateway = new AskingGateway(name);
      this.#gateways.set(name, gateway);
    }
    gateway.hear(beats, beat);
    return gateway;
  }

  /** In the order in which they come: a tick of the index is no tick behind a later one. */
  async #runFor(gateway: AskingGateway, { id, ...asked }: NumberedRun): Promise<void> {
    const { run } = this.#parts;
    this.#begin();
    let outcome: Outcome = { kind: 'problem', code: 'unavailable' };
    try {
      if (run !== undefined) outcome = { kind: 'result', result: await run(asked) };
    } catch (error) {
      outcome = this.#refusal(error, asked.command.kind);
    }
    this.#end(gateway, id, outcome);
  }

  #isNew(gateway: AskingGateway, { id, again }: Pick<NumberedCall, 'id' | 'again'>): boolean {
    const taken = gateway.take(id, again);
    if (taken === 'repeated') this.#parts.log.warn({ gateway: gateway.name }, COME_AGAIN);
    return taken === 'new';
  }

  readonly #noteEnded = ({ sessionKey }: { readonly sessionKey: string }): void => {
    const nowMs = performance.now();
    // The sweep below ends at the first that is young: whoever ends again goes to the end.
    this.#ended.delete(sessionKey);
    this.#ended.set(sessionKey, nowMs);
    for (const [key, endedAtMs] of this.#ended) {
      if (nowMs - endedAtMs < ENDED_KEPT_MS) break;
      this.#ended.delete(key);
    }
  };

  readonly #noteKeyEnded = (ended: {
    readonly apiKeyId: number;
    readonly isEdited?: boolean;
  }): void => {
    if (ended.isEdited !== true) this.#noteEnded({ sessionKey: keySession(ended.apiKeyId) });
  };

  #takeCommands(gateway: AskingGateway, packed: Buffer): void {
    gateway.takesPacked = true;
    for (const frame of new Unpacker(packed).frames()) {
      let id: number;
      let before: number;
      try {
        [id, before] = [frame.integer(), frame.integer()];
      } catch {
        this.#parts.log.warn('a command without a number was passed over');
        continue;
      }
      if (!this.#isNew(gateway, { id, ...(before > 0 && { again: id - before }) })) continue;
      this.#begin();
      this.#execute(frame, (outcome) => this.#end(gateway, id, outcome));
    }
  }

  /** Has a command executed; what cannot be read is refused alone. */
  #execute(frame: Unpacker, end: (outcome: Outcome) => void): void {
    let sent: SentCommand;
    try {
      sent = unpackCommand(frame);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a command that cannot be read was refused');
      end({ kind: 'problem', code: 'validation_failed' });
      return;
    }
    const { name, userId: owner, key, fingerprint, language, asks } = sent;
    const idempotency = { owner, key, fingerprint, route: labelOf(name) };
    const keyed = { idempotency, language };
    const resolve = ({ status, body, isReplay }: SequencerAnswer) =>
      end({ kind: 'answer', status, body, isReplay });
    const reject = (error: unknown) =>
      end(error instanceof ReadAgainError ? { kind: 'read_again' } : this.#refusal(error, name));
    try {
      this.#refuseIfNotServed(sent);
      const { commands } = this.#parts;
      if (asks.kind === 'one') commands.take(keyed, asks.asked, { resolve, reject });
      else if (asks.kind === 'each')
        commands.submitEach(keyed, asks.elements).then(resolve).catch(reject);
      else
        commands
          .find(keyed)
          .then((stored) => (stored === undefined ? end({ kind: 'none' }) : resolve(stored)))
          .catch(reject);
    } catch (error) {
      reject(error);
    }
  }

  #refuseIfNotServed({ sessionKey }: { readonly sessionKey: string }): void {
    if (this.#workedOn > WORKED_ON_MAX) throw new ProblemError('overloaded');
    if (this.#ended.has(sessionKey)) throw new ProblemError('not_logged_in');
  }

  #begin(): void {
    this.#workedOn += 1;
  }

  #end(gateway: AskingGateway, id: number, outcome: Outcome): void {
    this.#workedOn -= 1;
    gateway.answer(id, outcome);
    this.#hasAnswers = true;
    if (this.#workedOn === 0) for (const tell of this.#atRest.splice(0)) tell();
    this.#flushSoon();
  }

  async #serve(gateway: AskingGateway, numbered: NumberedCall): Promise<void> {
    this.#begin();
    let outcome: Outcome;
    try {
      outcome = await this.#run(numbered);
    } catch (error) {
      outcome = this.#refusal(error, numbered.route);
    }
    this.#end(gateway, numbered.id, outcome);
  }

  async #run({ route, call: sent }: NumberedCall): Promise<Outcome> {
    const { handlers, operatorGate } = this.#parts;
    const { caller } = sent;
    this.#refuseIfNotServed({ sessionKey: 'sessionKey' in caller ? caller.sessionKey : '' });
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

  #refusal(error: unknown, route: string): Outcome {
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
      this.#flushIfHeld();
    });
  }

  #flushIfHeld(): void {
    if (!this.#hasAnswers) return;
    // A read of an engine that was replaced meanwhile may be old: nobody gets it.
    const held = this.#parts.lease.held();
    if (held === true) this.#flush();
    else void held.then((isHeld) => isHeld && this.#flush());
  }

  #flush(): void {
    this.#hasAnswers = false;
    const { sealer, names, redis, epoch, log } = this.#parts;
    const trim = ['MAXLEN', '~', String(ANSWERS_STREAM_MAX)] as const;
    for (const gateway of this.#gateways.values()) {
      const told = gateway.untold();
      if (told.length === 0) continue;
      const place = names.answers(gateway.name);
      const bytes = sealer.seal(place, { epoch, ...gateway.messageOf(told) });
      const added = addEntry(redis, place, bytes, { trim });
      Promise.all([added, this.#keepStream(gateway, place)]).catch((error: unknown) => {
        log.warn({ err: error, gateway: gateway.name }, 'answers could not be sent to a gateway');
        this.#keep(gateway, told);
      });
    }
  }

  /** Its stream outlives the gateway by no more than a minute. */
  async #keepStream(gateway: AskingGateway, place: string): Promise<void> {
    if (gateway.isKept()) return;
    await command(this.#parts.redis, ['PEXPIRE', place, String(STREAM_EXPIRES_MS)]);
  }

  /** What Redis did not take is sent once it does: a gateway takes what comes twice once, and waits for no more than it may. */
  #keep(gateway: AskingGateway, told: Told): void {
    if (this.#isStopped) return;
    gateway.keep(told);
    this.#hasAnswers = true;
    setTimeout(() => this.#flushSoon(), RETRY_MS).unref();
  }
}
