/** Databases for tests: PGlite in memory from a migrated dump, PostgreSQL if there is one. */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { migrate, readMigrations } from '../../src/store/migrator.ts';
import { openPglite, type PgliteDatabase } from '../../src/store/pglite-database.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';

export type DatabaseKind = Database['kind'];

const SERVER = { host: '127.0.0.1', port: 5432, user: 'postgres' } as const;

/** Whether a PostgreSQL server listens where tests look for it. */
export const hasPostgres: boolean = await new Promise((resolve) => {
  const socket = net.connect({ host: SERVER.host, port: SERVER.port });
  socket.once('connect', () => {
    socket.destroy();
    resolve(true);
  });
  socket.once('error', () => resolve(false));
});

export interface TestDatabase {
  readonly database: Database;
  /** The same data as another process would see it; on PGlite, which has one process, the same object. */
  openAnother(): Promise<Database>;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/** Runs a suite on both databases; the one of an absent server shows as skipped. */
export function describeDatabases(name: string, suite: (kind: DatabaseKind) => void): void {
  describe(`${name} (PGlite)`, () => {
    afterAll(closeIdle);
    suite('pglite');
  });
  describe.skipIf(!hasPostgres)(`${name} (PostgreSQL)`, () => suite('postgres'));
}

/** A migrated database of its own; `isEmpty` leaves the schema out. */
export async function openTestDatabase(
  kind: DatabaseKind,
  { isEmpty = false } = {},
): Promise<TestDatabase> {
  return kind === 'pglite' ? openTestPglite(isEmpty) : openTestPostgres(isEmpty);
}

/** A PGlite that the test before has done with: emptying it takes a fraction of starting one. */
let idle: PgliteDatabase | undefined;

async function openTestPglite(isEmpty: boolean): Promise<TestDatabase> {
  const database = idle ?? (await openPglite({ template: await templateDump() }));
  if (idle !== undefined || isEmpty) await empty(database, isEmpty);
  idle = undefined;
  return {
    database,
    openAnother: () => Promise.resolve(database),
    async remove() {
      if (idle === undefined) idle = database;
      else await database.close();
    },
  };
}

async function empty(database: Database, isEmpty: boolean): Promise<void> {
  await database.query('DROP SCHEMA public CASCADE');
  await database.query('CREATE SCHEMA public');
  if (!isEmpty) await migrate(database);
}

async function closeIdle(): Promise<void> {
  const database = idle;
  idle = undefined;
  await database?.close();
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

async function openTestPostgres(isEmpty: boolean): Promise<TestDatabase> {
  const name = `fairlead_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = `postgres://${SERVER.user}@${SERVER.host}:${SERVER.port}/${name}`;
  const opened: Database[] = [];
  const open = async (): Promise<Database> => {
    const database = await openPostgres({ url });
    opened.push(database);
    return database;
  };
  const database = await open();
  if (!isEmpty) await migrate(database);
  return {
    database,
    openAnother: open,
    async remove() {
      for (const each of opened) await each.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ ...SERVER, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
