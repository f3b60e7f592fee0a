/** What locked funds, subscriptions and rebates are sold under. Terms are data; what is bought keeps the terms of its purchase (Y3). */
import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from './terms.ts';

/** Funds of one currency, locked for a number of days at a daily yield. */
export interface HostingProduct {
  readonly productId: number;
  readonly currencyId: number;
  readonly days: number;
  /** Bounds of one order. */
  readonly minMinor: AmountMinor;
  readonly maxMinor: AmountMinor;
  /** The most that may be in hosting at once. */
  readonly capacityMinor: AmountMinor;
  /** Of the principal, each day. */
  readonly dailyYieldPpm: RatePpm;
  /** Of the principal, for each day that an early redemption leaves out. */
  readonly damagesRatePpm: RatePpm;
  /** While false nothing is bought; what is in hosting goes on. */
  readonly isOpen: boolean;
}

/** A new currency sold before its market opens, first come, first served. */
export interface Offering {
  readonly offeringId: number;
  /** What is sold. */
  readonly currencyId: number;
  readonly paymentCurrencyId: number;
  /** One whole unit of the currency in the payment currency. */
  readonly issuePrice: PriceE8;
  /** All that is sold, in the currency. */
  readonly totalMinor: AmountMinor;
  /** The least that one subscription is for. */
  readonly minMinor: AmountMinor;
  /** The most that one owner may have of it in all subscriptions together. */
  readonly maxMinor: AmountMinor;
  /** Days between launch and release. */
  readonly lockupDays: number;
  readonly startsAtMs: number;
  readonly closesAtMs: number;
  /** Not before the closing. The currency's markets open no sooner. */
  readonly launchesAtMs: number;
  /** While false nobody subscribes. */
  readonly isOpen: boolean;
}

/** One level of inviters. */
export interface ReferralLevel {
  /** Invitees that it takes; the first level takes none. */
  readonly needs: number;
  /** The inviter's share of each fee. */
  readonly ratioPpm: RatePpm;
}

export interface ReferralTerms {
  /** Ascending, the first with `needs` 0. */
  readonly levels: readonly ReferralLevel[];
}

/** An inviter with a ratio of their own, which holds whatever their level; without one no longer a partner. */
export interface PartnerRow {
  readonly owner: OwnerId;
  readonly ratioPpm?: RatePpm;
}
