import { ProblemError } from '@fairlead/contract';

/** What is made, or the problem that was thrown instead. */
export function attempt<Value>(make: () => Value): Value | ProblemError {
  try {
    return make();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}
