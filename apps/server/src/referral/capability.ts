/** Levels, shares of fees and those who bring others. */
import type { Capability } from '../core/capability.ts';
import type { EffectContext } from '../core/terms/effects.ts';
import type { SeedOptions } from '../core/terms/put-in-force.ts';
import { savePartnerTerms, saveReferralTerms } from './effects.ts';
import { ownReferralExports } from './exports.ts';
import type { ReferralNeeds } from './needs.ts';
import { operatorReferralHandlers } from './operator-routes.ts';
import { referralExceptions, referralHandlers } from './routes.ts';
import { seedReferral } from './seed.ts';

export const referral = {
  readsAcross: true,
  routes: referralHandlers,
  operatorRoutes: operatorReferralHandlers,
  exceptions: referralExceptions,
  ownExports: ownReferralExports,
  effects: (early) => ({
    referral_terms: (asked, phase) => saveReferralTerms(early, asked, phase),
    partner_terms: (asked, phase) => savePartnerTerms(early, asked, phase),
  }),
  seed: seedReferral,
} satisfies Capability<ReferralNeeds, EffectContext & SeedOptions>;
