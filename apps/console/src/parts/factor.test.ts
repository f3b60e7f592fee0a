import { expect, test } from 'vitest';
import { factorText } from './factor.ts';

test.each([
  [false, 0, 'Not set up'],
  [true, 0, 'Authenticator'],
  [false, 1, '1 passkey'],
  [true, 3, 'Authenticator, 3 passkeys'],
])('an authenticator: %s, passkeys: %i', (has_otp, passkeys, words) => {
  expect(factorText({ has_otp, passkeys })).toBe(words);
});
