/** Locked funds and their interest. */
import type { Capability } from '../core/capability.ts';
import type { EffectContext } from '../core/terms/effects.ts';
import type { SeedOptions } from '../core/terms/put-in-force.ts';
import { saveHostingTerms } from './effects.ts';
import { ownHostingExports } from './exports.ts';
import type { HostingNeeds } from './needs.ts';
import { type HostingNoticesParts, startHostingNotices } from './notices.ts';
import { operatorHostingHandlers } from './operator-routes.ts';
import { hostingHandlers } from './routes.ts';
import { seedHosting } from './seed.ts';

export const hosting = {
  engine: 'wealth',
  routes: hostingHandlers,
  operatorRoutes: operatorHostingHandlers,
  ownExports: ownHostingExports,
  effects: (early) => ({
    hosting_terms: (asked, phase) => saveHostingTerms(early, asked, phase),
  }),
  notices: (needs) => [startHostingNotices(needs)],
  seed: seedHosting,
} satisfies Capability<HostingNeeds & HostingNoticesParts, EffectContext & SeedOptions>;
