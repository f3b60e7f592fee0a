import type { Identity, SecurityActs, UserOtp } from '../identity/index.ts';
import type { Messages } from '../notices/index.ts';
import type { AccountShares } from './account-shares.ts';

/** What shared accounts are given by the composition root. */
export interface AccountSharesNeeds {
  readonly clock: { now(): number };
  readonly accountShares: AccountShares;
  readonly identity: Identity;
  readonly userOtp: UserOtp;
  readonly messages: Messages;
  readonly securityActs: Pick<SecurityActs, 'note'>;
}
