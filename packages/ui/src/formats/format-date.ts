import { MISSING } from './format.ts';
import { languageTag } from './language-tag.ts';

/** How much of a moment is shown. Clock times are 24 hours in every language. */
export type DateStyle =
  /** 14:32:05 */
  | 'time'
  /** 14:32 */
  | 'minute'
  /** 21 Nov */
  | 'day'
  /** 21 Nov 2026 */
  | 'date'
  /** 21 Nov, 14:32 */
  | 'dayMinute'
  /** 21 Nov 2026, 14:32:05 */
  | 'full'
  /** November 2026 */
  | 'month';

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const styles: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  time: { ...clock, second: '2-digit' },
  minute: clock,
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dayMinute: { day: 'numeric', month: 'short', ...clock },
  full: { day: 'numeric', month: 'short', year: 'numeric', ...clock, second: '2-digit' },
  month: { month: 'long', year: 'numeric' },
};

const cache = new Map<string, Intl.DateTimeFormat>();

function formatOf(style: DateStyle, language: string, timeZone?: string): Intl.DateTimeFormat {
  const key = `${style} ${language} ${timeZone ?? ''}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const zone = timeZone === undefined ? {} : { timeZone };
  const made = new Intl.DateTimeFormat(languageTag(language), { ...styles[style], ...zone });
  cache.set(key, made);
  return made;
}

/** A moment in milliseconds since 1970, in the reader's language; their own zone unless one is given. */
export function formatDate(
  atMs: number | null | undefined,
  style: DateStyle,
  language: string,
  timeZone?: string,
): string {
  if (atMs === null || atMs === undefined || !Number.isFinite(atMs)) return MISSING;
  return formatOf(style, language, timeZone).format(atMs);
}

/** Seconds as a clock that counts down: 75 → "1:15", 3675 → "1:01:15". Never below zero. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const tail = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
