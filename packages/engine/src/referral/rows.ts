/** One row for each invitee, each rebate and each day of rebates. */

import type { AmountMinor, RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { PartnerRow, ReferralTerms } from './terms.ts';

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

/** What a batch did to referral. */
export interface ReferralChanges {
  /** At most one. */
  readonly referralTerms: readonly ReferralTerms[];
  readonly partners: readonly PartnerRow[];
  readonly referrals: readonly ReferralRow[];
  readonly rebates: readonly RebateRow[];
  readonly rebateDays: readonly RebateDayRow[];
}

export interface ReferralSnapshot {
  /** At most one. */
  readonly referralTerms: readonly ReferralTerms[];
  /** Those with a ratio, by owner. */
  readonly partners: readonly PartnerRow[];
  /** By owner. */
  readonly referrals: readonly ReferralRow[];
  /** Those that are not paid, by day, inviter and currency. */
  readonly rebateDays: readonly RebateDayRow[];
}
