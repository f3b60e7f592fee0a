/** Commands of referral. */

import type { RatePpm } from '@fairlead/units';
import type { OwnerId } from '../terms.ts';
import type { ReferralTerms } from './terms.ts';

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

export type ReferralCommand = ConfigureReferral | SetPartner;
