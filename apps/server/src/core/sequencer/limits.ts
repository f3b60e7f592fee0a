/** Bounds of the sequencer, each with its reason. */

import { SAMPLE_AHEAD_MAX_MS } from '@fairlead/engine';

/** Commands of one transaction: larger ones gain little and make the first wait for the last. */
export const BATCH_COMMANDS_MAX = 1_000;
/** Fewer commands than this are not divided over two batches: a commit costs more than it saves. */
export const SHARED_BATCH_COMMANDS_MIN = 32;
/** Batches sent and not yet answered: the second lets the database go on while the first's answer travels. */
export const BATCHES_IN_FLIGHT_MAX = 2;
/** Commands waiting: about a third of a second at full speed; more would only time out. */
export const QUEUE_COMMANDS_MAX = 10_000;
/**
 * How long a submission waits for the next index sample: they come each second, and openings need one that is at
 * most two seconds old.
 */
export const PARK_MAX_MS = 3_000;
/**
 * How far the home's clock may be ahead of that of an engine that takes its samples: half of what counts as a time to come, so that nothing
 * which rests on them is one where the clock goes back a little.
 */
export const HOME_AHEAD_MAX_MS = SAMPLE_AHEAD_MAX_MS / 2;
/** Submissions of one owner that may wait for the next sample: more than anybody asks for by hand in a second. */
export const PARKED_OWNER_MAX = 50;
/** Part of the queue that may be parked: the rest is always there for what needs no sample. */
export const PARKED_QUEUE_PARTS = 2;
/** First answers kept in memory, about 60 MB; older ones are looked up in their table. */
export const ANSWERS_MAX = 100_000;
/** Keys that are read in one go for `StoredKeys`, and goes of one turn: some 50 ms of work. */
export const KEYS_PER_PAGE = 2_000;
export const KEY_PAGES_MAX = 10;
/** Names (client order ids, references) taken lately: more than can be on their way to the tables. */
export const RECENT_NAMES_MAX = 4 * QUEUE_COMMANDS_MAX;
/** Engine faults in a row, without a commit in between, after which nothing is taken any more. */
export const FAULTS_MAX = 3;
/** Waits between attempts to reach the database again: nobody is answered meanwhile, and an attempt costs a connection. */
export const RETRY_DELAYS_MS: readonly number[] = [50, 100, 250];
