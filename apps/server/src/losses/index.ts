/** What other capabilities may use of losses. */
export { lastLossAt } from './queries.ts';
