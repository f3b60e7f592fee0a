/** Levels of inviters as operators write them ↔ as the engine keeps them. */
import type { ReferralTermsView } from '@fairlead/contract';
import { areReferralTermsValid, isRatioValid, type ReferralTerms } from '@fairlead/engine';
import { RATE_SCALE, type RatePpm, ratePpm } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import { rateText } from '../core/http/figures.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import type { Say } from '../core/texts/texts.ts';

/** No term of referral is an amount. */
const NO_AMOUNTS = { scaleOf: () => undefined };

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
  if (!areReferralTermsValid(read))
    throw termsProblem('referral', { levels }, { say, prefix: 'terms.', context: NO_AMOUNTS });
  return read;
}

/** A partner's own ratio; throws a field error, and `terms_invalid` for more than half. */
export function readPartnerRatio(text: string, say: Say): RatePpm {
  const decimals = new Decimals(say);
  const ratio = ratePpm(decimals.read('ratio', text, RATE_SCALE));
  decimals.check();
  if (!isRatioValid(ratio))
    throw termsProblem('partner', { ratio: text }, { say, context: NO_AMOUNTS });
  return ratio;
}
