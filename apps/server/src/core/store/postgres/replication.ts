/**
 * How many machines hold a commit before it is answered, as a PostgreSQL server says it of a session: by what the session
 * waits for, and by the replicas that there are.
 */
import { type Queryable, type Replication, StartRefusedError } from '../database.ts';

/** With these a commit has reached a replica's disk before it is answered. */
const WAITING: readonly string[] = ['on', 'remote_apply'];
const COUNTED = /^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i;

/**
 * What the server says to this very session: roles and databases may have settings of their own. Who reads the log for other tables, as
 * the reports do, holds no copy of a commit.
 */
export async function readReplication(session: Queryable): Promise<Replication> {
  const [row] = await session.query<{ commit: string; names: string; replicas: bigint }>(
    `SELECT current_setting('synchronous_commit') AS commit,
       current_setting('synchronous_standby_names') AS names,
       (SELECT count(*) FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' AND NOT EXISTS (
         SELECT FROM pg_replication_slots WHERE active_pid = pid AND slot_type = 'logical')) AS replicas`,
  );
  const { commit = '', names = '', replicas = 0n } = row ?? {};
  return {
    synchronousCommit: commit,
    standbyNames: names,
    replicas: Number(replicas),
    commitMachines: WAITING.includes(commit) ? 1 + standbysWaitedFor(names) : 1,
  };
}

/** How many replicas a commit waits for by `synchronous_standby_names`: `FIRST n (…)`, `ANY n (…)`, `n (…)`, or a list, of which one. */
export function standbysWaitedFor(names: string): number {
  if (names.trim() === '') return 0;
  const counted = COUNTED.exec(names)?.[1];
  return counted === undefined ? 1 : Number(counted);
}

/** Throws StartRefusedError where a commit is answered before the replicas that there are could have it. */
export function refuseLooseCommits(replication: Replication): void {
  const { synchronousCommit, standbyNames, replicas } = replication;
  if (synchronousCommit === 'off')
    throw new StartRefusedError(
      'DATABASE_URL: the server has synchronous_commit = off and would lose orders',
    );
  const hasReplicas = standbyNames.trim() !== '' || replicas > 0;
  if (!hasReplicas || WAITING.includes(synchronousCommit)) return;
  throw new StartRefusedError(
    `DATABASE_URL: the server has replicas and synchronous_commit = ${synchronousCommit}: set it to on or remote_apply, or orders are answered that no replica has`,
  );
}

/** What the start-up line says of durability. */
export function durabilityOf({ synchronousCommit, replicas, commitMachines }: Replication): string {
  const machines = commitMachines === 1 ? '1 machine holds' : `${commitMachines} machines hold`;
  const behind = replicas - (commitMachines - 1);
  const late =
    behind <= 0
      ? ''
      : `; ${behind} further ${behind === 1 ? 'replica' : 'replicas'} may miss the newest ones`;
  return `PostgreSQL, synchronous_commit ${synchronousCommit}: ${machines} a commit before it is answered${late}`;
}

/** Has a session wait as it does now, whatever the server's setting becomes; never less than for the server's own disk. */
export const pinnedCommit = ({ synchronousCommit }: Replication): string =>
  `SET synchronous_commit = ${synchronousCommit === 'remote_apply' ? 'remote_apply' : 'on'}`;
