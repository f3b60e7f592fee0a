/** The leader row: who writes. */
import { FencedError, type Queryable } from './database.ts';
import { type Leader, type LeaderRecord, toLeader } from './snapshot-reader.ts';

/**
 * Begins a new epoch, from which on every batch of an earlier one is refused. With `fromEpoch` it must be
 * the present one, or another writer acted (FencedError). The update waits for the row, so a batch still
 * on its way has ended when it returns: the numbers it gives are final.
 */
export async function beginEpoch(source: Queryable, fromEpoch?: number): Promise<Leader> {
  const [row] = await source.query<LeaderRecord>(
    'UPDATE leader SET epoch = epoch + 1 WHERE $1::bigint IS NULL OR epoch = $1 RETURNING *',
    [fromEpoch ?? null],
  );
  if (row === undefined) throw new FencedError(`fenced: epoch ${fromEpoch} is over`);
  // Not asked for in a second statement: were its answer lost, this epoch would look like another writer's.
  return toLeader(row);
}

/** "fairlead" as a number: the advisory lock that the writer of a database holds. */
export const WRITER_LOCK = 0x6661_6972;

/** The server process of the session that holds the writer's lock; undefined while nobody does. */
export async function writerProcess(source: Queryable): Promise<number | undefined> {
  const [row] = await source.query<{ pid: number }>(`SELECT pid FROM pg_locks ${HOLDS_LOCK}`, [
    WRITER_LOCK,
  ]);
  return row?.pid;
}

/**
 * Ends that session, if it still holds the lock, and all others of its process: what a paused process has begun
 * would keep its locks, and what it has not yet committed must not be.
 */
export async function endWriter(source: Queryable, pid: number): Promise<void> {
  await source.query(
    `SELECT pg_terminate_backend(session.pid) FROM pg_stat_activity AS session
     WHERE session.datname = current_database() AND session.application_name = (
       SELECT writer.application_name FROM pg_stat_activity AS writer
       WHERE writer.pid = (SELECT pid FROM pg_locks ${HOLDS_LOCK} AND pid = $2)
     )`,
    [WRITER_LOCK, pid],
  );
}

/** A session lock of one bigint is written in two halves. */
const HOLDS_LOCK = `WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid::bigint = $1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
