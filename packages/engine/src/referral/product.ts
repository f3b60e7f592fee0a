import type { Product } from '../state/product.ts';
import { checkReferrals, referralSnapshot, restoreReferrals } from './check-invariants.ts';
import { configureReferral, setPartner } from './configure.ts';
import { rebateSchedule } from './rebates.ts';
import { referralRecords } from './records.ts';

/** What inviters get of fees. */
export const referral = {
  handlers: { configure_referral: configureReferral, set_partner: setPartner },
  takeChanges: (state) => state.referrals.takeChanges(),
  snapshot: referralSnapshot,
  restore: restoreReferrals,
  check: checkReferrals,
  records: referralRecords,
  schedules: [rebateSchedule],
} satisfies Product;
