import { expect, test } from 'vitest';
import { isSoundIban, looksLikeIban } from './iban.ts';

/** The registry's own examples. */
test.each([
  'GB82WEST12345698765432',
  'DE89370400440532013000',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'FR1420041010050500013M02606',
])('%s is sound, with one digit changed or two swapped it is not', (iban) => {
  expect(looksLikeIban(iban)).toBe(true);
  expect(isSoundIban(iban)).toBe(true);
  for (let place = 2; place < iban.length; place += 1) {
    const digit = iban.charAt(place);
    const other = digit === '7' ? '8' : '7';
    const changed = iban.slice(0, place) + other + iban.slice(place + 1);
    expect(isSoundIban(changed), changed).toBe(false);
    const next = iban.charAt(place + 1);
    if (next === digit || next === '') continue;
    const swapped = iban.slice(0, place) + next + digit + iban.slice(place + 2);
    expect(isSoundIban(swapped), swapped).toBe(false);
  }
});

test.each(['1234567890', '0012345678', 'ABCD1234', 'GB82', 'XX'])(
  '%s is some other account number',
  (text) => {
    expect(looksLikeIban(text)).toBe(false);
  },
);
