/** A gateway's way to the engine's queue: commands over the wire, each beside the call that it is made of. */
import { ProblemError } from '@fairlead/contract';
import type { AskedElement, CommandPort, Origin } from '../../commands/port.ts';
import { type Asked, ReadAgainError } from '../../commands/rules.ts';
import { userOf } from '../../http/handler.ts';
import type { Answer } from '../../sequencer/submission.ts';
import type { Outcome } from '../messages.ts';
import { type CallClient, readOutcome } from './call-client.ts';
import type { Asks } from './command-packing.ts';

export class RemoteCommands implements CommandPort {
  readonly #client: Pick<CallClient, 'ask'>;

  constructor(client: Pick<CallClient, 'ask'>) {
    this.#client = client;
  }

  async submit(origin: Origin, asked: Asked): Promise<Answer> {
    return answerOf(await this.#ask(origin, { kind: 'one', asked }));
  }

  async submitEach(origin: Origin, elements: readonly AskedElement[]): Promise<Answer> {
    return answerOf(await this.#ask(origin, { kind: 'each', elements }));
  }

  async find(origin: Origin): Promise<Answer | undefined> {
    const outcome = await this.#ask(origin, { kind: 'find' });
    return outcome.kind === 'none' ? undefined : answerOf(outcome);
  }

  #ask({ name, call, idempotency, language }: Origin, asks: Asks): Promise<Outcome> {
    const { userId, sessionKey } = userOf(call);
    const { key, fingerprint } = idempotency;
    const command = { name, userId, sessionKey, language, key, fingerprint, asks };
    return this.#client.ask(name, call, command);
  }
}

function answerOf(outcome: Outcome): Answer {
  if (outcome.kind === 'answer') return outcome;
  if (outcome.kind === 'read_again') throw new ReadAgainError('the terms have changed');
  readOutcome(outcome);
  throw new ProblemError('internal');
}
