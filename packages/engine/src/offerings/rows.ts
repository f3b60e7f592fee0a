/** One row for each offering and each subscription, and the words of their states. */

import type { AmountMinor, PriceE8 } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { Offering } from './terms.ts';

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

/** What a batch did to offerings. */
export interface OfferingChanges {
  readonly offerings: readonly OfferingRow[];
  readonly subscriptions: readonly SubscriptionRow[];
}

export interface OfferingSnapshot {
  readonly offerings: readonly OfferingRow[];
  /** Under review, and passed ones that are not released, by id. */
  readonly subscriptions: readonly SubscriptionRow[];
}
