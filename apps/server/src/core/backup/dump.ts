/** Reads a whole exchange as records, from one moment of its tables. */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Engine } from '@fairlead/engine';
import type { BulkSession } from '../store/bulk-session.ts';
import { listTables, readSequences, readTable } from '../store/bulk-tables.ts';
import type { ExchangeTables } from '../store/exchange-tables.ts';
import { readMigrations } from '../store/migrator.ts';
import { readSetting } from '../store/settings-queries.ts';
import { readSnapshotWithin } from '../store/snapshot-reader.ts';
import {
  BackupError,
  type BackupRecord,
  type Begin,
  FileDigest,
  FORMAT_VERSION,
  type LandedMigration,
  RunningTally,
  type Tally,
} from './records.ts';
import { listFileNames, pathOfUpload } from './uploads.ts';

export interface DumpOptions {
  readonly tables: ExchangeTables;
  /** Where uploads lie; their bytes are left out when it is absent. */
  readonly uploadsFolder?: string;
  readonly nowMs: number;
}

/**
 * All records, within a bulk transaction that has run nothing yet. Memory: one piece of a table, and the open state that
 * the hash is made of.
 */
export async function* readExchange(
  session: BulkSession,
  { tables: exchangeTables, uploadsFolder, nowMs }: DumpOptions,
): AsyncGenerator<BackupRecord> {
  await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const begin = await readBegin(session, nowMs);
  yield { kind: 'note', note: begin };
  const tables: Record<string, Tally> = {};
  for (const table of begin.tables) {
    yield { kind: 'note', note: { section: 'table', name: table.name } };
    const tally = new RunningTally();
    for await (const lines of readTable(session, table)) {
      tally.addLines(lines);
      yield { kind: 'bytes', bytes: lines };
    }
    tables[table.name] = tally.value;
  }
  const snapshot = await readSnapshotWithin(session, exchangeTables);
  const stateHash = new Engine(snapshot).stateHash();
  const files = new RunningTally();
  const missing = { count: 0 };
  if (uploadsFolder !== undefined) yield* readUploads(session, { uploadsFolder, files, missing });
  yield {
    kind: 'note',
    note: {
      section: 'end',
      tables,
      files: files.value,
      missingFiles: missing.count,
      lastSequence: snapshot.counters.sequence,
      stateHash,
    },
  };
}

async function readBegin(session: BulkSession, nowMs: number): Promise<Begin> {
  const tables = await listTables(session);
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    throw new BackupError('there is nothing to back up: no server has run on this database');
  const migrations = await session.query<LandedMigration>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  const own = readMigrations();
  if (
    own.length !== migrations.length ||
    own.some(({ checksum }, index) => migrations[index]?.checksum !== checksum)
  )
    throw new BackupError(
      'the database is of another version of this program: start its server once',
    );
  const mode = await readSetting(session, 'mode');
  if (mode !== 'demo' && mode !== 'real')
    throw new BackupError('there is nothing to back up: no server has run on this database');
  return {
    section: 'begin',
    format: FORMAT_VERSION,
    createdAtMs: nowMs,
    mode,
    migrations,
    tables,
    sequences: await readSequences(session),
  };
}

async function* readUploads(
  session: BulkSession,
  {
    uploadsFolder,
    files,
    missing,
  }: {
    readonly uploadsFolder: string;
    readonly files: RunningTally;
    readonly missing: { count: number };
  },
): AsyncGenerator<BackupRecord> {
  for await (const name of listFileNames(session)) {
    const file = await open(pathOfUpload(uploadsFolder, name)).catch((error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) {
      missing.count += 1;
      continue;
    }
    try {
      const { size } = await file.stat();
      yield { kind: 'note', note: { section: 'file', name, bytes: size } };
      const digest = new FileDigest(name);
      for await (const bytes of file.createReadStream({ autoClose: false })) {
        digest.add(bytes);
        yield { kind: 'bytes', bytes };
      }
      files.add(digest.hex);
    } finally {
      await file.close();
    }
  }
}

/** The digest of a file that is already there; undefined where it is not. */
export async function digestUpload(uploadsFolder: string, name: string): Promise<string> {
  const digest = new FileDigest(name);
  for await (const bytes of createReadStream(pathOfUpload(uploadsFolder, name))) digest.add(bytes);
  return digest.hex;
}
