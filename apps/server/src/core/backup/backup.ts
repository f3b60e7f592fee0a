/** `npm run backup`: one sealed file of the whole exchange, while its server runs or not. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../config/config.ts';
import type { BulkDatabase } from '../store/bulk-session.ts';
import { StartRefusedError } from '../store/database.ts';
import { DATABASE_FOLDER, openPglite } from '../store/embedded/database.ts';
import { syncFolder } from '../store/embedded/durable-node-fs.ts';
import { FolderCopy } from '../store/embedded/folder-copy.ts';
import { type FolderLock, lockFolder } from '../store/embedded/folder-lock.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { openPostgres } from '../store/postgres/database.ts';
import { knownIn } from '../store/postgres/timelines.ts';
import { askForCopy, controlFolderOf, copyFolderOf, type DatabaseCopy } from './control.ts';
import { readExchange } from './dump.ts';
import { noteBackup } from './last-backup.ts';
import {
  BackupError,
  type BackupRecord,
  decodeRecords,
  type End,
  encodeRecords,
  FileDigest,
  RunningTally,
} from './records.ts';
import { type BackupKey, openBytes, sealBytes } from './seal.ts';

/** Rows are text that repeats itself: this level is thrice as fast as the usual one and nearly as small. */
const GZIP_LEVEL = 3;

export interface BackupSummary {
  readonly file: string;
  readonly bytes: number;
  readonly end: End;
}

export interface BackupConfig
  extends Pick<Config, 'dataDir' | 'uploadsDir' | 'databaseUrl' | 'backupKey'> {
  readonly tables: ExchangeTables;
}

/** Writes a new file into the folder and reads it once more from end to end before it gets its name. */
export async function backup(
  config: BackupConfig,
  { to, nowMs }: { readonly to: string; readonly nowMs: number },
): Promise<BackupSummary> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const key = config.backupKey;
  const unfinished = path.join(to, `unfinished-${process.pid}.backup`);
  try {
    const { end } = await withSource(config, async (database, copy) => {
      const written = await writeSealed(database, { config, key, unfinished, nowMs });
      if (copy !== undefined && copy.stateHash !== written.stateHash)
        throw new BackupError(
          'the running engine differs from its tables: see the log of the server',
        );
      return { end: written };
    });
    const read = await checkSealed(unfinished, key);
    if (JSON.stringify(read) !== JSON.stringify(end))
      throw new BackupError('the file does not hold what was written to it');
    const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
    const file = path.join(to, `fairlead-${time}-${end.lastSequence}.backup`);
    await rename(unfinished, file);
    syncFolder(to);
    await noteMade(config, nowMs);
    return { file, bytes: (await stat(file)).size, end };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** It is made, whether that can be noted or not: who watches its age hears of it then. */
async function noteMade({ databaseUrl, dataDir }: BackupConfig, nowMs: number): Promise<void> {
  if (databaseUrl === undefined) return noteBackup({ database: undefined, dataDir }, nowMs);
  const database = await openPostgres({ url: databaseUrl, timelines: knownIn(dataDir) });
  try {
    await noteBackup({ database, dataDir }, nowMs);
  } finally {
    await database.close();
  }
}

async function writeSealed(
  database: BulkDatabase,
  {
    config,
    key,
    unfinished,
    nowMs,
  }: {
    readonly config: BackupConfig;
    readonly key: BackupKey;
    readonly unfinished: string;
    readonly nowMs: number;
  },
): Promise<End> {
  return database.bulk(async (session) => {
    const { tables, uploadsDir } = config;
    const records = readExchange(session, { tables, uploadsFolder: uploadsDir, nowMs });
    let end: End | undefined;
    async function* watched(): AsyncGenerator<BackupRecord> {
      for await (const record of records) {
        if (record.kind === 'note') {
          const { note } = record;
          if (note.section === 'begin' && note.mode === 'real' && key === undefined)
            throw new BackupError(
              'BACKUP_KEY: must be set outside demo mode: 32 or more random characters',
            );
          if (note.section === 'end') end = note;
        }
        yield record;
      }
    }
    await pipeline(
      encodeRecords(watched()),
      createGzip({ level: GZIP_LEVEL }),
      (source: AsyncIterable<Uint8Array>) => sealBytes(source, key),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    );
    const file = await open(unfinished, 'r+');
    await file.sync();
    await file.close();
    if (end === undefined) throw new BackupError('the backup has no end');
    return end;
  });
}

/** The records of a sealed file. */
export function openSealed(file: string, key: BackupKey): AsyncGenerator<BackupRecord> {
  async function* unzipped(): AsyncGenerator<Uint8Array> {
    const gunzip = createGunzip();
    // Only bytes that the seal has vouched for come here.
    const done = pipeline(openBytes(createReadStream(file), key), gunzip);
    // Its failure reaches whoever reads as well; the promise is looked at below.
    done.catch(() => undefined);
    yield* gunzip;
    await done;
  }
  return decodeRecords(unzipped());
}

/** Reads a whole file, counts everything in it and compares that with what it says. */
export async function checkSealed(file: string, key: BackupKey): Promise<End> {
  const tables = new Map<string, RunningTally>();
  const files = new RunningTally();
  let tally: RunningTally | undefined;
  let digest: FileDigest | undefined;
  for await (const record of openSealed(file, key)) {
    if (record.kind === 'bytes') {
      if (digest !== undefined) digest.add(record.bytes);
      else tally?.addLines(record.bytes);
      continue;
    }
    if (digest !== undefined) files.add(digest.hex);
    digest = undefined;
    const { note } = record;
    if (note.section === 'file') digest = new FileDigest(note.name);
    if (note.section === 'table') {
      tally = new RunningTally();
      tables.set(note.name, tally);
    }
    if (note.section !== 'end') continue;
    const counted = Object.fromEntries([...tables].map(([name, { value }]) => [name, value]));
    const said = JSON.stringify([note.tables, note.files]);
    if (said !== JSON.stringify([counted, files.value]))
      throw new BackupError('the backup does not hold what it says');
    return note;
  }
  throw new BackupError('the backup ends too early');
}

/**
 * The database to read. The embedded one belongs to one process and serves one transaction at a time, so a copy of
 * its folder is read: the running server's, or one made here while no server can start.
 */
async function withSource<Answer>(
  { databaseUrl, dataDir }: BackupConfig,
  read: (database: BulkDatabase, copy?: DatabaseCopy) => Promise<Answer>,
): Promise<Answer> {
  if (databaseUrl !== undefined) {
    const database = await openPostgres({ url: databaseUrl, timelines: knownIn(dataDir) });
    try {
      return await read(database);
    } finally {
      await database.close();
    }
  }
  if (!existsSync(path.join(dataDir, DATABASE_FOLDER)))
    throw new BackupError(`there is nothing to back up in ${dataDir}`);
  const turn = await takeTurn(dataDir);
  const folder = copyFolderOf(dataDir);
  try {
    const copy = await copyEmbedded(dataDir);
    const database = await openPglite({ folder });
    try {
      return await read(database, copy);
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await turn.release();
  }
}

/** There is one copy at a time: a second backup would take it from under the first. */
async function takeTurn(dataDir: string): Promise<FolderLock> {
  const control = controlFolderOf(dataDir);
  await mkdir(control, { recursive: true, mode: 0o700 });
  return lockFolder(control).catch((error: unknown) => {
    if (!(error instanceof StartRefusedError)) throw error;
    throw new BackupError(`another backup of ${dataDir} is being made`);
  });
}

/** The running server's word for its copy; undefined where none runs and the copy is made here. */
async function copyEmbedded(dataDir: string): Promise<DatabaseCopy | undefined> {
  const source = path.join(dataDir, DATABASE_FOLDER);
  const asked = await askForCopy(dataDir);
  if (asked !== undefined) return asked;
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    if (!(error instanceof StartRefusedError)) throw error;
    throw new BackupError(
      `${error.message}; it does not answer on its control socket: is it starting or stopping?`,
    );
  });
  try {
    const target = copyFolderOf(dataDir);
    await rm(target, { recursive: true, force: true });
    await new FolderCopy(source, path.join(target, DATABASE_FOLDER)).copyAll();
    return undefined;
  } finally {
    await lock.release();
  }
}
