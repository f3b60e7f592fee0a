/** Where the money of users lies, and what the hot wallets may hold. */
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { TREASURY_DEPOSITS_MS, TREASURY_ROUND_MS } from './bounds.ts';
import { gaugeTreasury, type TreasuryGaugeNeeds } from './gauges.ts';
import type { TreasuryNeeds } from './needs.ts';
import { operatorTreasuryHandlers } from './operator-routes.ts';
import { Treasury, type TreasuryOptions } from './treasury.ts';

export const treasury = {
  readsAcross: true,
  services: (parts: TreasuryOptions) => ({ treasury: new Treasury(parts) }),
  operatorRoutes: operatorTreasuryHandlers,
  effects: ({ treasury: kept }) => ({ treasury_limits: (proposal) => kept.setLimits(proposal) }),
  // After the watchers, which know the networks.
  begin: async ({ treasury: kept }) => {
    const first = kept.begin();
    return { name: 'treasury', stop: () => first };
  },
  chores: ({ treasury: kept }) => [
    new Chore(TREASURY_ROUND_MS, () => kept.measure()),
    new Chore(TREASURY_DEPOSITS_MS, () => kept.measureDeposits()),
  ],
  gauges: gaugeTreasury,
} satisfies Capability<TreasuryNeeds & TreasuryGaugeNeeds, { readonly treasury: Treasury }>;
