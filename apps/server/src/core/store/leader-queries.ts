/** The leader row: who writes. */
import { FencedError, type Queryable } from './database.ts';
import { type Leader, type LeaderRecord, toLeader } from './snapshot-reader.ts';

/** An epoch by its number and by what nobody else could have called it. */
export interface Epoch {
  readonly epoch: number;
  readonly nonce: string;
}

export interface EpochToBegin {
  /** Names the new one; a database that went back may reach its number again. */
  readonly nonce: string;
  /** The new one's number is beyond it, and beyond the row's. */
  readonly above?: number;
  /** Must be the present one, or another writer acted (FencedError). */
  readonly from?: Epoch;
}

/**
 * Begins a new epoch, from which on every batch of an earlier one is refused. The update waits for the row, so a batch
 * still on its way has ended when it returns: the numbers it gives are final. It is a synchronous commit behind all others,
 * so where commits wait for a replica all that the row counts is there as well once this returns.
 */
export async function beginEpoch(
  source: Queryable,
  { nonce, above = 0, from }: EpochToBegin,
): Promise<Leader> {
  const [row] = await source.query<LeaderRecord>(
    `UPDATE leader SET epoch = greatest(epoch, $2) + 1, nonce = $3, steps_nonce = $3,
       steps_from = CASE WHEN steps_nonce = nonce THEN steps_from ELSE last_sequence END
     WHERE $1::bigint IS NULL OR (epoch = $1 AND nonce = $4) RETURNING *`,
    [from?.epoch ?? null, above, nonce, from?.nonce ?? null],
  );
  if (row === undefined) throw new FencedError(`fenced: epoch ${from?.epoch} is over`);
  // Not asked for in a second statement: were its answer lost, this epoch would look like another writer's.
  return toLeader(row);
}

/** How many ids of each kind that the database itself gives out a loss leaves out. */
const IDS_SKIPPED = 1_000;

/** Leaves out ids of users, messages, proposals and the like, which may have been given out and lost. */
export async function skipIds(source: Queryable): Promise<void> {
  await source.query('SELECT skip_ids($1)', [IDS_SKIPPED]);
}

/** "fairlead" as a number: the advisory lock that the writer of a database holds. */
export const WRITER_LOCK = 0x6661_6972;

/**
 * A session may be ended while it waits for its client or has written nothing. One that writes ends by itself; one that
 * waits for a replica is committed already, and to end it would show everybody a commit that no replica has.
 */
const MAY_END =
  "(session.wait_event_type = 'Client' OR session.backend_xid IS NULL) AND session.wait_event IS DISTINCT FROM 'SyncRep'";

/**
 * Ends that session, if it still holds the lock, and all others of its process: what a paused process has begun
 * would keep its locks, and what it has not yet committed must not be. False while its commit waits for a replica, or it is
 * still at work: then nothing is ended that matters, and it is to be asked again.
 */
export async function endWriter(source: Queryable, pid: number): Promise<boolean> {
  const ended = await source.query<{ pid: number }>(
    `SELECT session.pid, pg_terminate_backend(session.pid) FROM pg_stat_activity AS session
     WHERE session.datname = current_database() AND ${MAY_END}
       AND session.application_name = (
         SELECT writer.application_name FROM pg_stat_activity AS writer
         WHERE writer.pid = (SELECT pid FROM pg_locks ${HOLDS_LOCK} AND pid = $2)
       )`,
    [WRITER_LOCK, pid],
  );
  return ended.some((session) => session.pid === pid);
}

/** Ends a session of this process whose connection was lost, if it may be ended; whether it was there. */
export async function endLingering(source: Queryable, pid: number): Promise<boolean> {
  const [lingering] = await source.query(
    `SELECT CASE WHEN ${MAY_END} THEN pg_terminate_backend(session.pid) END
     FROM pg_stat_activity AS session WHERE session.pid = $1
       AND session.application_name = current_setting('application_name')`,
    [pid],
  );
  return lingering !== undefined;
}

/** Whether that session's commit waits for a replica. */
export async function isWaitingForReplica(
  source: Queryable,
  pid: number | undefined,
): Promise<boolean> {
  const [row] = await source.query<{ wait_event: string | null }>(
    'SELECT wait_event FROM pg_stat_activity WHERE pid = $1',
    [pid ?? null],
  );
  return row?.wait_event === 'SyncRep';
}

/** What the database knows of whoever holds the writer's lock; none of it changes while that one hangs. */
export interface LeaderSigns {
  /** The server process of the session that holds the lock. */
  readonly pid: number;
  /** As its process' sessions are called. */
  readonly process: string;
  /** The present epoch's name. */
  readonly nonce: string;
  /** Rises while the leader of that epoch lives; absent where it has not said so yet. */
  readonly beat: number | undefined;
}

/** Undefined while nobody holds the lock. */
export async function leaderSigns(source: Queryable): Promise<LeaderSigns | undefined> {
  const [row] = await source.query<{
    pid: number;
    process: string | null;
    nonce: string;
    beat: bigint | null;
  }>(
    `SELECT writer.pid, writer.application_name AS process, leader.nonce, leader_beats.beat
     FROM leader LEFT JOIN leader_beats USING (leader_id, nonce), pg_stat_activity AS writer
     WHERE writer.pid = (SELECT pid FROM pg_locks ${HOLDS_LOCK})`,
    [WRITER_LOCK],
  );
  if (row === undefined) return undefined;
  const { pid, process, nonce, beat } = row;
  return { pid, process: process ?? '', nonce, beat: beat === null ? undefined : Number(beat) };
}

/** Says that the leader of this epoch lives; nothing while another epoch has begun. */
export async function beatLeader(
  target: Queryable,
  { epoch, nonce }: { readonly epoch: number; readonly nonce: string },
): Promise<void> {
  await target.query(
    `INSERT INTO leader_beats AS stored (leader_id, epoch, nonce, beat)
     SELECT leader_id, $1::bigint, $2::text, 1 FROM leader WHERE nonce = $2::text
     ON CONFLICT (leader_id) DO UPDATE
       SET epoch = excluded.epoch, nonce = excluded.nonce, beat = stored.beat + 1`,
    [epoch, nonce],
  );
}

/**
 * Who else of this exchange is connected, as its sessions are called: gateways, and whoever holds the writer's lock. With
 * `isAny` whoever else.
 */
export async function otherProcesses(
  source: Queryable,
  { isAny = false }: { readonly isAny?: boolean } = {},
): Promise<string[]> {
  const rows = await source.query<{ name: string }>(
    `SELECT DISTINCT session.application_name AS name FROM pg_stat_activity AS session
     WHERE session.datname = current_database() AND session.application_name LIKE 'fairlead %'
       AND session.application_name <> current_setting('application_name')
       AND ($2 OR session.application_name LIKE 'fairlead gateway %'
         OR session.pid IN (SELECT pid FROM pg_locks ${HOLDS_LOCK}))`,
    [WRITER_LOCK, isAny],
  );
  return rows.map(({ name }) => name);
}

/** A session lock of one bigint is written in two halves. */
const HOLDS_LOCK = `WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid::bigint = $1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
