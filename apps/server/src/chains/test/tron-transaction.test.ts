/**
 * The bytes of payments on Tron against what others made: transactions of the main network as TronGrid tells them, and
 * payments that TronWeb 6.5.1 built and signed with a published key (`tronweb-payments.json`, by `transactionBuilder` and
 * `trx.sign`).
 */
import { tronAddressOf } from '@fairlead/signer/tron/address';
import { nameOf, rawData, signRaw, type TronTerms } from '@fairlead/signer/tron/transaction';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tronAddress } from '../address.ts';
import { readTron } from './tron-wire.ts';
import payments from './tronweb-payments.json' with { type: 'json' };

/** Of wallet-core's and TronWeb's published tests. */
const KEY = '0x2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54';
const OWNER = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const address = (digits: string) => tronAddress(Buffer.from(digits.slice(2), 'hex'));

/** A block of which a payment tells no more than these bytes. */
const reference = (bytes: string, hash: string) => ({
  height: Number.parseInt(bytes, 16),
  hash: `0000000000${bytes}00${hash}`.slice(0, 16).padEnd(16, '0') + hash + '0'.repeat(32),
});

/** A whole transaction; both parts are shorter than 16384 bytes and longer than 127, or of 65. */
function signedWith(raw: string, signature: string): string {
  const length = raw.length / 2;
  const size = Buffer.from([(length & 0x7f) | 0x80, length >> 7]).toString('hex');
  return `0a${size}${raw}1241${signature}`;
}

describe('transactions of the main network', () => {
  test('of TRX, in block 54393481, is written byte by byte', () => {
    const raw = rawData(
      {
        from: address('4179309abcff2cf531070ca9222a1f72c4a5136874'),
        to: address('41c6a137bb170cc0dd40fcb83f18b389fa9426ac46'),
        contract: undefined,
        units: 40_000_000n,
      },
      {
        reference: reference('fa73', '2b2f6684f9986495'),
        expirationMs: 1_693_814_418_000,
        timestampMs: 1_693_810_760_850,
        feeLimit: 0n,
      },
    );
    expect(hex(raw)).toBe(
      '0a02fa7322082b2f6684f998649540d0d4d3f9a5315a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a154179309abcff2cf531070ca9222a1f72c4a5136874121541c6a137bb170cc0dd40fcb83f18b389fa9426ac461880b489137092b9f4f7a531',
    );
    expect(nameOf(raw)).toBe('1abdaae882a5bd80bda189e8722705a4b7d110f580da3ad000d0fe53e61b469f');
    // Its signature, as the chain took it, is read as its owner's.
    const signature =
      '1ddad0478c0a1c3c12c970cb90ca09446223d634ea5c315768b4c64cf273545a12c186e5de9884117f4933b4635347a38ff8a26d3ab659520adbe60547e071b600';
    expect(readTron(signedWith(hex(raw), signature))).toMatchObject({
      owner: address('4179309abcff2cf531070ca9222a1f72c4a5136874'),
      signer: address('4179309abcff2cf531070ca9222a1f72c4a5136874'),
    });
  });

  test('of USDT, in block 62686538, differs in the one byte that its wallet wrote before the payee', () => {
    const raw = rawData(
      {
        from: address('418ca132af72e7864eee48eac163a1fb4028662091'),
        to: address('41838eed07fa72a857058e4f9f98bf0e6a2f1af473'),
        contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        units: 0x4651n,
      },
      {
        reference: reference('8537', 'f373eda9e68b4dc1'),
        expirationMs: 1_718_703_903_000,
        timestampMs: 1_718_703_844_821,
        feeLimit: 100_000_000n,
      },
    );
    const recorded =
      '0a0285372208f373eda9e68b4dc14098a2f1d582325aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15418ca132af72e7864eee48eac163a1fb4028662091121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000041838eed07fa72a857058e4f9f98bf0e6a2f1af473000000000000000000000000000000000000000000000000000000000000465170d5dbedd58232900180c2d72f';
    expect(nameOf(Buffer.from(recorded, 'hex'))).toBe(
      '5e8e3cdf239f31c678b6119c95c76c402a71f50947d960c3905825ee648cd75a',
    );
    // The prefix of addresses in a word of 32 bytes, of which a contract reads the last 20.
    const written = hex(raw).replace(`00${'838eed07'}`, `41${'838eed07'}`);
    expect(written).toBe(recorded);
    const signature =
      '2c527348c6c982d4aeb1fd075b35cd1a4b09226dc5ebe402546061d5a8c0bb53d90ce89d4fadd52e323746d65f81311d4d2f77ab5a28f6ebef7ebd4ee2d0b48101';
    expect(readTron(signedWith(recorded, signature)).signer).toBe(
      address('418ca132af72e7864eee48eac163a1fb4028662091'),
    );
  });
});

describe('payments that TronWeb made', () => {
  test('begin with the address of the key', () => {
    expect(tronAddressOf(KEY)).toBe(OWNER);
  });

  test.each(payments.map((payment) => [`${payment.amount} to ${payment.to}`, payment]))(
    '%s are the same bytes, name and signature',
    async (_what, payment) => {
      const terms: TronTerms = {
        reference: reference(payment.refBlockBytes, payment.refBlockHash),
        expirationMs: payment.expiration,
        timestampMs: payment.timestamp,
        feeLimit: BigInt(payment.feeLimit ?? 0),
      };
      const asked = {
        from: OWNER,
        to: payment.to,
        contract: payment.contract,
        units: BigInt(payment.amount),
      };
      const raw = rawData(asked, terms);
      expect(hex(raw)).toBe(payment.raw);
      const signed = await signRaw(raw, KEY);
      expect(signed.txId).toBe(payment.txID);
      expect(signed.raw).toBe((await signRaw(Buffer.from(payment.raw, 'hex'), KEY)).raw);
      expect(signed.raw.endsWith(payment.signature.toLowerCase())).toBe(true);
    },
  );
});

test('what is written is read back by a node’s own code as exactly that', async () => {
  const property = fc.asyncProperty(
    fc.record({
      to: fc.uint8Array({ minLength: 20, maxLength: 20 }),
      isToken: fc.boolean(),
      units: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      height: fc.integer({ min: 0, max: 2 ** 32 }),
      expiration: fc.integer({ min: 1, max: 2 ** 45 }),
      feeLimit: fc.bigInt({ min: 0n, max: 15_000_000_000n }),
    }),
    async ({ to, isToken, units, height, expiration, feeLimit }) => {
      const payee = tronAddress(to);
      const contract = isToken ? 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' : undefined;
      const id = height.toString(16).padStart(16, '0') + 'ab'.repeat(24);
      const raw = rawData(
        { from: OWNER, to: payee, contract, units },
        { reference: { height, hash: id }, expirationMs: expiration, timestampMs: 1, feeLimit },
      );
      const signed = await signRaw(raw, KEY);
      expect(readTron(signed.raw)).toMatchObject({
        ...{ txId: signed.txId, owner: OWNER, signer: OWNER, to: payee, contract, units },
        ...{ expiration, feeLimit, refBytes: id.slice(12, 16), refHash: 'ab'.repeat(8) },
      });
    },
  );
  await fc.assert(property, { numRuns: 200, seed: 186 });
});

test('what does not fit, and an address that is none, are not written', () => {
  const terms = {
    reference: { height: 1, hash: `${'0'.repeat(15)}1${'ab'.repeat(24)}` },
    expirationMs: 1,
    timestampMs: 1,
    feeLimit: 0n,
  };
  const write = (change: object) => () =>
    rawData({ from: OWNER, to: OWNER, contract: undefined, units: 1n, ...change }, terms);
  expect(write({ units: 0n })).toThrow('does not fit');
  expect(write({ units: 2n ** 63n })).toThrow('does not fit');
  expect(write({ units: 2n ** 256n, contract: OWNER })).toThrow('does not fit');
  expect(write({ to: `${OWNER.slice(0, -1)}D` })).toThrow('no address of Tron');
  expect(write({ to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toThrow('no address of Tron');
});
