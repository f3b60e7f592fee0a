/**
 * Days of a user's calendar: from midnight to midnight in a time zone, of 23 or 25 hours where clocks change. The zone's
 * rules are those of the runtime (ICU), read by Temporal.
 */
import { ProblemError } from '@fairlead/contract';
import { Temporal } from 'temporal-polyfill';
import type { Say } from '../core/texts/texts.ts';

export interface CalendarDay {
  /** e.g. "2026-03-31". */
  readonly date: string;
  readonly startMs: number;
  /** Exclusive: the start of the next. */
  readonly endMs: number;
}

/** A zone by its IANA name; an unknown one is the caller's mistake. */
export function timeZone(name: string, say: Say): TimeZone {
  try {
    return new TimeZone(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ProblemError('validation_failed', { fields: { time_zone: say('fields.invalid') } });
  }
}

/** Between two changes of a zone's clocks. */
interface Span {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly offsetMs: number;
  /** As it is written: "+09:00". */
  readonly offset: string;
}

export class TimeZone {
  readonly name: string;
  /** Those that were asked for. Temporal takes a hundred times as long for a time as a look into them. */
  readonly #spans: Span[] = [];
  #last: Span | undefined;

  /** Throws a RangeError for a name that no zone has. */
  constructor(name: string) {
    this.name = name;
    this.#at(0);
  }

  /** ISO 8601 with the zone's offset: "2026-03-31T09:30:00.000+09:00". */
  isoText(timeMs: number): string {
    const { offset } = this.#spanAt(timeMs);
    return this.#localText(timeMs).replace('Z', offset);
  }

  /** The date there. */
  dateAt(timeMs: number): string {
    const text = this.#localText(timeMs);
    return text.slice(0, text.indexOf('T'));
  }

  /** The date after the one there: a day may have more hours than a day later. */
  dateAfter(timeMs: number): string {
    return this.#dateAt(timeMs).add({ days: 1 }).toString();
  }

  /** Days that end with the one that holds a time, oldest first. */
  daysUntil(timeMs: number, count: number): CalendarDay[] {
    const last = this.#dateAt(timeMs);
    return this.#days(last.subtract({ days: count - 1 }), last);
  }

  /** The whole days from one date to another, both with it. */
  daysOf(from: string, to: string): CalendarDay[] {
    return this.#days(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to));
  }

  #days(first: Temporal.PlainDate, last: Temporal.PlainDate): CalendarDay[] {
    const days: CalendarDay[] = [];
    let startMs = this.#startOf(first);
    for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
      const endMs = this.#startOf(day.add({ days: 1 }));
      // A zone that crossed the date line has left a day out.
      if (endMs > startMs) days.push({ date: day.toString(), startMs, endMs });
      startMs = endMs;
    }
    return days;
  }

  /** What clocks there show, as if it were UTC. */
  #localText(timeMs: number): string {
    return new Date(timeMs + this.#spanAt(timeMs).offsetMs).toISOString();
  }

  #spanAt(timeMs: number): Span {
    const holds = ({ fromMs, toMs }: Span): boolean => timeMs >= fromMs && timeMs < toMs;
    if (this.#last !== undefined && holds(this.#last)) return this.#last;
    this.#last = this.#spans.find(holds);
    if (this.#last !== undefined) return this.#last;
    const at = this.#at(timeMs);
    // The change that begins a span is in it.
    const before = this.#at(timeMs + 1).getTimeZoneTransition('previous');
    this.#last = {
      fromMs: before?.epochMilliseconds ?? -Infinity,
      toMs: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
      offsetMs: at.offsetNanoseconds / 1_000_000,
      offset: at.offset.slice(0, 6),
    };
    this.#spans.push(this.#last);
    return this.#last;
  }

  #at(timeMs: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(this.name);
  }

  #dateAt(timeMs: number): Temporal.PlainDate {
    return this.#at(timeMs).toPlainDate();
  }

  /** The first moment of a day. It is midnight, or where clocks leave midnight out what comes after it. */
  #startOf(day: Temporal.PlainDate): number {
    return day.toZonedDateTime(this.name).epochMilliseconds;
  }
}
