/** Puts levels and the ratios of partners in force. Wrong ones are refused as a whole, nothing is corrected silently. */
import type { RatePpm } from '@fairlead/units';
import { OWNER_MAX, REFERRAL_LEVELS_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { DONE, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { isLevelBounded, isPartnerRatioBounded } from '../terms-bounds.ts';
import type { ConfigureReferral, SetPartner } from './commands.ts';
import type { ReferralLevel, ReferralTerms } from './terms.ts';

/** Puts levels in force, for every fee from now on. */
export function configureReferral(state: EngineState, { terms }: ConfigureReferral): Result {
  if (!areReferralTermsValid(terms)) return reject('terms_invalid');

  // From here on the command must succeed.
  state.referrals.setTerms({ levels: terms.levels.map((level) => ({ ...level })) });
  return DONE;
}

/** Gives an owner a ratio of their own, or takes it away. Repeating it changes nothing and succeeds. */
export function setPartner(state: EngineState, { owner, ratioPpm }: SetPartner): Result {
  if (!state.owners.has(owner)) return reject('account_not_found');
  if (ratioPpm !== undefined && !isRatioValid(ratioPpm)) return reject('terms_invalid');
  if (state.referrals.partnerRatio(owner) === ratioPpm) return DONE;

  // From here on the command must succeed.
  state.referrals.setPartner(ratioPpm === undefined ? { owner } : { owner, ratioPpm });
  return DONE;
}

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
