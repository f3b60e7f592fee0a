/** Settings of who else keeps the heads of the chain of receipts: calendars of time, an address, a git remote. */
import { ConfigError, type Environment, integer, text, url } from './config-values.ts';

export interface HeadsConfig {
  /** OpenTimestamps calendars, without a trailing slash. */
  readonly calendars: readonly string[];
  readonly https?: { readonly url: string; readonly secret?: string };
  readonly git?: { readonly remote: string; readonly branch: string };
  /** How often the newest head is published, if there is a new one. */
  readonly everyMinutes: number;
}

const CALENDARS_MAX = 10;

export function readHeads(environment: Environment): HeadsConfig {
  const https = readHttps(environment);
  const git = readGit(environment);
  return {
    calendars: readCalendars(environment),
    ...(https !== undefined && { https }),
    ...(git !== undefined && { git }),
    everyMinutes: integer(environment, { name: 'HEADS_MINUTES', fallback: 60, min: 1, max: 1_440 }),
  };
}

const isLoopback = ({ hostname }: URL): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

function refusePlain(name: string, at: URL): void {
  if (at.protocol !== 'https:' && !isLoopback(at))
    throw new ConfigError(name, 'must begin with https://, but for the machine itself');
}

function readCalendars(environment: Environment): string[] {
  const given = text(environment, 'HEADS_CALENDARS')?.split(',') ?? [];
  if (given.length > CALENDARS_MAX)
    throw new ConfigError('HEADS_CALENDARS', `has more than ${CALENDARS_MAX}`);
  return given.map((value) => {
    const at = URL.parse(value.trim());
    if (at === null || !['http:', 'https:'].includes(at.protocol) || at.username !== '')
      throw new ConfigError(
        'HEADS_CALENDARS',
        `"${value}" is not a URL like https://a.pool.opentimestamps.org`,
      );
    refusePlain('HEADS_CALENDARS', at);
    return at.href.replace(/\/+$/, '');
  });
}

function readHttps(environment: Environment): HeadsConfig['https'] {
  const at = url(environment, 'HEADS_POST_URL', ['http:', 'https:']);
  const secret = text(environment, 'HEADS_POST_SECRET');
  if (at === undefined) {
    if (secret !== undefined)
      throw new ConfigError('HEADS_POST_SECRET', 'belongs to HEADS_POST_URL, which is not set');
    return undefined;
  }
  refusePlain('HEADS_POST_URL', at);
  if (secret !== undefined && secret.length < 16)
    throw new ConfigError('HEADS_POST_SECRET', 'must be 16 or more random characters');
  return { url: at.href, ...(secret !== undefined && { secret }) };
}

function readGit(environment: Environment): HeadsConfig['git'] {
  const remote = text(environment, 'HEADS_GIT_REMOTE');
  const branch = text(environment, 'HEADS_GIT_BRANCH') ?? 'main';
  if (!/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/.test(branch) || branch.includes('..'))
    throw new ConfigError('HEADS_GIT_BRANCH', `"${branch}" is not the name of a branch`);
  if (remote === undefined) return undefined;
  // Nothing that git would take for an option or a helper's command.
  if (!/^(https:\/\/|ssh:\/\/|file:\/\/\/|\/|[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+:)[^\s]+$/.test(remote))
    throw new ConfigError(
      'HEADS_GIT_REMOTE',
      'must be https://…, ssh://…, user@host:path or a path of this machine',
    );
  return { remote, branch };
}
