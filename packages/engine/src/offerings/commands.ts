/** Commands of subscriptions to new currencies. */

import type { AmountMinor, PriceE8 } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { Offering } from './terms.ts';

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

export type OfferingCommand = ConfigureOffering | Subscribe | DecideSubscription;
