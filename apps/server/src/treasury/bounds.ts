/** Bounds of what is asked of nodes for the treasury. */

/** How often nodes are asked what the hot wallets hold. */
export const TREASURY_ROUND_MS = 60_000;
/** How often they are asked what lies on deposit addresses: a question for each. */
export const TREASURY_DEPOSITS_MS = 10 * 60_000;
/** Of each currency and chain: those that got most of so many of the chain's newest payments. */
export const TREASURY_ADDRESSES_MAX = 50;
export const TREASURY_PAYMENTS_MAX = 2_000;
