/** What `npm run reports` does: opens all databases as who owns them, and sets the reports up. */
import { checkDatabaseUrl } from '../../core/config/database.ts';
import { parseDatabaseUrl } from '../../core/config/database-url.ts';
import { DATABASE_SETTINGS, ENGINE_NAMES, REPORTS_SETTING } from '../../core/config/engines.ts';
import { ConfigError, type Environment, text } from '../../core/config/values.ts';
import { type Database, StartRefusedError } from '../../core/store/database.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import type { DatabaseRoles } from '../../core/store/postgres/roles.ts';
import { type SetUpReports, setUpReports } from './set-up.ts';
import { readMarks, readProgress } from './subscription-queries.ts';

export interface ReportsCommand {
  readonly environment: Environment;
  readonly roles: DatabaseRoles;
  readonly isAnew?: boolean;
  readonly nowMs: number;
  readonly onStep: (line: string) => void;
}

/** Throws ConfigError and StartRefusedError with the line to show. */
export async function runReports(command: ReportsCommand): Promise<SetUpReports> {
  const { environment, isAnew = false, nowMs, onStep } = command;
  const owner = required(environment, 'REPORTS_OWNER');
  const copier = text(environment, 'REPORTS_COPIER');
  const given = ENGINE_NAMES.map((name) => {
    const setting = DATABASE_SETTINGS[name];
    return { name, setting, url: required(environment, setting) };
  });
  const reportsUrl = required(environment, REPORTS_SETTING);
  const opened: Database[] = [];
  const open = async (setting: string, url: string): Promise<Database> => {
    const database = await openPostgres({ url: checked(setting, as(owner, url)), role: 'tool' });
    opened.push(database);
    return database;
  };
  try {
    const engines = [];
    for (const { name, setting, url } of given)
      engines.push({
        name,
        database: await open(setting, url),
        url: checked(setting, as(copier ?? owner, url)),
      });
    const reports = await open(REPORTS_SETTING, reportsUrl);
    const role = copier?.split(':', 1)[0];
    const done = await setUpReports({
      engines,
      reports,
      // Where the server is a superuser there as well, nobody need be let in.
      ...(userOf(reportsUrl) !== userOf(as(owner, reportsUrl)) && { roles: command.roles }),
      ...(role !== undefined && { copier: role }),
      isAnew,
      nowMs,
      onStep,
    });
    await refuseUnread(REPORTS_SETTING, reportsUrl);
    return done;
  } finally {
    for (const database of opened) await database.close();
  }
}

/** The server reads with the URL as it stands: whoever that is must be let in, and may ask how far the reports are. */
async function refuseUnread(setting: string, url: string): Promise<void> {
  try {
    const reports = await openPostgres({ url: checked(setting, url) });
    try {
      await readProgress(reports);
      await readMarks(reports);
    } finally {
      await reports.close();
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartRefusedError(
      `${setting}: everything is there, but ${userOf(url) ?? 'the role that it names'} cannot read it: ${why}`,
      { cause: error },
    );
  }
}

function required(environment: Environment, name: string): string {
  const value = text(environment, name);
  if (value === undefined) throw new ConfigError(name, 'is needed by npm run reports');
  return value;
}

/** Whatever the mode: these credentials are worth the certificate. */
function checked(name: string, url: string): string {
  const parsed = parseDatabaseUrl(url);
  if ('why' in parsed) throw new ConfigError(name, parsed.why);
  return checkDatabaseUrl(parsed, { name, isDemo: false });
}

/** The same database as somebody else: `name` or `name:password`. */
function as(who: string, url: string): string {
  const [name = '', ...rest] = who.split(':');
  const password = rest.length === 0 ? '' : `:${encodeURIComponent(rest.join(':'))}`;
  return url.replace(
    /^([a-z]+:\/\/)([^/?#]*@)?/i,
    (_all, protocol: string) => `${protocol}${encodeURIComponent(name)}${password}@`,
  );
}

const userOf = (url: string): string | undefined =>
  /^[a-z]+:\/\/([^/?#:@]*)(?::[^/?#@]*)?@/i.exec(url)?.[1];
