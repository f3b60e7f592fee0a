/** Bounds of the live socket, each with its reason. */

/** The longest message is a call of a hundred orders with every field as long as it may be: about 40 KB. */
export const FRAME_BYTES_MAX = 48 * 1024;
/** What a message may be before it counts as several: a subscription to 64 channels is about 3 KB. */
export const MESSAGE_BYTES = 16 * 1024;
/** A household or office behind one address, several tabs each. */
export const SOCKETS_PER_ADDRESS_MAX = 100;
/** Devices and tabs of one user. */
export const SOCKETS_PER_USER_MAX = 20;
/** What one process can serve; each socket costs about 20 KB. */
export const SOCKETS_MAX = 20_000;

/**
 * A socket's allowance: a message costs one, a subscription one a channel. The burst covers a page with all its
 * channels twice over; nobody's fingers make 20 a second.
 */
export const COST_BURST = 160;
export const COSTS_PER_SECOND = 20;
/** Messages within a second after which a socket is cut off: no client of ours comes near. */
export const FLOOD_MESSAGES = 200;
/** Calls of one socket under way at once: each is answered after a commit, so these are thousands of calls a second. */
export const CALLS_UNDER_WAY_MAX = 64;
/** Wrong tokens of one socket; each costs a query. */
export const WRONG_LOGINS_MAX = 5;

/** What a page of steps costs that a login is told, of the allowance: some fifty at once, then ten a second, 100 steps each. */
export const REPLAY_PAGE_COST = 2;
/** What pages leave of the allowance: all channels that their reader may ask for meanwhile. */
export const REPLAY_SPARED = 64;
/** Between two looks whether the allowance has a page. */
export const REPLAY_PAUSE_MS = 50;
/** Pages that one login is told: who is further behind is cut off, and goes on with the next. */
export const REPLAY_PAGES_MAX = 200;
/** Steps that wait behind what was before. */
export const REPLAY_WAITING_MAX = 2_000;
/** How long a login waits for where the steps of an engine stand that is not the home: it may be away. */
export const OTHER_HEAD_MAX_MS = 1_000;

/** A reader this far behind is cut off; it comes back and gets snapshots. */
export const SLOW_BYTES_MAX = 1024 * 1024;
/** Packets waiting for a polling client. */
export const SLOW_PACKETS_MAX = 1_000;
/** How long a stop waits for readers of what they were sent. */
export const FLUSH_MAX_MS = 500;
/** How often slow readers and expired sessions are looked for. */
export const SWEEP_EVERY_MS = 500;

/** How often each channel sends at most. */
export const TICKER_EVERY_MS = 250;
export const DEPTH_EVERY_MS = 100;
export const TRADES_EVERY_MS = 100;
export const CANDLE_EVERY_MS = 250;
/** Trades a new subscriber gets. */
export const TRADES_FIRST = 50;
/** A difference of more levels than this is sent as a snapshot, which is shorter. */
export const DEPTH_CHANGES_MAX = 400;
