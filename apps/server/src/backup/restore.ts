/**
 * `npm run restore` and `npm run move-to-postgres`: both load records into an empty database, and nothing is there
 * before all of it has been read back and found equal.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { BulkSession } from '../store/bulk-session.ts';
import { syncFolder, syncTree } from '../store/durable-node-fs.ts';
import { adoptExchange } from '../store/exchange-mark.ts';
import { lockFolder } from '../store/folder-lock.ts';
import { migrate } from '../store/migrator.ts';
import { DATABASE_FOLDER, MOVED_FOLDER, openPglite } from '../store/pglite-database.ts';
import { openPostgres, type PostgresDatabase } from '../store/postgres-database.ts';
import { openPrivateFolder } from '../store/private-folder.ts';
import { markRestored } from '../store/restored.ts';
import { checkSealed, openSealed } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { readExchange } from './dump.ts';
import { type LoadOptions, loadExchange, migrationsOf, takeBegin } from './load.ts';
import type { Begin, End } from './records.ts';
import { uploadsIn } from './uploads.ts';

export type RestoreConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey' | 'isDemo'>;

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
  const { dataDir, databaseUrl, backupKey, isDemo } = config;
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
      ? await intoFolder(dataDir, { begin, records, nowMs })
      : await intoPostgres(databaseUrl, dataDir, { begin, records, nowMs });
  } finally {
    await lock.release();
  }
}

/** Restores a file into a folder that is removed again: the drill that says whether a backup is worth anything. */
export async function drill(config: RestoreConfig, file: string, nowMs: number): Promise<Restored> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-drill-'));
  try {
    const records = openSealed(file, config.backupKey);
    return await intoFolder(folder, { begin: await takeBegin(records), records, nowMs });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Source extends Pick<LoadOptions, 'begin' | 'records'> {
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
async function intoFolder(dataDir: string, source: Source): Promise<Restored> {
  for (const name of [DATABASE_FOLDER, MOVED_FOLDER])
    if (existsSync(path.join(dataDir, name)))
      throw new BackupError(`the target is not empty: ${path.join(dataDir, name)} is there`);
  await refuseUploads(dataDir);
  const unfinished = unfinishedIn(dataDir);
  await rm(unfinished, { recursive: true, force: true });
  try {
    const database = await openPglite({ folder: unfinished });
    let end: End;
    try {
      await migrate(database, migrationsOf(source.begin));
      end = await database.bulk((session) => loadBackup(session, source, uploadsIn(unfinished)));
      await migrate(database);
      await adoptExchange(database, dataDir);
    } finally {
      await database.close();
    }
    await placeUploads(dataDir);
    syncTree(path.join(unfinished, DATABASE_FOLDER));
    await rename(path.join(unfinished, DATABASE_FOLDER), path.join(dataDir, DATABASE_FOLDER));
    syncFolder(dataDir);
    return { begin: source.begin, end };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function intoPostgres(url: string, dataDir: string, source: Source): Promise<Restored> {
  await refuseUploads(dataDir);
  const unfinished = unfinishedIn(dataDir);
  await rm(unfinished, { recursive: true, force: true });
  try {
    return await withTarget(url, async (database) => {
      await migrate(database, migrationsOf(source.begin));
      const end = await database.bulk(async (session) => {
        const loaded = await loadBackup(session, source, uploadsIn(unfinished));
        // Before the commit: an exchange without its uploads must not be there for a moment.
        await placeUploads(dataDir);
        return loaded;
      });
      await migrate(database);
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
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  nowMs: number,
): Promise<Restored> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new BackupError('DATABASE_URL: must name the PostgreSQL database to move to');
  const folder = path.join(dataDir, DATABASE_FOLDER);
  if (!existsSync(folder)) throw new BackupError(`there is no embedded database in ${dataDir}`);
  const source = await openPglite({ folder: dataDir });
  try {
    await migrate(source);
    const moved = await withTarget(databaseUrl, (target) =>
      source.bulk(async (from) => {
        const records = readExchange(from, { nowMs });
        const begin = await takeBegin(records);
        await migrate(target, migrationsOf(begin));
        const end = await target.bulk((to) => loadExchange(to, { begin, records }));
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

async function refuseUploads(dataDir: string): Promise<void> {
  const folder = uploadsIn(dataDir);
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) throw new BackupError(`the target is not empty: ${folder} has files`);
}

async function placeUploads(dataDir: string): Promise<void> {
  const made = uploadsIn(unfinishedIn(dataDir));
  if (!existsSync(made)) return;
  syncTree(made);
  await rm(uploadsIn(dataDir), { recursive: true, force: true });
  await rename(made, uploadsIn(dataDir));
  syncFolder(dataDir);
}

const unfinishedIn = (dataDir: string): string => path.join(dataDir, 'restore.unfinished');
