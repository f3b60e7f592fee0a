/**
 * When the desk is open, by the clock on its wall. The zone's offset is constant between two of its changes, so hours
 * are laid out in each such stretch by plain arithmetic: an hour that a change leaves out is nobody's, one that comes
 * twice counts twice.
 */
import type { ChatHours } from '@fairlead/contract';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
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
  const offsetAt = offsetReader(timeZone);
  const stretches: Stretch[] = [];
  const endMs = nowMs + HORIZON_DAYS * DAY_MS;
  let startMs = nowMs;
  let offsetMs = offsetAt(nowMs);
  for (let dayMs = nowMs; dayMs < endMs; dayMs += DAY_MS) {
    if (offsetAt(dayMs + DAY_MS) === offsetMs) continue;
    const changeMs = changeBetween(offsetAt, dayMs, dayMs + DAY_MS);
    stretches.push({ startMs, endMs: changeMs, offsetMs });
    startMs = changeMs;
    offsetMs = offsetAt(changeMs);
  }
  stretches.push({ startMs, endMs, offsetMs });
  return stretches;
}

/** The first minute with another offset than `fromMs` has; zones change at whole minutes. */
function changeBetween(offsetAt: (timeMs: number) => number, fromMs: number, toMs: number): number {
  const before = offsetAt(fromMs);
  let low = Math.floor(fromMs / MINUTE_MS);
  let high = Math.ceil(toMs / MINUTE_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * MINUTE_MS) === before) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
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

/** Reads how far a zone's clock is from UTC. */
function offsetReader(timeZone: string): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (timeMs) => {
    const wholeMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const parts = new Map(format.formatToParts(wholeMs).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    return (
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - wholeMs
    );
  };
}
