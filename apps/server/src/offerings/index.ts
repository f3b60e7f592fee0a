/** What other capabilities may use of offerings. */
export { readOfferings } from './queries.ts';
