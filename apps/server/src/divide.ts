/**
 * `npm run divide`: the databases of a stopped exchange, from one engine with everything to one for each product. Exit codes as the
 * server's: 0 done, 1 refused with one line that says why, 70 a fault. docs/operating/divide.md tells the whole move.
 */
import process from 'node:process';
import { checkDatabaseUrl } from './core/config/database.ts';
import { parseDatabaseUrl } from './core/config/database-url.ts';
import { DATABASE_SETTINGS, ENGINE_NAMES, type EngineName } from './core/config/engines.ts';
import { readEnvironment } from './core/config/environment.ts';
import { ConfigError, type Environment, text } from './core/config/values.ts';
import { EXIT_FAULT, EXIT_REFUSED } from './core/processes/exit-codes.ts';
import { StartRefusedError } from './core/store/database.ts';
import { type Divided, divide } from './engines/divide/divide.ts';
import { DivideError } from './engines/divide/divide-error.ts';
import { EXCHANGE_TABLES } from './tables.ts';

const OWNERS_SETTING = 'DATABASE_MIGRATE_URL';

/** Whatever the mode: these credentials are worth the certificate. */
function urlIn(environment: Environment, name: string): string {
  const given = text(environment, name);
  if (given === undefined)
    throw new ConfigError(name, 'must be the URL of a PostgreSQL database, as its owner');
  const url = parseDatabaseUrl(given);
  if ('why' in url) throw new ConfigError(name, url.why);
  return checkDatabaseUrl(url, { name, isDemo: false });
}

function urlsIn(environment: Environment): Readonly<Record<EngineName, string>> {
  const isOwned = text(environment, OWNERS_SETTING) !== undefined;
  return {
    spot: urlIn(environment, isOwned ? OWNERS_SETTING : DATABASE_SETTINGS.spot),
    futures: urlIn(environment, DATABASE_SETTINGS.futures),
    options: urlIn(environment, DATABASE_SETTINGS.options),
    wealth: urlIn(environment, DATABASE_SETTINGS.wealth),
  };
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function sayWhat({ divisionId, engines }: Divided): void {
  if (engines === undefined) {
    say(`It is divided already, as ${divisionId}: nothing was changed.`);
    return;
  }
  say(`Divided as ${divisionId}; every engine was made from its tables and found as it was.`);
  for (const name of ENGINE_NAMES) {
    const { accounts, stateHash, after } = engines[name];
    say(`${name}: ${accounts} accounts, state ${stateHash}, numbers after ${after}.`);
  }
  say('From here on it starts with ENGINES=4 and these databases, and never again as one engine.');
}

try {
  if (process.argv.length > 2) throw new DivideError('npm run divide takes no options');
  const urls = urlsIn(readEnvironment());
  const parts = { urls, tables: EXCHANGE_TABLES, nowMs: Date.now(), needsReports: true };
  sayWhat(await divide({ ...parts, onStep: say }));
} catch (error) {
  const isRefusal = [ConfigError, StartRefusedError, DivideError].some(
    (kind) => error instanceof kind,
  );
  if (!isRefusal) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  else process.stderr.write(`Refused. ${(error as Error).message}\n`);
  process.exitCode = isRefusal ? EXIT_REFUSED : EXIT_FAULT;
}
