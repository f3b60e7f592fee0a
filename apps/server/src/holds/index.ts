/** What other capabilities may use of holds. */
export {
  AWAY,
  HIT,
  type Holds,
  REVOKED,
  TRAVEL_AWAY,
  TRAVEL_REFUSED,
  TRAVEL_UNSAID,
} from './holds.ts';
