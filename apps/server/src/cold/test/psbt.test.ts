/** The cold wallet's own part: its descriptor, what is built for the operators, and what is taken of what they send back. */

import { RawTx, SigHash, Transaction } from '@scure/btc-signer';
import { networks, Psbt, payments } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColdPlace, descriptorChecksum, readDescriptor } from '../../chains/descriptor.ts';
import { foreignTx } from '../../chains/test/bitcoin-wire.ts';
import {
  buildColdPsbt,
  type ColdCoin,
  type ColdPayment,
  ColdPsbtError,
  combined,
  finalised,
  type KeySignatures,
  signaturesIn,
  sizeOf,
} from '../psbt.ts';
import {
  assembled,
  descriptorOf,
  keyOf,
  MASTERS,
  STRANGER,
  signAs,
  withChecksum,
} from './operators.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const wallet = readDescriptor(descriptorOf(2), 'test');
const HOT = Buffer.from(`0014${'ab'.repeat(20)}`, 'hex');
const CHANGE = { branch: 1, index: 4 } as const;

const coinAt = (seed: string, place: ColdPlace, units: bigint): ColdCoin => {
  const { script } = wallet.outputAt(place);
  const outputs = [
    { units: 0n, script: '6a0568656c6c6f' },
    { units, script: hex(script) },
  ];
  const { txId, raw } = foreignTx(seed, outputs);
  return { txId, index: 1, place, made: Buffer.from(raw, 'hex') };
};
/** The same transaction as a segwit one: its name is that without the witness. */
const withWitness = (made: Uint8Array): Uint8Array => {
  const raw = RawTx.decode(made);
  return RawTx.encode({
    ...raw,
    segwitFlag: true,
    witnesses: raw.inputs.map(() => [Uint8Array.of(7, 7)]),
  });
};
const COINS = [
  coinAt('one', { branch: 0, index: 0 }, 60_000_000n),
  coinAt('two', { branch: 1, index: 3 }, 50_000_000n),
];
const PLACES = COINS.map(({ place }) => place);
const payment = { script: HOT, units: 100_000_000n, fee: 20_000n, change: CHANGE };
const { psbt: built, txId, change } = buildColdPsbt(wallet, COINS, payment);
const read = (given: Uint8Array): readonly KeySignatures[] =>
  signaturesIn(wallet, PLACES, { built, given });
const faultOf = (given: Uint8Array): string => {
  try {
    read(given);
    return 'taken';
  } catch (error) {
    if (error instanceof ColdPsbtError) return error.fault;
    throw error;
  }
};
const signed = MASTERS.map((master) => signAs(master, built));
const [FIRST = built, SECOND = built, THIRD = built] = signed;

describe('the descriptor', () => {
  test("its checksum is BIP-380's", () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
    expect(descriptorChecksum('raw(é)')).toBeUndefined();
  });

  test('its outputs are those that another library makes of the same keys', () => {
    for (const place of [...PLACES, CHANGE]) {
      const pubkeys = MASTERS.map((master) => {
        const path = `m/48'/1'/0'/2'/${place.branch}/${place.index}`;
        return master.derive(path).publicKey ?? new Uint8Array();
      }).sort((a, b) => Buffer.compare(a, b));
      const redeem = payments.p2ms({ m: 2, pubkeys, network: networks.regtest });
      const theirs = payments.p2wsh({ redeem, network: networks.regtest });
      expect(hex(wallet.outputAt(place).script)).toBe(hex(theirs.output ?? new Uint8Array()));
    }
  });

  const [one, two] = MASTERS.map(keyOf);
  const priv = MASTERS[0].derive("m/48'/1'/0'/2'").privateExtendedKey;
  test.each([
    ['a changed character', descriptorOf(2).replace('sortedmulti(2', 'sortedmulti(3'), /checksum/],
    ['no checksum', descriptorOf(2).split('#')[0] ?? '', /must be wsh/],
    ['keys that are not sorted', withChecksum(`wsh(multi(2,${one},${two}))`), /must be wsh/],
    ['one key that is enough', descriptorOf(1), /one alone could pay/],
    ['more than there are', descriptorOf(4), /more keys than it has/],
    ['a key twice', withChecksum(`wsh(sortedmulti(2,${one},${one}))`), /key twice/],
    [
      'a private key',
      withChecksum(`wsh(sortedmulti(2,${one},[00000001/0']${priv}/<0;1>/*))`),
      /private key/,
    ],
    [
      'no change branch',
      withChecksum(`wsh(sortedmulti(2,${one},${two?.replace('<0;1>', '0')}))`),
      /<0;1>/,
    ],
    [
      'keys of no known master',
      withChecksum(`wsh(sortedmulti(2,${one},${two?.replace(/\[.*\]/, '')}))`),
      /fingerprint/,
    ],
  ])('%s is refused', (_what, text, why) => {
    expect(() => readDescriptor(text, 'test')).toThrow(why);
    try {
      readDescriptor(text, 'test');
    } catch (error) {
      expect(String(error)).not.toContain('tpub');
      expect(String(error)).not.toContain('tprv');
    }
  });

  test('of another network is refused', () => {
    expect(() => readDescriptor(descriptorOf(2), 'main')).toThrow(/test network/);
  });
});

describe('what is built', () => {
  test('shows a wallet all it checks, in the words of BIP-174', () => {
    const theirs = Psbt.fromBuffer(built, { network: networks.regtest });
    expect(theirs.txOutputs.map(({ value }) => value)).toEqual([100_000_000n, 9_980_000n]);
    expect(theirs.data.inputs).toHaveLength(2);
    for (const input of theirs.data.inputs) {
      expect(input.nonWitnessUtxo).toBeDefined();
      expect(input.witnessScript).toBeDefined();
      expect(input.bip32Derivation).toHaveLength(3);
      expect(input.sighashType).toBe(SigHash.ALL);
    }
    // By this a wallet knows its own change.
    const [hot, own] = theirs.data.outputs;
    expect(hot?.bip32Derivation).toBeUndefined();
    expect(own?.bip32Derivation?.map(({ path }) => path)).toEqual(
      MASTERS.map(() => "m/48'/1'/0'/2'/1/4"),
    );
    expect(change).toBe(9_980_000n);
  });

  test('costs no more than its size says', () => {
    const { raw } = finalised(wallet, PLACES, { built, signed: [...read(FIRST), ...read(THIRD)] });
    const { vsize } = Transaction.fromRaw(Buffer.from(raw, 'hex'), {
      disableScriptCheck: true,
      allowUnknownInputs: true,
    });
    expect(Number(sizeOf(wallet, 2))).toBeGreaterThanOrEqual(vsize);
    expect(Number(sizeOf(wallet, 2)) - vsize).toBeLessThan(16);
  });

  test('dust goes to the fee; foreign coins and too few are no payment', () => {
    const close = { ...payment, units: 109_980_000n - 545n };
    expect(buildColdPsbt(wallet, COINS, close).change).toBe(0n);
    const more = { ...payment, units: 110_000_000n };
    expect(() => buildColdPsbt(wallet, COINS, more)).toThrow(/not enough/);
    const foreign = { ...COINS[0], place: { branch: 0, index: 9 } } as ColdCoin;
    expect(() => buildColdPsbt(wallet, [foreign], payment)).toThrow(/not the wallet/);
    const lied = { ...COINS[0], made: COINS[1]?.made } as ColdCoin;
    expect(() => buildColdPsbt(wallet, [lied], payment)).toThrow(/not the wallet/);
  });
});

describe('what comes back', () => {
  test('any two of three make the transaction that another library makes', () => {
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const files = [signed[a] ?? built, signed[b] ?? built];
      const both = files.flatMap(read);
      expect(both.map(({ key }) => key)).toEqual([a, b]);
      const ours = finalised(wallet, PLACES, { built, signed: both });
      expect(ours).toEqual(assembled(files));
      expect(ours.txId).toBe(txId);
    }
  });

  test('a second operator signs what the first has signed, and a wallet may finish it', () => {
    const next = combined(wallet, PLACES, { built, signed: read(SECOND) });
    expect(read(signAs(MASTERS[2], next)).map(({ key }) => key)).toEqual([1, 2]);
    const finished = signAs(MASTERS[2], next, { isFinal: true });
    expect(read(finished).map(({ key }) => key)).toEqual([1, 2]);
  });

  test('one is not enough', () => {
    expect(() => finalised(wallet, PLACES, { built, signed: read(FIRST) })).toThrow(/too few/);
    expect(faultOf(built)).toBe('unsigned');
  });

  const rebuilt = (changes: Partial<ColdPayment>, coins = COINS): Uint8Array =>
    signAs(MASTERS[0], buildColdPsbt(wallet, coins, { ...payment, ...changes }).psbt);
  test.each([
    ['another payee', () => rebuilt({ script: Buffer.from(`0014${'cd'.repeat(20)}`, 'hex') })],
    ['another amount', () => rebuilt({ units: 99_000_000n })],
    ['another fee', () => rebuilt({ fee: 30_000n })],
    ['change elsewhere', () => rebuilt({ change: { branch: 1, index: 5 } })],
    ['its coins in another order', () => rebuilt({}, COINS.toReversed())],
  ])('%s is another transaction', (_what, make) => {
    expect(faultOf(make())).toBe('other_transaction');
  });

  test.each([SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY])(
    'a signature of kind %s leaves something open, and is refused',
    (sighash) => {
      expect(faultOf(signAs(MASTERS[0], built, { sighash }))).toBe('sighash');
      // Nor where the file does not say so.
      const quiet = Psbt.fromBuffer(signAs(MASTERS[0], built, { sighash }));
      for (const input of quiet.data.inputs) delete input.sighashType;
      expect(faultOf(quiet.toBuffer())).toBe('sighash');
    },
  );

  test("a stranger's key, a copied signature and a part of the inputs are refused", () => {
    const mine = Psbt.fromBuffer(FIRST);
    const [a, b] = mine.data.inputs.map(({ partialSig }) => partialSig?.[0]);
    if (a === undefined || b === undefined) throw new Error('both are signed');
    const change = (edit: (psbt: Psbt) => void): string => {
      const copy = Psbt.fromBuffer(FIRST);
      edit(copy);
      return faultOf(copy.toBuffer());
    };
    const pubkey = STRANGER.derive('m/0').publicKey ?? new Uint8Array();
    expect(
      change(({ data }) => {
        const [input] = data.inputs;
        if (input !== undefined) input.partialSig = [{ pubkey, signature: a.signature }];
      }),
    ).toBe('foreign_key');
    expect(
      change(({ data }) => {
        const [input] = data.inputs;
        if (input !== undefined) input.partialSig = [{ pubkey: a.pubkey, signature: b.signature }];
      }),
    ).toBe('signature_wrong');
    for (const n of [0, 1])
      expect(change(({ data }) => delete data.inputs[n]?.partialSig)).toBe('incomplete');
  });

  test('a key that signed a part counts for nothing, and takes nothing from the others', () => {
    const both = Psbt.fromBuffer(Buffer.from(signAs(MASTERS[1], FIRST)), {
      network: networks.testnet,
    });
    const [, second] = both.data.inputs;
    if (second?.partialSig !== undefined)
      second.partialSig = second.partialSig.filter(({ pubkey }) =>
        Psbt.fromBuffer(Buffer.from(FIRST)).data.inputs[1]?.partialSig?.some((each) =>
          Buffer.from(each.pubkey).equals(Buffer.from(pubkey)),
        ),
      );
    expect(read(both.toBuffer()).map(({ key }) => key)).toEqual(read(FIRST).map(({ key }) => key));
  });

  test('coins that segwit transactions made are agreed on with and without their witness', () => {
    const wallets = COINS.map((coin) => ({ ...coin, made: withWitness(coin.made) }));
    const made = buildColdPsbt(wallet, wallets, payment);
    expect(made.txId).toBe(txId);
    const given = signAs(MASTERS[0], made.psbt);
    expect(signaturesIn(wallet, PLACES, { built: made.psbt, given })).toHaveLength(1);
    // As a wallet that keeps the witness writes it.
    const whole = Psbt.fromBuffer(Buffer.from(given));
    for (const [n, input] of whole.data.inputs.entries())
      input.nonWitnessUtxo = wallets[n]?.made ?? new Uint8Array();
    expect(
      signaturesIn(wallet, PLACES, { built: made.psbt, given: whole.toBuffer() }),
    ).toHaveLength(1);
    // What was built before with a witness takes files of those that leave it out.
    const before = Psbt.fromBuffer(Buffer.from(made.psbt));
    for (const [n, input] of before.data.inputs.entries())
      input.nonWitnessUtxo = wallets[n]?.made ?? new Uint8Array();
    expect(signaturesIn(wallet, PLACES, { built: before.toBuffer(), given })).toHaveLength(1);
  });

  test('of a file with any byte altered, nothing is taken but what was signed', () => {
    const honest = read(FIRST);
    fc.assert(
      fc.property(fc.nat(FIRST.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const altered = Buffer.from(FIRST);
        altered[at] = (altered[at] ?? 0) ^ mask;
        let taken: readonly KeySignatures[] | undefined;
        try {
          taken = read(altered);
        } catch (error) {
          expect(error).toBeInstanceOf(ColdPsbtError);
        }
        if (taken !== undefined) expect(taken).toEqual(honest);
      }),
      { numRuns: 400 },
    );
  });

  test('every single byte of the transaction and of its signatures counts', () => {
    const unsigned = Buffer.from(Transaction.fromPSBT(built).unsignedTx);
    const parts = [unsigned, ...read(FIRST).flatMap(({ signatures }) => signatures)];
    for (const part of parts) {
      const start = Buffer.from(FIRST).indexOf(part);
      expect(start).toBeGreaterThan(0);
      for (let at = start; at < start + part.length; at += 1) {
        const altered = Buffer.from(FIRST);
        altered[at] = (altered[at] ?? 0) ^ 1;
        expect(faultOf(altered)).not.toBe('taken');
      }
    }
  });

  test('what is no PSBT is said to be none', () => {
    for (const text of ['', 'psbt', 'hello', hex(built)])
      expect(faultOf(Buffer.from(text))).toBe('not_a_psbt');
    expect(faultOf(built.slice(0, -1))).toBe('not_a_psbt');
  });
});
