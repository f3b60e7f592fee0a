/** Settings of the database server. Read by config.ts, and by the command that migrates. */
import { isIP } from 'node:net';
import { ConfigError } from './values.ts';

/**
 * The URL of a database, as its client takes it. Outside demo one on another machine is refused unless the
 * connection is encrypted and the server's certificate checked against its name (O7): who stands between could read
 * and change every row.
 */
export function checkDatabaseUrl(
  given: URL,
  { name, isDemo }: { readonly name: string; readonly isDemo: boolean },
): string {
  if (!isDemo && !isOnThisMachine(hostOf(given)) && lastOf(given, 'sslmode') !== 'verify-full')
    throw new ConfigError(
      name,
      'names another machine: add ?sslmode=verify-full (and sslrootcert=FILE where its certificate is not public)',
    );
  return given.href;
}

/** Of a parameter given twice the client takes the last. */
const lastOf = ({ searchParams }: URL, name: string): string | undefined =>
  searchParams.getAll(name).at(-1);

/** As the client reads it: a parameter wins over the address, and either may name a socket's folder. */
function hostOf(given: URL): string {
  const parameter = lastOf(given, 'host');
  if (parameter !== undefined && parameter !== '') return parameter;
  return decodeURIComponent(given.hostname.replace(/^\[(.+)\]$/, '$1'));
}

/** A Unix socket, or a loopback address. A name is what the resolver says, but for this one. */
const isOnThisMachine = (host: string): boolean =>
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'));
