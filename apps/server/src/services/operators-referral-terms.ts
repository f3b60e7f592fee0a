/** Levels of inviters as operators write them ↔ as the engine keeps them. */
import { ProblemError, type ReferralTermsView } from '@fairlead/contract';
import { areReferralTermsValid, isRatioValid, type ReferralTerms } from '@fairlead/engine';
import { type RatePpm, ratePpm } from '@fairlead/units';
import { Decimals } from './decimals.ts';
import { RATE_SCALE, rateText } from './figures.ts';
import type { Say } from './texts.ts';

export const referralTermsView = ({ levels }: ReferralTerms): ReferralTermsView => ({
  levels: levels.map(({ ratioPpm, needs }) => ({ ratio: rateText(ratioPpm), needs })),
});

/** Reads levels; throws field errors for ratios of more than six decimals, and `terms_invalid`. */
export function readReferralTermsView({ levels }: ReferralTermsView, say: Say): ReferralTerms {
  const decimals = new Decimals(say);
  const read: ReferralTerms = {
    levels: levels.map(({ ratio, needs }, at) => ({
      needs,
      ratioPpm: ratePpm(decimals.read(`terms.levels.${at}.ratio`, ratio, RATE_SCALE)),
    })),
  };
  decimals.check();
  if (!areReferralTermsValid(read)) throw new ProblemError('terms_invalid');
  return read;
}

/** A partner's own ratio; throws a field error, and `terms_invalid` for more than half. */
export function readPartnerRatio(text: string, say: Say): RatePpm {
  const decimals = new Decimals(say);
  const ratio = ratePpm(decimals.read('ratio', text, RATE_SCALE));
  decimals.check();
  if (!isRatioValid(ratio)) throw new ProblemError('terms_invalid');
  return ratio;
}
