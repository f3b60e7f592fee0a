/**
 * `npm run restore` and `npm run move-to-postgres`: both load records into an empty database, and nothing is there
 * before all of it has been read back and found equal.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { BulkSession } from '../store/bulk-session.ts';
import { DATABASE_FOLDER, MOVED_FOLDER, openPglite } from '../store/embedded/database.ts';
import { syncFolder, syncTree } from '../store/embedded/durable-node-fs.ts';
import { lockFolder } from '../store/embedded/folder-lock.ts';
import { openPrivateFolder } from '../store/embedded/private-folder.ts';
import { adoptExchange } from '../store/exchange-mark.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { migrate } from '../store/migrator.ts';
import { openPostgres, type PostgresDatabase } from '../store/postgres/database.ts';
import { checkSealed, openSealed } from './backup.ts';
import { readExchange } from './dump.ts';
import { type LoadOptions, loadExchange, migrationsOf, takeBegin } from './load.ts';
import { BackupError, type Begin, type End } from './records.ts';
import { markRestored } from './restored.ts';
import { makeScratch } from './scratch.ts';
import { uploadsIn } from './uploads.ts';

export interface RestoreConfig
  extends Pick<Config, 'dataDir' | 'uploadsDir' | 'databaseUrl' | 'backupKey' | 'isDemo'> {
  readonly tables: ExchangeTables;
}

export interface Restored {
  readonly begin: Begin;
  readonly end: End;
}

/** Restores a file into the empty database and data folder that the settings name. */
export async function restore(
  config: RestoreConfig,
  file: string,
  nowMs: number,
): Promise<Restored> {
  const { dataDir, uploadsDir, databaseUrl, backupKey, isDemo, tables } = config;
  const folders = { dataDir, uploadsDir };
  // The whole file before anything is made: a damaged one leaves nothing behind.
  await checkSealed(file, backupKey);
  const records = openSealed(file, backupKey);
  const begin = await takeBegin(records);
  if ((begin.mode === 'demo') !== isDemo)
    throw new BackupError(
      `DEMO: the backup is of ${begin.mode} mode and can never run in the other; set DEMO and FEED as they were`,
    );
  openPrivateFolder(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    return databaseUrl === undefined
      ? await intoFolder(folders, { tables, begin, records, nowMs })
      : await intoPostgres(databaseUrl, folders, { tables, begin, records, nowMs });
  } finally {
    await lock.release();
  }
}

/** Restores a file into a folder that is removed again: the drill that says whether a backup is worth anything. */
export async function drill(config: RestoreConfig, file: string, nowMs: number): Promise<Restored> {
  const { folder, remove } = await makeScratch('drill', []);
  try {
    const records = openSealed(file, config.backupKey);
    const { tables } = config;
    const begin = await takeBegin(records);
    const folders = { dataDir: folder, uploadsDir: uploadsIn(folder) };
    return await intoFolder(folders, { tables, begin, records, nowMs });
  } finally {
    await remove();
  }
}

/** Where a restored exchange lies. */
type Folders = Pick<Config, 'dataDir' | 'uploadsDir'>;

interface Source extends Pick<LoadOptions, 'tables' | 'begin' | 'records'> {
  readonly nowMs: number;
}

/** Loads all of it, and notes that what came after the backup is gone. */
async function loadBackup(
  session: BulkSession,
  source: Source,
  uploadsFolder: string,
): Promise<End> {
  const end = await loadExchange(session, { ...source, uploadsFolder });
  await markRestored(session, { createdAtMs: source.begin.createdAtMs, nowMs: source.nowMs });
  return end;
}

/** Everything is made beside its place; the rename of the database comes last and makes it an exchange. */
async function intoFolder(folders: Folders, source: Source): Promise<Restored> {
  const { dataDir } = folders;
  for (const name of [DATABASE_FOLDER, MOVED_FOLDER])
    if (existsSync(path.join(dataDir, name)))
      throw new BackupError(`the target is not empty: ${path.join(dataDir, name)} is there`);
  await refuseUploads(folders);
  const unfinished = unfinishedIn(dataDir);
  await rm(unfinished, { recursive: true, force: true });
  try {
    const database = await openPglite({ folder: unfinished });
    let end: End;
    try {
      await migrate(database, migrationsOf(source.begin));
      end = await database.bulk((session) => loadBackup(session, source, uploadsIn(unfinished)));
      await adoptExchange(database, dataDir);
    } finally {
      await database.close();
    }
    await placeUploads(folders);
    syncTree(path.join(unfinished, DATABASE_FOLDER));
    await rename(path.join(unfinished, DATABASE_FOLDER), path.join(dataDir, DATABASE_FOLDER));
    syncFolder(dataDir);
    return { begin: source.begin, end };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function intoPostgres(url: string, folders: Folders, source: Source): Promise<Restored> {
  const { dataDir } = folders;
  await refuseUploads(folders);
  const unfinished = unfinishedIn(dataDir);
  await rm(unfinished, { recursive: true, force: true });
  try {
    return await withTarget(url, async (database) => {
      await migrate(database, migrationsOf(source.begin));
      const end = await database.bulk(async (session) => {
        const loaded = await loadBackup(session, source, uploadsIn(unfinished));
        // Before the commit: an exchange without its uploads must not be there for a moment.
        await placeUploads(folders);
        return loaded;
      });
      await adoptExchange(database, dataDir);
      return { begin: source.begin, end };
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Moves the embedded database of the data folder to the empty PostgreSQL database that the settings name. The server
 * must not run. Uploads stay where they are. What was moved is kept under another name, from which no server starts.
 */
export async function moveToPostgres(
  config: Pick<RestoreConfig, 'dataDir' | 'databaseUrl' | 'tables'>,
  nowMs: number,
): Promise<Restored> {
  const { dataDir, databaseUrl, tables } = config;
  if (databaseUrl === undefined)
    throw new BackupError('DATABASE_URL: must name the PostgreSQL database to move to');
  const folder = path.join(dataDir, DATABASE_FOLDER);
  if (!existsSync(folder)) throw new BackupError(`there is no embedded database in ${dataDir}`);
  const source = await openPglite({ folder: dataDir });
  try {
    await migrate(source);
    const moved = await withTarget(databaseUrl, (target) =>
      source.bulk(async (from) => {
        const records = readExchange(from, { tables, nowMs });
        const begin = await takeBegin(records);
        await migrate(target, migrationsOf(begin));
        const end = await target.bulk((to) => loadExchange(to, { tables, begin, records }));
        return { begin, end };
      }),
    );
    await source.close();
    await rename(folder, path.join(dataDir, MOVED_FOLDER));
    syncFolder(dataDir);
    return moved;
  } finally {
    await source.close();
  }
}

async function withTarget<Answer>(
  url: string,
  run: (database: PostgresDatabase) => Promise<Answer>,
): Promise<Answer> {
  const database = await openPostgres({ url });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

async function refuseUploads({ uploadsDir }: Folders): Promise<void> {
  const names = await readdir(uploadsDir).catch(() => []);
  if (names.length > 0) throw new BackupError(`the target is not empty: ${uploadsDir} has files`);
}

async function placeUploads({ dataDir, uploadsDir }: Folders): Promise<void> {
  const made = uploadsIn(unfinishedIn(dataDir));
  if (!existsSync(made)) return;
  if (uploadsDir === uploadsIn(dataDir)) {
    syncTree(made);
    await rm(uploadsDir, { recursive: true, force: true });
    await rename(made, uploadsDir);
    syncFolder(dataDir);
    return;
  }
  // A folder of its own may be on another file system, or be one, and then nothing can be renamed to it.
  openPrivateFolder(uploadsDir);
  await cp(made, uploadsDir, { recursive: true });
  syncTree(uploadsDir);
}

const unfinishedIn = (dataDir: string): string => path.join(dataDir, 'restore.unfinished');
