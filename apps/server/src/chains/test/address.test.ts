import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chain, canonicalAddress, ethereumAddress } from '../address.ts';

const checked58 = base58check(sha256);
const runs = { seed: 20260607, numRuns: 300 };

/** EIP-55's own list. */
const ETHEREUM = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

/** BIP 173, BIP 350 and BIP 341 examples, the genesis address, a pay-to-script-hash of BIP 16's time. */
const BITCOIN = {
  main: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
  ],
  test: [
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47zagq',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ],
};

const TRON = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];

const WRONG: readonly [Chain, string, string][] = [
  ['ERC20', 'wrong case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
  ['ERC20', 'the zero address', `0x${'0'.repeat(40)}`],
  ['ERC20', 'no prefix', '52908400098527886E0F7030069857D2E4169EE7'],
  ['ERC20', 'short', '0x52908400098527886E0F7030069857D2E4169E'],
  ['ERC20', 'padded to a word', `0x${'0'.repeat(24)}52908400098527886e0f7030069857d2e4169ee7`],
  ['ERC20', 'blank behind', '0x52908400098527886E0F7030069857D2E4169EE7 '],
  ['ERC20', 'another alphabet', '0x5290840009852788 6E0F7030069857D2E4169EE'],
  ['TRC20', 'wrong checksum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['TRC20', 'hex form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['TRC20', 'a Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['TRC20', 'the zero address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['TRC20', 'short', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
  ['OMNI', 'wrong checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['OMNI', 'nobody has the key', '1111111111111111111114oLvT2'],
  // The invalid lists of BIP 173 and BIP 350.
  ['OMNI', 'invalid checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['OMNI', 'not its alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['OMNI', 'version 1 in bech32', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  [
    'OMNI',
    'version 0 in bech32m',
    'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  ],
  ['OMNI', 'version 1, two bytes', 'bc1pw5dgrnzv'],
  ['OMNI', 'version 0, 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['OMNI', 'program too long', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du'],
  ['OMNI', 'version 2 has no rules yet', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  ['OMNI', 'mixed case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3t4'],
  ['OMNI', 'empty data', 'bc1gmk9yu'],
  ['OMNI', 'litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
];

describe('published addresses', () => {
  test.each(ETHEREUM)('%s is itself, and its other spellings become it (W7)', (address) => {
    expect(canonicalAddress('ERC20', address, 'main')).toBe(address);
    expect(canonicalAddress('ERC20', address, 'test')).toBe(address);
    expect(canonicalAddress('ERC20', address.toLowerCase(), 'main')).toBe(address);
    expect(canonicalAddress('ERC20', `0x${address.slice(2).toUpperCase()}`, 'main')).toBe(address);
  });

  test.each(TRON)('%s is a Tron address', (address) => {
    expect(canonicalAddress('TRC20', address, 'main')).toBe(address);
  });

  test.each(BITCOIN.main)('%s is of the main network only (W10)', (address) => {
    expect(canonicalAddress('OMNI', address, 'main')).toBe(address);
    expect(canonicalAddress('OMNI', address, 'test')).toBeUndefined();
  });

  test.each(BITCOIN.test)('%s is of a test network only (W10)', (address) => {
    expect(canonicalAddress('OMNI', address, 'test')).toBe(address);
    expect(canonicalAddress('OMNI', address, 'main')).toBeUndefined();
  });

  test('segwit in capitals, as in QR codes, is written small', () => {
    const [, , segwit = ''] = BITCOIN.main;
    expect(canonicalAddress('OMNI', segwit.toUpperCase(), 'main')).toBe(segwit);
  });

  test.each(WRONG)('%s refuses %s (W10)', (chain, _what, address) => {
    expect(canonicalAddress(chain, address, 'main')).toBeUndefined();
    expect(canonicalAddress(chain, address, 'test')).toBeUndefined();
  });

  test('a taproot address whose number is no point of the curve is refused', () => {
    const program = new Uint8Array(32).fill(0xff);
    const text = bech32m.encode('bc', [1, ...bech32m.toWords(program)]);
    expect(canonicalAddress('OMNI', text, 'main')).toBeUndefined();
  });
});

describe('any address', () => {
  const twenty = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .filter((bytes) => bytes.some(Boolean));
  const written: Record<Chain, (bytes: Uint8Array) => string> = {
    ERC20: (bytes) => ethereumAddress(Buffer.from(bytes).toString('hex')),
    TRC20: (bytes) => checked58.encode(Uint8Array.from([0x41, ...bytes])),
    OMNI: (bytes) => bech32.encode('bc', [0, ...bech32.toWords(bytes)]),
  };
  const address = fc
    .tuple(fc.constantFrom<Chain>('ERC20', 'TRC20', 'OMNI'), twenty)
    .map(([chain, bytes]) => ({ chain, text: written[chain](bytes) }));

  test('is its own canonical form', () => {
    fc.assert(
      fc.property(address, ({ chain, text }) => {
        expect(canonicalAddress(chain, text, 'main')).toBe(text);
      }),
      runs,
    );
  });

  test('is refused when anything is missing, doubled or around it (W10)', () => {
    fc.assert(
      fc.property(address, fc.nat(), ({ chain, text }, at) => {
        const index = at % text.length;
        const mutants = [
          text.slice(0, index) + text.slice(index + 1),
          `${text.slice(0, index)}${text.charAt(index)}${text.slice(index)}`,
          ` ${text}`,
          `${text}\n`,
        ];
        for (const mutant of mutants)
          if (mutant !== text) expect(canonicalAddress(chain, mutant, 'main')).toBeUndefined();
      }),
      runs,
    );
  });

  test('one changed character of a Tron or segwit address is refused', () => {
    const other = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7lABCDEFGH');
    fc.assert(
      fc.property(address, fc.nat(), other, ({ chain, text }, at, character) => {
        fc.pre(chain !== 'ERC20');
        const index = at % text.length;
        fc.pre(text.charAt(index) !== character);
        const mutant = text.slice(0, index) + character + text.slice(index + 1);
        expect(canonicalAddress(chain, mutant, 'main')).toBeUndefined();
      }),
      runs,
    );
  });

  test('no text at all throws', () => {
    fc.assert(
      fc.property(fc.constantFrom<Chain>('ERC20', 'TRC20', 'OMNI'), fc.string(), (chain, text) => {
        expect(() => canonicalAddress(chain, text, 'test')).not.toThrow();
      }),
      runs,
    );
  });
});
