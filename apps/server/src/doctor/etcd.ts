/**
 * Reads etcd's times. It tells them in no figure and to no call, but each member says with which words it was started (`/debug/vars`,
 * Go's expvar): what stands there counts, and what stands in its environment nobody can see from outside.
 */

import { type Finding, left, note } from './finding.ts';
import { checkEtcd, type EtcdTimes } from './limit-rules.ts';

const ABOUT = 'limits';
const PORT = 2379;
const ANSWER_MS = 3_000;
const MEMBERS_MAX = 9;

/** `--heartbeat-interval=100`, `-election-timeout 1000`, in ms; undefined where either is not among them. */
export function etcdTimes(words: readonly string[]): EtcdTimes | undefined {
  const heartbeatMs = figureOf(words, 'heartbeat-interval');
  const electionMs = figureOf(words, 'election-timeout');
  if (heartbeatMs === undefined || electionMs === undefined) return undefined;
  return { heartbeatMs, electionMs };
}

function figureOf(words: readonly string[], name: string): number | undefined {
  const at = words.findIndex((word) =>
    [`-${name}`, `--${name}`].includes(word.split('=')[0] ?? ''),
  );
  const figure = words[at]?.split('=')[1] ?? (at < 0 ? undefined : words[at + 1]);
  return /^\d+$/.test(figure ?? '') ? Number(figure) : undefined;
}

/** Of the members on the machines that Patroni names, which are etcd's too. */
export async function lookAtEtcd(
  patroniUrl: string,
  retryTimeoutMs: number,
  port = PORT,
): Promise<Finding[]> {
  const hosts = await hostsOf(patroniUrl).catch(() => []);
  const members = await Promise.all(
    hosts.map(async (host) => ({ host, words: await wordsOf(host, port) })),
  );
  const answered = members.filter(({ words }) => words !== undefined);
  if (answered.length === 0)
    return [left(ABOUT, 'no etcd answers beside Patroni: its times are not looked at')];
  const found: Finding[] = [];
  const silent = members.filter(({ words }) => words === undefined).map(({ host }) => host);
  if (silent.length > 0) found.push(left(ABOUT, `no etcd answers at ${silent.join(', ')}`));
  const kinds = new Map<string, { readonly times: EtcdTimes | undefined; hosts: string[] }>();
  for (const { host, words = [] } of answered) {
    const times = etcdTimes(words);
    const kind = kinds.get(JSON.stringify(times)) ?? { times, hosts: [] };
    kind.hosts.push(host);
    kinds.set(JSON.stringify(times), kind);
  }
  for (const { times, hosts } of kinds.values())
    found.push(
      ...(times === undefined
        ? [hidden(hosts)]
        : checkEtcd(times, { retryTimeoutMs, hosts: kinds.size > 1 ? hosts : [] })),
    );
  return found;
}

const hidden = (hosts: readonly string[]): Finding =>
  note(
    ABOUT,
    `etcd at ${hosts.join(', ')} was not given its times by words: whether they fit Patroni's nobody can see from here`,
    'DAEMON_ARGS="--heartbeat-interval=100 --election-timeout=1000" in /etc/default/etcd, in place of ETCD_HEARTBEAT_INTERVAL and ETCD_ELECTION_TIMEOUT',
  );

async function hostsOf(patroniUrl: string): Promise<string[]> {
  const answer = await read(new URL('/cluster', patroniUrl));
  const members: unknown = (answer as { members?: unknown } | undefined)?.members;
  if (!Array.isArray(members)) return [];
  const hosts = members.map((member) => (member as { host?: unknown } | null)?.host);
  const named = hosts.filter((host) => typeof host === 'string');
  return [...new Set(named)].slice(0, MEMBERS_MAX);
}

async function wordsOf(host: string, port: number): Promise<readonly string[] | undefined> {
  const address = host.includes(':') ? `[${host}]` : host;
  const vars = await read(new URL(`http://${address}:${port}/debug/vars`)).catch(() => undefined);
  const words: unknown = (vars as { cmdline?: unknown } | undefined)?.cmdline;
  return Array.isArray(words) ? words.map(String) : undefined;
}

async function read(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  return response.ok ? response.json() : undefined;
}
