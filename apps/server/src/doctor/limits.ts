/**
 * Reads the limits that must fit each other (limit-rules.ts) from where they can be read: this program's own, PostgreSQL's settings, Patroni's
 * REST address on the primary's machine, etcd's words beside it, HAProxy's file on this one, a Sentinel beside Redis. What is not there is left.
 */
import fs from 'node:fs';
import { closeRedis, command, openRedis, type RedisClient } from '../core/processes/redis.ts';
import type { Database } from '../core/store/database.ts';
import { otherProcesses } from '../core/store/leader-queries.ts';
import { POOL_CONNECTIONS_MAX } from '../core/store/limits.ts';
import { lookAtEtcd } from './etcd.ts';
import { bad, type Finding, left, note, type OpenSubject, within, wordsOf } from './finding.ts';
import {
  type BalancerLimits,
  checkBalancer,
  checkOwn,
  checkPatroni,
  checkSentinel,
  checkServer,
  OWN_LIMITS,
  type PatroniLimits,
  type SentinelLimits,
} from './limit-rules.ts';
import { readServerLimits, serverAddress } from './server-queries.ts';

const ABOUT = 'limits';
const PATRONI_PORT = 8008;
const SENTINEL_PORT = 26_379;
const HAPROXY_FILE = '/etc/haproxy/haproxy.cfg';
const ANSWER_MS = 3_000;
/** A process' pool, its writer, and what it asks apart. */
const SESSIONS_EACH = POOL_CONNECTIONS_MAX + 2;

export async function lookAtLimits(subject: OpenSubject): Promise<Finding[]> {
  const { database, config } = subject;
  const found = checkOwn(OWN_LIMITS);
  if (database === undefined || database.kind !== 'postgres') return found;
  const { walSenderMs, found: ofServer } = await lookAtSessions(database);
  found.push(...ofServer);
  const patroniUrl =
    subject.patroniUrl ?? `http://${await serverAddress(database)}:${PATRONI_PORT}`;
  const patroni = await lookForPatroni(patroniUrl, subject.patroniUrl !== undefined);
  if ('ttlMs' in patroni)
    found.push(
      ...checkPatroni(patroni, {
        walSenderMs,
        readsAtReplicas: config.databaseReadUrl !== undefined,
        isDemo: config.isDemo,
      }),
      ...(await lookAtEtcd(patroniUrl, patroni.retryTimeoutMs, subject.etcdPort)),
    );
  else found.push(patroni);
  const ttlMs = 'ttlMs' in patroni ? patroni.ttlMs : undefined;
  found.push(...lookAtBalancer(subject.haproxyFile ?? HAPROXY_FILE, ttlMs));
  if (config.redisUrl !== undefined)
    found.push(...(await lookAtSentinel(config.redisUrl, subject.sentinelPort)));
  return found;
}

/** What the server of one engine's database leaves to the processes that are there. */
export async function lookAtSessions(
  database: Database,
): Promise<{ readonly walSenderMs: number; readonly found: Finding[] }> {
  const { walSenderMs, ...server } = await readServerLimits(database);
  const processes = (await otherProcesses(database, { isAny: true })).filter(
    (name) => !name.startsWith('fairlead tool '),
  );
  const replication = await database.replication?.();
  const hasReplicas = (replication?.replicas ?? 0) > 0 || (replication?.commitMachines ?? 1) > 1;
  const connectionsNeeded = SESSIONS_EACH * Math.max(processes.length, 1);
  const limits = { ...server, walSenderMs, hasReplicas, connectionsNeeded };
  return { walSenderMs, found: checkServer(limits, OWN_LIMITS) };
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Patroni runs beside the primary, whatever leads to it; the operator may know better. */
async function lookForPatroni(url: string, isGiven: boolean): Promise<PatroniLimits | Finding> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(new URL('/config', url), { signal });
    const config: unknown = await response.json();
    if (!response.ok || !isFields(config) || !('ttl' in config))
      return note(
        ABOUT,
        `${url} answers ${response.status} and is no Patroni`,
        'see --patroni URL',
      );
    return patroniLimits(config);
  } catch (error) {
    const said = `no Patroni answers at ${url} (${wordsOf(error)}): --patroni URL says where`;
    return isGiven ? bad(ABOUT, said, 'start it, or name it right') : left(ABOUT, said);
  }
}

/** What is not set is as Patroni has it by itself. */
export function patroniLimits(config: Fields): PatroniLimits {
  const ms = (fallback: number, ...names: readonly string[]): number => {
    const value = names.map((name) => config[name]).find((each) => each !== undefined);
    return Number(value ?? fallback) * 1_000;
  };
  const is = (name: string): boolean =>
    ['true', 'on', 'quorum'].includes(String(config[name] ?? 'off').toLowerCase());
  return {
    ttlMs: ms(30, 'ttl'),
    loopWaitMs: ms(10, 'loop_wait'),
    retryTimeoutMs: ms(10, 'retry_timeout'),
    primaryStartMs: ms(300, 'primary_start_timeout', 'master_start_timeout'),
    isSynchronous: is('synchronous_mode'),
    isStrict: is('synchronous_mode_strict'),
  };
}

const UNITS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** HAProxy's times are ms where no unit stands. */
function timeMs(text: string | undefined): number | undefined {
  const [, figure, unit = 'ms'] = /^(\d+)(us|ms|s|m|h|d)?$/.exec(text ?? '') ?? [];
  return figure === undefined ? undefined : Number(figure) * (UNITS[unit] ?? 1);
}

/** The section of HAProxy's file that leads to PostgreSQL, known by Patroni's check; with what `defaults` says. */
export function balancerLimits(text: string): BalancerLimits | undefined {
  const lines = text.split('\n').map((line) => line.split('#')[0] ?? '');
  const sections: { name: string; body: string }[] = [];
  for (const line of lines) {
    if (/^\S/.test(line)) sections.push({ name: line.trim(), body: '' });
    const last = sections.at(-1);
    if (last !== undefined) last.body += `${line.trim()}\n`;
  }
  const own = sections.find(({ body }) =>
    /uri \/(?:primary|master|read-write|leader)\b/.test(body),
  );
  if (own === undefined) return undefined;
  const defaults = sections.find(({ name }) => name.startsWith('defaults'))?.body ?? '';
  const wordOf = (words: RegExp): string | undefined =>
    (words.exec(own.body) ?? words.exec(defaults))?.[1];
  const time = (words: RegExp, fallback: number) => timeMs(wordOf(words)) ?? fallback;
  const interMs = time(/\binter (\S+)/, 2_000);
  return {
    interMs,
    fastInterMs: time(/\bfastinter (\S+)/, interMs),
    fall: Number(wordOf(/\bfall (\d+)/) ?? 3),
    checkMs: time(/^timeout check (\S+)/m, interMs),
    idleMs: Math.min(
      time(/^timeout client (\S+)/m, Number.POSITIVE_INFINITY),
      time(/^timeout server (\S+)/m, Number.POSITIVE_INFINITY),
    ),
    endsSessions: /on-marked-down shutdown-sessions/.test(own.body),
  };
}

function lookAtBalancer(file: string, ttlMs: number | undefined): Finding[] {
  if (!fs.existsSync(file)) return [];
  try {
    const balancer = balancerLimits(fs.readFileSync(file, 'utf8'));
    if (balancer === undefined) return [];
    return checkBalancer(balancer, ttlMs);
  } catch (error) {
    return [left(ABOUT, `${file} cannot be read: ${wordsOf(error)}`)];
  }
}

/** Beside the Redis that answers, whatever leads to it. */
async function lookAtSentinel(redisUrl: string, port = SENTINEL_PORT): Promise<Finding[]> {
  const host = await within(ANSWER_MS, redisHost(redisUrl)).catch(() => undefined);
  if (host === undefined) return [];
  try {
    const url = `redis://${host}:${port}`;
    const limits = await within(ANSWER_MS, withRedis(url, readSentinel));
    return limits.flatMap((each) => checkSentinel(each, OWN_LIMITS));
  } catch {
    return [left(ABOUT, `no Sentinel answers at ${host}:${port}`)];
  }
}

/** The address at which Redis itself took the connection. */
const redisHost = (url: string): Promise<string | undefined> =>
  withRedis(url, async (redis) => {
    const info = (await command<Buffer>(redis, ['CLIENT', 'INFO'])).toString();
    const local = info.split(/\s/).find((word) => word.startsWith('laddr='));
    return local?.slice('laddr='.length, local.lastIndexOf(':'));
  });

async function withRedis<Answer>(
  url: string,
  ask: (redis: RedisClient) => Promise<Answer>,
): Promise<Answer> {
  const redis = await openRedis({ url, onError: () => undefined });
  try {
    return await ask(redis);
  } finally {
    closeRedis(redis);
  }
}

/** Of each primary that it watches. */
async function readSentinel(redis: RedisClient): Promise<SentinelLimits[]> {
  const primaries = await command<readonly (readonly Buffer[])[]>(redis, ['SENTINEL', 'MASTERS']);
  return primaries.map((words) => {
    const fields = new Map<string, string>();
    for (let at = 0; at + 1 < words.length; at += 2)
      fields.set(String(words[at]), String(words[at + 1]));
    return {
      downAfterMs: Number(fields.get('down-after-milliseconds')),
      failoverMs: Number(fields.get('failover-timeout')),
      quorum: Number(fields.get('quorum')),
      sentinels: Number(fields.get('num-other-sentinels')) + 1,
    };
  });
}
