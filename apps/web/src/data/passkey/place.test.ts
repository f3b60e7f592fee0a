import { expect, test } from 'vitest';
import { isPasskeyPlace, isTicket } from './place.ts';

const config = { passkeys: { rp_id: 'exchange.example' } };
const page = { hostname: 'exchange.example', isSecure: true, hasWebAuthn: true };

test.each([
  ['the domain itself', config, page, true],
  ['below it', config, { ...page, hostname: 'app.exchange.example' }, true],
  ['what only ends like it', config, { ...page, hostname: 'my-exchange.example' }, false],
  ['another one', config, { ...page, hostname: '127.0.0.1' }, false],
  ['a page that is not secure', config, { ...page, isSecure: false }, false],
  ['a browser without', config, { ...page, hasWebAuthn: false }, false],
  ['a server without', {}, page, false],
  ['before the server said', undefined, page, false],
])('passkeys at %s', (_where, said, at, expected) => {
  expect(isPasskeyPlace(said, at)).toBe(expected);
});

test('a ticket is told from digits and recovery codes', () => {
  expect([`pk_${'a'.repeat(43)}`, '123456', 'k7m2p-x9q4t', ''].map(isTicket)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
