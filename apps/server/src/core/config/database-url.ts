/**
 * The URL of a database on one or several hosts, as libpq takes it (PostgreSQL documentation, 34.1.1.3 "Specifying Multiple
 * Hosts" and `target_session_attrs`): `postgres://user@a:5432,b:5433/name`, or `?host=a,b&port=5432,5433`. Node's URL
 * knows no list of hosts, so each gets a URL of its own, and that one is both checked and given to the client.
 */

/** The values that libpq has. */
const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type Target = (typeof TARGETS)[number];

/** More are a mistake: each is looked at whenever the primary is looked for. */
const HOSTS_MAX = 8;
const PREFIX_NEEDED = 'must be a URL that begins with postgres:// or postgresql://';
/** Protocol, who (to the last @ before the path, as URLs are read), hosts, the rest. */
const SHAPE = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([/?#][\s\S]*)?$/i;

export interface DatabaseUrl {
  /** As it was given; of one host as URLs are written. */
  readonly href: string;
  /** One for each host, in their order. */
  readonly hosts: readonly URL[];
  readonly target: Target | undefined;
}

/** Why a text is no such URL, in words that show nothing of it. */
export interface WrongUrl {
  readonly why: string;
}

export function parseDatabaseUrl(text: string): DatabaseUrl | WrongUrl {
  const [, prefix = '', who = '', list = '', rest = ''] = SHAPE.exec(text) ?? [];
  if (prefix === '') return { why: PREFIX_NEEDED };
  // The client encodes such a text anew, and then reads other parameters than were checked here.
  if (/\s|%(?![0-9a-f]{2})/i.test(text))
    return { why: 'has a blank, or a % that is not followed by two hexadecimal digits' };
  const urls: URL[] = [];
  for (const host of list.split(',')) {
    const url = URL.parse(`${prefix}${who}${host}${rest}`);
    if (url === null || url.hostname === '')
      return {
        why: list.includes(',')
          ? 'a host of its list is empty or wrong: postgres://user@a:5432,b:5432/name'
          : PREFIX_NEEDED,
      };
    urls.push(url);
  }
  const hosts = withParameters(urls);
  if ('why' in hosts) return hosts;
  if (hosts.length > HOSTS_MAX) return { why: `names more than ${HOSTS_MAX} hosts` };
  const target = targetOf(hosts);
  if (typeof target === 'object') return target;
  const [first] = hosts;
  return { href: hosts.length === 1 && first !== undefined ? first.href : text, hosts, target };
}

/** Of a parameter given twice the client takes the last. */
export const lastOf = ({ searchParams }: URL, name: string): string | undefined =>
  searchParams.getAll(name).at(-1);

/** As the client reads it: a parameter wins over the address, and either may name a socket's folder. */
export function hostOf(given: URL): string {
  const parameter = lastOf(given, 'host');
  if (parameter !== undefined && parameter !== '') return parameter;
  return decodeURIComponent(given.hostname.replace(/^\[(.+)\]$/, '$1'));
}

/** How a host is called in messages. */
export function nameOf(given: URL): string {
  const host = hostOf(given);
  const port = lastOf(given, 'port') || given.port || '5432';
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Hosts and ports that stand behind the question mark instead: as many ports as hosts, or one for all. */
function withParameters(urls: readonly URL[]): readonly URL[] | WrongUrl {
  const [first] = urls;
  if (first === undefined) return { why: PREFIX_NEEDED };
  const hosts = lastOf(first, 'host')?.split(',') ?? [];
  const ports = lastOf(first, 'port')?.split(',') ?? [];
  if (hosts.length <= 1 && ports.length <= 1 && urls.length === 1) return urls;
  if (urls.length > 1)
    return hosts.length + ports.length === 0
      ? urls
      : { why: 'names hosts twice: before the path or as host= and port=, not both' };
  if (ports.length > 1 && ports.length !== hosts.length)
    return { why: 'needs as many ports as hosts, or one for all' };
  if (hosts.includes('')) return { why: 'a host of its list host= is empty' };
  return hosts.map((host, at) => {
    const url = new URL(first);
    url.searchParams.delete('port');
    url.searchParams.set('host', host);
    const port = ports.length > 1 ? ports[at] : ports[0];
    if (port !== undefined && port !== '') url.searchParams.set('port', port);
    return url;
  });
}

/** Takes the wish out, which the client does not know. */
function targetOf(hosts: readonly URL[]): Target | WrongUrl | undefined {
  let found: string | undefined;
  for (const host of hosts) {
    found = lastOf(host, 'target_session_attrs');
    if (found !== undefined) host.searchParams.delete('target_session_attrs');
  }
  if (found === undefined) return undefined;
  const target = TARGETS.find((one) => one === found);
  return target ?? { why: `target_session_attrs must be one of ${TARGETS.join(', ')}` };
}
