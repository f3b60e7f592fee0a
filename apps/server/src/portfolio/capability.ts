/** What reads across products: worth, statements, exports, the exposure of the house. */
import type { Capability } from '../core/capability.ts';
import { exposure } from './exposure.ts';
import type { PortfolioNeeds } from './needs.ts';
import { portfolioExceptions, portfolioHandlers } from './routes.ts';
import { taxExceptions, taxHandlers } from './tax/tax-routes.ts';

export const portfolio = {
  readsAcross: true,
  routes: (needs, exports) => ({ ...portfolioHandlers(needs, exports), ...taxHandlers(needs) }),
  operatorRoutes: (needs) => ({ operatorExposure: () => exposure(needs) }),
  exceptions: { ...portfolioExceptions, ...taxExceptions },
} satisfies Capability<PortfolioNeeds>;
