/** Settings of who else keeps the heads of the chain of receipts: calendars of time, an address, a git remote. */
import type { Given } from './settings.ts';
import { ConfigError } from './values.ts';

export interface HeadsConfig {
  /** OpenTimestamps calendars, without a trailing slash. */
  readonly calendars: readonly string[];
  readonly https?: { readonly url: string; readonly secret?: string };
  readonly git?: { readonly remote: string; readonly branch: string };
  /** How often the newest head is published, if there is a new one. */
  readonly everyMinutes: number;
}

const CALENDARS_MAX = 10;

export function readHeads(given: Given): HeadsConfig {
  const https = readHttps(given);
  const git = readGit(given);
  return {
    calendars: readCalendars(given),
    ...(https !== undefined && { https }),
    ...(git !== undefined && { git }),
    everyMinutes: given.HEADS_MINUTES,
  };
}

const isLoopback = ({ hostname }: URL): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

function refusePlain(name: string, at: URL): void {
  if (at.protocol !== 'https:' && !isLoopback(at))
    throw new ConfigError(name, 'must begin with https://, but for the machine itself');
}

function readCalendars({ HEADS_CALENDARS: given = [] }: Given): string[] {
  if (given.length > CALENDARS_MAX)
    throw new ConfigError('HEADS_CALENDARS', `has more than ${CALENDARS_MAX}`);
  return given.map((value) => {
    const at = URL.parse(value);
    if (at === null || !['http:', 'https:'].includes(at.protocol) || at.username !== '')
      throw new ConfigError(
        'HEADS_CALENDARS',
        `"${value}" is not a URL like https://a.pool.opentimestamps.org`,
      );
    refusePlain('HEADS_CALENDARS', at);
    return withoutEndingSlashes(at.href);
  });
}

function readHttps({ HEADS_POST_URL: at, HEADS_POST_SECRET: secret }: Given): HeadsConfig['https'] {
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

function readGit({
  HEADS_GIT_REMOTE: remote,
  HEADS_GIT_BRANCH: branch,
}: Given): HeadsConfig['git'] {
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

function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
