/** Offerings of currencies and who subscribed. */
import type { Capability } from '../core/capability.ts';
import type { EffectContext } from '../core/terms/effects.ts';
import { saveOffering } from './effects.ts';
import { ownOfferingExports } from './exports.ts';
import type { OfferingsNeeds } from './needs.ts';
import { type OfferingsNoticesParts, startOfferingsNotices } from './notices.ts';
import { operatorOfferingHandlers } from './operator-routes.ts';
import { offeringHandlers } from './routes.ts';
import { type OfferingSeedOptions, seedOffering } from './seed.ts';

export const offerings = {
  routes: offeringHandlers,
  operatorRoutes: operatorOfferingHandlers,
  ownExports: ownOfferingExports,
  effects: (early) => ({
    offering_terms: (asked, phase) => saveOffering(early, asked, phase),
  }),
  notices: (needs) => [startOfferingsNotices(needs)],
  seed: seedOffering,
} satisfies Capability<OfferingsNeeds & OfferingsNoticesParts, EffectContext & OfferingSeedOptions>;
