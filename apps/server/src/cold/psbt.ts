/**
 * A payment of the cold wallet as a partially signed transaction (BIP-174): built without a key, with all that a hardware wallet
 * checks, the whole transactions that made the coins, the scripts, and where each key comes from. What comes back signed is only looked
 * through for signatures: each must be of a key of the wallet, over exactly this transaction, all of it (BIP-143, SIGHASH_ALL). All else
 * that a file says is held against what was built, and refused where it differs; nothing of it is ever kept.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  Address,
  NETWORK,
  OutScript,
  RawTx,
  SigHash,
  TEST_NETWORK,
  Transaction,
} from '@scure/btc-signer';
import type { ColdOutput, ColdPlace, ColdWallet } from '../chains/index.ts';

/** An output that the cold wallet may spend. */
export interface ColdCoin {
  readonly txId: string;
  readonly index: number;
  readonly place: ColdPlace;
  /** The whole transaction that made it. */
  readonly made: Uint8Array;
}

export interface ColdPayment {
  /** What the output to the hot wallet holds, and how much it is. */
  readonly script: Uint8Array;
  readonly units: bigint;
  readonly fee: bigint;
  /** Where what is left goes: on the wallet's own change branch. */
  readonly change: ColdPlace;
}

/** What was built and shown to the operators; all that later steps need. */
export interface ColdPsbt {
  readonly psbt: Uint8Array;
  /** The transaction's name, which signatures do not change. */
  readonly txId: string;
  readonly change: bigint;
  /** What the inputs hold, by their own transactions, less what the outputs do. */
  readonly fee: bigint;
}

/** Of one key: its number in the descriptor, and a signature for each input, with the byte of its kind. */
export interface KeySignatures {
  readonly key: number;
  readonly signatures: readonly Uint8Array[];
}

/** Why a file is refused, as the console says it. */
export const PSBT_FAULTS = [
  'not_a_psbt',
  'other_transaction',
  'altered',
  'sighash',
  'foreign_key',
  'signature_wrong',
  'incomplete',
  'unsigned',
] as const;
export type PsbtFault = (typeof PSBT_FAULTS)[number];

export class ColdPsbtError extends Error {
  override readonly name = 'ColdPsbtError';
  readonly fault: PsbtFault;

  constructor(fault: PsbtFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Nodes do not pass on outputs of less. */
export const DUST = 546n;
/** Who holds the keys may have another version of it sent for a higher fee (BIP-125). */
const REPLACEABLE = 0xfffffffd;
const VERSION = 2;
/** Of transactions of others, which may hold anything. */
const ANY = {
  allowUnknownVersion: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
};
const SIGNATURE_BYTES = 73;
const KEY_BYTES = 34;

/** Virtual bytes of a payment with two outputs and signatures of the longest kind. */
export function sizeOf({ required, keys }: ColdWallet, inputs: number): bigint {
  const script = 3 + KEY_BYTES * keys.length;
  const input = 4 * 41 + 2 + required * SIGNATURE_BYTES + 3 + script;
  const outputs = 4 * 2 * (9 + KEY_BYTES);
  return BigInt(Math.ceil((4 * 10 + 2 + inputs * input + outputs) / 4));
}

/** What an output to an address of a network holds; undefined for what is none. `prefix`: with what its bech32 begins. */
export function scriptOf(address: string, prefix: string): Uint8Array | undefined {
  try {
    const network = prefix === NETWORK.bech32 ? NETWORK : { ...TEST_NETWORK, bech32: prefix };
    return OutScript.encode(Address(network).decode(address));
  } catch {
    return undefined;
  }
}

/** Whom a transaction pays; undefined when these bytes have another name, or are none. */
function outputsOf(txId: string, made: Uint8Array) {
  try {
    return Transaction.fromRaw(made, ANY).id === txId ? RawTx.decode(made).outputs : undefined;
  } catch {
    return undefined;
  }
}

/** Throws RangeError where the coins are not the wallet's or are not enough. */
export function buildColdPsbt(
  wallet: ColdWallet,
  coins: readonly ColdCoin[],
  { script, units, fee, change }: ColdPayment,
): ColdPsbt {
  const transaction = new Transaction({ version: VERSION });
  let left = -units - fee;
  for (const { txId: txid, index, place, made } of coins) {
    const own = wallet.outputAt(place);
    const output = outputsOf(txid, made)?.[index];
    if (output === undefined || !isSame(output.script, own.script))
      throw new RangeError('a coin is not the wallet’s');
    left += output.amount;
    transaction.addInput({
      ...{ txid, index, sequence: REPLACEABLE, sighashType: SigHash.ALL },
      // Its name is a digest of these bytes alone, and wallets write no others.
      ...{ nonWitnessUtxo: RawTx.encode(bare(RawTx.decode(made))), witnessUtxo: output },
      ...told(own),
    });
  }
  if (left < 0n) throw new RangeError('the coins are not enough');
  transaction.addOutput({ script, amount: units });
  const own = wallet.outputAt(change);
  const isChange = left >= DUST;
  if (isChange) transaction.addOutput({ script: own.script, amount: left, ...told(own) });
  return {
    psbt: transaction.toPSBT(),
    txId: nameOf(transaction),
    change: isChange ? left : 0n,
    // What is too little to come back goes to the fee.
    fee: isChange ? fee : fee + left,
  };
}

const told = ({ witnessScript, keys }: ColdOutput) => ({
  witnessScript,
  bip32Derivation: keys.map(
    ({ publicKey, derivation }): [Uint8Array, { fingerprint: number; path: number[] }] => [
      publicKey,
      derivation,
    ],
  ),
});

const nameOf = ({ unsignedTx }: Transaction): string =>
  Buffer.from(sha256(sha256(unsignedTx)))
    .reverse()
    .toString('hex');

/**
 * The signatures in an uploaded file of what was built, each proved anew, of those keys that signed every input. Throws
 * ColdPsbtError, `incomplete` where none did.
 */
export function signaturesIn(
  wallet: ColdWallet,
  places: readonly ColdPlace[],
  { built, given }: { readonly built: Uint8Array; readonly given: Uint8Array },
): readonly KeySignatures[] {
  const ours = Transaction.fromPSBT(built);
  const theirs = readPsbt(given);
  if (!isSame(theirs.unsignedTx, ours.unsignedTx)) throw new ColdPsbtError('other_transaction');
  const found = new Map<number, Uint8Array[]>();
  for (const [n, place] of places.entries()) {
    const own = wallet.outputAt(place);
    for (const [key, signature] of signedInput({ ours, theirs, n, own })) {
      const signed = found.get(key) ?? [];
      found.set(key, signed.length === n ? [...signed, signature] : signed);
    }
  }
  for (let n = 0; n < ours.outputsLength; n += 1)
    if (!isAgreed(ours.getOutput(n), theirs.getOutput(n))) throw new ColdPsbtError('altered');
  if (found.size === 0) throw new ColdPsbtError('unsigned');
  const all = [...found]
    .map(([key, signatures]) => ({ key, signatures }))
    .filter(({ signatures }) => signatures.length === places.length);
  if (all.length === 0) throw new ColdPsbtError('incomplete');
  return all.sort((a, b) => a.key - b.key);
}

/** What was built with such signatures, for the next to sign; throws nothing of what signaturesIn gave. */
export function combined(
  wallet: ColdWallet,
  places: readonly ColdPlace[],
  { built, signed }: { readonly built: Uint8Array; readonly signed: readonly KeySignatures[] },
): Uint8Array {
  return withSignatures(wallet, places, { built, signed }).toPSBT();
}

/** The whole transaction in hexadecimal digits, with the first m signatures of each input. */
export function finalised(
  wallet: ColdWallet,
  places: readonly ColdPlace[],
  { built, signed }: { readonly built: Uint8Array; readonly signed: readonly KeySignatures[] },
): { readonly raw: string; readonly txId: string } {
  const enough = signed.slice(0, wallet.required);
  if (enough.length < wallet.required) throw new RangeError('too few have signed');
  const transaction = withSignatures(wallet, places, { built, signed: enough });
  transaction.finalize();
  return { raw: transaction.hex, txId: transaction.id };
}

function withSignatures(
  wallet: ColdWallet,
  places: readonly ColdPlace[],
  { built, signed }: { readonly built: Uint8Array; readonly signed: readonly KeySignatures[] },
): Transaction {
  const transaction = Transaction.fromPSBT(built);
  for (const [n, place] of places.entries()) {
    const { keys } = wallet.outputAt(place);
    const partialSig = signed.flatMap(({ key, signatures }): [Uint8Array, Uint8Array][] => {
      const [publicKey, signature] = [keys[key]?.publicKey, signatures[n]];
      return publicKey === undefined || signature === undefined ? [] : [[publicKey, signature]];
    });
    if (partialSig.length > 0) transaction.updateInput(n, { partialSig }, true);
  }
  return transaction;
}

function readPsbt(given: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(given);
  } catch {
    throw new ColdPsbtError('not_a_psbt');
  }
}

type Input = ReturnType<Transaction['getInput']>;
type Output = ReturnType<Transaction['getOutput']>;

interface SignedInput {
  readonly ours: Transaction;
  readonly theirs: Transaction;
  readonly n: number;
  readonly own: ColdOutput;
}

/** Who signed an input: numbers of keys with their signatures. */
function signedInput({ ours, theirs, n, own }: SignedInput): [number, Uint8Array][] {
  const [built, given] = [ours.getInput(n), theirs.getInput(n)];
  if (given.sighashType !== undefined && given.sighashType !== SigHash.ALL)
    throw new ColdPsbtError('sighash');
  if (!isInputAgreed(built, given, own)) throw new ColdPsbtError('altered');
  const amount = built.witnessUtxo?.amount ?? 0n;
  const digest = ours.preimageWitnessV0(n, own.witnessScript, SigHash.ALL, amount);
  const proved = (key: number, signature: Uint8Array): [number, Uint8Array] => {
    if (signature.at(-1) !== SigHash.ALL) throw new ColdPsbtError('sighash');
    if (!isSignature(own, key, { signature, digest })) throw new ColdPsbtError('signature_wrong');
    return [key, signature];
  };
  const partial = (given.partialSig ?? []).map(([publicKey, signature]) => {
    const key = own.keys.findIndex((each) => isSame(each.publicKey, publicKey));
    if (key < 0) throw new ColdPsbtError('foreign_key');
    return proved(key, signature);
  });
  // Some wallets finish what has enough signatures: a zero, the signatures, the script. Each key is tried until it is found.
  const found = new Set<number>();
  const final = given.finalScriptWitness?.slice(1, -1).map((signature): [number, Uint8Array] => {
    if (signature.at(-1) !== SigHash.ALL) throw new ColdPsbtError('sighash');
    const key = own.keys.findIndex(
      (_, each) => !found.has(each) && isSignature(own, each, { signature, digest }),
    );
    if (key < 0) throw new ColdPsbtError('signature_wrong');
    found.add(key);
    return [key, signature];
  });
  const all = new Map([...partial, ...(final ?? [])]);
  return [...all];
}

function isSignature(
  { keys }: ColdOutput,
  key: number,
  { signature, digest }: { readonly signature: Uint8Array; readonly digest: Uint8Array },
): boolean {
  const publicKey = keys[key]?.publicKey;
  if (publicKey === undefined) return false;
  try {
    const options = { prehash: false, format: 'der', lowS: true } as const;
    return secp256k1.verify(signature.slice(0, -1), digest, publicKey, options);
  } catch {
    return false;
  }
}

/** What a file says of an input must be what was built, where it says it at all. */
function isInputAgreed(built: Input, given: Input, own: ColdOutput): boolean {
  const { nonWitnessUtxo: made, witnessUtxo: coin, finalScriptWitness: final } = given;
  const isFinal =
    final === undefined ||
    (final.length <= own.keys.length + 2 &&
      final[0]?.length === 0 &&
      isSame(final.at(-1), own.witnessScript));
  return (
    isFinal &&
    given.finalScriptSig === undefined &&
    given.redeemScript === undefined &&
    (coin === undefined ||
      (coin.amount === built.witnessUtxo?.amount && isSame(coin.script, own.script))) &&
    (made === undefined || isSame(encoded(made), encoded(built.nonWitnessUtxo))) &&
    isAgreed(built, given)
  );
}

type Made = NonNullable<Input['nonWitnessUtxo']>;

/** Without its witness, as Bitcoin Core and others write it. */
const bare = (made: Made): Made => ({ ...made, segwitFlag: false, witnesses: undefined });
const encoded = (made: Made | undefined): Uint8Array =>
  made === undefined ? new Uint8Array() : RawTx.encode(bare(made));

type Told = Pick<Input & Output, 'witnessScript' | 'bip32Derivation'>;

/** Scripts, and where keys come from: a file may leave them out, and says nothing else. */
function isAgreed(built: Told, given: Told): boolean {
  const { witnessScript, bip32Derivation = [] } = given;
  if (witnessScript !== undefined && !isSame(witnessScript, built.witnessScript)) return false;
  return bip32Derivation.every(([key, { fingerprint, path }]) =>
    built.bip32Derivation?.some(
      ([other, own]) =>
        isSame(key, other) &&
        fingerprint === own.fingerprint &&
        path.join('/') === own.path.join('/'),
    ),
  );
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.from(one).equals(other);
