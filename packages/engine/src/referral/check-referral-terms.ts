/** Whether levels may be taken: wrong ones are refused as a whole, nothing is corrected silently. */
import type { RatePpm } from '@fairlead/units';
import { OWNER_MAX, REFERRAL_LEVELS_MAX } from '../limits.ts';
import { isLevelBounded, isPartnerRatioBounded } from '../terms-bounds.ts';
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

function isLevelValid(level: ReferralLevel): boolean {
  const { needs, ratioPpm } = level;
  const isCount = Number.isInteger(needs) && needs >= 0 && needs <= OWNER_MAX;
  return isCount && ratioPpm >= 0n && isLevelBounded(level);
}

export function isRatioValid(ratioPpm: RatePpm): boolean {
  return ratioPpm >= 0n && isPartnerRatioBounded(ratioPpm);
}
