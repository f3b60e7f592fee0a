/** Long work beside what is served: a step at a time, and whatever came meanwhile has its turn before the next. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Steps } from '@fairlead/engine';

export async function inTurns<Answer>(steps: Steps<Answer>): Promise<Answer> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}
