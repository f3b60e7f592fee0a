/** Sends users what is told of their own, in the language of each socket. */
import type { Language, Step, StepEvent } from '@fairlead/contract';
import type { Logger } from 'pino';
import { type ChatChange, chatMessageView, conversationView } from '../chat/index.ts';
import { type EngineName, engineOf } from '../core/config/engines.ts';
import type { Tell, TellChanges } from '../core/http/events.ts';
import type { CommittedBatch } from '../core/sequencer/submission.ts';
import { toldRowsOf } from '../core/steps/told-rows.ts';
import { type Say, textsOf } from '../core/texts/texts.ts';
import { type MessageRow, messageView } from '../notices/index.ts';
import type { StepSource } from '../steps/index.ts';
import { type Connections, cutOff } from './connections.ts';
import { REPLAY_WAITING_MAX } from './limits.ts';
import { NumberedEngines } from './numbered-engines.ts';
import { isCounting, type LiveSocket, type PrivateEvents } from './types.ts';

const languageOf = (socket: LiveSocket): Language => socket.data.session?.language ?? 'en';
const speakerOf = (socket: LiveSocket): Say => textsOf(languageOf(socket));

/** What a step has, to be shown in a language. */
interface ToldStep {
  readonly time: number;
  readonly makes: readonly ((say: Say) => StepEvent)[];
}

/** Sends the numbered sockets of a user a step, written once for those of one language. */
function sendStep(
  engine: EngineName,
  { previous, number, told }: { previous: number; number: number; told: ToldStep },
  sockets: Iterable<LiveSocket>,
): void {
  const byLanguage = new Map<Language, Step>();
  const product = engine === 'spot' ? {} : { product: engine };
  for (const socket of sockets) {
    const { session } = socket.data;
    if (session === undefined || !isCounting(session, engine)) continue;
    const language = languageOf(socket);
    const known = byLanguage.get(language);
    const events = known?.events ?? told.makes.map((make) => make(textsOf(language)));
    const step = known ?? { ...product, number, previous, time: told.time, events };
    byLanguage.set(language, step);
    const waiting = session.behind.get(engine);
    if (waiting === undefined) socket.emit('step', step);
    else if (waiting.push(step) > REPLAY_WAITING_MAX) cutOff(socket);
  }
}

export interface OwnTellerParts {
  readonly connections: Pick<Connections, 'toldOf'>;
  readonly told: TellChanges;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly steps: StepSource;
}

/** Tells users of each batch: by events, or by steps where a socket asked for them. */
export class OwnTeller {
  readonly numbers: NumberedEngines<ToldStep>;
  readonly #parts: OwnTellerParts;
  /** The last batch of each engine that was told of. */
  readonly #passed = new Map<EngineName, number>();

  constructor(parts: OwnTellerParts) {
    this.#parts = parts;
    const { engines } = parts.steps;
    this.numbers = new NumberedEngines({
      engines,
      readHead: (owner, engine) => parts.steps.readHead(owner, engine),
      send: (owner, engine, step) =>
        this.#attempt(owner, () => sendStep(engine, step, parts.connections.toldOf(owner))),
    });
  }

  take({ changes, firstSequence }: CommittedBatch): void {
    const { connections, told } = this.#parts;
    const engine = engineOf(firstSequence);
    const passed = this.#passed.get(engine);
    if (passed !== undefined && firstSequence > passed + 1) this.#missed(passed, firstSequence);
    const steps = new Map<number, ((say: Say) => StepEvent)[]>();
    const tell: Tell = (userId, name, make) => {
      this.#attempt(userId, () => {
        for (const socket of connections.toldOf(userId)) {
          if (isCounting(socket.data.session, engine)) continue;
          const data = [make(speakerOf(socket))] as Parameters<PrivateEvents[typeof name]>;
          socket.emit(name, ...data);
        }
      });
      if (!this.numbers.has(userId)) return;
      const makes = steps.get(userId) ?? [];
      makes.push((say) => ({ event: name, data: make(say) }) as StepEvent);
      steps.set(userId, makes);
    };
    told(toldRowsOf(changes), tell);
    const { sequence: number, timeMs: time } = changes.counters;
    for (const [owner, makes] of steps)
      this.numbers.tell(engine, owner, { number, told: { time, makes } });
    this.numbers.passed(engine, number);
    this.#passed.set(engine, number);
  }

  /** What one user cannot be told is kept from no other; that one's sockets end, and find by their next login that it is missing. */
  #attempt(owner: number, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#parts.log.error({ err: error, owner }, 'a user could not be told');
      this.#cut(owner);
    }
  }

  /** A batch never came here: whoever counts reads what was in it. */
  #missed(after: number, firstSequence: number): void {
    this.#parts.log.warn({ after, firstSequence }, 'batches were not told of');
    for (const owner of this.numbers.owners()) this.#cut(owner);
  }

  #cut(owner: number): void {
    for (const socket of this.#parts.connections.toldOf(owner)) socket.disconnect(true);
  }
}

/** Shows a personal message on each of the user's sockets, in its language. */
export function sendNotice(message: MessageRow, sockets: Iterable<LiveSocket>): void {
  for (const socket of sockets) socket.emit('notice', messageView(message, languageOf(socket)));
}

/** Shows a conversation on each of its user's sockets, in its language. */
export function sendChat(
  { conversation, message }: ChatChange,
  sockets: Iterable<LiveSocket>,
): void {
  for (const socket of sockets) {
    const say = speakerOf(socket);
    socket.emit('chat', {
      conversation: conversationView(conversation, say),
      ...(message !== undefined && { message: chatMessageView(message, say) }),
    });
  }
}
