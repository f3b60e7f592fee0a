/** What other capabilities may use of holds. */
export { AWAY, HIT, type Holds, REVOKED } from './holds.ts';
