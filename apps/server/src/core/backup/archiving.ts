/** What PostgreSQL says of the WAL that it archives, and of base backups (docs/operating/backup.md, "Any moment"). */
import type { Queryable } from '../store/database.ts';

export interface Archiving {
  /** Since a file of WAL was last kept, or since it began to count. */
  readonly ageSeconds: number;
  /** The file that the last attempt could not keep; undefined where it did. */
  readonly failing: string | undefined;
  /** Since the last base backup was complete; undefined where none was noted. */
  readonly baseAgeSeconds: number | undefined;
}

/** Undefined where nothing is archived. */
export async function readArchiving(source: Queryable): Promise<Archiving | undefined> {
  // deploy/postgres/base-backup.sh notes each in that comment.
  const [row] = await source.query<{
    age_s: number;
    failing: string | null;
    base_age_s: number | null;
  }>(
    `SELECT extract(epoch FROM now() - coalesce(last_archived_time, stats_reset))::float8 AS age_s,
       CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
         THEN last_failed_wal END AS failing,
       (SELECT extract(epoch FROM now() - substring(shobj_description(oid, 'pg_tablespace')
          FROM '^Fairlead: base backup complete at (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)$'
        )::timestamptz)::float8 FROM pg_tablespace WHERE spcname = 'pg_default') AS base_age_s
     FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
  );
  if (row === undefined) return undefined;
  const { age_s: ageS, failing, base_age_s: baseAgeS } = row;
  return {
    ageSeconds: Math.max(0, ageS),
    failing: failing ?? undefined,
    baseAgeSeconds: baseAgeS === null ? undefined : Math.max(0, baseAgeS),
  };
}
