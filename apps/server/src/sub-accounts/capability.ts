/** Accounts that a user has beside the main one. */
import type { Capability } from '../core/capability.ts';
import type { SubAccountsNeeds } from './needs.ts';
import { ProductGate } from './products.ts';
import { subAccountHandlers } from './routes.ts';
import { SubAccounts, type SubAccountsOptions } from './sub-accounts.ts';

export const subAccounts = {
  readsAcross: true,
  services: (parts: SubAccountsOptions) => {
    const subAccounts = new SubAccounts(parts);
    return { subAccounts, gate: new ProductGate(subAccounts) };
  },
  routes: subAccountHandlers,
} satisfies Capability<SubAccountsNeeds>;
