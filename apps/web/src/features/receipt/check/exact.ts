/** Arithmetic on the decimal texts of a receipt: exact, nothing is ever rounded unseen. */
import { formatDecimal, parseDecimal } from '@fairlead/units';

/** More than any price, rate or amount has. */
const SCALE = 18;

const read = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseDecimal(text, SCALE);

/** All the digits that say something, two decimals at least: "64744.40000000" → "64744.40". */
export function tidy(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/(?<!0)0+$/, '').padEnd(2, '0')}`;
}

/** `left − right`; undefined unless both are numbers. */
export function difference(left: string | undefined, right: string | undefined) {
  const a = read(left);
  const b = read(right);
  return a === undefined || b === undefined ? undefined : tidy(formatDecimal(a - b, SCALE));
}

/** The sum; undefined unless all are numbers. */
export function sumOf(...texts: readonly (string | undefined)[]): string | undefined {
  let sum = 0n;
  for (const text of texts) {
    const value = read(text);
    if (value === undefined) return undefined;
    sum += value;
  }
  return tidy(formatDecimal(sum, SCALE));
}

/** `text × count`; undefined for what is no number. */
export function times(text: string | undefined, count: number): string | undefined {
  const value = read(text);
  return value === undefined ? undefined : tidy(formatDecimal(value * BigInt(count), SCALE));
}

/** −1, 0 or 1; undefined unless both are numbers. */
export function compare(left: string | undefined, right: string | undefined) {
  const a = read(left);
  const b = read(right);
  if (a === undefined || b === undefined) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

export const isPositive = (text: string | undefined): boolean => compare(text, '0') === 1;

/** Decimals that tell prices of this size apart on a narrow screen. */
export function priceDecimals(price: string | undefined): number {
  if (price === undefined || compare(price, '100') !== -1) return 2;
  return compare(price, '1') === -1 ? 6 : 4;
}
