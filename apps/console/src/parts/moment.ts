/** Moments in fields of kind `datetime-local`, which are in this device's zone. */

/** As the field has it: "2026-11-21T14:30", with seconds and their fraction where there are any. */
export function fieldOf(atMs: number): string {
  const date = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const minute = `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
  const [seconds, fraction] = [date.getSeconds(), date.getMilliseconds()];
  if (seconds === 0 && fraction === 0) return minute;
  const whole = `${minute}:${two(seconds)}`;
  return fraction === 0 ? whole : `${whole}.${String(fraction).padStart(3, '0')}`;
}

/** The moment of a date field; undefined while it is not filled in. */
export function timeOf(field: string): number | undefined {
  const ms = new Date(field).getTime();
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(field) && ms >= 0 ? ms : undefined;
}
