/** Reading of accounts that their owner gives another user. */
import type { Capability } from '../core/capability.ts';
import { SHARES_TOLD_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import { AccountShares, type AccountSharesOptions } from './account-shares.ts';
import type { AccountSharesNeeds } from './needs.ts';
import { accountShareHandlers, tellOffered } from './routes.ts';

export const accountShares = {
  services: (parts: AccountSharesOptions) => ({ accountShares: new AccountShares(parts) }),
  routes: accountShareHandlers,
  chores: (needs) => [new Chore(SHARES_TOLD_MS, () => tellOffered(needs))],
  flush: ({ accountShares }) => accountShares.flush(),
} satisfies Capability<
  AccountSharesNeeds,
  { readonly accountShares: Pick<AccountShares, 'flush'> }
>;
