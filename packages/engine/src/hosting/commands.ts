/** Commands of locked funds. */

import type { AmountMinor, RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { HostingProduct } from './terms.ts';

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

export type HostingCommand = ConfigureHosting | BuyHosting | RedeemHosting;
