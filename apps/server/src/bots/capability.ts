/** Keys of users’ programs. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import type { Database } from '../core/store/database.ts';
import { pruneListenKeys } from './api-key-queries.ts';
import type { ApiKeys } from './api-keys.ts';
import type { BotsNeeds } from './needs.ts';
import { apiKeyHandlers } from './routes.ts';
import { createBots } from './services.ts';

export const bots = {
  services: createBots,
  routes: apiKeyHandlers,
  chores: ({ database, clock }) => [
    new Chore(MINUTE_MS, () => pruneListenKeys(database, clock.now())),
  ],
  flush: ({ apiKeys }) => apiKeys.flush(),
} satisfies Capability<
  BotsNeeds & { readonly database: Database; readonly clock: { now(): number } },
  { readonly apiKeys: Pick<ApiKeys, 'flush'> }
>;
