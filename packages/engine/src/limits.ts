/** Bounds of everything that is given, counted or summed, each with its reason. */

/**
 * The largest amount a command may carry, and the most of one currency that may exist. Two of them
 * still add up within 64 bits, in which the ledger keeps its totals.
 */
export const AMOUNT_MAX = 2n ** 62n;

/**
 * The most an order may be worth at its limit. With what a taker got at better prices before it rested,
 * at most AMOUNT_MAX more, the amount it has filled stays within 64 bits.
 */
export const NOTIONAL_MAX = 2n ** 61n;

/** Ticks, lots and their product are exact as numbers up to here. */
export const SAFE_MAX = Number.MAX_SAFE_INTEGER;

/** 33 bits of a ledger account id. */
export const OWNER_MAX = 2 ** 33 - 1;

/** 15 bits of a ledger account id. */
export const CURRENCY_ID_MAX = 2 ** 15 - 1;

/** Far above any use; keeps per-owner counts of open orders short. */
export const MARKET_ID_MAX = 2 ** 15 - 1;

/** Decimals of the currency with the most of them (wei). */
export const SCALE_MAX = 18;

/** Bounds what one owner can put into one book, whatever an operator sets. */
export const OPEN_ORDERS_MAX = 10_000;

/** Ten times the index: wider bands protect nobody. */
export const BAND_PPM_MAX = 10_000_000n;

/** An index sample is fresh for this long (decisions §6). */
export const INDEX_FRESH_MS = 10_000;

/**
 * How many of the latest references of posted entries are remembered, to refuse a repetition while its
 * first is not yet in the tables. Older ones are refused by the tables' unique index.
 */
export const REFERENCES_MAX = 65_536;
/** Ticks that the index price has at least when a market gets a new tick: 1 % each at most. */
export const TICKS_PER_PRICE_MIN = 100n;

/** A UTC day, over which withdrawals are limited. */
export const DAY_MS = 86_400_000;

/** Characters of a reference or of a transaction's name: an index holds them. */
export const REFERENCE_LENGTH_MAX = 200;

/** Characters of an address, a reason or a note. */
export const TEXT_LENGTH_MAX = 500;

/** Output indexes are 32-bit on every chain we know. */
export const OUTPUT_INDEX_MAX = 2 ** 31 - 1;
