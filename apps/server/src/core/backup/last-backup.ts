/**
 * When the last backup was made, for whoever must hear that none was: in the database; of an embedded one, which belongs to
 * its server alone, as a file beside it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deploymentSince } from '../operations/deployment.ts';
import type { Database, Queryable } from '../store/database.ts';
import { readSetting, writeSetting } from '../store/settings-queries.ts';

const NAME = 'last_backup_ms';

const fileIn = (dataDir: string): string => path.join(dataDir, 'last-backup');

/** `database`: PostgreSQL's; undefined for the embedded one of this folder. */
export async function noteBackup(
  { database, dataDir }: { readonly database: Queryable | undefined; readonly dataDir: string },
  nowMs: number,
): Promise<void> {
  if (database === undefined) await writeFile(fileIn(dataDir), `${nowMs}\n`, { mode: 0o600 });
  else await writeSetting(database, NAME, { value: String(nowMs), nowMs });
}

/**
 * Time in ms of the last backup, or of the exchange's first start while there is none. Rejects when the database does not
 * answer.
 */
export async function backedUpSince(
  database: Pick<Database, 'kind' | 'query'>,
  dataDir: string,
): Promise<number> {
  const told =
    database.kind === 'pglite'
      ? await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
      : await readSetting(database, NAME);
  const atMs = Number(told);
  return told === undefined || !Number.isSafeInteger(atMs) ? deploymentSince(database) : atMs;
}
