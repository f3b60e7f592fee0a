/** Whether levels may be taken: wrong ones are refused as a whole, nothing is corrected silently. */
import type { RatePpm } from '@fairlead/units';
import { OWNER_MAX, REBATE_PPM_MAX, REFERRAL_LEVELS_MAX } from '../limits.ts';
import type { ReferralLevel, ReferralTerms } from '../wealth-terms.ts';

/** Everybody has a level, so the first takes no invitees. */
export function areReferralTermsValid({ levels }: ReferralTerms): boolean {
  return (
    levels.length >= 1 &&
    levels.length <= REFERRAL_LEVELS_MAX &&
    levels[0]?.needs === 0 &&
    levels.every(isLevelValid) &&
    levels.every((level, at) => level.needs > (levels[at - 1]?.needs ?? -1))
  );
}

function isLevelValid({ needs, ratioPpm }: ReferralLevel): boolean {
  return Number.isInteger(needs) && needs >= 0 && needs <= OWNER_MAX && isRatioValid(ratioPpm);
}

export function isRatioValid(ratioPpm: RatePpm): boolean {
  return ratioPpm >= 0n && ratioPpm <= REBATE_PPM_MAX;
}
