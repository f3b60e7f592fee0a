/** What reads across products: worth, statements, exports, the exposure of the house. */
import type { Capability } from '../core/capability.ts';
import { exposure } from './exposure.ts';
import type { PortfolioNeeds } from './needs.ts';
import { portfolioExceptions, portfolioHandlers } from './routes.ts';

export const portfolio = {
  routes: portfolioHandlers,
  operatorRoutes: (needs) => ({ operatorExposure: () => exposure(needs) }),
  exceptions: portfolioExceptions,
} satisfies Capability<PortfolioNeeds>;
