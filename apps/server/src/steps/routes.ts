/** Reads steps again: what sockets told of them when they came, by the same functions. */
import { ProblemError, type ResponseOf, type Step, type StepEvent } from '@fairlead/contract';
import { ENGINE_NAMES, type EngineName } from '../core/config/engines.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { readStep } from '../core/steps/batch.ts';
import {
  readSteps,
  type StepsAsked,
  type StoredStep,
  type StoredSteps,
} from '../core/steps/queries.ts';
import type { ToldRows } from '../core/steps/told-rows.ts';
import type { Queryable, Reads } from '../core/store/database.ts';
import type { Say } from '../core/texts/texts.ts';
import type { StepsNeeds } from './needs.ts';

type Names = 'steps';

export function stepHandlers(needs: StepsNeeds): Pick<Handlers, Names> {
  return {
    steps: (call) => {
      const { after, product, limit } = call.input;
      return stepsAfter(needs, { owner: userOf(call).userId, after, product, limit }, call.say);
    },
  };
}

/** The engines that number steps: one where it is everything. */
export const stepEngines = ({ products }: Pick<StepsNeeds, 'products'>): readonly EngineName[] =>
  products === undefined ? ['spot'] : ENGINE_NAMES;

/** Where an engine keeps them. Throws `not_found` where there is none of that name. */
export function stepBooks(
  { database, reads, products }: Pick<StepsNeeds, 'database' | 'reads' | 'products'>,
  engine: EngineName,
): { readonly books: Queryable; readonly reads: Reads } {
  if (engine === 'spot') return { books: database, reads };
  if (products === undefined) throw new ProblemError('not_found');
  return products.of(engine);
}

/** Steps of an owner as the call answers them. Throws `not_found` for a product without an engine. */
export async function stepsAfter(
  needs: Omit<StepsNeeds, 'config'>,
  { product = 'spot', ...asked }: StepsAsked & { readonly product?: EngineName | undefined },
  say: Say,
): Promise<ResponseOf<'steps'>> {
  const { owner, after } = asked;
  const found = await readSteps(stepBooks(needs, product).reads, asked);
  const gap = gapOf(found, after);
  if (gap !== undefined) return { steps: [], number: found.sequence, has_more: false, gap };
  let previous = Math.max(after ?? 0, found.keptAfter);
  const steps: Step[] = [];
  for (const stored of found.steps) {
    const rows = rowsOf(needs, owner, stored);
    if (rows === undefined) {
      // What lies before it is had first, and then that nobody can have this one.
      if (steps.length > 0) return { steps, number: previous, has_more: true };
      return { steps, number: found.sequence, has_more: false, gap: 'unknown' as const };
    }
    const { sequence: number, timeMs: time } = stored;
    const events = eventsOf(needs, rows, say);
    steps.push({ ...(product !== 'spot' && { product }), number, previous, time, events });
    previous = number;
  }
  const number = found.hasMore ? previous : found.sequence;
  return { steps, number, has_more: found.hasMore };
}

function gapOf(
  { keptAfter, isLost, sequence }: StoredSteps,
  after: number | undefined,
): 'removed' | 'unknown' | undefined {
  if (after === undefined) return undefined;
  if (isLost || after > sequence) return 'unknown';
  return after < keptAfter ? 'removed' : undefined;
}

/** Undefined for what this program cannot read: it is broken, or a later one wrote it. */
function rowsOf(
  { stepLayouts, log }: Pick<StepsNeeds, 'stepLayouts' | 'log'>,
  owner: number,
  { timeMs, rows, sequence }: StoredStep,
): ToldRows | undefined {
  try {
    return readStep(stepLayouts, { owner, timeMs }, rows);
  } catch (error) {
    log.error({ err: error, owner, sequence }, 'a step cannot be read');
    return undefined;
  }
}

function eventsOf({ told }: Pick<StepsNeeds, 'told'>, rows: ToldRows, say: Say): StepEvent[] {
  const events: StepEvent[] = [];
  told(rows, (_owner, event, make) => {
    events.push({ event, data: make(say) } as StepEvent);
  });
  return events;
}
