/**
 * Which owners are one person. A sub-account is an owner of its own with the number of its main account in the lower bits and
 * its place in the higher ones, so that nothing has to be kept, restored or told to another engine for the family to hold, and
 * no row can put an account into another's family.
 */
import type { OwnerId } from './terms.ts';

/** The highest number of a main account: 28 of the 33 bits of an owner. */
export const MAIN_OWNER_MAX = 2 ** 28 - 1;
const STEP = MAIN_OWNER_MAX + 1;

/** Places of one family that there are numbers for; 0 is the main account's. */
const FAMILY_PLACES = 2 ** 5;

/** The main account of an owner, which is the owner itself where that is one. */
export const mainOf = (owner: OwnerId): OwnerId => owner % STEP;

export const isSubAccount = (owner: OwnerId): boolean => owner > MAIN_OWNER_MAX;

/** The number of a sub-account in a place from 1 on. */
export const subAccountOf = (main: OwnerId, place: number): OwnerId => main + place * STEP;

/** All numbers of an owner's family, whether there is an account of each or not. */
export const familyOf = (owner: OwnerId): OwnerId[] =>
  Array.from({ length: FAMILY_PLACES }, (_, place) => subAccountOf(mainOf(owner), place));

/** Whether two owners are one person's. */
export const isOneFamily = (one: OwnerId, other: OwnerId): boolean => mainOf(one) === mainOf(other);
