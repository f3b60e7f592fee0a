/** Opens the database that the settings name and brings its schema up to date. */
import type { Database } from './database.ts';
import { ensurePartitions } from './maintenance.ts';
import { migrate } from './migrator.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL server; without it the embedded database is used. */
  readonly databaseUrl?: string;
  /** Where the embedded database lives; without it (and a URL) it is in memory. */
  readonly dataFolder?: string;
  /** Which part of several processes it is. */
  readonly role?: string;
  readonly nowMs: number;
  readonly onIdleError?: (error: Error) => void;
  /** Called when the embedded database's worker ends; by default the process ends with its code. */
  readonly onWorkerExit?: (exitCode: number) => void;
}

/** Throws StartRefusedError with the line to show when the database cannot be used. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataFolder, role, nowMs, onIdleError, onWorkerExit } = options;
  const database =
    databaseUrl === undefined
      ? await openPglite({
          ...(dataFolder !== undefined && { folder: dataFolder }),
          ...(onWorkerExit && { onWorkerExit }),
        })
      : await openPostgres({
          url: databaseUrl,
          ...(role !== undefined && { role }),
          ...(onIdleError && { onIdleError }),
        });
  try {
    await migrate(database);
    await ensurePartitions(database, nowMs);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
