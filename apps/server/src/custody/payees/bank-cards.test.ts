import { expect, test } from 'vitest';
import { isBrokenIban } from './bank-cards.ts';

test('one with sound digits and the length of another country is broken', () => {
  expect(isBrokenIban('DE6237040044053201300')).toBe(true);
  expect(isBrokenIban('NO938601111794700')).toBe(true);
});

/** The registry's own examples. */
test.each([
  'GB82WEST12345698765432',
  'DE89370400440532013000',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'FR1420041010050500013M02606',
])('%s is sound, with one digit changed or two swapped it is not', (iban) => {
  expect(isBrokenIban(iban)).toBe(false);
  for (let place = 2; place < iban.length; place += 1) {
    const digit = iban.charAt(place);
    const other = digit === '7' ? '8' : '7';
    const changed = iban.slice(0, place) + other + iban.slice(place + 1);
    expect(isBrokenIban(changed), changed).toBe(true);
    const next = iban.charAt(place + 1);
    // A letter among the check digits is another kind of number.
    if (next === digit || next === '' || place === 3) continue;
    const swapped = iban.slice(0, place) + next + digit + iban.slice(place + 2);
    expect(isBrokenIban(swapped), swapped).toBe(true);
  }
});

test.each(['1234567890', '0012345678', 'ABCD1234', 'GB82', 'XX'])(
  '%s is some other account number',
  (text) => {
    expect(isBrokenIban(text)).toBe(false);
  },
);
