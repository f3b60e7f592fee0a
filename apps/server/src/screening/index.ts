/** What other capabilities may use of screening. */
export type { Screenings } from './screening.ts';
