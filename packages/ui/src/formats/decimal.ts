import { decimalsOf, divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

/**
 * What a person typed or pasted, as a plain decimal string that may still be unfinished ("", "0.").
 *
 * Comma and point both mean the decimal point; where both occur the last one does and the other
 * groups; one that occurs several times groups. Full-width digits are read. Undefined when
 * something else is in it or more decimals than `scale` are asked for.
 */
export function readDecimalInput(text: string, scale: number): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s'_\u2019]/g, '')
    .replace(/[\u3001\uff64]/g, ',')
    .replace(/[\u3002\uff61]/g, '.');
  if (plain === '') return '';
  if (!/^[\d.,]+$/.test(plain)) return undefined;
  const point = decimalMarkIndex(plain, scale);
  const whole = ungroup(point < 0 ? plain : plain.slice(0, point));
  if (whole === undefined) return undefined;
  if (point < 0) return whole;
  const fraction = plain.slice(point + 1);
  if (!/^\d*$/.test(fraction) || fraction.length > scale) return undefined;
  return scale === 0 ? whole : `${whole}.${fraction}`;
}

/** Digits of a figure, its marks, or a sign: none of them may stand around what is taken of a pasted text. */
const OF_A_FIGURE = /[\d.,-]/;

/**
 * A pasted figure as it can be taken: without the words around it and cut, which is rounded down, to `scale` decimals.
 * Undefined where it is no figure, or a negative one.
 */
export function readPastedDecimal(text: string, scale: number): string | undefined {
  const plain = text.normalize('NFKC');
  const first = plain.search(/\d/);
  if (first < 0) return undefined;
  let end = plain.length;
  while (!/\d/.test(plain.charAt(end - 1))) end -= 1;
  if (OF_A_FIGURE.test(plain.slice(0, first))) return undefined;
  const read = readDecimalInput(plain.slice(first, end), plain.length);
  if (read === undefined) return undefined;
  const [whole = '', fraction = ''] = read.split('.');
  const cut = fraction.slice(0, scale);
  return cut === '' ? whole : `${whole}.${cut}`;
}

/** Plain digits, or groups of three behind one kind of mark. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/;

function ungroup(text: string): string | undefined {
  if (!/^\d*$/.test(text) && !GROUPED.test(text)) return undefined;
  return text.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
}

/** Where the decimals begin; -1 when every mark groups. */
function decimalMarkIndex(text: string, scale: number): number {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return Math.max(comma, point);
  const only = Math.max(comma, point);
  const isAlone = only >= 0 && text.indexOf(text.charAt(only)) === only;
  return isAlone && !(scale === 0 && GROUPED.test(text)) ? only : -1;
}

/** An unfinished or empty input as a value to send: "5." → "5", "" → undefined. */
export function finishDecimal(text: string): string | undefined {
  const value = text.replace(/\.$/, '');
  return /^\d+(\.\d+)?$/.test(value) ? value : undefined;
}

/** Compares two plain decimal strings; undefined when one is not a number. */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 | undefined {
  const scale = Math.max(decimalsOf(left), decimalsOf(right));
  const a = parseDecimal(left, scale);
  const b = parseDecimal(right, scale);
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What a stepper does: goes to the next multiple of `step` in the direction, kept inside the bounds. */
export function stepDecimal(
  value: string,
  direction: 'less' | 'more',
  {
    step,
    minimum = '0',
    maximum,
  }: { step: string; minimum?: string; maximum?: string | undefined },
): string {
  const scale = Math.max(
    decimalsOf(step),
    decimalsOf(minimum),
    maximum === undefined ? 0 : decimalsOf(maximum),
  );
  const stepUnits = parseDecimal(step, scale) ?? 1n;
  const wide = Math.max(scale, decimalsOf(value));
  const widen = 10n ** BigInt(wide - scale);
  const now = parseDecimal(finishDecimal(value) ?? '0', wide) ?? 0n;
  const stepWide = stepUnits * widen;
  const floor = divFloor(now, stepWide);
  const next =
    direction === 'more'
      ? (floor + 1n) * stepWide
      : (now % stepWide === 0n ? floor - 1n : floor) * stepWide;
  const low = (parseDecimal(minimum, scale) ?? 0n) * widen;
  const high = maximum === undefined ? undefined : (parseDecimal(maximum, scale) ?? 0n) * widen;
  const bounded = next < low ? low : high !== undefined && next > high ? high : next;
  return formatDecimal(divFloor(bounded, widen), scale);
}
