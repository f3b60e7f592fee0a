/** What is owed to users and what there is for it, published. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import type { LiabilitiesNeeds } from './needs.ts';
import { operatorLiabilityHandlers } from './operator-routes.ts';
import type { Reserves } from './reserves.ts';
import { liabilityExceptions, liabilityHandlers } from './routes.ts';
import { createLiabilities } from './services.ts';

export const liabilities = {
  services: createLiabilities,
  routes: liabilityHandlers,
  operatorRoutes: operatorLiabilityHandlers,
  exceptions: liabilityExceptions,
  effects: ({ reserves }) => ({
    add_reserve: (proposal) => reserves.add(proposal),
    end_reserve: (proposal) => reserves.end(proposal),
  }),
  settle: ({ liabilities: taken }) => taken.stop(),
  chores: ({ liabilities: taken }) => [new Chore(MINUTE_MS, () => taken.takeDue())],
} satisfies Capability<LiabilitiesNeeds, { readonly reserves: Reserves }>;
