/**
 * The sums of rise/fall options, for the engine that enforces them and the screens that show them. They are written
 * down once, with a worked example, in docs/internals/options.md. Every sub-unit stays with the house.
 */
import {
  type AmountMinor,
  amountMinor,
  assert,
  assertNever,
  divCeil,
  divFloor,
  PPM_ONE,
  type PriceE8,
  priceE8,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import { feeAmount } from './fee.ts';

export type OptionDirection = 'rise' | 'fall';
export type OptionOutcome = 'rise' | 'fall' | 'even';
export type OptionResult = 'win' | 'lose' | 'flat' | 'refunded';

/** The index has one sample a second. */
const SAMPLE_MS = 1_000;
/** The shortest window; longer times take a tenth of themselves. */
const WINDOW_SECONDS_MIN = 5;
const WINDOW_PARTS = 10;

/** The rule of refunds that purchases and deliveries are made under; their receipts name it, from 2 on. */
export const REFUND_RULE = 2;

/** The fee on top of a stake, rounded up. */
export function optionFee(stake: AmountMinor, fee: RatePpm): AmountMinor {
  return feeAmount(stake, fee);
}

/** What a right order is paid beside its stake, rounded down. */
export function optionPayout(stake: AmountMinor, payoutRatio: RatePpm): AmountMinor {
  assert(stake >= 0n && payoutRatio >= 0n, 'stake and ratio are not negative');
  return amountMinor(divFloor(stake * payoutRatio, PPM_ONE));
}

/** What an order puts in, and what it may win beside. */
export interface OptionAmounts {
  readonly stake: AmountMinor;
  readonly fee: AmountMinor;
  readonly payout: AmountMinor;
}

/** What buying costs, which is also the most that can be lost. */
export function optionCost({ stake, fee }: Pick<OptionAmounts, 'stake' | 'fee'>): AmountMinor {
  return amountMinor(stake + fee);
}

/** What a right order gains, net of the fee. Below zero where the fee is more than the pay-out. */
export function optionIncome({ payout, fee }: Pick<OptionAmounts, 'payout' | 'fee'>): AmountMinor {
  return amountMinor(payout - fee);
}

/**
 * How often such an order must be right to lose nothing over many of them: (stake + fee) ÷ (stake + payout), in ppm
 * rounded up. A flat delivery counts as neither. More than the whole when no rate is enough.
 */
export function breakEvenRate({ stake, fee, payout }: OptionAmounts): RatePpm {
  return ratePpm(divCeil((stake + fee) * PPM_ONE, stake + payout));
}

/** The part of a delivery time whose samples decide: max(5 s, time ÷ 10), in whole seconds rounded up. */
export function windowSeconds(seconds: number): number {
  return Math.max(WINDOW_SECONDS_MIN, Math.ceil(seconds / WINDOW_PARTS));
}

/** What came of a window: its samples with a price, and their sum. */
export interface WindowSum {
  readonly count: number;
  readonly sum: bigint;
}

/** How many samples a window should have. Windows are whole seconds. */
export function expectedSamples(windowMs: number): number {
  return windowMs / SAMPLE_MS;
}

/** Whether enough of a window is there to settle by it: at least 80 %. Else the order is refunded. */
export function hasQuorum({ count }: WindowSum, windowMs: number): boolean {
  return count > 0 && count * 5 >= expectedSamples(windowMs) * 4;
}

/** The mean of a window against the strike, as sum against strike × count: nothing is rounded. */
export function deliveryOutcome({ count, sum }: WindowSum, strike: PriceE8): OptionOutcome {
  const even = strike * BigInt(count);
  if (sum === even) return 'even';
  return sum > even ? 'rise' : 'fall';
}

/** The mean of a window rounded down to eight decimals: for display, nothing is decided by it. */
export function deliveryPrice({ count, sum }: WindowSum): PriceE8 {
  return priceE8(divFloor(sum, BigInt(count)));
}

/** What an outcome is to an order. */
export function optionResult(
  direction: OptionDirection,
  outcome: OptionOutcome,
): Exclude<OptionResult, 'refunded'> {
  if (outcome === 'even') return 'flat';
  return outcome === direction ? 'win' : 'lose';
}

/** Whose doing it is that a window has too few samples. */
export type OptionShortfall = 'house' | 'market';

/**
 * The market's, where the seconds that were stale by its own doing are too many by themselves; else the house's, which
 * read too little. Only asked of a window without enough samples. `marketStale` counts as isMarketStale does.
 */
export function shortfallOf(marketStale: number, windowMs: number): OptionShortfall {
  const expected = expectedSamples(windowMs);
  return (expected - marketStale) * 5 >= expected * 4 ? 'house' : 'market';
}

/** What an order is decided by. */
export interface DeliveryFacts extends WindowSum {
  /** Seconds of the window without a price by the market's own doing. */
  readonly marketStale: number;
  /** The first price that came after the window, if one did. */
  readonly latePrice?: PriceE8 | undefined;
}

export interface DeliveryDecision {
  readonly result: OptionResult;
  /** Absent when it is refunded. */
  readonly outcome?: OptionOutcome;
  /** What it was decided by, for display. Absent when it is refunded. */
  readonly price?: PriceE8;
  /** Absent when there were enough samples. */
  readonly shortfall?: OptionShortfall;
  /** What the samples that are there say; absent without a shortfall, and where there are none. */
  readonly wouldBe?: Exclude<OptionResult, 'refunded'>;
  /** Whether the late price was needed. */
  readonly isLate?: boolean;
}

export interface DecidedOrder {
  readonly direction: OptionDirection;
  readonly strike: PriceE8;
  readonly windowMs: number;
}

/**
 * Rule 2 of delivery (docs/internals/options.md): enough samples decide by their mean; too few refund, but a refund that
 * the house caused and that would have been a win by the samples that are there is a win. Where the house left none at
 * all, the first price after the window stands for them: undefined until it has come.
 */
export function deliveryDecision(
  { direction, strike, windowMs }: DecidedOrder,
  facts: DeliveryFacts,
): DeliveryDecision | undefined {
  if (hasQuorum(facts, windowMs)) {
    const outcome = deliveryOutcome(facts, strike);
    return { result: optionResult(direction, outcome), outcome, price: deliveryPrice(facts) };
  }
  const shortfall = shortfallOf(facts.marketStale, windowMs);
  const isLate = facts.count === 0 && shortfall === 'house';
  if (isLate && facts.latePrice === undefined) return undefined;
  const judged = isLate ? { count: 1, sum: facts.latePrice ?? 0n } : facts;
  if (judged.count === 0) return { result: 'refunded', shortfall };
  const outcome = deliveryOutcome(judged, strike);
  const wouldBe = optionResult(direction, outcome);
  const base = { shortfall, wouldBe, isLate } as const;
  if (shortfall !== 'house' || wouldBe !== 'win') return { ...base, result: 'refunded' };
  return { ...base, result: 'win', outcome, price: deliveryPrice(judged) };
}

/** What comes back to the owner. The fee comes back with a refund only. */
export function optionPaid(
  result: OptionResult,
  { stake, fee, payout }: OptionAmounts,
): AmountMinor {
  switch (result) {
    case 'win':
      return amountMinor(stake + payout);
    case 'flat':
      return stake;
    case 'refunded':
      return amountMinor(stake + fee);
    case 'lose':
      return amountMinor(0n);
    default:
      return assertNever(result);
  }
}
