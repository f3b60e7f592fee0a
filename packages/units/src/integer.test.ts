import { describe, expect, test } from 'vitest';
import { assertNever, InvariantError } from './assert.ts';
import {
  absolute,
  bigintOf,
  divCeil,
  divExact,
  divFloor,
  maximum,
  minimum,
  priceTicks,
  quantityLots,
} from './integer.ts';

describe('division shows its rounding on both sides of zero', () => {
  test.each([
    [7n, 2n, 3n, 4n],
    [-7n, 2n, -4n, -3n],
    [8n, 2n, 4n, 4n],
    [-8n, 2n, -4n, -4n],
    [0n, 3n, 0n, 0n],
    [1n, 3n, 0n, 1n],
    [-1n, 3n, -1n, 0n],
    [2n ** 200n + 1n, 2n ** 100n, 2n ** 100n, 2n ** 100n + 1n],
  ])('%s / %s', (numerator, denominator, floor, ceil) => {
    expect(divFloor(numerator, denominator)).toBe(floor);
    expect(divCeil(numerator, denominator)).toBe(ceil);
  });

  test.each([0n, -1n])('a denominator of %s is a fault', (denominator) => {
    expect(() => divFloor(1n, denominator)).toThrow(InvariantError);
    expect(() => divCeil(1n, denominator)).toThrow(InvariantError);
    expect(() => divExact(1n, denominator)).toThrow(InvariantError);
  });

  test('an exact division refuses a remainder', () => {
    expect(divExact(-6n, 3n)).toBe(-2n);
    expect(() => divExact(7n, 3n)).toThrow(InvariantError);
  });
});

test('the smaller, the larger and the distance from zero', () => {
  expect([minimum(1n, 2n), minimum(2n, 1n), minimum(1n, 1n)]).toEqual([1n, 1n, 1n]);
  expect([maximum(1n, 2n), maximum(2n, 1n), maximum(1n, 1n)]).toEqual([2n, 2n, 1n]);
  expect([absolute(-3n), absolute(0n), absolute(3n)]).toEqual([3n, 0n, 3n]);
});

test('a price is a safe integer of at least 1, a quantity of at least 0', () => {
  const { MAX_SAFE_INTEGER } = Number;
  expect([priceTicks(1), priceTicks(MAX_SAFE_INTEGER)]).toEqual([1, MAX_SAFE_INTEGER]);
  expect([quantityLots(0), quantityLots(MAX_SAFE_INTEGER)]).toEqual([0, MAX_SAFE_INTEGER]);
  for (const wrong of [-1, 1.5, MAX_SAFE_INTEGER + 1, Number.NaN, Infinity]) {
    expect(() => priceTicks(wrong)).toThrow(InvariantError);
    expect(() => quantityLots(wrong)).toThrow(InvariantError);
  }
  expect(() => priceTicks(0)).toThrow(InvariantError);
});

test('a safe integer converts to the same bigint, at every bound', () => {
  const { MAX_SAFE_INTEGER } = Number;
  const values = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, MAX_SAFE_INTEGER];
  for (const value of values) {
    expect(bigintOf(value)).toBe(BigInt(value));
    expect(bigintOf(-value)).toBe(BigInt(-value));
  }
  for (const wrong of [0.5, MAX_SAFE_INTEGER + 1, Number.NaN, Infinity]) {
    expect(() => bigintOf(wrong)).toThrow(InvariantError);
  }
});

test('what cannot be is a fault that names itself', () => {
  expect(() => assertNever('surprise' as never)).toThrow('unexpected value: surprise');
});
