/** Bounds of everything that is given, counted or summed, each with its reason. */

export { AMOUNT_MAX } from '@fairlead/formula';

/**
 * The most an order may be worth at its limit. With what a taker got at better prices before it rested,
 * at most AMOUNT_MAX more, the amount it has filled stays within 64 bits.
 */
export const NOTIONAL_MAX = 2n ** 61n;

/** Ticks, lots and their product are exact as numbers up to here. */
export const SAFE_MAX = Number.MAX_SAFE_INTEGER;

/**
 * How many numbers of each kind a declared loss leaves out beyond the highest that anybody is known to have seen: what
 * was given out in the moments before may not have reached anybody who could tell.
 */
export const LOSS_SKIP = 1_000_000;

/** 33 bits of a ledger account id. */
export const OWNER_MAX = 2 ** 33 - 1;

/** 15 bits of a ledger account id. */
export const CURRENCY_ID_MAX = 2 ** 15 - 1;

/** Far above any use; keeps per-owner counts of open orders short. */
export const MARKET_ID_MAX = 2 ** 15 - 1;

/** Decimals of the currency with the most of them (wei). */
export const SCALE_MAX = 18;

/** An index sample is fresh for this long. */
export const INDEX_FRESH_MS = 10_000;

/** A sample further ahead of the time at the index than this is of no time that was: it is not taken, and not fresh. */
export const SAMPLE_AHEAD_MAX_MS = 2_000;

/**
 * How many of the latest references of posted entries are remembered, to refuse a repetition while its
 * first is not yet in the tables. Older ones are refused by the tables' unique index.
 */
export const REFERENCES_MAX = 65_536;

/** Characters of a reference or of a transaction's name: an index holds them. */
export const REFERENCE_LENGTH_MAX = 200;

/** Characters of an address, a reason or a note. */
export const TEXT_LENGTH_MAX = 500;

/** Output indexes are 32-bit on every chain we know. */
export const OUTPUT_INDEX_MAX = 2 ** 31 - 1;

/** An opening needs a sample whose quotes are at most this old, and is run at most this long after it. */
export const QUOTE_PROMPT_MS = 2_000;

/** Derivatives' prices are exact as numbers: 90 million of the quote currency. */
export const DERIVATIVE_PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export const OFFERS_MAX = 20;
export const OPTION_SECONDS_MAX = 3_600;

/**
 * A quarter of what a market takes: the most that one owner's positions of it may be worth, those that wait included. So
 * nobody takes a market from all others by orders that cost nothing.
 */
export const OWNER_INTEREST_PARTS = 4n;

/**
 * How near the index a limit must be for its position to keep house for itself: 0.5 %, the width of the market's quietest
 * minutes. Farther ones keep their owner's money and nothing of the house's.
 */
export const NEAR_LIMIT_PPM = 5_000n;

/** All positions that wait near the index keep at most this part of what the house has left: the rest is anybody's. */
export const NEAR_SHARE_PARTS = 2n;

/** An order is settled without a later sample when this long overdue: ticks then do not come at all. */
export const DELIVERY_GRACE_MS = 5_000;

/** Far above any use, and a list of products is given out whole. */
export const PRODUCT_ID_MAX = 2 ** 15 - 1;

/** Far above any use, and a list of offerings is given out whole. */
export const OFFERING_ID_MAX = 2 ** 15 - 1;

/** The end of the year 2999: with any lock-up behind it a time is still one that dates can show. */
export const OFFERING_TIME_MAX_MS = 32_503_679_999_999;

/** Each fee looks through them, and a page shows them all. */
export const REFERRAL_LEVELS_MAX = 20;

/** A timer that cancels runs a day at most: what was forgotten for longer was not meant as a guard. */
export const CANCEL_TIMER_MAX_MS = 86_400_000;

/** Orders that one run of a timer cancels; what is left comes with the next run. A command has some fifty runs. */
export const TIMER_CANCELS_MAX = 10;

/** Trailing stops of one owner in one market: each new best price is written for each. */
export const TRAILING_ORDERS_MAX = 10;

/** Orders that one price, or one command, places of those that waited for it; what is left goes on with the commands that follow. */
export const TRIGGER_FIRES_MAX = 1_000;

/** Of what is left, how many one run of the clock's places. */
export const TRIGGER_RUN_FIRES_MAX = 20;
/** Orders that one run lets expire, of those of one moment. */
export const EXPIRIES_MAX = 10;

/** An order is good for a year at most: what was forgotten for longer was not meant. */
export const ORDER_EXPIRY_MAX_MS = 366 * 86_400_000;

/** What one `run_schedules` may do: some hundredths of a second in which no order is taken. */
export const SCHEDULE_RUNS_MAX = 10_000;

/** Stops of parts that one position may have. */
export const STOP_LEVELS_MAX = 10;
