/** Calls and commands on their way to engines that other processes run: each goes to the engine that it belongs to. */
import { ProblemError, type RouteName } from '@fairlead/contract';
import { labelOf } from '../core/commands/answer.ts';
import type { CommandPort, Origin } from '../core/commands/port.ts';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import type { Answer, Call, PictureAnswer } from '../core/http/handler.ts';
import type { CallClient } from '../core/processes/calls/call-client.ts';
import type { Asks, SentCommand } from '../core/processes/calls/command-packing.ts';
import type { Outcome } from '../core/processes/messages.ts';
import type { Idempotency } from '../core/sequencer/answer-cache.ts';
import type { Answer as SequencerAnswer } from '../core/sequencer/submission.ts';
import { SubmitError } from '../core/sequencer/submit-error.ts';
import { engineOfCall, engineOfRoute } from './calls.ts';
import { engineOf, HOME } from './shares.ts';

type Client = Pick<CallClient, 'call' | 'ask'>;

/** Of a process that runs some of the engines, these have no client. */
export type Clients = Readonly<Partial<Record<EngineName, Client>>>;

export class EngineCalls implements Client {
  readonly #clients: Clients;

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  call(route: RouteName, call: Call): Promise<Answer | PictureAnswer> {
    return this.#clientOf(engineOfRoute(route)).call(route, call);
  }

  async ask(route: RouteName, call: Call, command?: SentCommand): Promise<Outcome> {
    if (command === undefined) return this.#clientOf(engineOfRoute(route)).ask(route, call);
    const name = engineAsked(command.asks) ?? engineOfCall(labelOf(route));
    if (name === undefined) return this.#askAll(ENGINE_NAMES, { route, call, command });
    const client = this.#clientOf(name);
    // A key of a call that any of them may be the one of is one call's in all.
    const known = isOfAny(route) && (await this.#knownBut(name, { route, call, command }));
    return known || client.ask(route, call, command);
  }

  /** What the others say of a key, as far as they can be asked. */
  async #knownBut(name: EngineName, asked: AskedOf): Promise<Outcome | undefined> {
    const others = ENGINE_NAMES.filter((each) => each !== name);
    const { route, call, command } = asked;
    const find = { ...command, asks: { kind: 'find' } } as const;
    const outcome = await this.#askAll(others, { route, call: unwaiting(call), command: find });
    const isSaid = outcome.kind === 'answer' || (outcome.kind === 'problem' && isOfKey(outcome));
    return isSaid ? outcome : undefined;
  }

  /** Whether a key has an answer: of a call that any engine may be the one of, all that are elsewhere are asked. */
  async #askAll(names: readonly EngineName[], { route, call, command }: AskedOf): Promise<Outcome> {
    const clients = names.flatMap((name) => this.#clients[name] ?? []);
    const outcomes = await Promise.all(clients.map((client) => client.ask(route, call, command)));
    return (
      outcomes.find(({ kind }) => kind === 'answer') ??
      outcomes.find((outcome) => outcome.kind === 'problem' && isOfKey(outcome)) ??
      outcomes.find(({ kind }) => kind !== 'none') ?? { kind: 'none' }
    );
  }

  #clientOf(name: EngineName): Client {
    const client = this.#clients[name];
    if (client === undefined) throw new ProblemError('unavailable');
    return client;
  }
}

/**
 * What an engine of another process has to a key of a call that any of them may be the one of; undefined where it has nothing, or
 * cannot be asked. Throws what it says of the key.
 */
export async function findElsewhere(
  client: Pick<Client, 'ask'>,
  { owner, key, fingerprint }: Idempotency,
): Promise<SequencerAnswer | undefined> {
  const name = 'transfer' satisfies RouteName;
  const asked = { name, userId: owner, sessionKey: '', language: 'en', key, fingerprint } as const;
  // It is nobody's call: whoever takes no commands has nothing to answer.
  const call = { input: {}, idempotencyKey: '' } as unknown as Call;
  const outcome = await client.ask(name, call, { ...asked, asks: { kind: 'find' } });
  if (outcome.kind === 'problem' && isOfKey(outcome)) throw new SubmitError(outcome.code);
  return outcome.kind === 'answer' ? { ...outcome, isReplay: true } : undefined;
}

interface AskedOf {
  readonly route: RouteName;
  readonly call: Call;
  readonly command: SentCommand;
}

const isOfAny = (route: RouteName): boolean => engineOfCall(labelOf(route)) === undefined;

/** The call as one that is refused at once by an engine that is away. */
const unwaiting = (call: Call): Call => ({ ...call, idempotencyKey: '' });

/** Whether somebody says that a key is taken, and not only that nothing can be said. */
const isOfKey = <Said extends { readonly code: string }>(
  said: Said,
): said is Said & { readonly code: 'idempotency_conflict' | 'in_progress' } =>
  said.code === 'idempotency_conflict' || said.code === 'in_progress';

/** Where what is asked is decided; undefined where a key alone is asked for. */
function engineAsked(asks: Asks): EngineName | undefined {
  switch (asks.kind) {
    case 'one':
      return engineOf(asks.asked.command);
    case 'each': {
      const first = asks.elements.find((element) => 'command' in element);
      return first !== undefined && 'command' in first ? engineOf(first.command) : HOME;
    }
    default:
      return undefined;
  }
}

/** Commands of a process that runs some of the engines: its own are executed here, the others' go there. */
export class DividedCommands implements CommandPort {
  readonly #own: ReadonlySet<EngineName>;
  readonly #here: CommandPort;
  readonly #elsewhere: CommandPort;

  constructor(own: readonly EngineName[], here: CommandPort, elsewhere: CommandPort) {
    this.#own = new Set(own);
    this.#here = here;
    this.#elsewhere = elsewhere;
  }

  async submit(
    ...[origin, asked]: Parameters<CommandPort['submit']>
  ): ReturnType<CommandPort['submit']> {
    const port = this.#portOf(engineOf(asked.command));
    const known = isOfAny(origin.name) && (await this.#knownBut(port, origin));
    return known || port.submit(origin, asked);
  }

  /** The answer that the others have to a key, as far as they can be asked. */
  async #knownBut(port: CommandPort, origin: Origin): ReturnType<CommandPort['find']> {
    const other = port === this.#here ? this.#elsewhere : this.#here;
    try {
      return await other.find({ ...origin, call: unwaiting(origin.call) });
    } catch (error) {
      const isCoded = error instanceof SubmitError || error instanceof ProblemError;
      if (isCoded && isOfKey(error)) throw error;
      return undefined;
    }
  }

  submitEach(
    ...[origin, elements]: Parameters<CommandPort['submitEach']>
  ): ReturnType<CommandPort['submitEach']> {
    const name = engineAsked({ kind: 'each', elements }) ?? HOME;
    return this.#portOf(name).submitEach(origin, elements);
  }

  async find(...[origin]: Parameters<CommandPort['find']>): ReturnType<CommandPort['find']> {
    const name = engineOfCall(origin.idempotency.route);
    if (name !== undefined) return this.#portOf(name).find(origin);
    return (await this.#here.find(origin)) ?? this.#elsewhere.find(origin);
  }

  #portOf(name: EngineName): CommandPort {
    return this.#own.has(name) ? this.#here : this.#elsewhere;
  }
}
