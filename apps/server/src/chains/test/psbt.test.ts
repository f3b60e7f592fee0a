/** What is signed in bitcoin: a PSBT of BIP-174 that pays what was approved, to nobody else, for a fee within the policy. */
import { walletOf } from '@fairlead/signer/bitcoin/network';
import { buildPayment, type Coin, PsbtError, signPayment } from '@fairlead/signer/bitcoin/psbt';
import { sizeOf } from '@fairlead/signer/bitcoin/size';
import { p2ms, p2wsh, RawTx, SigHash, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { bytesToHex, hexToBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import { COMBINED, EXTRACTED, FIRST, INVALID, SECOND, UPDATED } from './bip174.ts';
import { foreignTx, isSigned, readTx } from './bitcoin-wire.ts';

const bytes = (hex: string): Uint8Array => hexToBytes(`0x${hex}`);
const hex = (given: Uint8Array): string => bytesToHex(given).slice(2);

describe('BIP-174: its own vectors', () => {
  const signed = ({ keys }: typeof FIRST): Transaction => {
    const transaction = Transaction.fromPSBT(bytes(UPDATED));
    for (const key of keys) transaction.sign(WIF(TEST_NETWORK).decode(key));
    return transaction;
  };

  test('two signers, a combiner, a finalizer and an extractor make what it says', () => {
    const [first, second] = [signed(FIRST), signed(SECOND)];
    expect(hex(first.toPSBT())).toBe(FIRST.psbt);
    expect(hex(second.toPSBT())).toBe(SECOND.psbt);
    const combined = first.combine(second);
    // The order of keys is anyone's; here it is that of their bytes.
    const theirs = Transaction.fromPSBT(bytes(COMBINED));
    expect(hex(combined.toPSBT())).toBe(hex(theirs.toPSBT()));
    expect(hex(theirs.toPSBT())).toHaveLength(COMBINED.length);
    combined.finalize();
    expect(hex(combined.extract())).toBe(EXTRACTED);
  });

  test.each([...Object.entries(INVALID), ['one of other wallets', UPDATED]])(
    'nothing of it is signed here: %s',
    (_what, psbt) => {
      expect(() => signPayment(bytes(psbt), terms, { key: KEY, limits })).toThrow(PsbtError);
    },
  );
});

const KEY = new Uint8Array(32).fill(7);
const own = walletOf(bytesToHex(KEY), 'regtest').script;
const payee = walletOf(bytesToHex(new Uint8Array(32).fill(8)), 'regtest').script;
const thief = walletOf(bytesToHex(new Uint8Array(32).fill(9)), 'regtest').script;
const UNITS = 40_000_000n;
const terms = { payee, units: UNITS, own };
const limits = { maxFee: 100_000n, maxFeeRate: 200n };
const FEE = 5_000n;

const coinOf = (seed: string, units: bigint, script: Uint8Array = own): Coin => {
  const tx = foreignTx(seed, [
    { units: 0n, script: '6a0568656c6c6f' },
    { units, script: hex(script) },
  ]);
  return { txId: tx.txId, index: 1, made: bytes(tx.raw) };
};
const coins = [coinOf('one', 30_000_000n), coinOf('two', 25_000_000n)];
const sign = (psbt: Uint8Array) => signPayment(psbt, terms, { key: KEY, limits });

describe('a payment', () => {
  test('pays the payee, gives the rest back, and its signatures hold by BIP-143', () => {
    const signed = sign(buildPayment(coins, terms, FEE));
    const tx = readTx(signed.raw);
    expect(tx.txId).toBe(signed.txId);
    expect(tx.outputs).toEqual([
      { units: UNITS, script: hex(payee) },
      { units: 15_000_000n - FEE, script: hex(own) },
    ]);
    expect(signed.fee).toBe(FEE);
    for (const [n, units] of [30_000_000n, 25_000_000n].entries()) {
      expect(isSigned(tx, n, { units, script: hex(own) })).toBe(true);
      expect(isSigned(tx, n, { units: units + 1n, script: hex(own) })).toBe(false);
    }
    // As large as was reckoned before it was signed, or a byte smaller for each signature.
    const reckoned = Number(sizeOf(2, [payee, own]));
    expect(reckoned - tx.virtualSize).toBeGreaterThanOrEqual(0);
    expect(reckoned - tx.virtualSize).toBeLessThanOrEqual(1);
    expect(tx.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
  });

  test('what is too little to come back goes to the fee', () => {
    const exact = coinOf('exact', UNITS + FEE + 545n);
    const signed = sign(buildPayment([exact], terms, FEE));
    expect(readTx(signed.raw).outputs).toHaveLength(1);
    expect(signed.fee).toBe(FEE + 545n);
    expect(() => buildPayment([coins[0] ?? exact], terms, FEE)).toThrow('not enough');
  });

  test('is of coins that a transaction of any version made; what is no transaction makes none', () => {
    const [coin] = coins;
    const made = Uint8Array.from(coin?.made ?? []);
    made[0] = 4;
    const { id } = Transaction.fromRaw(made, {
      allowUnknownVersion: true,
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    });
    const less = { ...terms, units: 20_000_000n };
    const build = (given: Coin) => buildPayment([given], less, FEE);
    const signed = signPayment(build({ txId: id, index: 1, made }), less, { key: KEY, limits });
    expect(readTx(signed.raw).outputs).toHaveLength(2);
    expect(() => build({ txId: id, index: 1, made: made.subarray(0, 20) })).toThrow(PsbtError);
  });
});

/** What whoever builds it could make of it; each is the honest one but for one thing. */
describe('W12: whoever builds it, nothing else is signed', () => {
  interface Parts {
    readonly spent?: readonly Coin[];
    readonly outputs?: readonly { script: Uint8Array; amount: bigint }[];
    readonly input?: Record<string, unknown>;
    readonly opts?: { lockTime?: number; version?: number };
  }
  const rest = 15_000_000n - FEE;
  const honest = [
    { script: payee, amount: UNITS },
    { script: own, amount: rest },
  ];
  function made({ spent = coins, outputs = honest, input = {}, opts = {} }: Parts): Uint8Array {
    const transaction = new Transaction({ version: 2, ...opts });
    for (const { txId: txid, index, made: nonWitnessUtxo } of spent) {
      const witnessUtxo = RawTx.decode(nonWitnessUtxo).outputs[index];
      const sequence = 0xfffffffd;
      const given = { txid, index, sequence, nonWitnessUtxo, witnessUtxo, ...input };
      transaction.addInput(given as Parameters<Transaction['addInput']>[0], true);
    }
    for (const output of outputs) transaction.addOutput(output);
    return transaction.toPSBT();
  }

  test('the honest one is', () => {
    expect(sign(made({})).fee).toBe(FEE);
  });

  const [first = coinOf('one', 1n), second = first] = coins;
  const rows: readonly [string, string, () => Uint8Array][] = [
    [
      'another payee',
      'it pays somebody else',
      () =>
        made({
          outputs: [
            { script: thief, amount: UNITS },
            { script: own, amount: rest },
          ],
        }),
    ],
    [
      'a satoshi more',
      'another amount',
      () =>
        made({
          outputs: [
            { script: payee, amount: UNITS + 1n },
            { script: own, amount: rest - 1n },
          ],
        }),
    ],
    [
      'change to somebody else',
      'its change goes to somebody else',
      () =>
        made({
          outputs: [
            { script: payee, amount: UNITS },
            { script: thief, amount: rest },
          ],
        }),
    ],
    [
      'change and a third output',
      'an output too many',
      () =>
        made({
          outputs: [
            ...honest.slice(0, 1),
            { script: own, amount: rest - 1_000n },
            { script: thief, amount: 1_000n },
          ],
        }),
    ],
    ['everything left as a fee', 'its fee is more', () => made({ outputs: honest.slice(0, 1) })],
    [
      'a fee a satoshi too high',
      'its fee is more',
      () =>
        made({
          outputs: [
            honest[0] ?? { script: payee, amount: UNITS },
            { script: own, amount: 15_000_000n - 100_000n - 1n },
          ],
        }),
    ],
    [
      'a coin of another wallet',
      'not the wallet’s',
      () => made({ spent: [first, coinOf('theirs', 25_000_000n, thief)] }),
    ],
    [
      'a coin without what made it',
      'does not show what made its coin',
      () => made({ input: { nonWitnessUtxo: undefined } }),
    ],
    [
      'a signature that leaves outputs open',
      'would not hold all',
      () => made({ input: { sighashType: SigHash.NONE } }),
    ],
    [
      'a payment that cannot be replaced',
      'cannot be replaced',
      () => made({ input: { sequence: 0xffffffff } }),
    ],
    ['a payment for a later day', 'wait for a time', () => made({ opts: { lockTime: 900_000 } })],
  ];
  test.each(rows)('%s', (_what, why, psbt) => {
    expect(() => sign(psbt())).toThrow(why);
  });

  test('a coin that is said to be worth less than it is, so that the rest is a fee', () => {
    const lie = (raw: Uint8Array): Uint8Array => bytes(hex(raw).replace('80c3c901', '40548900'));
    expect(hex(first.made)).toContain('80c3c901');
    const liar: Coin = { ...first, made: lie(first.made) };
    expect(() => buildPayment([liar, second], terms, FEE)).toThrow('not what its transaction made');
    // The same straight into the bytes of the PSBT, where the builder lies too.
    const psbt = hex(made({})).replaceAll('80c3c901', '40548900');
    expect(() => sign(bytes(psbt))).toThrow(PsbtError);
  });

  test('a script of somebody else’s beside the wallet’s', () => {
    const shared = p2wsh(p2ms(1, [new Uint8Array(33).fill(2)], true));
    const coin = coinOf('shared', 25_000_000n, shared.script);
    const psbt = () => made({ spent: [first, coin], input: {} });
    expect(() => sign(psbt())).toThrow(PsbtError);
  });
});
