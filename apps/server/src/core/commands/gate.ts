/** What stands before the queue, whichever way a command of a user comes to it: LocalCommands, or a call that is answered once. */
import type { ProblemError } from '@fairlead/contract';
import type { Command } from '@fairlead/engine';

/** Whose command it is and what it does: all that may be asked before a command is made. */
export interface Knocking {
  readonly kind: Command['kind'];
  readonly owner?: number | undefined;
}

export interface CommandGate {
  /** At once where it can: who is told at once overtakes nobody who waits. */
  refusalOf(command: Knocking): ProblemError | undefined | Promise<ProblemError | undefined>;
}
