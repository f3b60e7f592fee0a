/**
 * The cap of what is signed in a UTC day, fees included. A payment that waits may be replaced for a higher fee, so a new one is let in
 * only where the most that each may cost still fits: no replacement has to be refused for the cap, and none goes over it.
 */
import type { Payment } from './journal.ts';
import { scriptOf } from './network.ts';
import type { BitcoinPolicy } from './policy.ts';
import { lower, sizeOf } from './size.ts';
import type { BitcoinWallet } from './wallet.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What a payment is made of, as far as its fee goes. Satoshis. */
export interface Spent {
  readonly address: string;
  readonly units: bigint;
  readonly coins: readonly { readonly units: bigint }[];
}

type Rules = Pick<BitcoinPolicy, 'network' | 'maxFee' | 'maxFeeRate' | 'dailyCap'>;

export class DayCap {
  readonly #rules: Rules;
  readonly #wallet: Pick<BitcoinWallet, 'outputs'>;

  constructor(rules: Rules, wallet: Pick<BitcoinWallet, 'outputs'>) {
    this.#rules = rules;
    this.#wallet = wallet;
  }

  /** The most that any version of it may cost: what the policy allows for its size, and what its coins leave. */
  mostFee({ address, units, coins }: Spent): bigint {
    const { network, maxFee, maxFeeRate } = this.#rules;
    const left = coins.reduce((sum, coin) => sum + coin.units, 0n) - units;
    const payee = scriptOf(address, network);
    if (payee === undefined) return lower(maxFee, left);
    const size = sizeOf(coins.length, this.#wallet.outputs({ payee, units }));
    return lower(lower(maxFee, size * maxFeeRate), left);
  }

  /** Whether a payment signed at a time may cost such a fee at first, and later the most that it may. */
  allowsNew(payments: readonly Payment[], spent: Spent & { readonly fee: bigint }, atMs: number) {
    const taken = sumOfDay(payments, atMs, (payment) => this.#reserved(payment));
    return taken + spent.units + higher(this.mostFee(spent), spent.fee) <= this.#rules.dailyCap;
  }

  /** Whether one that waits may cost such a fee: never more than the day's cap, whatever the policy said when it was signed. */
  allowsReplacement(payments: readonly Payment[], { versions }: Payment, fee: bigint): boolean {
    const [first] = versions;
    if (first === undefined || fee > this.mostFee(first)) return false;
    const others = payments.filter((payment) => payment.versions[0] !== first);
    const taken = sumOfDay(others, first.signedAtMs, lastFee);
    return taken + first.units + fee <= this.#rules.dailyCap;
  }

  /** What no final block holds takes the most that it may become; a policy that allows less since takes nothing back. */
  #reserved(payment: Payment): bigint {
    const [first] = payment.versions;
    const fee = lastFee(payment);
    return first === undefined || payment.final !== undefined
      ? fee
      : higher(this.mostFee(first), fee);
  }
}

/** Of the payments that were first signed on a time's UTC day. */
function sumOfDay(
  payments: readonly Payment[],
  atMs: number,
  feeOf: (payment: Payment) => bigint,
): bigint {
  let sum = 0n;
  for (const payment of payments) {
    const [first] = payment.versions;
    if (first === undefined || payment.final === 'refused') continue;
    if (dayOf(first.signedAtMs) === dayOf(atMs)) sum += first.units + feeOf(payment);
  }
  return sum;
}

/** Each version pays more than those before. */
const lastFee = ({ versions }: Payment): bigint => versions.at(-1)?.fee ?? 0n;
const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);
