/** What texts and lists of terms may be: calls refuse the rest, and who fills in a form is told before it is sent. */

type Length = readonly [least: number, most: number];

/** Why an operator does it. */
export const REASON_LENGTH: Length = [3, 500];

export const TERM_LENGTHS = {
  full_name: [1, 60],
  account_name: [2, 80],
  bank_name: [2, 80],
  bank_address: [2, 160],
  introduction: [0, 5_000],
} as const satisfies Readonly<Record<string, Length>>;

/** `fiat_currency` by ISO 4217, and what one of it is credited as: both or neither ("" is none). */
export const TERM_FORMS = {
  name: /^[A-Z0-9]{1,12}$/,
  symbol: /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/,
  account_number: /^[0-9A-Za-z -]{5,42}$/,
  swift_code: /^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/,
  fiat_currency: /^([A-Z]{3})?$/,
  fiat_rate: /^(\d{1,12}(\.\d{1,8})?)?$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Records of a list, and stakes that the app offers. */
export const TERM_ROWS_MAX = 20;
export const TERM_AMOUNTS_MAX = 12;
