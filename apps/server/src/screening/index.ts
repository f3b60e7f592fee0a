/** What other capabilities may use of screening. */
export { openDepositOf } from './queries.ts';
export type { Screenings } from './screening.ts';
