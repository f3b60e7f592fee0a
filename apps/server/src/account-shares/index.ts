/** What other capabilities may use of shared accounts. */
export { endSharesOf } from './queries.ts';
