import { assert } from './assert.ts';

declare const unit: unique symbol;
type BigUnit<Name extends string> = bigint & { readonly [unit]: Name };
type NumberUnit<Name extends string> = number & { readonly [unit]: Name };

/** Minor units of one currency (satoshi, cent); the currency's scale says where the point goes. */
export type AmountMinor = BigUnit<'AmountMinor'>;
/** Parts per million; 1_000_000 is the whole. */
export type RatePpm = BigUnit<'RatePpm'>;
/** A price in quote per base with exactly eight decimals, as index samples keep it. */
export type PriceE8 = BigUnit<'PriceE8'>;
/** Whole ticks of one market's price grid: a safe integer, 1 or more. */
export type PriceTicks = NumberUnit<'PriceTicks'>;
/** Whole lots of one market's quantity grid: a safe integer, 0 or more. */
export type QuantityLots = NumberUnit<'QuantityLots'>;

/**
 * The largest amount a command may carry, and the most of one currency that may exist. Two of them
 * still add up within 64 bits, in which the ledger keeps its totals.
 */
export const AMOUNT_MAX = 2n ** 62n;

export const PPM_ONE = 1_000_000n;

/** Decimals of a price as an integer of 10^-8. */
export const PRICE_SCALE = 8;

/** Decimals of a fraction in parts per million. */
export const RATE_SCALE = 6;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** A UTC day: none has a leap second. */
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

export const amountMinor = (value: bigint): AmountMinor => value as AmountMinor;
export const ratePpm = (value: bigint): RatePpm => value as RatePpm;
export const priceE8 = (value: bigint): PriceE8 => value as PriceE8;

/** Checks that the value is a safe integer of at least 1. */
export function priceTicks(value: number): PriceTicks {
  assert(Number.isSafeInteger(value) && value >= 1, 'a price is a positive safe integer of ticks');
  return value as PriceTicks;
}

/** Checks that the value is a safe integer of at least 0. */
export function quantityLots(value: number): QuantityLots {
  assert(Number.isSafeInteger(value) && value >= 0, 'a quantity is a safe integer of lots');
  return value as QuantityLots;
}

const words = new Int32Array(2);
const wide = new BigInt64Array(words.buffer);
wide[0] = 1n;
/** Where the lower half of a 64-bit integer lies on this machine. */
const LOW = words[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;
const TWO_POW_32 = 2 ** 32;

/** BigInt(value) of a safe integer, for hot code: the conversion of the language costs twice as much. */
export function bigintOf(value: number): bigint {
  assert(Number.isSafeInteger(value), 'only a safe integer is converted exactly');
  words[LOW] = value;
  words[HIGH] = Math.floor(value / TWO_POW_32);
  return wide[0] ?? 0n;
}

/** Rounds toward negative infinity. */
export function divFloor(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'denominator must be positive');
  const quotient = numerator / denominator;
  // BigInt division truncates toward zero, so only negative remainders need correcting.
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** Rounds toward positive infinity. */
export function divCeil(numerator: bigint, denominator: bigint): bigint {
  return -divFloor(-numerator, denominator);
}

/** Divides where a remainder would be a bug. */
export function divExact(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'denominator must be positive');
  assert(numerator % denominator === 0n, 'division must leave no remainder');
  return numerator / denominator;
}

/** The smaller of two integers of one unit. */
export const minimum = <Value extends bigint>(left: Value, right: Value): Value =>
  left < right ? left : right;

/** The larger of two integers of one unit. */
export const maximum = <Value extends bigint>(left: Value, right: Value): Value =>
  left > right ? left : right;

/** The distance from zero. */
export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
