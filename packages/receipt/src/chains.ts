/**
 * An exchange may have several engines, each with a chain of receipts of its own. Which chain a receipt is of is in its id: the
 * first counts from 1, each other one from behind a multiple of 10^12. There are four places and no more, and each chain
 * begins with the first id of its place, or with a loss that names what is missing from there on: so nobody can have another.
 */

/** Ids of one chain at most. */
export const CHAIN_IDS = 1_000_000_000_000;
export const CHAINS_MAX = 4;

/** The id before the first of the chain that an id is of. */
export const chainBeginOf = (id: number): number =>
  Math.min(Math.floor((id - 1) / CHAIN_IDS), CHAINS_MAX - 1) * CHAIN_IDS;
