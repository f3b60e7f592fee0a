import { areReferralTermsValid } from '../referral/check-referral-terms.ts';
import type { Result } from '../result.ts';
import type { ConfigureReferral } from '../wealth-commands.ts';
import { DONE, reject } from './results.ts';
import type { EngineState } from './state.ts';

/** Puts levels in force, for every fee from now on. */
export function configureReferral(state: EngineState, { terms }: ConfigureReferral): Result {
  if (!areReferralTermsValid(terms)) return reject('terms_invalid');

  // From here on the command must succeed.
  state.referrals.setTerms({ levels: terms.levels.map((level) => ({ ...level })) });
  return DONE;
}
