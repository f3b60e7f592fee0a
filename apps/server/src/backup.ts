/**
 * `npm run backup`, `npm run restore`, `npm run archive` and `npm run move-to-postgres`. Exit codes as the server's: 0 done, 1 refused with one
 * line that says why, 70 a fault.
 */
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { archive, archiveMonth } from './core/backup/archive.ts';
import { backup } from './core/backup/backup.ts';
import { restoreAt } from './core/backup/point-in-time.ts';
import { BackupError, type End } from './core/backup/records.ts';
import { drill, moveToPostgres, restore } from './core/backup/restore.ts';
import { uploadsIn } from './core/backup/uploads.ts';
import { readMoment } from './core/backup/wal-archive.ts';
import { type Config, loadConfig } from './core/config/config.ts';
import { checkDatabaseUrl } from './core/config/database.ts';
import { databasesOf, type EngineDatabase } from './core/config/engines.ts';
import { parseSettings, readEnvironment } from './core/config/environment.ts';
import { ConfigError } from './core/config/values.ts';
import { EXIT_FAULT, EXIT_REFUSED } from './core/processes/exit-codes.ts';
import { StartRefusedError } from './core/store/database.ts';
import { writePrivately } from './core/store/embedded/private-folder.ts';
import type { ExchangeTables } from './core/store/exchange-tables.ts';
import { HOME } from './engines/shares.ts';
import { wrongReceipt } from './receipts/whole-chain.ts';
import { EXCHANGE_TABLES } from './tables.ts';

/** PostgreSQL's code for a role that may not. */
const INSUFFICIENT_PRIVILEGE = '42501';
const OWNER_NEEDED =
  ': DATABASE_MIGRATE_URL must name the role that owns the tables (docs/operating/database-roles.md)';
const USAGE = `npm run backup [-- --to FOLDER]
npm run restore -- --from FILE [--engine NAME] [--drill]
npm run restore -- --at TIME --base FOLDER --wal FOLDER [--unpack PROGRAM] --into FOLDER or --drill
npm run archive -- --before YYYY-MM [--to FOLDER]
npm run move-to-postgres`;

const LOSS =
  'What was answered after it is gone: the server declares that loss and opens nothing until it is resumed.';

type Settings = Config & { readonly tables: ExchangeTables };

const readSettings = (environment = readEnvironment()): Settings => ({
  ...loadConfig(environment),
  tables: EXCHANGE_TABLES,
});

/** What makes tables does so as their owner, where the server's own role is another. */
function readOwnersSettings(): Settings {
  const environment = readEnvironment();
  const settings = readSettings(environment);
  const name = 'DATABASE_MIGRATE_URL';
  const owner = parseSettings(environment)[name];
  if (owner === undefined) return settings;
  return { ...settings, databaseUrl: checkDatabaseUrl(owner, { name, isDemo: settings.isDemo }) };
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function sayWhat({ lastSequence, stateHash, tables, files, missingFiles }: End): void {
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  say(`Sequence ${lastSequence}, state ${stateHash}.`);
  say(`${rows} rows of ${Object.keys(tables).length} tables, ${files.count} uploaded files.`);
  if (missingFiles > 0) say(`${missingFiles} uploaded files were deleted meanwhile or are lost.`);
}

async function runBackup(config: Settings, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
  const to = path.resolve(values.to ?? './backups');
  for (const each of databasesOf(config)) {
    const isHome = each.name === HOME;
    const own = isHome ? config : ownOf(config, each);
    const folder = isHome ? to : path.join(to, each.name);
    const { file, bytes, end } = await backup(own, { to: folder, nowMs: Date.now() });
    say(`Backed up to ${file} (${(bytes / 1e6).toFixed(1)} MB), read back and found whole.`);
    sayWhat(end);
  }
  if (config.backupKey === undefined)
    say('It is a demo and without BACKUP_KEY: anybody can read it.');
}

/** As of one engine: each is restored for itself. */
function settingsOf(config: Settings, engine: string): Settings {
  if (engine === HOME) return config;
  const found = databasesOf(config).find(({ name }) => name === engine);
  if (found === undefined) throw new BackupError(`there is no engine ${engine}\n${USAGE}`);
  return ownOf(config, found);
}

/** Pictures are the home's: an engine of a product has no folder for any, and its own one is never empty. */
const ownOf = (config: Settings, engine: EngineDatabase): Settings => ({
  ...config,
  ...engine,
  uploadsDir: uploadsIn(engine.dataDir),
});

async function runRestore(all: Settings, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      engine: { type: 'string', default: HOME },
      drill: { type: 'boolean', default: false },
      at: { type: 'string' },
      base: { type: 'string' },
      wal: { type: 'string' },
      unpack: { type: 'string', default: 'gzip -d' },
      into: { type: 'string' },
    },
  });
  const config = settingsOf(all, values.engine);
  if (values.at !== undefined) return runRestoreAt(config, { ...values, at: values.at });
  if (values.from === undefined) throw new BackupError(`which file?\n${USAGE}`);
  const file = path.resolve(values.from);
  const { begin, end } = values.drill
    ? await drill(config, file, Date.now())
    : await restore(config, file, Date.now());
  const time = new Date(begin.createdAtMs).toISOString();
  say(
    values.drill
      ? `The drill went well: the backup of ${time} was restored, checked and removed again.`
      : `Restored the backup of ${time} and checked it. The server may be started.`,
  );
  if (!values.drill) say(LOSS);
  sayWhat(end);
}

interface AtOptions {
  readonly at: string;
  readonly base?: string | undefined;
  readonly wal?: string | undefined;
  readonly unpack: string;
  readonly into?: string | undefined;
  readonly drill: boolean;
}

async function runRestoreAt(config: Settings, options: AtOptions): Promise<void> {
  const { base, wal, unpack, into, drill: isDrill } = options;
  if (base === undefined || wal === undefined || (into === undefined) !== isDrill)
    throw new BackupError(`which folders?\n${USAGE}`);
  const recovered = await restoreAt(
    { ...config, wrongReceipt },
    {
      archive: { base: path.resolve(base), wal: path.resolve(wal), unpack },
      at: readMoment(options.at),
      into: into && path.resolve(into),
    },
    Date.now(),
  );
  const { lastSequence, stateHash, reached } = recovered;
  say(
    isDrill
      ? `The drill went well: ${recovered.base.name} was recovered, checked and removed again.`
      : `Recovered ${recovered.base.name} into ${into} and checked it. Its PostgreSQL may be started, then the server.`,
  );
  if (!isDrill) say(LOSS);
  say(`The last commit is of ${reached ?? 'before the end of the base backup'}.`);
  say(`Sequence ${lastSequence}, state ${stateHash}.`);
}

async function runArchive(config: Settings, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { before: { type: 'string' }, to: { type: 'string' } },
  });
  const nowMs = Date.now();
  const beforeMs = archiveMonth(values.before, nowMs);
  const to = path.resolve(values.to ?? './archives');
  const { file, digest, counts } = await archive(config, { beforeMs, to, nowMs });
  const { entry, trade, order, transfer } = counts;
  say(`Archived to ${file}, read back and found whole; then removed from the database.`);
  say(`${entry} entries, ${trade} trades, ${order} orders, ${transfer} transfers.`);
  say(`Sealed as ${digest}. It is not encrypted: keep it as you keep the books.`);
}

async function runMove(config: Settings): Promise<void> {
  const { end } = await moveToPostgres(config, Date.now());
  say('Moved to PostgreSQL and checked. The server may be started with this DATABASE_URL.');
  say('The embedded database is kept as database.moved, from which no server starts.');
  sayWhat(end);
}

async function run([command, ...args]: readonly string[]): Promise<void> {
  switch (command) {
    case 'backup':
      return runBackup(readSettings(), args);
    case 'restore':
      return runRestore(readOwnersSettings(), args);
    case 'archive':
      return runArchive(readOwnersSettings(), args);
    case 'move-to-postgres':
      return runMove(readOwnersSettings());
    default:
      throw new BackupError(USAGE);
  }
}

try {
  writePrivately();
  await run(process.argv.slice(2));
} catch (error) {
  const isForbidden = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
  const isRefusal =
    isForbidden ||
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof StartRefusedError ||
    (error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS'));
  if (!isRefusal) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  else process.stderr.write(`Refused. ${error.message}${isForbidden ? OWNER_NEEDED : ''}\n`);
  process.exitCode = isRefusal ? EXIT_REFUSED : EXIT_FAULT;
}
