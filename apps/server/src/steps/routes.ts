/** Reads steps again: what sockets told of them when they came, by the same functions. */
import type { StepEvent } from '@fairlead/contract';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { readStep } from '../core/steps/batch.ts';
import { readSteps, type StoredStep, type StoredSteps } from '../core/steps/queries.ts';
import type { Say } from '../core/texts/texts.ts';
import type { StepsNeeds } from './needs.ts';

type Names = 'steps';

export function stepHandlers(needs: StepsNeeds): Pick<Handlers, Names> {
  return {
    steps: async (call) => {
      const { after, limit } = call.input;
      const owner = userOf(call).userId;
      const found = await readSteps(needs.reads, { owner, after, limit });
      const gap = gapOf(found, after);
      if (gap !== undefined) return { steps: [], number: found.sequence, has_more: false, gap };
      let previous = Math.max(after ?? 0, found.keptAfter);
      const steps = found.steps.map((stored) => {
        const step = {
          number: stored.sequence,
          previous,
          time: stored.timeMs,
          events: eventsOf(needs, { owner, stored, say: call.say }),
        };
        previous = stored.sequence;
        return step;
      });
      const number = found.hasMore ? previous : found.sequence;
      return { steps, number, has_more: found.hasMore };
    },
  };
}

function gapOf(
  { keptAfter, isLost, sequence }: StoredSteps,
  after: number | undefined,
): 'removed' | 'unknown' | undefined {
  if (after === undefined) return undefined;
  if (isLost || after > sequence) return 'unknown';
  return after < keptAfter ? 'removed' : undefined;
}

function eventsOf(
  { stepLayouts, told }: Pick<StepsNeeds, 'stepLayouts' | 'told'>,
  {
    owner,
    stored: { timeMs, rows },
    say,
  }: { readonly owner: number; readonly stored: StoredStep; readonly say: Say },
): StepEvent[] {
  const events: StepEvent[] = [];
  told(readStep(stepLayouts, { owner, timeMs }, rows), (_owner, event, make) => {
    events.push({ event, data: make(say) } as StepEvent);
  });
  return events;
}
