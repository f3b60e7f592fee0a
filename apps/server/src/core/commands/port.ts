/** Where handlers send commands of users: beside the writer, or at a gateway over the wire (docs/internals/processes.md). */
import type { Language, RouteName } from '@fairlead/contract';
import type { Call } from '../http/handler.ts';
import type { Idempotency } from '../sequencer/answer-cache.ts';
import type { Answer, Rendered } from '../sequencer/submission.ts';
import type { Asked } from './rules.ts';

/** Under which key, and in whose words, a command is answered. */
export interface Keyed {
  readonly idempotency: Idempotency;
  readonly language: Language;
}

/** The call that commands are made of. An engine that takes no commands is asked to answer the call itself. */
export interface Origin extends Keyed {
  readonly name: RouteName;
  readonly call: Call;
}

/** An element of a call: what is asked, or the answer of one that was refused when it was read. */
export type AskedElement = Asked | { readonly refused: Rendered };

/** All of them reject with SubmitError, ProblemError, or ReadAgainError where nothing was done. */
export interface CommandPort {
  /** Executes a command once and answers after its commit. */
  submit(origin: Origin, asked: Asked): Promise<Answer>;
  /** The same of elements in their order (elements.ts), in one answer. */
  submitEach(origin: Origin, elements: readonly AskedElement[]): Promise<Answer>;
  /** The first answer to a request, if there is one. */
  find(origin: Origin): Promise<Answer | undefined>;
}
