/** Whose books are asked for: the account's own, or those of its whole family, or of what a reader was given of it. */
import { ProblemError } from '@fairlead/contract';
import { isSubAccount } from '@fairlead/engine';
import { type Call, userOf } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import { subAccountsOf } from '../sub-accounts/index.ts';

/** The caller's account first; of a reader all that are shared. Throws `sub_account_refused` for a sub-account that asks for more than its own. */
export async function ownersAsked(
  { database }: { readonly database: Database },
  call: Call & { readonly input: { readonly together: boolean } },
): Promise<readonly number[]> {
  const { userId, share } = userOf(call);
  if (!call.input.together) return [userId];
  if (share !== undefined) return [userId, ...share.owners.filter((owner) => owner !== userId)];
  if (isSubAccount(userId)) throw new ProblemError('sub_account_refused');
  const subAccounts = await subAccountsOf(database, userId);
  return [userId, ...subAccounts.map(({ subAccountId }) => subAccountId)];
}
