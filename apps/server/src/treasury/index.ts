/** What other capabilities may use of the treasury. */
export { needsAct } from './standing.ts';
export type { Treasury } from './treasury.ts';
