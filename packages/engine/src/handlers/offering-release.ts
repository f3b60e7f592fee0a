import type { Stamp } from '../command.ts';
import { releaseSubscription } from './offering-accounts.ts';
import type { Schedule } from './schedule.ts';
import type { EngineState } from './state.ts';

/** Locked amounts become available at launch and lock-up. No money moves, so there is no entry. */
export const releaseSchedule: Schedule = {
  nextDueAtMs({ offerings }: EngineState): number | undefined {
    return offerings.nextReleaseMs;
  },

  runNext(state: EngineState, { timeMs }: Stamp): void {
    const row = state.offerings.nextLocked();
    releaseSubscription(state, row);
    state.offerings.release({ ...row, isReleased: true, releasedAtMs: timeMs });
  },
};
