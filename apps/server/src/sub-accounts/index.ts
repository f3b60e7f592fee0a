/** What other capabilities may use of sub-accounts. */
export { subAccountsOf } from './queries.ts';
export type { SubAccounts } from './sub-accounts.ts';
