/** Databases for tests: PGlite in memory from a migrated dump, PostgreSQL if there is one. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe } from 'vitest';
import type { Database } from '../../src/core/store/database.ts';
import { openPglite, type PgliteDatabase } from '../../src/core/store/embedded/database.ts';
import { migrate, readMigrations } from '../../src/core/store/migrator.ts';
import { openPostgres } from '../../src/core/store/postgres/database.ts';
import { makePristine, pristineOf } from '../../src/core/store/test/pristine.ts';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from './postgres-server.ts';

export type DatabaseKind = Database['kind'];

export interface TestDatabase {
  readonly database: Database;
  /** The same data as another process would see it; on PGlite, which has one process, the same object. */
  openAnother(): Promise<Database>;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/** For tests whose subject is not the database: a copy on PostgreSQL is ready long before a PGlite is. */
const readyKind: DatabaseKind = hasPostgres ? 'postgres' : 'pglite';

/** Runs a suite on both databases; the one of an absent server shows as skipped. */
export function describeDatabases(name: string, suite: (kind: DatabaseKind) => void): void {
  describe(`${name} (PGlite)`, () => suite('pglite'));
  describe.skipIf(!hasPostgres)(`${name} (PostgreSQL)`, () => suite('postgres'));
}

/** A migrated database of its own; `isEmpty` leaves the schema out. Which it is matters only where a kind is named. */
export async function openTestDatabase(
  kind: DatabaseKind = readyKind,
  { isEmpty = false } = {},
): Promise<TestDatabase> {
  return kind === 'pglite' ? openTestPglite(isEmpty) : openTestPostgres(isEmpty);
}

/**
 * A PGlite that the test before has done with: emptying it takes a fraction of starting one. Of this file or of an
 * earlier one in the same process; it is in memory and ends with it.
 */
let idle: PgliteDatabase | undefined;

async function openTestPglite(isEmpty: boolean): Promise<TestDatabase> {
  const used = idle;
  idle = undefined;
  const database = used ?? (await openPglite({ template: await templateDump() }));
  if (isEmpty) await dropAll(database);
  else if (used === undefined) await pristineOf(database);
  else await clean(database);
  return {
    database,
    openAnother: () => Promise.resolve(database),
    async remove() {
      if (idle === undefined) idle = database;
      else await database.close();
    },
  };
}

/** As right after the migrations, by the shortest way: rows are deleted unless the schema itself was touched. */
async function clean(database: Database): Promise<void> {
  if (await makePristine(database)) return;
  await dropAll(database);
  await migrate(database);
}

async function dropAll(database: Database): Promise<void> {
  await database.query('DROP SCHEMA public CASCADE');
  await database.query('CREATE SCHEMA public');
}

/** A dump made once for these migrations, kept among the system's temporary files. */
async function templateDump(): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(readMigrations()));
  const file = path.join(os.tmpdir(), `fairlead-pglite-${digest.digest('hex').slice(0, 16)}.tar`);
  if (fs.existsSync(file)) return file;
  const database = await openPglite({});
  await migrate(database);
  const unfinished = `${file}.${randomUUID()}`;
  await database.dump(unfinished);
  await database.close();
  fs.renameSync(unfinished, file);
  return file;
}

/**
 * Databases that earlier tests of this process have done with, with the connections to them: each new one would read the
 * catalogue of two hundred tables again. prepare.ts drops them at the end of the run.
 */
const idlePostgres: { readonly name: string; readonly database: Database }[] = [];

/** The last one that is idle, emptied; undefined where none is, or where its test left it as nobody could use it. */
async function takeIdle(): Promise<(typeof idlePostgres)[number] | undefined> {
  const used = idlePostgres.pop();
  if (used === undefined) return undefined;
  try {
    if (await hasWriter(used.database)) throw new Error('its test left a writer');
    await clean(used.database);
    return used;
  } catch {
    // Not waited for: it ends only when whoever has a connection gives it back.
    void used.database.close();
    return undefined;
  }
}

/** Whether a sequencer still leads there: the next to start would wait for it for ever. */
async function hasWriter(database: Database): Promise<boolean> {
  const held = await database.query(`
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  return held.length > 0;
}

async function openTestPostgres(isEmpty: boolean): Promise<TestDatabase> {
  const used = isEmpty ? undefined : await takeIdle();
  const template = isEmpty ? undefined : process.env[POSTGRES_TEMPLATE];
  const name = used?.name ?? (await createDatabase(template));
  const open = (): Promise<Database> => openPostgres({ url: urlOf(name) });
  const database = used?.database ?? (await open());
  if (used === undefined && !isEmpty) {
    if (template === undefined) await migrate(database);
    await pristineOf(database);
  }
  const others: Database[] = [];
  return {
    database,
    async openAnother() {
      const other = await open();
      others.push(other);
      return other;
    },
    async remove() {
      for (const each of others) await each.close();
      if (!isEmpty) {
        idlePostgres.push({ name, database });
        return;
      }
      await database.close();
      await dropDatabase(name);
    },
  };
}
