/**
 * The sums of locked funds, for the engine that posts them and the screens that show them. They are written down once, with
 * a worked example, in docs/internals/hosting.md. Days are UTC days of 86,400,000 ms from the purchase on: no calendar, no
 * time zone and no clock change is in them. Every sub-unit stays with the house.
 */
import {
  type AmountMinor,
  amountMinor,
  assert,
  DAY_MS,
  divFloor,
  minimum,
  PPM_ONE,
  type RatePpm,
} from '@fairlead/units';

/** One day of hosting, in ms. */
export const HOSTING_DAY_MS = DAY_MS;

/** A product's expected return is that of so many days. */
const EXPECTED_DAYS = 30n;

/** What an order was bought under. */
export interface HostingTerms {
  /** The principal, in minor units. */
  readonly amount: AmountMinor;
  readonly days: number;
  readonly dailyYieldPpm: RatePpm;
}

/** An order as far as its early end goes. */
export interface HostedDays extends HostingTerms {
  readonly damagesRatePpm: RatePpm;
  /** Days that are posted; the other ones are left out. */
  readonly postedDays: number;
}

/** What an early end comes to: the three add up to the principal. */
export interface HostingRedemption {
  readonly damages: AmountMinor;
  readonly penalty: AmountMinor;
  readonly returned: AmountMinor;
}

/** All the interest of an order: amount × daily yield × days, rounded down. */
export function hostingInterest({ amount, days, dailyYieldPpm }: HostingTerms): AmountMinor {
  assert(amount >= 0n && dailyYieldPpm >= 0n, 'amount and yield are not negative');
  assert(Number.isInteger(days) && days >= 1, 'an order is for whole days');
  return amountMinor(divFloor(amount * dailyYieldPpm * BigInt(days), PPM_ONE));
}

/** What is earned once so many days are posted: interest × posted ÷ days, rounded down; after the last day all of it. */
export function hostingEarned(
  interest: AmountMinor,
  { days, postedDays }: { readonly days: number; readonly postedDays: number },
): AmountMinor {
  const isDay = Number.isInteger(postedDays) && postedDays >= 0 && postedDays <= days;
  assert(isDay, 'what is posted are days of the order');
  return amountMinor(divFloor(interest * BigInt(postedDays), BigInt(days)));
}

/** What day `day` (1 … days) brings: all that is earned with it less all that was earned before. */
export function hostingDayInterest(interest: AmountMinor, day: number, days: number): AmountMinor {
  const before = hostingEarned(interest, { days, postedDays: day - 1 });
  return amountMinor(hostingEarned(interest, { days, postedDays: day }) - before);
}

/** When day `day` is posted; day `days` is the completion. */
export function hostingDueAtMs(paidAtMs: number, day: number): number {
  return paidAtMs + day * HOSTING_DAY_MS;
}

/** How many days of an order are due at a time: 0 at its purchase, all of them from its completion on. */
export function hostingDaysDue(
  { paidAtMs, days }: { readonly paidAtMs: number; readonly days: number },
  timeMs: number,
): number {
  const passed = Math.floor((timeMs - paidAtMs) / HOSTING_DAY_MS);
  return Math.max(0, Math.min(days, passed));
}

/**
 * What ending an order early takes from its principal, each rounded down: damages for the days that are left out, at most
 * the principal; then one and a half times a day's interest, at most the rest.
 */
export function hostingRedemption(order: HostedDays): HostingRedemption {
  const { amount, days, dailyYieldPpm, damagesRatePpm, postedDays } = order;
  assert(amount >= 0n && damagesRatePpm >= 0n, 'amount and rate are not negative');
  assert(postedDays >= 0 && postedDays < days, 'only what is not completed ends early');
  const daysLeft = BigInt(days - postedDays);
  const damages = minimum<bigint>(divFloor(damagesRatePpm * daysLeft * amount, PPM_ONE), amount);
  const rest = amount - damages;
  const penalty = minimum<bigint>(divFloor(amount * dailyYieldPpm * 3n, 2n * PPM_ONE), rest);
  return {
    damages: amountMinor(damages),
    penalty: amountMinor(penalty),
    returned: amountMinor(rest - penalty),
  };
}

/** What an amount earns in 30 days at a daily yield, rounded down: for display, nothing is posted by it. */
export function hostingExpectedReturn(amount: AmountMinor, dailyYieldPpm: RatePpm): AmountMinor {
  assert(amount >= 0n && dailyYieldPpm >= 0n, 'amount and yield are not negative');
  return amountMinor(divFloor(amount * dailyYieldPpm * EXPECTED_DAYS, PPM_ONE));
}
