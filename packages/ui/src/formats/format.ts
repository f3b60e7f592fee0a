/**
 * The one formatter: numbers from decimal strings, never floats, cut and not rounded, so that
 * nothing shown is more than what is there. Prices and amounts look the same in every language;
 * compact volumes, dates and times follow the language.
 */

import { formatRate } from '@fairlead/units';
import { languageTag } from './language-tag.ts';
import { isRightToLeft } from './writing.ts';

/** Shown for what is missing. Never 0. */
export const MISSING = '–';
/** Shown for a hidden amount. */
export const MASK = '••••••';

const MINUS = '\u2212';
const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const EXPONENT = /^([+-]?)(\d+)(?:\.(\d*))?e([+-]?\d{1,3})$/i;

/** A decimal string or nothing. Anything that is not a number counts as missing. */
export type DecimalText = string | null | undefined;

interface Parts {
  isNegative: boolean;
  /** Without leading zeros, at least "0". */
  whole: string;
  /** As given, trailing zeros kept. */
  fraction: string;
}

function expandExponent(text: string): string {
  const match = EXPONENT.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

function partsOf(value: DecimalText): Parts | undefined {
  if (value === null || value === undefined) return undefined;
  const match = PLAIN.exec(expandExponent(value));
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  return { isNegative: sign === '-', whole: whole.replace(/^0+(?=\d)/, '') || '0', fraction };
}

const isZero = (parts: Parts): boolean => !/[1-9]/.test(parts.whole + parts.fraction);

/** Cuts or pads to `decimals`; without `decimals` the fraction stays as written. */
function withDecimals(parts: Parts, decimals: number | undefined): Parts {
  if (decimals === undefined) return parts;
  return { ...parts, fraction: parts.fraction.slice(0, decimals).padEnd(decimals, '0') };
}

/** From the end: an expression for it would look at the whole rest at each digit. */
function grouped(whole: string): string {
  const threes: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    threes.unshift(whole.slice(Math.max(end - 3, 0), end));
  return threes.join(',');
}

const unsigned = ({ whole, fraction }: Parts): string =>
  fraction === '' ? grouped(whole) : `${grouped(whole)}.${fraction}`;

export type SignDisplay = 'negative' | 'always';

function signOf(parts: Parts, sign: SignDisplay): string {
  if (isZero(parts)) return '';
  const mark = parts.isNegative ? MINUS : sign === 'always' ? '+' : '';
  return mark === '' ? '' : beforeFigure() + mark;
}

/** Between Arabic words a sign, + or %, would go to the other end of its figure, were it not for a mark that nobody sees. */
const LEFT_TO_RIGHT_MARK = '\u200e';
export const beforeFigure = (): string => (isRightToLeft() ? LEFT_TO_RIGHT_MARK : '');

/**
 * Groups thousands and fixes the decimals by cutting: ("64812.409", 2) → "64,812.40".
 * A value that is cut to zero carries no sign.
 */
export function formatNumber(
  value: DecimalText,
  decimals?: number,
  sign: SignDisplay = 'negative',
): string {
  const parts = partsOf(value);
  if (parts === undefined) return MISSING;
  const fixed = withDecimals(parts, decimals);
  return signOf(fixed, sign) + unsigned(fixed);
}

/** A price; the same in every language. */
export const formatPrice = (value: DecimalText, decimals?: number): string =>
  formatNumber(value, decimals);

/** An amount, with its unit after a no-break space when one is given. */
export function formatAmount(value: DecimalText, decimals?: number, unit?: string): string {
  const text = formatNumber(value, decimals);
  return unit === undefined || text === MISSING ? text : `${text}\u00a0${unit}`;
}

/** A gain or loss with its sign: "73.11" → "+73.11", "-4" → "−4". */
export const formatSigned = (value: DecimalText, decimals?: number): string =>
  formatNumber(value, decimals, 'always');

/** Moves the point two places right without arithmetic. */
function timesHundred({ isNegative, whole, fraction }: Parts): Parts {
  const padded = fraction.padEnd(2, '0');
  const shifted = (whole + padded.slice(0, 2)).replace(/^0+(?=\d)/, '');
  return { isNegative, whole: shifted, fraction: padded.slice(2) };
}

/** A fraction as a percentage: "0.0184" → "+1.84%". Zero carries no sign. */
export function formatPercent(
  fraction: DecimalText,
  decimals = 2,
  sign: SignDisplay = 'always',
): string {
  const parts = partsOf(fraction);
  if (parts === undefined) return MISSING;
  const fixed = withDecimals(timesHundred(parts), decimals);
  return `${signOf(fixed, sign) || beforeFigure()}${unsigned(fixed)}%`;
}

/** A rate or share without a plus: "0.001" → "0.10%". */
export const formatShare = (fraction: DecimalText, decimals = 2): string =>
  formatPercent(fraction, decimals, 'negative');

/** With all its digits: "0.00125" → "0.125%", "0.0040" → "0.40%". */
export function formatExactShare(fraction: string, decimalsMin = 2): string {
  const digits = fraction.split('.')[1]?.replace(/(?<!0)0+$/, '').length ?? 0;
  return formatShare(fraction, Math.max(decimalsMin, digits - 2));
}

/** Parts per million as a share: two decimals, or four where it is finer: 1_000n → "0.10%", 50n → "0.0050%". */
export const formatRateShare = (ratePpm: bigint): string =>
  formatShare(formatRate(ratePpm), ratePpm % 100n === 0n ? 2 : 4);

export type Direction = 'rise' | 'fall' | 'flat';

/** Which way a signed value points once it is cut to `decimals`. */
export function directionOf(value: DecimalText, decimals?: number): Direction | undefined {
  const parts = partsOf(value);
  if (parts === undefined) return undefined;
  if (isZero(withDecimals(parts, decimals))) return 'flat';
  return parts.isNegative ? 'fall' : 'rise';
}

/** The two halves of a big number: the decimals are shown muted. Both signs are kept in `whole`. */
export function splitNumber(
  value: DecimalText,
  decimals?: number,
  sign: SignDisplay = 'negative',
): { whole: string; decimals: string } {
  const text = formatNumber(value, decimals, sign);
  const point = text.indexOf('.');
  return point < 0
    ? { whole: text, decimals: '' }
    : { whole: text.slice(0, point), decimals: text.slice(point) };
}

const intlCache = new Map<string, Intl.NumberFormat>();

function compactFormat(tag: string, digits: number): Intl.NumberFormat {
  const key = `${tag} ${digits}`;
  const known = intlCache.get(key);
  if (known !== undefined) return known;
  // Chromium's British English writes "1.2bn" and "642m"; the field writes B and M.
  const made = new Intl.NumberFormat(languageTag(tag).replace('en-GB', 'en-US'), {
    notation: 'compact',
    maximumFractionDigits: digits,
    roundingMode: 'trunc',
  });
  intlCache.set(key, made);
  return made;
}

/** A volume in the reader's own units, cut: ("71912345", "en") → "71.9 M", in Japanese "7191.2万". */
export function formatCompact(value: DecimalText, language: string, decimals = 1): string {
  const parts = partsOf(value);
  if (parts === undefined) return MISSING;
  const plain = `${parts.isNegative ? '-' : ''}${parts.whole}.${parts.fraction || '0'}`;
  // Intl reads an exact decimal string; its type asks for a literal.
  const exact = plain as Intl.StringNumericLiteral;
  let text = '';
  for (const part of compactFormat(language, decimals).formatToParts(exact)) {
    const needsSpace =
      part.type === 'compact' && /[\d]$/.test(text) && /^[A-Za-z]/.test(part.value);
    text += needsSpace ? `\u00a0${part.value}` : part.value;
  }
  return text.replace(/^-/, MINUS);
}
