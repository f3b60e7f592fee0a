/** Days of the reader's own calendar, as text. */

/** "2026-11-21". */
export const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** The longest that a statement or a file covers: a leap year. */
export const DAYS_MAX = 366;

/** Both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export function dayText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Midnight of a date in the reader's own zone. */
export function dateMs(date: string): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}
