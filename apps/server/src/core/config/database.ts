/** Settings of the database server. Read by config.ts, and by the command that migrates. */
import { isIP } from 'node:net';
import { type DatabaseUrl, hostOf, lastOf, nameOf, type Target } from './database-url.ts';
import { ConfigError } from './values.ts';

/** What the exchange may be told to look for among the hosts that it writes to. */
const WRITABLE: readonly (Target | undefined)[] = [undefined, 'read-write', 'primary'];

/** What may be looked for among the hosts that lists are read from. */
const READABLE: readonly (Target | undefined)[] = [undefined, 'any', 'standby', 'prefer-standby'];

export interface DatabaseSetting {
  readonly name: string;
  readonly isDemo: boolean;
}

/** DATABASE_READ_URL: as of the primary, except that it names replicas. */
export function checkReadUrl(
  given: DatabaseUrl,
  { isDemo, databaseUrl }: { readonly isDemo: boolean; readonly databaseUrl: string | undefined },
): string {
  const name = 'DATABASE_READ_URL';
  if (databaseUrl === undefined)
    throw new ConfigError(name, 'needs DATABASE_URL, which names the primary');
  if (!READABLE.includes(given.target))
    throw new ConfigError(
      name,
      `target_session_attrs=${given.target} is not possible: replicas are read, so it takes any, standby or prefer-standby`,
    );
  refuseUnproved(given, { name, isDemo });
  return given.href;
}

/**
 * The URL of a database, as `openPostgres` takes it. Outside demo every host on another machine is refused unless the
 * connection is encrypted and the server's certificate checked against its name (O7): who stands between could read
 * and change every row.
 */
export function checkDatabaseUrl(given: DatabaseUrl, { name, isDemo }: DatabaseSetting): string {
  if (!WRITABLE.includes(given.target))
    throw new ConfigError(
      name,
      `target_session_attrs=${given.target} is not possible: the exchange writes, so it takes read-write or primary`,
    );
  refuseUnproved(given, { name, isDemo });
  return given.href;
}

function refuseUnproved({ hosts }: DatabaseUrl, { name, isDemo }: DatabaseSetting): void {
  for (const host of hosts) {
    if (isDemo || isOnThisMachine(hostOf(host)) || lastOf(host, 'sslmode') === 'verify-full')
      continue;
    const which = hosts.length === 1 ? '' : ` (${nameOf(host)})`;
    throw new ConfigError(
      name,
      `names another machine${which}: add ?sslmode=verify-full (and sslrootcert=FILE where its certificate is not public)`,
    );
  }
}

/** A Unix socket, or a loopback address. A name is what the resolver says, but for this one. */
const isOnThisMachine = (host: string): boolean =>
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'));
