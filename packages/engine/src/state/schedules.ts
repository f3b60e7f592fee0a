/** What the clock makes due, in the order in which it is; at one time in the order of the products, then by id. */
import type { RunSchedules, Stamp } from '../command.ts';
import { SCHEDULE_RUNS_MAX } from '../limits.ts';
import { PRODUCTS } from '../products.ts';
import type { Result } from '../result.ts';
import type { Schedule } from './product.ts';
import { reject } from './results.ts';
import type { EngineState } from './state.ts';

const SCHEDULES: readonly Schedule[] = PRODUCTS.flatMap(({ schedules = [] }) => schedules);

/** Does what is due by the command's time, at most `max` of it. Nothing due is nothing done, and succeeds. */
export function runSchedules(state: EngineState, { max }: RunSchedules, stamp: Stamp): Result {
  const isSound = Number.isInteger(max) && max >= 1 && max <= SCHEDULE_RUNS_MAX;
  if (!isSound) return reject('quantity_out_of_range');

  // From here on the command must succeed.
  let ran = 0;
  let next = nextOf(state);
  while (next !== undefined && next.dueAtMs <= stamp.timeMs && ran < max) {
    next.schedule.runNext(state, stamp);
    ran += 1;
    next = nextOf(state);
  }
  const nextDueAtMs = next === undefined ? {} : { nextDueAtMs: next.dueAtMs };
  return { ok: true, value: { kind: 'schedules', ran, ...nextDueAtMs } };
}

/** When the next of all is due; undefined when nothing ever is. */
export function nextScheduleMs(state: EngineState): number | undefined {
  return nextOf(state)?.dueAtMs;
}

interface Next {
  readonly schedule: Schedule;
  readonly dueAtMs: number;
}

function nextOf(state: EngineState): Next | undefined {
  let next: Next | undefined;
  for (const schedule of SCHEDULES) {
    const dueAtMs = schedule.nextDueAtMs(state);
    const isSooner = dueAtMs !== undefined && (next === undefined || dueAtMs < next.dueAtMs);
    if (isSooner) next = { schedule, dueAtMs };
  }
  return next;
}
