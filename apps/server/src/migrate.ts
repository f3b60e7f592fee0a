/**
 * `npm run migrate`: brings the schema of a PostgreSQL server up to date as its owner (DATABASE_MIGRATE_URL), and gives
 * the roles that the server and readers use what they need. So the server itself never holds a credential that could
 * change the schema or the past. docs/operating/database-roles.md says when it is worth it.
 */
import process from 'node:process';
import { checkDatabaseUrl } from './core/config/database.ts';
import { parseSettings, readEnvironment } from './core/config/environment.ts';
import { ConfigError } from './core/config/values.ts';
import { systemClock } from './core/operations/clock.ts';
import { StartRefusedError } from './core/store/database.ts';
import { ensurePartitions } from './core/store/maintenance.ts';
import { migrate } from './core/store/migrator.ts';
import { openPostgres } from './core/store/postgres/database.ts';
import { DATABASE_ROLES, grantRoles } from './core/store/postgres/roles.ts';

async function main(): Promise<void> {
  // Whatever the mode: an owner's credential is worth the certificate.
  const setting = { name: 'DATABASE_MIGRATE_URL', isDemo: false } as const;
  const given = parseSettings(readEnvironment())[setting.name];
  if (given === undefined)
    throw new ConfigError(setting.name, 'must be the URL of the database as its owner');
  const database = await openPostgres({ url: checkDatabaseUrl(given, setting) });
  try {
    const applied = await migrate(database);
    await ensurePartitions(database, systemClock.now());
    await grantRoles(database, DATABASE_ROLES);
    const { app, reader } = DATABASE_ROLES;
    process.stdout.write(
      `${applied} migrations applied; rights of ${app} and ${reader} are set.\n`,
    );
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartRefusedError)) throw error;
  process.stderr.write(`Nothing was migrated. ${error.message}\n`);
  process.exitCode = 1;
}
