/**
 * Days of a user's calendar: from midnight to midnight in a time zone, of 23 or 25 hours where clocks change. The zone's
 * rules are those of the runtime (ICU).
 */
import { ProblemError } from '@fairlead/contract';
import type { Say } from './texts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Zones kept ready: making a formatter costs a hundred times what using it costs. */
const ZONES_MAX = 200;

/** A date as the number of days since 1970-01-01. */
type DayNumber = number;

export interface CalendarDay {
  /** e.g. "2026-03-31". */
  readonly date: string;
  readonly startMs: number;
  /** Exclusive: the start of the next. */
  readonly endMs: number;
}

const dayNumber = (date: string): DayNumber => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateText = (day: DayNumber): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const zones = new Map<string, TimeZone>();

/** A zone by its IANA name; an unknown one is the caller's mistake. */
export function timeZone(name: string, say: Say): TimeZone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const made = TimeZone.of(name);
  if (made === undefined)
    throw new ProblemError('validation_failed', { fields: { time_zone: say('fields.invalid') } });
  const [oldest] = zones.keys();
  if (zones.size >= ZONES_MAX && oldest !== undefined) zones.delete(oldest);
  zones.set(name, made);
  return made;
}

export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;

  private constructor(name: string, format: Intl.DateTimeFormat) {
    this.name = name;
    this.#format = format;
  }

  /** Undefined for a name that no zone has. */
  static of(name: string): TimeZone | undefined {
    try {
      const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
        timeZone: name,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      });
      return new TimeZone(name, format);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** What the clocks there are ahead of UTC by, in ms. */
  offsetMs(timeMs: number): number {
    const parts = new Map(
      this.#format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return shown - Math.floor(timeMs / 1_000) * 1_000;
  }

  /** ISO 8601 with the zone's offset: "2026-03-31T09:30:00.000+09:00". */
  isoText(timeMs: number): string {
    const offsetMs = this.offsetMs(timeMs);
    const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
    const two = (value: number) => String(value).padStart(2, '0');
    const sign = offsetMs < 0 ? '-' : '+';
    const offset = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    return new Date(timeMs + offsetMs).toISOString().replace('Z', offset);
  }

  /** The date there. */
  dateAt(timeMs: number): string {
    return dateText(this.#dayAt(timeMs));
  }

  /** Days that end with the one that holds a time, oldest first. */
  daysUntil(timeMs: number, count: number): CalendarDay[] {
    const last = this.#dayAt(timeMs);
    return this.#days(last - count + 1, last);
  }

  /** The whole days from one date to another, both with it. */
  daysOf(from: string, to: string): CalendarDay[] {
    return this.#days(dayNumber(from), dayNumber(to));
  }

  #days(first: DayNumber, last: DayNumber): CalendarDay[] {
    const days: CalendarDay[] = [];
    let startMs = this.#startOf(first);
    for (let day = first; day <= last; day += 1) {
      const endMs = this.#startOf(day + 1);
      // A zone that crossed the date line has left a day out.
      if (endMs > startMs) days.push({ date: dateText(day), startMs, endMs });
      startMs = endMs;
    }
    return days;
  }

  #dayAt(timeMs: number): DayNumber {
    return Math.floor((timeMs + this.offsetMs(timeMs)) / DAY_MS);
  }

  /** The first moment of a day. It is midnight, or where clocks leave midnight out what comes after it. */
  #startOf(day: DayNumber): number {
    const utcMs = day * DAY_MS;
    const before = this.offsetMs(utcMs - DAY_MS);
    if (before === this.offsetMs(utcMs + DAY_MS)) return utcMs - before;
    let [low, high] = [utcMs - DAY_MS, utcMs + DAY_MS];
    while (high - low > MINUTE_MS) {
      const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
      if (this.#dayAt(middle) >= day) high = middle;
      else low = middle;
    }
    return high;
  }
}
