/** When a plan is due: by the calendar of UTC, which has no clock changes, so that it is due once on each of its days everywhere. */
import { assert, DAY_MS, MINUTE_MS } from '@fairlead/units';

/** Two days of a month are never further apart. */
const LOOK_AHEAD_DAYS = 62;
/** More are no longer counted. */
const COUNT_MAX = 1_000;

export interface PlanDays {
  /** Bit 0 is Monday; 0 where it is a day of the month. */
  readonly weekdays: number;
  /** In a shorter month its last day. */
  readonly monthDay?: number | undefined;
  /** After 00:00 UTC. */
  readonly minute: number;
}

/** The first time after `afterMs`. */
export function nextDue(days: PlanDays, afterMs: number): number {
  const first = Math.floor(afterMs / DAY_MS);
  for (let day = first; day <= first + LOOK_AHEAD_DAYS; day += 1) {
    const dueMs = day * DAY_MS + days.minute * MINUTE_MS;
    if (dueMs > afterMs && isOn(days, day)) return dueMs;
  }
  assert(false, 'a plan has a day in each two months');
}

/** How many times from `firstMs`, which is one, are not after `lastMs`; and the one that comes then. */
export function duesUpTo(
  days: PlanDays,
  firstMs: number,
  lastMs: number,
): { readonly count: number; readonly next: number } {
  let [count, next] = [0, firstMs];
  while (next <= lastMs && count < COUNT_MAX) {
    count += 1;
    next = nextDue(days, next);
  }
  return { count, next: next <= lastMs ? nextDue(days, lastMs) : next };
}

function isOn({ weekdays, monthDay }: PlanDays, day: number): boolean {
  const date = new Date(day * DAY_MS);
  if (monthDay === undefined) return ((weekdays >> ((date.getUTCDay() + 6) % 7)) & 1) === 1;
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(monthDay, length);
}
