/** What the exchange finds in its own markets, and how good these markets are. */
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { BOOK_SAMPLE_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import type { SurveillanceNeeds } from './needs.ts';
import { operatorSurveillanceHandlers } from './operator-routes.ts';
import { forgetOldSamples, keepSamples, lookRound, type SurveillanceParts } from './round.ts';
import { marketQualityHandlers } from './routes.ts';

export const surveillance = {
  readsAcross: true,
  routes: marketQualityHandlers,
  operatorRoutes: operatorSurveillanceHandlers,
  chores: (needs) => [
    new Chore(BOOK_SAMPLE_MS, () => keepSamples(needs)),
    new Chore(MINUTE_MS, () => lookRound(needs)),
    new Chore(HOUR_MS, () => forgetOldSamples(needs)),
  ],
} satisfies Capability<SurveillanceNeeds & SurveillanceParts>;
