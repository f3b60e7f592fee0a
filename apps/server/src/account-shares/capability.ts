/** Reading of accounts that their owner gives another user. */
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { AccountShares, type AccountSharesOptions } from './account-shares.ts';
import type { AccountSharesNeeds } from './needs.ts';
import { accountShareHandlers, tellOffered } from './routes.ts';

/** How often users are told of reading that was offered to their address; one question for all. */
const SHARES_TOLD_MS = 5_000;

export const accountShares = {
  services: (parts: AccountSharesOptions) => ({ accountShares: new AccountShares(parts) }),
  routes: accountShareHandlers,
  chores: (needs) => [new Chore(SHARES_TOLD_MS, () => tellOffered(needs))],
  flush: ({ accountShares }) => accountShares.flush(),
} satisfies Capability<
  AccountSharesNeeds,
  { readonly accountShares: Pick<AccountShares, 'flush'> }
>;
