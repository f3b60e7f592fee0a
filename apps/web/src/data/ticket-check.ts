/** What a ticket's check finds; each ticket names its own codes and fields. */
import { formatNumber } from '@fairlead/ui';

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

/** Figures look the same in every language; words stay as they are. */
export const shownValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^\d/.test(value) ? formatNumber(value) : value,
    ]),
  );

/** Said by the button and a note over the ticket. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['market_closed', 'market_halted']);

/** Whether the check's problem is said at this field. */
export const isSaidAt = (
  problem: TicketProblem<string, string> | undefined,
  field: string,
): boolean => problem?.field === field && !SAID_ELSEWHERE.has(problem.code);
