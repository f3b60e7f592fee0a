/** What other capabilities may use of sub-accounts. */
export { findSubAccount, subAccountsOf } from './queries.ts';
export type { SubAccounts } from './sub-accounts.ts';
