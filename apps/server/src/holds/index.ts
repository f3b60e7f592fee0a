/** What other capabilities may use of holds. */
export type { Holds } from './holds.ts';
export {
  AWAY,
  HIT,
  REVOKED,
  TRAVEL_AWAY,
  TRAVEL_REFUSED,
  TRAVEL_UNSAID,
  TRAVEL_UNVERIFIED,
} from './reasons.ts';
