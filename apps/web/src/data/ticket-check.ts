/** What a ticket's check finds; each ticket names its own codes and fields. */

/** What keeps it from going. */
export interface TicketProblem<Code extends string, Field extends string> {
  readonly code: Code;
  readonly field: Field;
  /** For the sentence; already as text. */
  readonly values: Readonly<Record<string, string>>;
}

/** What asks again before it goes. */
export interface TicketWarning<Code extends string> {
  readonly code: Code;
  readonly values: Readonly<Record<string, string>>;
}

export interface TicketCheck<Problem, Warning> {
  /** The first that applies; undefined when it may go. */
  readonly problem: Problem | undefined;
  readonly warnings: readonly Warning[];
}
