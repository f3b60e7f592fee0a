/** What other capabilities may use of sub-accounts. */
export { refusalOf, refuseClosed } from './products.ts';
export { subAccountsOf } from './queries.ts';
export type { SubAccounts } from './sub-accounts.ts';
