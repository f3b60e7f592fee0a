/** Announcements of terms that change: made before a change begins, and read by everybody. */
import type { Capability } from '../core/capability.ts';
import type { Database } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import { createTerms } from './services.ts';
import { upcomingTerms } from './upcoming.ts';

interface TermsNeeds {
  readonly database: Database;
  readonly terms: Terms;
}

export const terms = {
  services: createTerms,
  routes: (needs) => ({ upcomingTerms: ({ say }) => upcomingTerms(needs, say) }),
} satisfies Capability<TermsNeeds>;
