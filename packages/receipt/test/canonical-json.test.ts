/** RFC 8785 for the values of receipts; the npm package `canonicalize`, by an author of the RFC, is the oracle. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../src/index.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.maxSafeInteger(),
    fc.array(tie('value')),
    fc.dictionary(text, tie('value')),
  ),
}));

test('it is the text of RFC 8785, whatever the value', () => {
  fc.assert(
    fc.property(value, (given) => {
      expect(canonicalJson(given)).toBe(canonicalize(given));
    }),
    { seed: 8785, numRuns: 2_000 },
  );
});

test('what it writes reads back as the same, in whatever order members were given', () => {
  fc.assert(
    fc.property(fc.dictionary(text, value), (given) => {
      const reversed = Object.fromEntries(Object.entries(given).reverse());
      const written = canonicalJson(given);
      expect(canonicalJson(reversed)).toBe(written);
      expect(canonicalJson(JSON.parse(written))).toBe(written);
    }),
    { seed: 8786 },
  );
});

describe('members are in the order of UTF-16 code units (RFC 8785, 3.2.3)', () => {
  test('as in the example of the RFC', () => {
    const given = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const order = [...canonicalJson(given).matchAll(/:"(.*?)"/g)].map(([, name]) => name);
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });
});

test.each([
  ['a fraction', 0.1],
  ['an unsafe integer', 2 ** 53],
  ['not a number', Number.NaN],
  ['nothing', null],
  ['a truth value', true],
  ['a bigint', 1n],
  ['a missing member', { a: undefined }],
  ['a hole', [undefined]],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['half a character', '\ud800'],
  ['half a character as a name', { '\udc00': 1 }],
])('%s has no text', (_name, given) => {
  expect(() => canonicalJson(given)).toThrow('no canonical JSON');
});

test('the digest is SHA-256 of the UTF-8 bytes', async () => {
  // FIPS 180-2, appendix B.1.
  expect(await sha256('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(await sha256('価格 €')).toBe(createHash('sha256').update('価格 €').digest('hex'));
});
