/** What other capabilities may use of custody, terms. */
export type { CustodyTerms } from './terms.ts';
