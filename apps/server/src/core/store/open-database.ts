/** Opens the database that the settings name and brings its schema up to date. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type Database, type Queryable, StartRefusedError } from './database.ts';
import { DATABASE_FOLDER, openPglite, refuseMoved } from './embedded/database.ts';
import { nameOfUser } from './embedded/private-folder.ts';
import {
  type ExchangeFolders,
  isEmpty,
  refuseLostFolder,
  refuseOtherDatabase,
} from './exchange-mark.ts';
import { ensurePartitions } from './maintenance.ts';
import { isUpToDate, migrate } from './migrator.ts';
import { openPostgres } from './postgres/database.ts';
import { knownIn } from './postgres/timelines.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL server; without it the embedded database is used. */
  readonly databaseUrl?: string;
  /** Where the embedded database lives; without it (and a URL) it is in memory. */
  readonly dataFolder?: string;
  /** Which part of several processes it is. */
  readonly role?: string;
  /** The folders of the exchange, which must be those of this database's; without them nothing is compared. */
  readonly folders?: ExchangeFolders;
  /** Looks at an exchange that is there before anything is written; throws StartRefusedError. */
  readonly prove?: (exchange: Queryable) => Promise<void>;
  readonly nowMs: number;
  readonly onIdleError?: (error: Error) => void;
  /** Called when the embedded database's worker ends; by default the process ends with its code. */
  readonly onWorkerExit?: (exitCode: number) => void;
}

/**
 * Opens the database of an exchange that is there, as it is: nothing is made and nothing migrated. For tools beside the server,
 * which `prove` refuses as it would a start. Throws StartRefusedError.
 */
export async function openExchange(
  { databaseUrl, dataDir }: { readonly databaseUrl?: string; readonly dataDir: string },
  prove: (exchange: Queryable) => Promise<void>,
): Promise<Database> {
  if (databaseUrl === undefined) refuseWithoutDatabase(dataDir);
  const database =
    databaseUrl === undefined
      ? await openPglite({ folder: dataDir })
      : await openPostgres({
          url: databaseUrl,
          role: 'tool',
          timelines: knownIn(dataDir),
        });
  try {
    if (await isEmpty(database))
      throw new StartRefusedError('DATABASE_URL: no exchange is in this database');
    if (!(await isUpToDate(database)))
      throw new StartRefusedError(
        'the database is older than this program: start the server once, or npm run migrate',
      );
    await prove(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Neither makes a new database nor writes files that the server's user could not read. */
function refuseWithoutDatabase(dataDir: string): void {
  const { uid } = fs.statSync(dataDir, { throwIfNoEntry: false }) ?? {};
  if (uid === undefined || !fs.existsSync(path.join(dataDir, DATABASE_FOLDER)))
    throw new StartRefusedError(`DATA_DIR: no exchange is in ${dataDir}`);
  const own = process.getuid?.();
  if (own !== undefined && own !== uid)
    throw new StartRefusedError(
      `DATA_DIR: ${dataDir} belongs to ${nameOfUser(uid)}, and this is ${nameOfUser(own)}: run it as the server's user`,
    );
}

/** Throws StartRefusedError with the line to show when the database cannot be used. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataFolder, folders, prove, role, nowMs, onIdleError, onWorkerExit } =
    options;
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
          ...(folders !== undefined && { timelines: { folder: folders.dataDir } }),
          ...(role !== undefined && { role }),
          ...(onIdleError && { onIdleError }),
        });
  try {
    if (folders !== undefined) await refuseOtherDatabase(database, folders);
    if (prove !== undefined && !(await isEmpty(database))) await prove(database);
    await migrate(database);
    await ensurePartitions(database, nowMs);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
