/**
 * Decimal text on the wire ↔ integers of a scale. Plain notation only: no sign but a leading minus,
 * no exponent, no blanks, no separators, no digits other than 0-9, so that one value has one reading.
 */
import { assert } from './assert.ts';
import { RATE_SCALE } from './integer.ts';

/** What a non-negative decimal string looks like on the wire: at most 30 digits before the point, 18 after. */
export const DECIMAL_TEXT = /^(0|[1-9]\d{0,29})(\.\d{1,18})?$/;

/** Whether `text` is a non-negative decimal string in plain notation. */
export const isDecimalText = (text: string): boolean => DECIMAL_TEXT.test(text);

/**
 * Reads a decimal string as an integer of 10^-scale.
 *
 * Undefined when the text is not plain decimal notation or has more decimals than the scale keeps
 * (trailing zeros beyond the scale are allowed: they change nothing). A leading minus is read.
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const isNegative = text.startsWith('-');
  const digits = isNegative ? text.slice(1) : text;
  if (!DECIMAL_TEXT.test(digits)) return undefined;
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  const fraction = point < 0 ? '' : digits.slice(point + 1);
  if (/[1-9]/.test(fraction.slice(scale))) return undefined;
  const value = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return isNegative ? -value : value;
}

/** How many decimals a decimal string is written with: "0.50" has 2, "12" none. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Whether a decimal string is nought, with whatever sign and decimals; what has no digits is, too. */
export const isZeroDecimal = (text: string): boolean => !/[1-9]/.test(text);

/** Writes an integer of 10^-scale as a decimal string with all its decimals, e.g. (5n, 2) → "0.05". */
export function formatDecimal(value: bigint, scale: number): string {
  assert(Number.isInteger(scale) && scale >= 0, 'scale must be a whole number');
  if (scale === 0) return value.toString();
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Writes parts per million as a fraction with all six decimals: 1_000n → "0.001000". */
export const formatRate = (ratePpm: bigint): string => formatDecimal(ratePpm, RATE_SCALE);
