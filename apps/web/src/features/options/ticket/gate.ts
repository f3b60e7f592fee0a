/** Who may buy; pure. */
import type { User } from '@fairlead/contract';

/**
 * What is missing before anything can be bought: nobody is logged in, options are not sold in the person's country,
 * the person is not verified, or waits to be.
 */
export type Gate = 'guest' | 'country' | 'unverified' | 'review';

export interface GateInputs {
  /** What the server refused for, whatever this device knows of the user. */
  readonly refusedFor: 'verify' | 'country' | undefined;
  readonly user: Pick<User, 'basic_verification'> | undefined;
}

/** The first that applies; undefined when one may buy. */
export function gateOf({ refusedFor, user }: GateInputs): Gate | undefined {
  if (user === undefined) return 'guest';
  if (refusedFor === 'country') return 'country';
  if (user.basic_verification === 'under_review') return 'review';
  const isVerified = user.basic_verification === 'verified' && refusedFor !== 'verify';
  return isVerified ? undefined : 'unverified';
}
