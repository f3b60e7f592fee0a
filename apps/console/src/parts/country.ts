/** Where the browser's own names know a country's code. */
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
