/**
 * When a user's mails come, by the clocks of their time zone: quiet is what those clocks show, also in an hour that they show
 * twice; a time that they leave out is the moment at which they leave it out. Pure; the zones' rules are those of the runtime
 * (ICU), read by Temporal.
 */
import type { MailHours } from '@fairlead/contract';
import { Temporal } from 'temporal-polyfill';

const MINUTES_PER_HOUR = 60;
/** A day, the one behind it, and one more where a zone left one out. */
const DAYS_AHEAD = 3;

/** Whether a runtime knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    zoned(0, name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether the clocks there show a quiet time. */
export function isQuiet(hours: MailHours, timeMs: number): boolean {
  const { is_quiet: hasQuiet, quiet_from: from, quiet_to: to } = hours;
  if (!hasQuiet) return false;
  const { hour, minute } = zoned(timeMs, hours.time_zone);
  const now = hour * MINUTES_PER_HOUR + minute;
  return from < to ? now >= from && now < to : now >= from || now < to;
}

/** The first moment from `timeMs` on that is not quiet. */
export function afterQuiet(hours: MailHours, timeMs: number): number {
  if (!isQuiet(hours, timeMs)) return timeMs;
  const { time_zone: zone, quiet_to: minute } = hours;
  const start = zoned(timeMs, zone);
  const change = start.getTimeZoneTransition('next')?.epochMilliseconds;
  // Quiet ends at its end, which clocks may show twice, or where they are set past it.
  const ends = datesFrom(start).flatMap((date) => [
    momentOf(date, minute, { zone, of: 'earlier' }),
    momentOf(date, minute, { zone, of: 'later' }),
  ]);
  const next = [...ends, ...(change === undefined ? [] : [change])]
    .filter((endMs) => endMs > timeMs && !isQuiet(hours, endMs))
    .reduce((least, endMs) => Math.min(least, endMs), Number.POSITIVE_INFINITY);
  return Number.isFinite(next) ? next : timeMs;
}

/** When the digest comes that tells of what happened then: the first time after it that the clocks show its hour. */
export function digestAfter(hours: MailHours, happenedAtMs: number): number {
  const { time_zone: zone, digest_at: minute } = hours;
  const dates = datesFrom(zoned(happenedAtMs, zone));
  // Of an hour that is shown twice the first counts: a day has one digest.
  const times = dates.map((date) => momentOf(date, minute, { zone, of: 'earlier' }));
  return times.find((timeMs) => timeMs > happenedAtMs) ?? happenedAtMs;
}

interface Reading {
  readonly zone: string;
  /** Which, of a time that clocks show twice. */
  readonly of: 'earlier' | 'later';
}

function datesFrom(start: Temporal.ZonedDateTime): Temporal.PlainDate[] {
  const first = start.toPlainDate();
  return Array.from({ length: DAYS_AHEAD }, (_, days) => first.add({ days }));
}

/** When clocks show a minute of a day; where they leave it out, the moment at which they are set past it. */
function momentOf(date: Temporal.PlainDate, minute: number, { zone, of }: Reading): number {
  const hour = Math.floor(minute / MINUTES_PER_HOUR);
  const time = date.toPlainDateTime({ hour, minute: minute % MINUTES_PER_HOUR });
  const moment = time.toZonedDateTime(zone, { disambiguation: of });
  if (moment.toPlainDateTime().equals(time)) return moment.epochMilliseconds;
  // The change itself may be that moment, and is looked for before the next one.
  const past = time.toZonedDateTime(zone, { disambiguation: 'later' }).add({ milliseconds: 1 });
  return (past.getTimeZoneTransition('previous') ?? past).epochMilliseconds;
}

const zoned = (timeMs: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(zone);
