/** Every bound between processes, each with its reason. */

/** Calls of one gateway that wait for the engine: twice what the engine's own queue is worth a second. */
export const CALLS_MAX = 4_000;
/** Calls that the engine works on at once, of all gateways: more only wait, and hold memory. */
export const WORKED_ON_MAX = 10_000;
/** How long a call with a key waits for an engine, an old or a new one: a takeover and some. */
export const KEYED_CALL_MS = 10_000;
/** A call without a key: the longest export. */
export const CALL_MS = 30_000;
/** How often calls that have waited too long are looked for. */
export const SWEEP_MS = 250;

/** How often the engine says that it lives. */
export const BEAT_MS = 400;
/**
 * A gateway that the engine has not heard for so many of its beats, ten minutes, is forgotten. What it had sent says at which beat, so
 * nothing of that is taken anew.
 */
export const FORGOTTEN_BEATS = 600_000 / BEAT_MS;
/** The engine answers only so long after a beat that Redis has taken: less than any standby waits. */
export const LEASE_MS = 1_500;
/** A standby takes over when it has seen no new beat for so long. */
export const TAKEOVER_MS = 2_000;
/** The same of an engine that is still starting: reading a million orders may keep it from saying anything. */
export const TAKEOVER_STARTING_MS = 30_000;
/** Gateways that have seen no new beat for so long refuse what they would forward. */
export const AWAY_MS = 2_000;
/** The engine's word in Redis outlives it, so that a standby that comes later knows how it stood. */
export const LEADER_EXPIRES_MS = 60_000;
/** How often an engine that may not lead says why. */
export const COMPLAIN_EACH_MS = 30_000;
/** How often a gateway says what it has seen committed, and looks whether the tables still have it. */
export const SIGHTING_MS = 1_000;
/** How often gateways and standbys look at it. */
export const LOOK_MS = 200;

/** Entries of the streams of calls and answers: far more than may wait. */
export const CALLS_STREAM_MAX = 20_000;
export const ANSWERS_STREAM_MAX = 20_000;
/** Streams of calls and answers that nobody uses any more go away by themselves. */
export const STREAM_EXPIRES_MS = 60_000;
/** How often a stream of answers is given that time, at most. */
export const KEEP_EACH_MS = 1_000;
/** Committed batches that are kept for gateways that fell behind; who is further behind reads the tables again. */
export const BATCHES_KEPT = 4_096;
export const BATCHES_BYTES_KEPT = 64 * 1024 * 1024;
/** Entries of one read. */
export const READ_COUNT = 512;
/** How long one read waits: a reader notices within this that it is to stop. */
export const READ_BLOCK_MS = 1_000;
/** Between two tries of what Redis or the tables did not answer. */
export const RETRY_MS = 200;
/** Sessions that ended are remembered so long: longer than any call waits. */
export const ENDED_KEPT_MS = 60_000;
