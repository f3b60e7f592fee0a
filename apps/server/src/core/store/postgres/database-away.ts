/**
 * Tells a database that cannot be reached or that is going away from one that refuses a statement: the first
 * passes by itself, and whoever called may try again.
 */
import pg from 'pg';
import { DatabaseAwayError } from '../database.ts';

/**
 * SQLSTATEs of a server that is not there for us now (PostgreSQL documentation, appendix A): 08 connection
 * exceptions, 53 out of connections, memory or disk, 57P the server stops, crashed or is starting, 25006 it is
 * no primary any more, 57014 a statement it could not end in time.
 */
const AWAY_SQLSTATE = /^(?:08...|53...|57P..|25006|57014)$/;

/** Errors of the system's on the way to a server. */
export const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EMFILE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** What the pool says where all its connections are lent out for too long. */
const POOL_FULL = 'timeout exceeded when trying to connect';

/** Whether no connection was free, which says nothing of the server. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === POOL_FULL;

/** The client library's own errors have no code; these are its words, and those of the embedded database's worker. */
const AWAY_WORDS = [
  'Connection terminated',
  'Connection ended',
  POOL_FULL,
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'the database worker ended',
];

function isAway(error: Error): boolean {
  // The server ends the session with what is fatal, whatever the reason.
  if (error instanceof pg.DatabaseError)
    return error.severity !== 'ERROR' || AWAY_SQLSTATE.test(error.code ?? '');
  if ('code' in error && AWAY_CODES.has(String(error.code))) return true;
  return AWAY_WORDS.some((words) => error.message.startsWith(words));
}

/**
 * Whether a server that was not reached may be there later: it starts, is full, or its machine or name is not up yet. What it
 * refused stays refused.
 */
export function mayCome(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return AWAY_SQLSTATE.test(error.code ?? '');
  // A file that the URL names, such as a certificate, is not a server.
  return isAway(error) && !('syscall' in error && error.syscall === 'open');
}

/** Runs what asks a database; what fails because it is away fails with DatabaseAwayError. */
export async function tellAway<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error) || !isAway(error)) throw error;
    throw new DatabaseAwayError(error.message || error.name, { cause: error });
  }
}
