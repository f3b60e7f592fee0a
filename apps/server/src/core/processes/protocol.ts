/**
 * How processes of one deployment speak to one another: the shapes in messages.ts and the names in names.ts. A version that
 * changes them adds one here and still understands the number before: so processes are replaced one by one. Whoever is
 * further away is not heard at all.
 */

/**
 * 2: each message says this number; calls are sent again under a new number; they may come as commands, where the engine says
 * that it takes them.
 */
export const PROTOCOL = 2;
/** What 2.5 speaks, which says no number. */
export const UNSAID_PROTOCOL = 1;

/** Whether this version sends and takes commands. */
export const HAS_COMMANDS = PROTOCOL > UNSAID_PROTOCOL;

/**
 * What commands of this version may say (calls/command-terms.ts), as its engines tell gateways; those that say nothing know none
 * of it. 1: orders that wait for a price and lists of them, with all of their terms; what 2.6 added to orders and positions.
 */
export const TERMS = HAS_COMMANDS ? 1 : 0;

export const isUnderstood = (spoken: number): boolean => Math.abs(spoken - PROTOCOL) <= 1;

export const foreignLine = (spoken: number): string =>
  `REDIS_URL: a process of another version speaks protocol ${spoken}, this one ${PROTOCOL}: they do not understand one another (docs/operating/processes.md)`;
