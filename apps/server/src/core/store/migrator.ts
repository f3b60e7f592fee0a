/**
 * Brings a database to the schema this program knows. Each migration file is one transaction together
 * with its record; a file that has landed never changes (its checksum is compared), and a database that
 * knows more than this program is refused.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { type Database, type Queryable, StartRefusedError } from './database.ts';

/** One migration of a large database may rewrite a table. */
const MIGRATION_MAX_MS = 3_600_000;

export interface Migration {
  /** From the file's name, e.g. 7 of "0007_operation.sql". */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** The migrations of this program, in order. */
export function readMigrations(folder: URL = FOLDER): Migration[] {
  const migrations = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version, name] = FILE_NAME.exec(file) ?? [];
      if (version === undefined || name === undefined) throw new Error(`not a migration: ${file}`);
      return migration(Number(version), name, fs.readFileSync(new URL(file, folder), 'utf8'));
    });
  const versions = new Set(migrations.map(({ version }) => version));
  if (versions.size !== migrations.length) throw new Error('two migrations have one number');
  return migrations;
}

/** One migration with its checksum. */
export function migration(version: number, name: string, sql: string): Migration {
  return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** Applies what is missing; returns how many migrations that were. Where nothing is, it takes no right but to read. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<number> {
  if (await isUpToDate(database, migrations)) return 0;
  await refuseWithoutRights(database);
  await database.transaction(
    async (transaction) => {
      await lock(transaction);
      await transaction.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL)`);
    },
    { maxMs: MIGRATION_MAX_MS },
  );
  const landed = await landedMigrations(database);
  refuseUnknown(landed, migrations);
  let applied = 0;
  for (const next of migrations) {
    if (landed.has(next.version)) continue;
    if (await apply(database, next)) applied += 1;
  }
  return applied;
}

/** Whether nothing is missing. Throws StartRefusedError for a database that knows more than this program. */
export async function isUpToDate(
  database: Queryable,
  migrations: readonly Migration[] = readMigrations(),
): Promise<boolean> {
  const [table] = await database.query<{ exists: boolean }>(
    "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS exists",
  );
  if (table?.exists !== true) return false;
  const landed = await landedMigrations(database);
  refuseUnknown(landed, migrations);
  return migrations.every(({ version }) => landed.has(version));
}

/** A server that runs as a role without DDL (docs/operating/database-roles.md) says who has to act. */
async function refuseWithoutRights(database: Queryable): Promise<void> {
  const [right] = await database.query<{ may_create: boolean }>(
    "SELECT has_schema_privilege('public', 'CREATE') AS may_create",
  );
  if (right?.may_create === true) return;
  throw new StartRefusedError(
    'the database needs migrations that this role may not run: npm run migrate, with DATABASE_MIGRATE_URL',
  );
}

/** "migrate" as a number: one program migrates at a time, the others wait. */
const MIGRATION_LOCK = 0x6d69_6772;

async function lock(transaction: Queryable): Promise<void> {
  await transaction.query('SET LOCAL statement_timeout = 0');
  await transaction.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

type Landed = ReadonlyMap<number, { readonly name: string; readonly checksum: string }>;

async function landedMigrations(database: Queryable): Promise<Landed> {
  const rows = await database.query<{ version: number; name: string; checksum: string }>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  return new Map(rows.map((row) => [row.version, row]));
}

function refuseUnknown(landed: Landed, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((each) => [each.version, each]));
  for (const [version, { name, checksum }] of landed) {
    const own = known.get(version);
    if (own === undefined) {
      throw new StartRefusedError(
        `the database is newer than this program: it has migration ${version} (${name}); update the program`,
      );
    }
    if (own.checksum !== checksum) {
      throw new StartRefusedError(
        `migration ${version} (${name}) was changed after it had been applied to this database`,
      );
    }
  }
}

/** Applies one migration in one transaction, unless another process has done so meanwhile. */
async function apply(database: Database, next: Migration): Promise<boolean> {
  const body = async (transaction: Queryable): Promise<boolean> => {
    await lock(transaction);
    return applyWithin(transaction, next);
  };
  return database.transaction(body, { maxMs: MIGRATION_MAX_MS });
}

/**
 * The same within a transaction of its caller, on tables that nobody else has yet: a restore's rows are migrated before they
 * are believed.
 */
export async function migrateWithin(
  transaction: Queryable,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  await lock(transaction);
  for (const next of migrations) await applyWithin(transaction, next);
}

async function applyWithin(
  transaction: Queryable,
  { version, name, sql, checksum }: Migration,
): Promise<boolean> {
  const present = await transaction.query('SELECT FROM schema_migrations WHERE version = $1', [
    version,
  ]);
  if (present.length > 0) return false;
  // Without parameters a query may hold many statements.
  await transaction.query(sql);
  await transaction.query('INSERT INTO schema_migrations VALUES ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
  return true;
}
