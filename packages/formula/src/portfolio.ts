/**
 * What accounts were worth and what a day's profit or loss came from. Written down once, with a worked example, in
 * docs/internals/portfolio.md. Values are in 10^-6 of the convert currency. Every part is counted by itself but spot, which
 * is the remainder: so the parts add up to the day's profit or loss to the unit, whatever was rounded.
 */
import { assert, divFloor, maximum, type PriceE8 } from '@fairlead/units';

/** Decimals of values in the convert currency. */
export const VALUE_SCALE = 6;
/** Decimals of an index price. */
const PRICE_DECIMALS = 8;
const RATE_ONE = 1_000_000n;

/** Value of an amount of a currency with so many decimals: amount × price, rounded down. */
export function currencyValue(amount: bigint, price: PriceE8, scale: number): bigint {
  return turnoverValue(amount * price, scale);
}

/** Value of a sum of amount × price (in minor units × 10^-8), rounded down once. */
export function turnoverValue(turnoverE8: bigint, scale: number): bigint {
  return divFloor(turnoverE8, 10n ** BigInt(scale + PRICE_DECIMALS - VALUE_SCALE));
}

/** What an owner had at a moment. */
export interface PortfolioMoment {
  /** The accounts' totals at the price of that moment. */
  readonly held: bigint;
  /** What open positions would have won or lost at the index. */
  readonly unrealisedPnl: bigint;
  /** Stakes and fees of open options: out of the accounts, and still the owner's to win or lose. */
  readonly stakes: bigint;
}

/** Never below nothing: the margin of a position is held, and it covers what the position can lose. */
export function momentValue({ held, unrealisedPnl, stakes }: PortfolioMoment): bigint {
  return maximum(0n, held + unrealisedPnl + stakes);
}

/** What came and went in a day, each valued at its own time. */
export interface PortfolioFlows {
  /** What came from outside, not negative. */
  readonly deposits: bigint;
  /** What went outside, not negative. */
  readonly withdrawals: bigint;
  /** Sums of postings: what was realised, less fees. */
  readonly futures: bigint;
  /** Sums of postings: pay-outs less stakes and fees. */
  readonly options: bigint;
  readonly hosting: bigint;
  readonly offerings: bigint;
  readonly referral: bigint;
  readonly other: bigint;
}

export const NO_FLOWS: PortfolioFlows = {
  deposits: 0n,
  withdrawals: 0n,
  futures: 0n,
  options: 0n,
  hosting: 0n,
  offerings: 0n,
  referral: 0n,
  other: 0n,
};

/** A profit or loss by what it came from. */
export interface ProfitParts {
  readonly spot: bigint;
  readonly futures: bigint;
  readonly options: bigint;
  readonly hosting: bigint;
  readonly offerings: bigint;
  readonly referral: bigint;
  readonly other: bigint;
}

/** A day, or several together. */
export interface PortfolioProfit extends ProfitParts {
  readonly deposits: bigint;
  readonly withdrawals: bigint;
  /** closing − opening − deposits + withdrawals: the sum of the parts. */
  readonly pnl: bigint;
}

/** One day's profit or loss, between the moments it begins and ends at. */
export function dayProfit(
  opening: PortfolioMoment,
  closing: PortfolioMoment,
  flows: PortfolioFlows,
): PortfolioProfit {
  const { deposits, withdrawals, hosting, offerings, referral, other } = flows;
  assert(deposits >= 0n && withdrawals >= 0n, 'what came and what went have no sign');
  const pnl = momentValue(closing) - momentValue(opening) - deposits + withdrawals;
  const futures = flows.futures + closing.unrealisedPnl - opening.unrealisedPnl;
  const options = flows.options + closing.stakes - opening.stakes;
  const spot = pnl - futures - options - hosting - offerings - referral - other;
  return {
    deposits,
    withdrawals,
    pnl,
    spot,
    futures,
    options,
    hosting,
    offerings,
    referral,
    other,
  };
}

/** The sums over days, part by part. */
export function totalProfit(days: readonly PortfolioProfit[]): PortfolioProfit {
  const sum = (part: keyof PortfolioProfit): bigint =>
    days.reduce((total, day) => total + day[part], 0n);
  return {
    deposits: sum('deposits'),
    withdrawals: sum('withdrawals'),
    pnl: sum('pnl'),
    spot: sum('spot'),
    futures: sum('futures'),
    options: sum('options'),
    hosting: sum('hosting'),
    offerings: sum('offerings'),
    referral: sum('referral'),
    other: sum('other'),
  };
}

/** pnl ÷ (opening + deposits) in ppm, rounded down; undefined where nothing was put in. */
export function returnRate(
  openingValue: bigint,
  { pnl, deposits }: Pick<PortfolioProfit, 'pnl' | 'deposits'>,
): bigint | undefined {
  const put = openingValue + deposits;
  return put > 0n ? divFloor(pnl * RATE_ONE, put) : undefined;
}
