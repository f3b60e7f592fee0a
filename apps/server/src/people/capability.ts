/** Users as the console shows and stops them. */
import type { Capability } from '../core/capability.ts';
import { recover, release, type UnfreezeNeeds, unfreeze } from './effects.ts';
import { peopleTableExports } from './exports.ts';
import type { PeopleNeeds } from './needs.ts';
import { operatorUserHandlers } from './operator-routes.ts';

export const people = {
  operatorRoutes: operatorUserHandlers,
  tableExports: peopleTableExports,
  effects: (early) => ({
    unfreeze_user: (proposal) => unfreeze(early, proposal),
    recover_account: (proposal) => recover(early, proposal),
    release_withdrawals: (proposal) => release(early, proposal),
  }),
} satisfies Capability<PeopleNeeds, UnfreezeNeeds>;
