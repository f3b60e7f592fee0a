/** Writes records into an empty database, and believes none of it before it has been read again. */

import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Engine } from '@fairlead/engine';
import { quickCheckWithin, recountWithin } from '../checks/reconciliation.ts';
import type { BulkSession } from '../store/bulk-session.ts';
import {
  type BulkTable,
  makeMonths,
  openForLoading,
  readTable,
  whatIsThere,
  writeRows,
  writeSequences,
} from '../store/bulk-tables.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { type Migration, migrateWithin, readMigrations } from '../store/migrator.ts';
import { readSnapshotWithin } from '../store/snapshot-reader.ts';
import { digestUpload } from './dump.ts';
import {
  BackupError,
  type BackupRecord,
  type Begin,
  type End,
  FORMAT_VERSION,
  RunningTally,
} from './records.ts';
import { listFileNames, pathOfUpload } from './uploads.ts';

const NOT_WHOLE = 'the backup is not whole: its parts are not in their order';

/** Takes the first record off, and refuses what this program cannot read. */
export async function takeBegin(records: AsyncIterator<BackupRecord>): Promise<Begin> {
  const { value: first, done } = await records.next();
  if (done === true || first.kind !== 'note' || first.note.section !== 'begin')
    throw new BackupError(NOT_WHOLE);
  if (first.note.format > FORMAT_VERSION)
    throw new BackupError('the backup is newer than this program: update the program');
  return first.note;
}

/** The migrations that the backed up tables had; later ones are run on the restored rows. */
export function migrationsOf({ migrations }: Begin): Migration[] {
  const own = new Map(readMigrations().map((each) => [each.version, each]));
  return migrations.map(({ version, name, checksum }) => {
    const migration = own.get(version);
    if (migration === undefined)
      throw new BackupError(
        `the backup is newer than this program: it has migration ${version} (${name}); update the program`,
      );
    if (migration.checksum !== checksum)
      throw new BackupError(`the backup was made with another migration ${version} (${name})`);
    return migration;
  });
}

export interface LoadOptions {
  readonly tables: ExchangeTables;
  readonly begin: Begin;
  /** What follows the begin. */
  readonly records: AsyncIterator<BackupRecord>;
  /** Where uploads are written; it is empty. Without it the records hold none. */
  readonly uploadsFolder?: string;
}

/**
 * Loads within a bulk transaction on an empty database with the backup's own migrations, and runs the later ones on what was
 * loaded; throws before the commit where anything differs.
 */
export async function loadExchange(session: BulkSession, options: LoadOptions): Promise<End> {
  const { begin, uploadsFolder } = options;
  const present = await whatIsThere(session);
  if (present !== undefined)
    throw new BackupError(`the target is not empty: it has ${present}; nothing was changed`);
  for (const table of begin.tables) await makeMonths(session, table);
  const close = await openForLoading(session, begin.tables);
  const end = await takeRecords(session, options);
  await writeSequences(session, begin.sequences);
  await close();
  await verifyTables(session, begin.tables, end);
  await migrateWithin(session);
  await verifyEngine(session, options.tables, end);
  if (uploadsFolder !== undefined) await verifyUploads(session, uploadsFolder, end);
  return end;
}

async function takeRecords(
  session: BulkSession,
  { begin, records, uploadsFolder }: LoadOptions,
): Promise<End> {
  const tables = new Map(begin.tables.map((table) => [table.name, table]));
  let table: BulkTable | undefined;
  let file: FileHandle | undefined;
  try {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      const record = next.value;
      if (record.kind === 'bytes') {
        if (file !== undefined) await file.writeFile(record.bytes);
        else if (table !== undefined) await writeRows(session, table, record.bytes);
        else throw new BackupError(NOT_WHOLE);
        continue;
      }
      await closeWritten(file);
      file = undefined;
      table = undefined;
      const { note } = record;
      if (note.section === 'end') return note;
      if (note.section === 'begin') throw new BackupError(NOT_WHOLE);
      if (note.section === 'table') {
        table = tables.get(note.name);
        if (table === undefined) throw new BackupError(NOT_WHOLE);
      } else file = await createUpload(uploadsFolder, note.name);
    }
  } finally {
    await file?.close();
  }
  throw new BackupError('the backup ends too early');
}

async function createUpload(folder: string | undefined, name: string): Promise<FileHandle> {
  if (folder === undefined) throw new BackupError(NOT_WHOLE);
  const place = pathOfUpload(folder, name);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  return open(place, 'wx', 0o600);
}

async function closeWritten(file: FileHandle | undefined): Promise<void> {
  await file?.sync();
  await file?.close();
}

/** Every row of every table, read back. */
async function verifyTables(
  session: BulkSession,
  tables: readonly BulkTable[],
  end: End,
): Promise<void> {
  for (const table of tables) {
    const tally = new RunningTally();
    for await (const lines of readTable(session, table)) tally.addLines(lines);
    const { count, sha256 } = tally.value;
    const wanted = end.tables[table.name];
    if (wanted?.count !== count || wanted.sha256 !== sha256)
      throw new BackupError(
        `table ${table.name} is not what was backed up: ${count} rows, ${wanted?.count} were to come`,
      );
  }
}

/** An engine made from the tables is the one that was, and the books add up. */
async function verifyEngine(session: BulkSession, tables: ExchangeTables, end: End): Promise<void> {
  const drifts = [...(await quickCheckWithin(session, tables)), ...(await recountWithin(session))];
  const [drift] = drifts;
  if (drift !== undefined)
    throw new BackupError(
      `the books in the backup do not add up: ${drift.check} of ${drift.subject} by ${drift.difference}`,
    );
  const snapshot = await readSnapshotWithin(session, tables);
  if (snapshot.counters.sequence !== end.lastSequence)
    throw new BackupError('the restored sequence is not the one that was backed up');
  if (new Engine(snapshot).stateHash() !== end.stateHash)
    throw new BackupError('the restored state is not the one that was backed up: its hash differs');
}

/** Every uploaded file that was there, read back from the disk. */
async function verifyUploads(session: BulkSession, folder: string, end: End): Promise<void> {
  const files = new RunningTally();
  let missing = 0;
  for await (const name of listFileNames(session)) {
    const digest = await digestUpload(folder, name).catch((error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (digest === undefined) missing += 1;
    else files.add(digest);
  }
  const { count, sha256 } = files.value;
  if (count !== end.files.count || sha256 !== end.files.sha256 || missing !== end.missingFiles)
    throw new BackupError(`uploads are not what was backed up: ${count} of ${end.files.count}`);
}
