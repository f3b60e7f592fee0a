/** Calls and commands on their way to engines that other processes run: each goes to the engine that it belongs to. */
import { ProblemError, type RouteName } from '@fairlead/contract';
import { labelOf } from '../core/commands/answer.ts';
import type { CommandPort } from '../core/commands/port.ts';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import type { Answer, Call, PictureAnswer } from '../core/http/handler.ts';
import type { CallClient } from '../core/processes/calls/call-client.ts';
import type { Asks, SentCommand } from '../core/processes/calls/command-packing.ts';
import type { Outcome } from '../core/processes/messages.ts';
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

  ask(route: RouteName, call: Call, command?: SentCommand): Promise<Outcome> {
    if (command === undefined) return this.#clientOf(engineOfRoute(route)).ask(route, call);
    const name = engineAsked(command.asks) ?? engineOfCall(labelOf(route));
    if (name !== undefined) return this.#clientOf(name).ask(route, call, command);
    return this.#askAll(route, call, command);
  }

  /** Whether a key has an answer: of a call that any engine may be the one of, all that are elsewhere are asked. */
  async #askAll(route: RouteName, call: Call, command: SentCommand): Promise<Outcome> {
    const clients = ENGINE_NAMES.flatMap((name) => this.#clients[name] ?? []);
    const outcomes = await Promise.all(clients.map((client) => client.ask(route, call, command)));
    return (
      outcomes.find(({ kind }) => kind === 'answer') ??
      outcomes.find(({ kind }) => kind !== 'none') ?? { kind: 'none' }
    );
  }

  #clientOf(name: EngineName): Client {
    const client = this.#clients[name];
    if (client === undefined) throw new ProblemError('unavailable');
    return client;
  }
}

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

  submit(...[origin, asked]: Parameters<CommandPort['submit']>): ReturnType<CommandPort['submit']> {
    return this.#portOf(engineOf(asked.command)).submit(origin, asked);
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
