/** What PostgreSQL says of the WAL that it archives (docs/operating/backup.md, "Any moment"). */
import type { Queryable } from '../store/database.ts';

export interface Archiving {
  /** Since a file of WAL was last kept, or since it began to count. */
  readonly ageSeconds: number;
  /** The file that the last attempt could not keep; undefined where it did. */
  readonly failing: string | undefined;
}

/** Undefined where nothing is archived. */
export async function readArchiving(source: Queryable): Promise<Archiving | undefined> {
  const [row] = await source.query<{ age_s: number; failing: string | null }>(
    `SELECT extract(epoch FROM now() - coalesce(last_archived_time, stats_reset))::float8 AS age_s,
       CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
         THEN last_failed_wal END AS failing
     FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
  );
  return row && { ageSeconds: Math.max(0, row.age_s), failing: row.failing ?? undefined };
}
