/** Opens the database that the settings name and brings its schema up to date. */
import path from 'node:path';
import type { Database } from './database.ts';
import { type ExchangeFolders, refuseLostFolder, refuseOtherDatabase } from './exchange-mark.ts';
import { ensurePartitions } from './maintenance.ts';
import { migrate } from './migrator.ts';
import { DATABASE_FOLDER, openPglite, refuseMoved } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL server; without it the embedded database is used. */
  readonly databaseUrl?: string;
  /** Where the embedded database lives; without it (and a URL) it is in memory. */
  readonly dataFolder?: string;
  /** Which part of several processes it is. */
  readonly role?: string;
  /** The folders of the exchange, which must be those of this database's; without them nothing is compared. */
  readonly folders?: ExchangeFolders;
  readonly nowMs: number;
  readonly onIdleError?: (error: Error) => void;
  /** Called when the embedded database's worker ends; by default the process ends with its code. */
  readonly onWorkerExit?: (exitCode: number) => void;
}

/** Throws StartRefusedError with the line to show when the database cannot be used. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataFolder, folders, role, nowMs, onIdleError, onWorkerExit } = options;
  if (folders !== undefined && databaseUrl === undefined) {
    // A database that was moved is not lost: that line says more.
    refuseMoved(folders.dataDir);
    refuseLostFolder(folders, path.join(folders.dataDir, DATABASE_FOLDER));
  }
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
    if (folders !== undefined) await refuseOtherDatabase(database, folders);
    await migrate(database);
    await ensurePartitions(database, nowMs);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
