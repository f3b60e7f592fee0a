const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,59}$/;

/** The reader's zone by its IANA name; UTC where the browser has none that the server would know. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return NAME.test(timeZone ?? '') ? timeZone : 'UTC';
}
