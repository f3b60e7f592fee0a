/** Once for each run of the server's tests: migrates the database that those on PostgreSQL begin as copies of. */
import process from 'node:process';
import { migrate } from '../src/core/store/migrator.ts';
import { openPostgres } from '../src/core/store/postgres/database.ts';
import {
  createDatabase,
  dropWithCopies,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from './support/postgres-server.ts';

/** Vitest calls this before the first test file. */
export async function setup(): Promise<void> {
  if (!hasPostgres) return;
  const name = await createDatabase();
  process.env[POSTGRES_TEMPLATE] = name;
  const database = await openPostgres({ url: urlOf(name) });
  await migrate(database);
  // Nobody may be connected to what is copied.
  await database.close();
}

/** Vitest calls this after the last one. */
export async function teardown(): Promise<void> {
  const name = process.env[POSTGRES_TEMPLATE];
  if (name !== undefined) await dropWithCopies(name);
}
