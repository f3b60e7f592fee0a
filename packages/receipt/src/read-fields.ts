/** Numbers out of a receipt's texts. What cannot be read throws Unreadable, which the check that needed it reports. */
import {
  type AmountMinor,
  amountMinor,
  formatDecimal,
  PPM_ONE,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import type { ReceiptFields } from './receipt.ts';

export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** A text of the fields. */
export function textOf(fields: ReceiptFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Unreadable(`${name} is missing`);
  return value;
}

/** A whole number of the fields: a time, an id, a count. */
export function numberOf(fields: ReceiptFields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number') throw new Unreadable(`${name} is missing`);
  return value;
}

/** A whole number of the fields, 1 or more: a multiple, lots. */
export function countOf(fields: ReceiptFields, name: string): number {
  const value = numberOf(fields, name);
  if (value < 1) throw new Unreadable(`${name} is below 1`);
  return value;
}

/** A price with exactly eight decimals, above zero. */
export function readPrice(text: string | undefined, what: string): PriceE8 {
  const value = text === undefined ? undefined : parseDecimal(text, PRICE_SCALE);
  if (value === undefined || value <= 0n || formatDecimal(value, PRICE_SCALE) !== text) {
    throw new Unreadable(`${what} is no price`);
  }
  return priceE8(value);
}

/** A fraction of the fields, at most the whole, in parts per million. */
export function rateOf(fields: ReceiptFields, name: string): RatePpm {
  const value = parseDecimal(textOf(fields, name), RATE_SCALE);
  if (value === undefined || value < 0n || value > PPM_ONE) {
    throw new Unreadable(`${name} is no rate`);
  }
  return ratePpm(value);
}

/** How many decimals a text has: amounts are written with all decimals of their currency. */
export function scaleOf(fields: ReceiptFields, name: string): number {
  const text = textOf(fields, name);
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** An amount of the fields in minor units of a currency of that scale. */
export function amountOf(fields: ReceiptFields, name: string, scale: number): AmountMinor {
  const text = textOf(fields, name);
  const value = parseDecimal(text, scale);
  if (value === undefined || formatDecimal(value, scale) !== text) {
    throw new Unreadable(`${name} is no amount of ${scale} decimals`);
  }
  return amountMinor(value);
}
