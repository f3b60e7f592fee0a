/** Signatures of the standards' own vectors, of another implementation (viem), and of our own keys in every form. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, base64, bech32, hex } from '@scure/base';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { tronAddress } from '../address.ts';
import { hash160, isSignedBy, type SignedMessage } from '../signed-message.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, at) => at + 1);
const MESSAGE = 'reserves of exchange.example, 2027-01-15 — ✓';
const bytes = (text: string) => new TextEncoder().encode(text);
const refusals = (signed: SignedMessage) => [
  isSignedBy({ ...signed, message: `${signed.message} ` }),
  isSignedBy({ ...signed, signature: '' }),
  isSignedBy({ ...signed, signature: 'zz' }),
  isSignedBy({ ...signed, signature: `${signed.signature}00` }),
  isSignedBy({ ...signed, signature: signed.signature.slice(0, -4) }),
];
const NONE = [false, false, false, false, false];

describe('Ethereum (EIP-191)', () => {
  test('what another implementation signs is right, for its own address and text alone', async () => {
    const account = privateKeyToAccount(`0x${hex.encode(KEY)}`);
    const signature = await account.signMessage({ message: MESSAGE });
    const { address } = account;
    const signed = {
      chain: 'ERC20',
      address,
      message: MESSAGE,
      signature,
      network: 'main',
    } as const;
    expect(isSignedBy(signed)).toBe(true);
    expect(refusals(signed)).toEqual(NONE);
    const other = privateKeyToAccount(`0x${'11'.repeat(32)}`).address;
    expect(isSignedBy({ ...signed, address: other })).toBe(false);
    // A Tron signature of the same key is not an Ethereum one.
    expect(isSignedBy({ ...signed, chain: 'TRC20' })).toBe(false);
  });
});

describe('Tron (signMessageV2)', () => {
  test('a signature of the key is right, whichever way v is written', () => {
    const text = bytes(MESSAGE);
    const prefix = bytes(`\x19TRON Signed Message:\n${text.length}`);
    const digest = keccak_256(Uint8Array.from([...prefix, ...text]));
    const made = secp256k1.sign(digest, KEY, { prehash: false, format: 'recovered' });
    const address = tronAddress(
      keccak_256(secp256k1.getPublicKey(KEY, false).subarray(1)).subarray(-20),
    );
    for (const v of [made[0] ?? 0, (made[0] ?? 0) + 27]) {
      const signature = `0x${hex.encode(Uint8Array.from([...made.subarray(1), v]))}`;
      const signed = {
        chain: 'TRC20',
        address,
        message: MESSAGE,
        signature,
        network: 'main',
      } as const;
      expect(isSignedBy(signed)).toBe(true);
      expect(refusals(signed)).toEqual(NONE);
    }
  });
});

/** Signed as BIP-137 says, with a header that begins at `base`. */
function bip137(message: string, base: number): string {
  const text = bytes(message);
  const digest = sha256(
    sha256(Uint8Array.from([...bytes('\x18Bitcoin Signed Message:\n'), text.length, ...text])),
  );
  const made = secp256k1.sign(digest, KEY, { prehash: false, format: 'recovered' });
  return base64.encode(Uint8Array.from([base + (made[0] ?? 0), ...made.subarray(1)]));
}

describe('Bitcoin', () => {
  const program = hash160(secp256k1.getPublicKey(KEY, true));
  const of58 = (version: number, hash: Uint8Array) =>
    base58check(sha256).encode(Uint8Array.from([version, ...hash]));
  const ADDRESSES = {
    uncompressed: of58(0, hash160(secp256k1.getPublicKey(KEY, false))),
    compressed: of58(0, program),
    nested: of58(5, hash160(Uint8Array.from([0, 20, ...program]))),
    native: bech32.encode('bc', [0, ...bech32.toWords(program)]),
  };

  test.each([
    [27, ['uncompressed']],
    [31, ['compressed', 'nested', 'native']],
    [35, ['nested']],
    [39, ['native']],
  ] as const)('BIP-137 with a header from %i is of the %s address', (base, expected) => {
    const signature = bip137('hello', base);
    const right = Object.entries(ADDRESSES).filter(([, address]) =>
      isSignedBy({ chain: 'OMNI', address, message: 'hello', signature, network: 'main' }),
    );
    expect(right.map(([kind]) => kind)).toEqual(expected);
    const signed = {
      chain: 'OMNI',
      address: ADDRESSES[expected[0]],
      message: 'hello',
      signature,
      network: 'main',
    } as const;
    expect(refusals(signed)).toEqual(NONE);
    expect(isSignedBy({ ...signed, network: 'test' })).toBe(false);
  });

  // The vectors of BIP-322 itself.
  test.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
  ])('BIP-322 simple of "%s" is right', (message, signature) => {
    const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
    const signed = { chain: 'OMNI', address, message, signature, network: 'main' } as const;
    expect(isSignedBy(signed)).toBe(true);
    expect(refusals(signed)).toEqual(NONE);
    expect(isSignedBy({ ...signed, address: ADDRESSES.native })).toBe(false);
  });
});
