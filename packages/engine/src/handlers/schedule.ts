import type { Stamp } from '../command.ts';
import type { EngineState } from './state.ts';

/** One kind of thing that the clock makes due: days of interest, releases, rebates of past days. */
export interface Schedule {
  /** When what is due first is; undefined when nothing ever is. O(1). */
  nextDueAtMs(state: EngineState): number | undefined;
  /** Does what is due first, and only that. Its time has come; it must succeed. */
  runNext(state: EngineState, stamp: Stamp): void;
}
