/**
 * When the desk is open, by the clock on its wall. The zone's offset is constant between two of its changes, so hours
 * are laid out in each such stretch by plain arithmetic: an hour that a change leaves out is nobody's, one that comes
 * twice counts twice.
 */

import type { ChatHours } from '@fairlead/contract';
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { Temporal } from 'temporal-polyfill';

/** A week later all hours have come once, whatever changes between. */
const HORIZON_DAYS = 8;

export interface DeskState {
  readonly isOpen: boolean;
  /** When it opens next; absent while it is open, and of one that never does. */
  readonly opensAtMs: number | undefined;
}

/** Whether a zone is one that the server knows. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Whether hours can be kept: a known zone, and each day's end after its beginning. */
export const areHoursValid = ({ time_zone: timeZone, days }: ChatHours): boolean =>
  isTimeZone(timeZone) && days.every(({ from, to }) => minutesOf(from) < minutesOf(to));

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Without hours the desk is always open. */
export function deskState(hours: ChatHours | undefined, nowMs: number): DeskState {
  if (hours === undefined) return { isOpen: true, opensAtMs: undefined };
  let opensAtMs: number | undefined;
  for (const stretch of stretchesOf(hours.time_zone, nowMs)) {
    for (const [startMs, endMs] of openingsIn(hours, stretch)) {
      if (startMs <= nowMs && nowMs < endMs) return { isOpen: true, opensAtMs: undefined };
      if (startMs > nowMs && (opensAtMs === undefined || startMs < opensAtMs)) opensAtMs = startMs;
    }
  }
  return { isOpen: false, opensAtMs };
}

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
  /** Of the wall's clock from UTC. */
  readonly offsetMs: number;
}

/** From now on, cut where the zone's offset changes. */
function stretchesOf(timeZone: string, nowMs: number): Stretch[] {
  const stretches: Stretch[] = [];
  const horizonMs = nowMs + HORIZON_DAYS * DAY_MS;
  let from = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  while (from.epochMilliseconds < horizonMs) {
    const change = from.getTimeZoneTransition('next');
    stretches.push({
      startMs: from.epochMilliseconds,
      endMs: Math.min(change?.epochMilliseconds ?? horizonMs, horizonMs),
      offsetMs: from.offsetNanoseconds / 1_000_000,
    });
    if (change === null) break;
    from = change;
  }
  return stretches;
}

/** When the desk is open within a stretch, in instants. */
function* openingsIn(
  { days }: ChatHours,
  { startMs, endMs, offsetMs }: Stretch,
): Generator<readonly [startMs: number, endMs: number]> {
  const firstDay = Math.floor((startMs + offsetMs) / DAY_MS);
  const lastDay = Math.floor((endMs + offsetMs) / DAY_MS);
  for (let day = firstDay; day <= lastDay; day += 1) {
    for (const { day: weekday, from, to } of days) {
      if (weekday !== weekdayOf(day)) continue;
      const midnightMs = day * DAY_MS - offsetMs;
      const opensMs = Math.max(startMs, midnightMs + minutesOf(from) * MINUTE_MS);
      const closesMs = Math.min(endMs, midnightMs + minutesOf(to) * MINUTE_MS);
      if (opensMs < closesMs) yield [opensMs, closesMs];
    }
  }
}

/** Monday is 1; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
