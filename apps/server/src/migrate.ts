/**
 * `npm run migrate`: brings the schema of a PostgreSQL server up to date as its owner (DATABASE_MIGRATE_URL), and gives
 * the roles that the server and readers use what they need. So the server itself never holds a credential that could
 * change the schema or the past. docs/operating/database-roles.md says when it is worth it.
 */
import process from 'node:process';
import { checkDatabaseUrl } from './core/config/database.ts';
import { parseDatabaseUrl } from './core/config/database-url.ts';
import { DATABASE_SETTINGS, PRODUCT_ENGINES } from './core/config/engines.ts';
import { parseSettings, readEnvironment } from './core/config/environment.ts';
import { ConfigError } from './core/config/values.ts';
import { systemClock } from './core/operations/clock.ts';
import { StartRefusedError } from './core/store/database.ts';
import { ensurePartitions } from './core/store/maintenance.ts';
import { migrate } from './core/store/migrator.ts';
import { openPostgres } from './core/store/postgres/database.ts';
import { DATABASE_ROLES, grantRoles } from './core/store/postgres/roles.ts';

interface Target {
  readonly url: string;
  /** What its line begins with. */
  readonly about: string;
}

/** All of them before any is touched: a setting that is wrong leaves all as they were. */
function readTargets(): readonly Target[] {
  // Whatever the mode: an owner's credential is worth the certificate.
  const setting = { name: 'DATABASE_MIGRATE_URL', isDemo: false } as const;
  const settings = parseSettings(readEnvironment());
  const given = settings[setting.name];
  if (given === undefined)
    throw new ConfigError(setting.name, 'must be the URL of the database as its owner');
  const home = { url: checkDatabaseUrl(given, setting), about: '' };
  if (settings.ENGINES === '1') return [home];
  const others = PRODUCT_ENGINES.map((engine) => {
    const name = DATABASE_SETTINGS[engine];
    const url = settings[name];
    if (url === undefined) throw new ConfigError(name, 'must be set with ENGINES=4');
    const owned = parseDatabaseUrl(asOwner(given.href, url.href));
    if ('why' in owned) throw new ConfigError(name, owned.why);
    return { url: checkDatabaseUrl(owned, { name, isDemo: false }), about: `${engine}: ` };
  });
  return [home, ...others];
}

/** An engine's database as the role that owns the home's: one role owns all of them. */
function asOwner(owner: string, url: string): string {
  const [who = ''] = /^[a-z]+:\/\/([^@/]*@)?/i.exec(owner)?.slice(1) ?? [];
  return url.replace(/^([a-z]+:\/\/)(?:[^/?#]*@)?/i, (_all, prefix: string) => `${prefix}${who}`);
}

async function migrateOne({ url, about }: Target): Promise<void> {
  const database = await openPostgres({ url });
  try {
    const applied = await migrate(database);
    await ensurePartitions(database, systemClock.now());
    await grantRoles(database, DATABASE_ROLES);
    const { app, reader } = DATABASE_ROLES;
    process.stdout.write(
      `${about}${applied} migrations applied; rights of ${app} and ${reader} are set.\n`,
    );
  } finally {
    await database.close();
  }
}

let refused = 'Nothing was migrated';
try {
  for (const target of readTargets()) {
    await migrateOne(target);
    refused = 'The rest was not migrated';
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartRefusedError)) throw error;
  process.stderr.write(`${refused}. ${error.message}\n`);
  process.exitCode = 1;
}
