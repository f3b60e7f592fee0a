/**
 * What a command of a user needs beside the writer, by its kind. Whoever reads a call makes the command of it, here or at a
 * gateway; what only the engine's process knows is asked where the command comes into the queue, and its answer is written
 * there, for it is kept in the same transaction.
 */
import type { Language, ProblemError } from '@fairlead/contract';
import type { Command, Reject, Value } from '@fairlead/engine';
import type { Say } from '../texts/texts.ts';

/** A command as its call was read: nothing but values, so that it can be sent. */
export interface Asked<Asking extends Command = Command> {
  readonly command: Asking;
  /** By what its text was read, where what that makes of it may change: a market's `readingOf`. */
  readonly reading?: string | undefined;
  /** Markets whose next index sample it waits for. */
  readonly afterSamplesOf?: readonly number[] | undefined;
}

/** A command that may come into the queue. */
export interface Admitted {
  /** As it is executed. */
  readonly command: Command;
  /** What the caller may know of a refusal. */
  told?(reject: Reject): Reject;
  /** Called once, as soon as there is an answer, or none any more. */
  leave?(): void;
}

/** One for each command that was asked, in their order; what is refused before the engine is a problem. */
export type Admissions = readonly (Admitted | ProblemError)[];

export interface CommandRule<Asking extends Command = Command> {
  /** Looks at commands of one call before they are in the queue. Throws ReadAgainError, having entered nothing. */
  admit?(asked: readonly Asked<Asking>[]): Admissions | Promise<Admissions>;
  /** DATA of a success. Refusals inside of it are told in the caller's language. */
  view(value: Value, language: Language): unknown;
  /** Says which input a refusal is about. */
  fields?(reject: Reject, say: Say): Readonly<Record<string, string>> | undefined;
}

/** Commands that users' calls may come to. */
export type CommandRules = {
  readonly [Kind in Command['kind']]?: CommandRule<Extract<Command, { readonly kind: Kind }>>;
};

/** The terms by which a call was read have changed meanwhile: nothing was done, and it has to be read once more. */
export class ReadAgainError extends Error {
  override readonly name = 'ReadAgainError';
}
