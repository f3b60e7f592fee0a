/** Reasons of holds that the exchange itself places: keys of texts. */

/** Of a freeze that was found without a hold: what an operator wrote about it then was for operators. */
export const UNSAID = 'hold_unsaid';
export const LAPSED = 'hold_lapsed';
/** A check found something, and a check is waited for. */
export const HIT = 'hold_screening';
export const AWAY = 'hold_screening_away';
/** Who the user is was confirmed once, and is no more. */
export const REVOKED = 'hold_identity_revoked';
/** The recipient's provider refused, did not answer yet, the user did not say who it is, or is not verified any more. */
export const TRAVEL_REFUSED = 'hold_travel_rule';
export const TRAVEL_AWAY = 'hold_travel_rule_away';
export const TRAVEL_UNSAID = 'hold_travel_rule_unsaid';
export const TRAVEL_UNVERIFIED = 'hold_travel_rule_unverified';
/** An own wallet is not proven. */
export const TRAVEL_UNPROVED = 'hold_travel_rule_unproved';
/** Of a deposit: the originator's provider refused, or its message does not match; or one of them, or the user, is waited for. */
export const ORIGIN_REFUSED = 'hold_travel_origin';
export const ORIGIN_MISMATCH = 'hold_travel_origin_mismatch';
export const ORIGIN_AWAY = 'hold_travel_origin_away';
export const ORIGIN_UNSAID = 'hold_travel_origin_unsaid';
export const ORIGIN_UNVERIFIED = 'hold_travel_origin_unverified';
const ORIGIN_WAITS = [ORIGIN_AWAY, ORIGIN_UNSAID, ORIGIN_UNVERIFIED];
/** Of where one deposit came from: none of them holds anything else. */
export const OF_ORIGIN: readonly string[] = [ORIGIN_REFUSED, ORIGIN_MISMATCH, ...ORIGIN_WAITS];
/** Something was found; or something is waited for. */
export const FOUND: readonly string[] = [
  HIT,
  TRAVEL_REFUSED,
  ORIGIN_REFUSED,
  ORIGIN_MISMATCH,
  REVOKED,
];
export const WAITED: readonly string[] = [
  ...[AWAY, TRAVEL_AWAY, TRAVEL_UNSAID, TRAVEL_UNVERIFIED, TRAVEL_UNPROVED],
  ...ORIGIN_WAITS,
];
/** What the exchange itself says; no operator says it in its place. */
export const OWN_WORDS: readonly string[] = [UNSAID, LAPSED, ...FOUND, ...WAITED];

/** Of a withdrawal, a claim, a held deposit or a payee. */
export type OfRecord =
  | typeof HIT
  | typeof AWAY
  | typeof TRAVEL_REFUSED
  | typeof TRAVEL_AWAY
  | typeof TRAVEL_UNSAID
  | typeof TRAVEL_UNVERIFIED
  | typeof TRAVEL_UNPROVED
  | typeof ORIGIN_REFUSED
  | typeof ORIGIN_MISMATCH
  | typeof ORIGIN_AWAY
  | typeof ORIGIN_UNSAID
  | typeof ORIGIN_UNVERIFIED;
