/** One row for each hosting order, subscription and rebate, and the words of their states. */
import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from './terms.ts';
import type { Offering } from './wealth-terms.ts';

/** `completed` when all days are posted; `redeemed` when its owner ended it before. */
export type HostingStatus = 'hosting' | 'completed' | 'redeemed';

/** The state of one hosting order after the batch. Its id is the sequence of the command that bought it. */
export interface HostingRow {
  readonly hostingId: number;
  readonly owner: OwnerId;
  readonly productId: number;
  readonly currencyId: number;
  /** The principal: frozen in the trust account while in hosting. */
  readonly amount: AmountMinor;
  readonly days: number;
  readonly dailyYieldPpm: RatePpm;
  readonly damagesRatePpm: RatePpm;
  /** All its interest: amount × daily yield × days, rounded down. What is not posted is frozen in the yield treasury. */
  readonly interest: AmountMinor;
  /** Day k is posted at paidAtMs + k days, with what brings `earned` to floor(interest × k ÷ days). */
  readonly postedDays: number;
  readonly earned: AmountMinor;
  /** Both taken from the principal at an early redemption; 0 otherwise. */
  readonly damages: AmountMinor;
  readonly penalty: AmountMinor;
  readonly status: HostingStatus;
  readonly paidAtMs: number;
  readonly completesAtMs: number;
  /** When it was completed or redeemed. */
  readonly endedAtMs?: number;
}

/** An offering with what is left of it. */
export interface OfferingRow extends Offering {
  /** Under review or passed, released ones included. */
  readonly soldMinor: AmountMinor;
}

/** `rejected` gives all of the payment back. */
export type SubscriptionStatus = 'under_review' | 'passed' | 'rejected';

/** The state of one subscription after the batch. Its id is the sequence of the command that asked for it. */
export interface SubscriptionRow {
  readonly subscriptionId: number;
  readonly owner: OwnerId;
  readonly offeringId: number;
  readonly currencyId: number;
  readonly paymentCurrencyId: number;
  readonly amount: AmountMinor;
  /** amount × issue price, rounded up: frozen in the coin account until it is decided. */
  readonly paid: AmountMinor;
  readonly issuePrice: PriceE8;
  /** Launch and lock-up of its purchase: until then the amount is frozen in the coin account. */
  readonly unlocksAtMs: number;
  readonly status: SubscriptionStatus;
  readonly isReleased: boolean;
  readonly operatorId?: number;
  readonly reason?: string;
  readonly createdAtMs: number;
  readonly decidedAtMs?: number;
  readonly releasedAtMs?: number;
}

/** Who invited whom: set when the account is opened, and never changed (R1). */
export interface ReferralRow {
  readonly owner: OwnerId;
  readonly inviter: OwnerId;
}

/** An inviter's share of one fee that an invitee paid, posted in the fee's own entry. */
export interface RebateRow {
  readonly entryId: number;
  readonly invitee: OwnerId;
  readonly inviter: OwnerId;
  readonly currencyId: number;
  /** All of the fee, the rebate included. */
  readonly fee: AmountMinor;
  readonly amount: AmountMinor;
  readonly ratioPpm: RatePpm;
  /** UTC day number. */
  readonly day: number;
  readonly timeMs: number;
}

/** An inviter's rebates of one UTC day in one currency: pending until the day is over, then paid in one entry. */
export interface RebateDayRow {
  readonly inviter: OwnerId;
  readonly currencyId: number;
  readonly day: number;
  readonly amount: AmountMinor;
  readonly paidAtMs?: number;
}
