/**
 * A payment as a partially signed transaction (BIP-174). Whoever builds one needs no key; what is signed is checked anew
 * against what was approved, whoever built it: one output to the payee, at most one other, back to the wallet itself, and a
 * fee within the policy. What a coin is worth is read from the whole transaction that made it, whose name is its digest,
 * so a node that lies about it cannot have a fortune paid as a fee.
 */
import { RawTx, SigHash, Transaction } from '@scure/btc-signer';
import { DUST, sizeOf } from './size.ts';

/** An output that the wallet may spend. */
export interface Coin {
  readonly txId: string;
  readonly index: number;
  /** The whole transaction that made it. */
  readonly made: Uint8Array;
}

/** What is to be paid; scripts as outputs hold them. */
interface PaidTerms {
  readonly payee: Uint8Array;
  readonly units: bigint;
}

/** And out of whose coins, to whom the rest returns. */
export interface PaymentTerms extends PaidTerms {
  readonly own: Uint8Array;
}

/** Everything that coins of several keys are worth, in one output; nothing comes back. */
export interface SweepTerms extends PaidTerms {
  /** Keys by their scripts, in hexadecimal digits. */
  readonly keys: ReadonlyMap<string, Uint8Array>;
}

export interface FeeLimits {
  readonly maxFee: bigint;
  /** Satoshis a virtual byte. */
  readonly maxFeeRate: bigint;
}

export interface SignedPayment {
  readonly txId: string;
  readonly raw: string;
  readonly fee: bigint;
}

/** Why a transaction is not signed. */
export class PsbtError extends Error {
  override readonly name = 'PsbtError';
}

/** Anyone may take its place for a higher fee who can sign for the same coins (BIP-125): the wallet alone. */
const REPLACEABLE = 0xfffffffd;
const VERSION = 2;
/** Of transactions of others, which may hold anything. */
const ANY = {
  allowUnknownVersion: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
};
/** All that an unsigned input of ours has. */
const INPUT_FIELDS: ReadonlySet<string> = new Set([
  'txid',
  'index',
  'sequence',
  'nonWitnessUtxo',
  'witnessUtxo',
  'sighashType',
]);
const OUTPUT_FIELDS: ReadonlySet<string> = new Set(['script', 'amount']);

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.from(one).equals(other);

/** Whom a transaction pays; undefined when these bytes have another name, or are none. */
export function outputsOf(txId: string, made: Uint8Array) {
  try {
    const isNamed = Transaction.fromRaw(made, ANY).id === txId;
    return isNamed ? RawTx.decode(made).outputs : undefined;
  } catch {
    return undefined;
  }
}

/** The output that a coin is; undefined when the transaction has another name or no such output. */
const outputOf = ({ txId, index, made }: Coin) => outputsOf(txId, made)?.[index];

/** The unsigned payment. What is left after the fee goes back to the wallet unless it is dust, which the fee takes. */
export function buildPayment(
  coins: readonly Coin[],
  { payee, units, own }: PaidTerms & { readonly own?: Uint8Array },
  fee: bigint,
): Uint8Array {
  const transaction = new Transaction({ version: VERSION });
  let left = -units - fee;
  for (const coin of coins) {
    const output = outputOf(coin);
    if (output === undefined) throw new PsbtError('a coin is not what its transaction made');
    left += output.amount;
    const { txId: txid, index, made: nonWitnessUtxo } = coin;
    const sequence = REPLACEABLE;
    transaction.addInput({ txid, index, sequence, nonWitnessUtxo, witnessUtxo: output });
  }
  if (left < 0n) throw new PsbtError('the coins are not enough');
  transaction.addOutput({ script: payee, amount: units });
  if (own !== undefined && left >= DUST) transaction.addOutput({ script: own, amount: left });
  return transaction.toPSBT();
}

interface Allowed {
  readonly terms: PaidTerms;
  /** Whether a coin is the wallet's. */
  readonly isOwn: (script: Uint8Array) => boolean;
  /** Where the rest may return to; undefined where nothing may. */
  readonly change: Uint8Array | undefined;
  readonly limits: FeeLimits;
}

/** Throws PsbtError unless the transaction pays exactly that and nothing else; gives its fee. */
function check(transaction: Transaction, allowed: Allowed): bigint {
  const { terms, limits } = allowed;
  const refuse = (why: string): never => {
    throw new PsbtError(why);
  };
  if (transaction.version !== VERSION || transaction.lockTime !== 0)
    refuse('it can wait for a time');
  const paid = checkInputs(transaction, allowed.isOwn);
  const outputs = Array.from({ length: transaction.outputsLength }, (_, n) =>
    transaction.getOutput(n),
  );
  for (const output of outputs)
    if (Object.keys(output).some((field) => !OUTPUT_FIELDS.has(field)))
      refuse('an output says more than it pays');
  const [payment, change, ...others] = outputs;
  if (!isSame(payment?.script, terms.payee)) refuse('it pays somebody else');
  if (payment?.amount !== terms.units) refuse('it pays another amount');
  if (
    change !== undefined &&
    (allowed.change === undefined || !isSame(change.script, allowed.change))
  )
    refuse('its change goes to somebody else');
  if (others.length > 0) refuse('it has an output too many');
  const fee = paid - terms.units - (change?.amount ?? 0n);
  if (fee < 0n) refuse('it pays more than its coins are worth');
  const size = sizeOf(
    transaction.inputsLength,
    outputs.map(({ script }) => script ?? new Uint8Array()),
  );
  // What is too little to come back goes to the fee.
  const most = size * limits.maxFeeRate + (change === undefined ? DUST : 0n);
  if (fee > limits.maxFee || fee > most) refuse('its fee is more than the policy allows');
  return fee;
}

/** What its coins are worth, each of them the wallet's and named once. */
function checkInputs(transaction: Transaction, isOwn: Allowed['isOwn']): bigint {
  const names = new Set<string>();
  let sum = 0n;
  for (let n = 0; n < transaction.inputsLength; n += 1) {
    const input = transaction.getInput(n);
    if (Object.keys(input).some((field) => !INPUT_FIELDS.has(field)))
      throw new PsbtError('an input is signed, or says more than its coin');
    const { txid, index, sequence, nonWitnessUtxo, witnessUtxo, sighashType } = input;
    if (txid === undefined || index === undefined || nonWitnessUtxo === undefined)
      throw new PsbtError('an input does not show what made its coin');
    const txId = Buffer.from(txid).toString('hex');
    const coin = outputOf({ txId, index, made: RawTx.encode(nonWitnessUtxo) });
    if (coin === undefined) throw new PsbtError('a coin is not what its transaction made');
    if (!isOwn(coin.script)) throw new PsbtError('a coin is not the wallet’s');
    if (witnessUtxo !== undefined && witnessUtxo.amount !== coin.amount)
      throw new PsbtError('a coin is said to be worth something else');
    if (sighashType !== undefined && sighashType !== SigHash.ALL)
      throw new PsbtError('a signature would not hold all of it');
    if (sequence !== REPLACEABLE) throw new PsbtError('it cannot be replaced');
    names.add(`${txId}:${index}`);
    sum += coin.amount;
  }
  if (names.size === 0 || names.size < transaction.inputsLength)
    throw new PsbtError('it names a coin twice, or none');
  return sum;
}

/** Signs what is exactly this payment; throws PsbtError for all else. */
export function signPayment(
  psbt: Uint8Array,
  terms: PaymentTerms,
  { key, limits }: { readonly key: Uint8Array; readonly limits: FeeLimits },
): SignedPayment {
  const { own } = terms;
  const isOwn = (script: Uint8Array) => isSame(script, own);
  return signed(psbt, { terms, isOwn, change: own, limits }, () => key);
}

/** Signs what is exactly this sweep, each coin by its own key; throws PsbtError for all else. */
export function signSweep(psbt: Uint8Array, terms: SweepTerms, limits: FeeLimits): SignedPayment {
  const keyOf = (script: Uint8Array) => terms.keys.get(Buffer.from(script).toString('hex'));
  const isOwn = (script: Uint8Array) => keyOf(script) !== undefined;
  return signed(psbt, { terms, isOwn, change: undefined, limits }, keyOf);
}

function signed(
  psbt: Uint8Array,
  allowed: Allowed,
  keyOf: (script: Uint8Array) => Uint8Array | undefined,
): SignedPayment {
  let transaction: Transaction;
  try {
    transaction = Transaction.fromPSBT(psbt);
  } catch {
    throw new PsbtError('it is no PSBT');
  }
  const fee = check(transaction, allowed);
  for (let n = 0; n < transaction.inputsLength; n += 1) {
    const { witnessUtxo } = transaction.getInput(n);
    const key = witnessUtxo && keyOf(witnessUtxo.script);
    if (key === undefined) throw new PsbtError('a coin is not the wallet’s');
    transaction.signIdx(key, n, [SigHash.ALL]);
  }
  transaction.finalize();
  return { txId: transaction.id, raw: transaction.hex, fee };
}
