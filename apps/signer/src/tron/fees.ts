/** What a payment may cost, and whether wallet and policy allow it (W16). Sun. */
import { signedOnDay } from '../journal.ts';
import { type Refusal, refused, waits } from '../send-queue.ts';
import type { TronEntry } from './journal.ts';
import type { Needs } from './nodes.ts';
import type { TronCurrency, TronPolicy } from './policy.ts';

/** Tenths of what a node estimates: energy of a token goes up with its use. */
const MARGIN_TENTHS = 12n;

export interface Funding {
  /** Of energy alone: it is in what is signed. */
  readonly feeLimit: bigint;
  /** With bandwidth, and an account that is made. */
  readonly feeMax: bigint;
}

/** At most, with no bandwidth or energy of stakes; `bytes` is what it takes of the bandwidth. */
export function fundingOf({ prices, energy = 0n, isNewAccount }: Needs, bytes: bigint): Funding {
  const feeLimit = ((energy * MARGIN_TENTHS + 9n) / 10n) * prices.energy;
  const feeMax = feeLimit + bytes * prices.bandwidth + (isNewAccount ? prices.account : 0n);
  return { feeLimit, feeMax };
}

/** Why a payment waits or is refused; undefined when nothing is in its way. */
export function fundingRefusal(
  {
    units,
    currency,
    needs,
    funding,
  }: {
    readonly units: bigint;
    readonly currency: TronCurrency;
    readonly needs: Needs;
    readonly funding: Funding;
  },
  {
    policy,
    entries,
    nowMs,
  }: {
    readonly policy: TronPolicy;
    readonly entries: readonly TronEntry[];
    readonly nowMs: number;
  },
): Refusal | undefined {
  const isTrx = currency.contract === undefined;
  const { feeMax } = funding;
  const today = signedOnDay(entries, nowMs);
  const fees = sumOf(today, costOf);
  const paid = sumOf(today, (entry) =>
    entry.currencyId === currency.currencyId ? entry.units : 0n,
  );
  const counted = isTrx ? paid + fees + units + feeMax : paid + units;
  if (counted > currency.dailyCap) return waits('the daily cap');
  if (feeMax > policy.maxFee) return waits('fees are too dear');
  if (fees + feeMax > policy.dailyFeeCap) return waits('the daily cap of fees');
  // What is signed and in no block is still to be paid out of what the wallet has.
  const open = entries.filter(({ final }) => final === undefined);
  const isSame = (entry: TronEntry) => entry.contract === currency.contract;
  const openUnits = sumOf(open, (entry) => (isSame(entry) ? entry.units : 0n));
  const openTrx = sumOf(open, costOf) + sumOf(open, (each) => (each.contract ? 0n : each.units));
  if (needs.units - openUnits < units) return waits('the wallet has not enough');
  if (needs.energy === undefined) return refused('the payment would fail');
  // Energy of stakes is taken first. If one that is open takes it, what is set aside for that one is enough for this.
  const staked = needs.staked * needs.prices.energy;
  const burnt = funding.feeLimit > staked ? funding.feeLimit - staked : 0n;
  const needed = feeMax - funding.feeLimit + burnt + (isTrx ? units : 0n);
  return needs.trx - openTrx < needed
    ? waits('the wallet has not enough for energy and bandwidth')
    : undefined;
}

/** What it cost where that is final, else what it may. */
const costOf = ({ fee, feeMax }: TronEntry): bigint => fee ?? feeMax;

const sumOf = (entries: readonly TronEntry[], of: (entry: TronEntry) => bigint): bigint =>
  entries.reduce((sum, entry) => sum + of(entry), 0n);
