/** Commands of locked funds, subscriptions and referral. */
import type { AmountMinor, PriceE8, RatePpm } from '@fairlead/units';
import type { OwnerId } from './terms.ts';
import type { HostingProduct, Offering, ReferralTerms } from './wealth-terms.ts';

/** Adds or changes a product; its currency never changes. What is in hosting keeps its terms. */
export interface ConfigureHosting {
  readonly kind: 'configure_hosting';
  readonly product: HostingProduct;
}

/** What a client showed of a product. Worse terms are refused, better ones taken. */
export interface ShownHosting {
  readonly dailyYieldPpm?: RatePpm;
  readonly damagesRatePpm?: RatePpm;
  readonly days?: number;
}

/** Locks money of the trust account, if the yield treasury can set all its interest aside. */
export interface BuyHosting {
  readonly kind: 'buy_hosting';
  readonly owner: OwnerId;
  readonly productId: number;
  readonly amount: AmountMinor;
  readonly shownTerms?: ShownHosting;
}

/** Ends an order before its days are over. Days that are due by now are posted first. */
export interface RedeemHosting {
  readonly kind: 'redeem_hosting';
  readonly owner: OwnerId;
  readonly hostingId: number;
}

/** Adds or changes an offering; its two currencies never change, its price not once something is sold. */
export interface ConfigureOffering {
  readonly kind: 'configure_offering';
  readonly offering: Offering;
}

/** What a client showed of an offering. */
export interface ShownOffering {
  readonly issuePrice?: PriceE8;
  readonly lockupDays?: number;
  readonly launchesAtMs?: number;
}

export interface Subscribe {
  readonly kind: 'subscribe';
  readonly owner: OwnerId;
  readonly offeringId: number;
  /** In the currency that is sold. */
  readonly amount: AmountMinor;
  readonly shownTerms?: ShownOffering;
}

export interface DecideSubscription {
  readonly kind: 'decide_subscription';
  readonly subscriptionId: number;
  readonly operatorId: number;
  readonly decision: 'passed' | 'rejected';
  readonly reason?: string;
}

export interface ConfigureReferral {
  readonly kind: 'configure_referral';
  readonly terms: ReferralTerms;
}

/** Makes an owner a partner with a ratio of their own; without a ratio they are none any more. */
export interface SetPartner {
  readonly kind: 'set_partner';
  readonly owner: OwnerId;
  readonly ratioPpm?: RatePpm;
}

/** Does what is due by its time: interest, completions, releases, rebates of past days. In due order, at most `max` of them. */
export interface RunSchedules {
  readonly kind: 'run_schedules';
  readonly max: number;
}

export type WealthCommand =
  | ConfigureHosting
  | BuyHosting
  | RedeemHosting
  | ConfigureOffering
  | Subscribe
  | DecideSubscription
  | ConfigureReferral
  | SetPartner
  | RunSchedules;
