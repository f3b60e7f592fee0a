/** What locking an amount brings, and what leaving early takes; by the formulas that the engine posts with. Pure. */
import {
  hostingDayInterest,
  hostingEarned,
  hostingInterest,
  hostingRedemption,
} from '@fairlead/formula';
import { type AmountMinor, amountMinor, type RatePpm } from '@fairlead/units';

export interface Locked {
  readonly amount: AmountMinor;
  readonly days: number;
  readonly dailyYieldPpm: RatePpm;
}

export interface Kept {
  /** All the interest. */
  readonly interest: AmountMinor;
  /** What the first day brings. */
  readonly perDay: AmountMinor;
  /** Whether each day brings the same to the last minor unit. */
  readonly isEven: boolean;
  /** Principal and interest. */
  readonly back: AmountMinor;
}

/** Kept to the end. */
export function keptToEnd(locked: Locked): Kept {
  const interest = hostingInterest(locked);
  return {
    interest,
    perDay: hostingDayInterest(interest, 1, locked.days),
    isEven: interest % BigInt(locked.days) === 0n,
    back: amountMinor(locked.amount + interest),
  };
}

/** One day's interest before days are shared out: what the penalty is one and a half times of. */
export const oneDay = ({ amount, dailyYieldPpm }: Omit<Locked, 'days'>): AmountMinor =>
  hostingInterest({ amount, dailyYieldPpm, days: 1 });

export interface LeftEarly {
  readonly damages: AmountMinor;
  readonly penalty: AmountMinor;
  /** Of the principal. */
  readonly returned: AmountMinor;
  /** Interest that was posted before. */
  readonly kept: AmountMinor;
  /** Principal and interest that one has then. */
  readonly inAll: AmountMinor;
  /** How much less than at the end. */
  readonly less: AmountMinor;
}

/** What is left once `damages` and `penalty` are taken and the days to come are given up. */
export function earlySums(figures: {
  readonly amount: AmountMinor;
  readonly interest: AmountMinor;
  readonly kept: AmountMinor;
  readonly damages: AmountMinor;
  readonly penalty: AmountMinor;
  readonly returned: AmountMinor;
}): LeftEarly {
  const { amount, interest, kept, damages, penalty, returned } = figures;
  const inAll = amountMinor(returned + kept);
  const less = amountMinor(amount + interest - inAll);
  return { damages, penalty, returned, kept, inAll, less };
}

/** Left after `postedDays` days. */
export function leftEarly(
  locked: Locked & { readonly damagesRatePpm: RatePpm },
  postedDays: number,
): LeftEarly {
  const interest = hostingInterest(locked);
  const kept = hostingEarned(interest, { days: locked.days, postedDays });
  return earlySums({
    amount: locked.amount,
    interest,
    kept,
    ...hostingRedemption({ ...locked, postedDays }),
  });
}
