/** One row for each hosting order, and the words of its states. */

import type { AmountMinor, RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { HostingProduct } from './terms.ts';

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

/** What a batch did to locked funds. */
export interface HostingChanges {
  readonly hostingProducts: readonly HostingProduct[];
  readonly hostings: readonly HostingRow[];
}

export interface HostingSnapshot {
  readonly hostingProducts: readonly HostingProduct[];
  /** Those in hosting, by id. */
  readonly hostings: readonly HostingRow[];
}
