/** What operators write for everybody: help, legal texts, offices, news. */
import type { Capability } from '../core/capability.ts';
import type { ContentNeeds } from './needs.ts';
import { operatorNewsHandlers } from './operator-news-routes.ts';
import { operatorGuidanceHandlers } from './operator-routes.ts';
import { guidanceHandlers } from './routes.ts';

export const content = {
  routes: guidanceHandlers,
  operatorRoutes: (needs) => ({
    ...operatorGuidanceHandlers(needs),
    ...operatorNewsHandlers(needs),
  }),
} satisfies Capability<ContentNeeds>;
