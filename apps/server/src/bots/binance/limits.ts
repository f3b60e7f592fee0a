/** Bounds of the Binance-compatible interface, each with its reason. */

/** Weight a minute of one address and of one key, as Binance's own: clients are built for it. */
export const WEIGHT_PER_MINUTE = 6_000;
/** What a refused key costs beside its call: guessing is pointless, and this keeps it cheap to refuse. */
export const REFUSED_KEY_WEIGHT = 20;
/** Parameters of one call: twice the longest. */
export const PARAMETERS_MAX = 30;
/** How old a signed call may be, and at most (Binance: 5 s and 60 s). */
export const RECEIVE_WINDOW_MS = 5_000;
export const RECEIVE_WINDOW_MAX_MS = 60_000;
/** How far ahead of ours a caller's clock may be. */
export const CLOCK_AHEAD_MAX_MS = 1_000;
/** Levels of one answer, a side. */
export const BOOK_LEVELS_MAX = 5_000;
export const BOOK_LEVELS_DEFAULT = 100;
/** Rows of one answer. */
export const ROWS_MAX = 1_000;
export const ROWS_DEFAULT = 500;
/** Base candles that the candles of one answer may be joined from; of longer periods fewer are given. */
export const JOINED_CANDLES_MAX = 1_500;
/** Trades that candles of a second are made of in one answer: as many as five pages of trades, and weighed so. */
export const SECOND_TRADES_MAX = 5_000;
/** Markets of one answer of figures over a window, each of which is read from candles. */
export const WINDOW_MARKETS_MAX = 100;
/** How long a user stream's name works unless it is kept alive (Binance: 60 minutes). */
export const LISTEN_KEY_LIFETIME_MS = 60 * 60_000;
/** Names of user streams of one key. */
export const LISTEN_KEYS_MAX = 5;
/** Cancels of one "cancel all" under way at once. */
export const CANCELS_AT_ONCE_MAX = 50;
/** Orders whose trades are remembered for the answer to their placing. */
export const RECENT_FILLS_MAX = 2_000;
/** Trades looked through for those of one order, should they not be remembered. */
export const FILLS_LOOKED_AT_MAX = 1_000;

/** The longest message is a subscription to all the streams a socket may have: about 8 KB. */
export const FRAME_BYTES_MAX = 16 * 1024;
/** Streams of one socket; ccxt puts at most 200 on one. */
export const STREAMS_MAX = 256;
/** User streams of one socket. */
export const USER_STREAMS_MAX = 10;
/** A program opens one socket a kind of stream; several programs share an address. */
export const SOCKETS_PER_ADDRESS_MAX = 100;
export const SOCKETS_PER_USER_MAX = 20;
/** Timers that cancel which the sockets of one user keep set: as many as an account has. */
export const SWITCHES_PER_USER_MAX = 16;
/** What one process serves beside the app's own sockets. */
export const SOCKETS_MAX = 5_000;
/** Messages of one socket: a burst, then so many a second (Binance: 5). A call over the socket has its weight beside. */
export const MESSAGES_BURST = 160;
export const MESSAGES_PER_SECOND = 20;
/**
 * Messages of one socket of calls: a burst, then so many a second, as many as the orders that its user may place. What it says is
 * counted by weight beside; this bounds what is nothing that has a weight.
 */
export const CALLS_BURST = 2_000;
export const CALLS_PER_SECOND = 200;
/** Calls of one socket under way at once: it is not read further until some are answered. */
export const CALLS_UNDER_WAY_MAX = 256;
/** While so much waits for its reader a socket is not read either: its calls would only add to it. */
export const BEHIND_BYTES_MAX = 256 * 1024;
/** A reader this far behind is cut off. */
export const SLOW_BYTES_MAX = 1024 * 1024;
/** How often slow readers and keys that ended elsewhere are looked for. */
export const SWEEP_EVERY_MS = 500;
/** How long sockets have at a stop to read what they were sent and to say goodbye. */
export const CLOSING_MS = 500;
/** How often a socket is asked whether it is there, and how long it may stay silent (as Binance). */
export const PING_EVERY_MS = 20_000;
export const SILENT_MAX_MS = 60_000;
