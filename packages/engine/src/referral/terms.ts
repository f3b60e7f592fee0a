/** What inviters are paid under. Terms are data, and hold for every fee from then on. */

import type { RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';

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
