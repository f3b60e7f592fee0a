import { AMOUNT_MAX, decimalsOf, divFloor, formatDecimal, parseDecimal } from '@fairlead/units';

/** What the numbers of a language put before their decimals. The app prints a point in every language. */
export type DecimalMark = '.' | ',';

export interface DecimalReading {
  /** Most decimals that are taken. */
  readonly scale: number;
  readonly mark: DecimalMark;
  /** All of it came at once: nobody saw on the way what became of a mark. */
  readonly isPasted?: boolean;
}

/**
 * What a person typed or pasted, as a plain decimal string that may still be unfinished ("", "0.").
 *
 * It means what the app prints: "1,234" is a thousand and more. Where both marks occur the last one stands before the
 * decimals; one that occurs several times groups; a comma that cannot group ("1,5") is taken for a point. What can be
 * read in two ways comes back with its comma, see `isUnclearDecimal`. Full-width digits are read. Undefined when
 * something else is in it or more decimals than `scale` are asked for.
 */
export function readDecimalInput(text: string, reading: DecimalReading): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s'_\u2019]/g, '')
    .replace(/[\u3001\uff64]/g, ',')
    .replace(/[\u3002\uff61]/g, '.');
  if (plain === '') return '';
  if (!/^[\d.,]+$/.test(plain)) return undefined;
  if (isAmbiguous(plain, reading)) return plain.replace('.', ',');
  const read = readMarked(plain, reading);
  // On the way from "1,2" to "1,234", where it is no figure with decimals.
  return read ?? (canBeGrouped(plain, reading) ? plain : undefined);
}

/** A figure that was kept as it was written: it is not known what was meant, or there cannot be as much. No value to send. */
export const isUnclearDecimal = (value: string): boolean => value.includes(',');

/** Whether there is one way only to go on from it: "1,2" may become "1,234". */
export const isUnfinishedGroup = (value: string): boolean =>
  isUnclearDecimal(value) && !GROUPED.test(value);

/** What a field counts: minor units of a currency, or steps of a market's grid. */
export type Counted = 'amount' | 'steps';

/** As the ledger holds them, and as a book counts them exactly. */
const MOST: Readonly<Record<Counted, bigint>> = {
  amount: AMOUNT_MAX,
  steps: BigInt(Number.MAX_SAFE_INTEGER),
};

export interface Largest {
  readonly scale: number;
  readonly counted: Counted;
}

/** The most that a field of that scale stands for, e.g. "46116860184" of eight decimals. */
export function largestOf({ scale, counted }: Largest): string {
  const whole = MOST[counted] / 10n ** BigInt(scale);
  return whole > 0n ? String(whole) : formatDecimal(MOST[counted], scale);
}

/** The digits of a figure that is kept as no value. */
export const keptDigits = (value: string): string => value.replaceAll(',', '');

/** More than there can be of anything. */
export function isTooLarge(value: string, { scale, counted }: Largest): boolean {
  const [whole = '', fraction = ''] = keptDigits(value).split('.');
  if (!/^\d+$/.test(whole + fraction)) return false;
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0')) > MOST[counted];
}

/** A figure that is too large, kept as what no form takes for a value: as an unclear one, by a comma. */
export const asNoValue = (value: string): string => (isUnclearDecimal(value) ? value : `${value},`);

function readMarked(plain: string, { scale, mark }: DecimalReading): string | undefined {
  const point = decimalMarkIndex(plain, mark);
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
export function readPastedDecimal(text: string, reading: DecimalReading): string | undefined {
  const plain = text.normalize('NFKC');
  const first = plain.search(/\d/);
  if (first < 0) return undefined;
  let end = plain.length;
  while (!/\d/.test(plain.charAt(end - 1))) end -= 1;
  if (OF_A_FIGURE.test(plain.slice(0, first))) return undefined;
  const figure = plain.slice(first, end);
  if (isAmbiguous(figure, reading)) return figure.replace('.', ',');
  const read = readMarked(figure, { ...reading, scale: plain.length });
  if (read === undefined) return undefined;
  const [whole = '', fraction = ''] = read.split('.');
  const cut = fraction.slice(0, reading.scale);
  return cut === '' ? whole : `${whole}.${cut}`;
}

/** Groups of three behind one kind of mark. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/;
/** The same with a last group that is not written to its end. */
const GROUPED_SO_FAR = /^[1-9]\d{0,2}(?:,\d{3})*,\d{0,2}$/;

const isAlone = (text: string, mark: DecimalMark): boolean =>
  text.indexOf(mark) >= 0 && text.indexOf(mark) === text.lastIndexOf(mark);

/** A thousand to some of its readers, one and a bit to others: what the app prints alone does not settle it. */
function isAmbiguous(plain: string, { scale, mark, isPasted = false }: DecimalReading): boolean {
  if (!isPasted || !GROUPED.test(plain)) return false;
  if (mark === ',') return isAlone(plain, ',') || isAlone(plain, '.');
  return scale === 0 && isAlone(plain, '.');
}

/** Commas that group, or may once it is written to its end. */
export const isGrouping = (text: string): boolean =>
  !text.includes('.') && (GROUPED.test(text) || GROUPED_SO_FAR.test(text));

const canBeGrouped = (plain: string, { mark, isPasted = false }: DecimalReading): boolean =>
  mark === '.' && !isPasted && GROUPED_SO_FAR.test(plain);

function ungroup(text: string): string | undefined {
  if (!/^\d*$/.test(text) && !GROUPED.test(text)) return undefined;
  return text.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
}

/** Where the decimals begin; -1 when every mark groups. */
function decimalMarkIndex(text: string, mark: DecimalMark): number {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return Math.max(comma, point);
  if (isAlone(text, '.')) return point;
  const groups = mark === '.' && GROUPED.test(text);
  return isAlone(text, ',') && !groups ? comma : -1;
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
