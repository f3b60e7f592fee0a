/** What other capabilities may use of holds. */
export type { Holds } from './holds.ts';
export {
  AWAY,
  HIT,
  ORIGIN_AWAY,
  ORIGIN_MISMATCH,
  ORIGIN_REFUSED,
  ORIGIN_UNSAID,
  ORIGIN_UNVERIFIED,
  REVOKED,
  TRAVEL_AWAY,
  TRAVEL_REFUSED,
  TRAVEL_UNPROVED,
  TRAVEL_UNSAID,
  TRAVEL_UNVERIFIED,
} from './reasons.ts';
