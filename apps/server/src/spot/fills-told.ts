/**
 * How much of what each user fills in a minute they are told of. Minutes are those of the commits, so that who counts again from the
 * tables counts the same.
 */
import { MINUTE_MS } from '@fairlead/units';
import { FILLS_TOLD_PER_MINUTE_MAX } from '../core/http/limits.ts';

/** What of a minute an owner was not told one by one. */
export interface Surplus {
  readonly owner: number;
  readonly minute: number;
  readonly count: number;
}

export const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS);

export class FillsTold {
  readonly #byMinute = new Map<number, Map<number, number>>();

  /** Counts one, and says whether it is told. */
  take(owner: number, minute: number): boolean {
    const counts = this.#byMinute.get(minute) ?? new Map<number, number>();
    this.#byMinute.set(minute, counts);
    const told = counts.get(owner) ?? 0;
    counts.set(owner, told + 1);
    return told < FILLS_TOLD_PER_MINUTE_MAX;
  }

  /** Ends the minutes before one: what of them was beyond. */
  end(before: number): Surplus[] {
    const surplus: Surplus[] = [];
    for (const [minute, counts] of this.#byMinute) {
      if (minute >= before) continue;
      this.#byMinute.delete(minute);
      for (const [owner, count] of counts)
        if (count > FILLS_TOLD_PER_MINUTE_MAX)
          surplus.push({ owner, minute, count: count - FILLS_TOLD_PER_MINUTE_MAX });
    }
    return surplus;
  }
}
