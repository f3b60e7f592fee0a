/**
 * Limits that must fit each other. Goal: the ones that are shipped fit, each that does not is named with what to do. Method: the files of
 * deploy/cluster, each rule broken alone, and a Patroni, an etcd and a Sentinel that answer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  urlOf,
} from '../../../test/support/postgres-server.ts';
import { hasRedis } from '../../../test/support/redis-server.ts';
import { freePort } from '../../../test/support/spawned.ts';
import { loadConfig } from '../../core/config/config.ts';
import { startRedis } from '../../core/processes/test/own-redis.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { etcdTimes } from '../etcd.ts';
import type { OpenSubject } from '../finding.ts';
import {
  checkBalancer,
  checkEtcd,
  checkOwn,
  checkPatroni,
  checkSentinel,
  checkServer,
  type EtcdTimes,
  OWN_LIMITS,
  type PatroniLimits,
  type SentinelLimits,
  type ServerLimits,
} from '../limit-rules.ts';
import { balancerLimits, lookAtLimits, patroniLimits } from '../limits.ts';

const cluster = path.resolve(import.meta.dirname, '../../../../../deploy/cluster');
const shipped = (file: string): string => fs.readFileSync(path.join(cluster, file), 'utf8');

/** `name: value` of the section that Patroni keeps in etcd. */
function dcsOf(text: string): Record<string, string | number | boolean> {
  const section = text.slice(text.indexOf('  dcs:'), text.indexOf('  initdb:'));
  const pairs = [...section.matchAll(/^ {4}(\w+): (\S+)$/gm)];
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
}

const PATRONI = patroniLimits(dcsOf(shipped('patroni.yml')));
const SENTINEL: SentinelLimits = {
  downAfterMs: Number(/down-after-milliseconds \w+ (\d+)/.exec(shipped('sentinel.conf'))?.[1]),
  failoverMs: Number(/failover-timeout \w+ (\d+)/.exec(shipped('sentinel.conf'))?.[1]),
  quorum: Number(/6379 (\d+)$/m.exec(shipped('sentinel.conf'))?.[1]),
  sentinels: 3,
};
const SERVER: ServerLimits = {
  walSenderMs: Number(/wal_sender_timeout: (\d+)s/.exec(shipped('patroni.yml'))?.[1]) * 1_000,
  walReceiverMs: Number(/wal_receiver_timeout: (\d+)s/.exec(shipped('patroni.yml'))?.[1]) * 1_000,
  walRetryMs: Number(/wal_retrieve_retry_interval: (\d+)ms/.exec(shipped('patroni.yml'))?.[1]),
  idleSessionMs: 0,
  walLevel: 'replica',
  maxWalSenders: 10,
  isHotStandby: true,
  connectionsMax: 97,
  connectionsNeeded: 40,
  hasReplicas: true,
};
const SURROUNDINGS = { walSenderMs: 5_000, readsAtReplicas: true, isDemo: false };

const states = (found: readonly { readonly state: string }[]): string[] =>
  found.map(({ state }) => state);

describe('what is shipped', () => {
  test('fits: each file of the cluster, and the program’s own', () => {
    const balancer = balancerLimits(shipped('haproxy.cfg'));
    if (balancer === undefined) throw new Error('haproxy.cfg has no way to PostgreSQL');
    expect(PATRONI).toMatchObject({ ttlMs: 20_000, loopWaitMs: 2_000, retryTimeoutMs: 5_000 });
    expect(balancer).toEqual({
      interMs: 1_000,
      fastInterMs: 500,
      fall: 2,
      checkMs: 2_000,
      idleMs: 20 * 86_400_000,
      endsSessions: true,
    });
    const etcd = etcdTimes((parseEnv(shipped('etcd.env'))['DAEMON_ARGS'] ?? '').split(' '));
    if (etcd === undefined) throw new Error('etcd.env has no times');
    expect(etcd).toEqual({ heartbeatMs: 100, electionMs: 1_000 });
    const { retryTimeoutMs } = PATRONI;
    for (const found of [
      checkEtcd(etcd, { retryTimeoutMs, hosts: [] }),
      checkOwn(OWN_LIMITS),
      checkServer(SERVER, OWN_LIMITS),
      checkPatroni(PATRONI, SURROUNDINGS),
      checkBalancer(balancer, PATRONI.ttlMs),
      checkSentinel(SENTINEL, OWN_LIMITS),
    ])
      expect(states(found)).toEqual(['good']);
  });
});

describe('each rule broken alone', () => {
  test.each([
    ['a lease that outlasts a takeover', { leaseMs: 2_000 }, 'is replaced after 2 s'],
    ['beats that are too rare', { beatMs: 600 }, 'three beats'],
    ['gateways that give up first', { awayMs: 1_000 }, 'gateways give an engine up'],
    ['a call that does not wait for a takeover', { keyedCallMs: 2_000 }, 'a call with a key'],
    ['a batch given up while it runs', { batchMs: 6_000 }, 'a batch is given up'],
  ])('%s', (_name, changed, said) => {
    expect(checkOwn({ ...OWN_LIMITS, ...changed })).toMatchObject([
      { state: 'bad', said: expect.stringContaining(said) },
    ]);
  });

  test.each<[string, Partial<ServerLimits>, string, string]>([
    ['idle sessions are ended', { idleSessionMs: 60_000 }, 'bad', 'idle_session_timeout is 60 s'],
    ['too few connections', { connectionsNeeded: 98 }, 'bad', 'max_connections leaves 97'],
    ['nothing to replicate', { walLevel: 'minimal' }, 'bad', 'wal_level minimal'],
    ['nobody may read a replica', { isHotStandby: false }, 'bad', 'hot_standby off'],
    ['a silent replica for ever', { walSenderMs: 0 }, 'note', 'wal_sender_timeout is off'],
    [
      'a replica that asks seldom',
      { walRetryMs: 5_000 },
      'note',
      'wal_retrieve_retry_interval is 5 s',
    ],
    ['a silent primary for a minute', { walReceiverMs: 60_000 }, 'note', 'wal_receiver_timeout'],
  ])('%s', (_name, changed, state, said) => {
    expect(checkServer({ ...SERVER, ...changed }, OWN_LIMITS)).toMatchObject([
      { state, said: expect.stringContaining(said) },
    ]);
  });

  test.each<[string, Partial<PatroniLimits>, string, string]>([
    ['a lead that outlasts the way to etcd', { ttlMs: 11_000 }, 'bad', 'less than loop_wait'],
    ['no synchronous mode', { isSynchronous: false }, 'bad', 'synchronous_mode is off'],
    ['not strict', { isStrict: false }, 'bad', 'synchronous_mode_strict is off'],
    ['a killed primary is waited for', { primaryStartMs: 300_000 }, 'note', '300 s'],
  ])('%s', (_name, changed, state, said) => {
    expect(checkPatroni({ ...PATRONI, ...changed }, SURROUNDINGS)).toMatchObject([
      { state, said: expect.stringContaining(said), todo: expect.stringContaining('patronictl') },
    ]);
  });

  test.each<[string, EtcdTimes, readonly string[], string, string]>([
    [
      'an election that Patroni does not wait for',
      { heartbeatMs: 100, electionMs: 3_000 },
      [],
      'bad',
      'may elect for 6 s',
    ],
    [
      'an election as long as the heartbeat',
      { heartbeatMs: 500, electionMs: 1_000 },
      [],
      'note',
      'ten heartbeats',
    ],
    [
      'a member of its own times',
      { heartbeatMs: 100, electionMs: 1_000 },
      ['db2'],
      'note',
      'at db2',
    ],
  ])('%s', (_name, times, hosts, state, said) => {
    expect(checkEtcd(times, { retryTimeoutMs: 5_000, hosts })).toMatchObject([
      { state, said: expect.stringContaining(said), todo: expect.stringContaining('DAEMON_ARGS') },
    ]);
  });

  test('words of etcd are read in each of their forms, and nothing else is', () => {
    const both = { heartbeatMs: 200, electionMs: 2_500 };
    expect(etcdTimes(['etcd', '-heartbeat-interval', '200', '--election-timeout=2500'])).toEqual(
      both,
    );
    for (const words of [
      [],
      ['etcd', '--election-timeout=2500'],
      ['--heartbeat-interval', '--election-timeout=1'],
    ])
      expect(etcdTimes(words)).toBeUndefined();
  });

  test('what Patroni does by itself is known, and what nobody would lose is noted only', () => {
    expect(patroniLimits({ ttl: 30 })).toEqual({
      ttlMs: 30_000,
      loopWaitMs: 10_000,
      retryTimeoutMs: 10_000,
      primaryStartMs: 300_000,
      isSynchronous: false,
      isStrict: false,
    });
    const demo = { ...SURROUNDINGS, isDemo: true };
    expect(states(checkPatroni({ ...PATRONI, isSynchronous: false }, demo))).toEqual(['note']);
    const atPrimary = { ...SURROUNDINGS, readsAtReplicas: false };
    expect(states(checkPatroni({ ...PATRONI, isStrict: false }, atPrimary))).toEqual(['note']);
    const silent = { ...SURROUNDINGS, walSenderMs: 60_000 };
    expect(states(checkPatroni(PATRONI, silent))).toEqual(['note']);
  });

  test.each([
    [/fall 2/g, 'fall 9', 'bad', 'not within'],
    [/timeout server 20d/g, 'timeout server 10m', 'bad', 'says nothing for 600 s'],
    [/on-marked-down shutdown-sessions/g, '', 'note', 'keeps sessions'],
  ])('of the balancer: %s', (what, instead, state, said) => {
    const limits = balancerLimits(shipped('haproxy.cfg').replace(what, instead));
    if (limits === undefined) throw new Error('no way to PostgreSQL');
    expect(checkBalancer(limits, PATRONI.ttlMs)).toMatchObject([
      { state, said: expect.stringContaining(said) },
    ]);
  });

  test.each<[string, Partial<SentinelLimits>, string]>([
    ['down too late', { downAfterMs: 30_000, failoverMs: 60_000 }, 'calls with a key are refused'],
    ['a failover that begins again', { failoverMs: 3_000 }, 'less than twice'],
    ['too few of them', { sentinels: 2 }, 'none may go'],
    ['a part that may choose', { quorum: 1 }, 'may choose alone'],
  ])('of Sentinel: %s', (_name, changed, said) => {
    expect(checkSentinel({ ...SENTINEL, ...changed }, OWN_LIMITS)).toMatchObject([
      { state: 'note', said: expect.stringContaining(said) },
    ]);
  });
});

describe.skipIf(!hasPostgres || !hasRedis)('read where they are (PostgreSQL, Redis)', () => {
  let name: string;
  let database: Awaited<ReturnType<typeof openPostgres>>;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-limits-'));
  beforeAll(async () => {
    name = await createDatabase();
    database = await openPostgres({ url: urlOf(name), role: 'tool' });
  });
  afterAll(async () => {
    await database?.close();
    await dropDatabase(name);
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const subject = (more: Partial<OpenSubject>, settings: Record<string, string> = {}) => ({
    config: loadConfig({ DATA_DIR: folder, DATABASE_URL: urlOf(name), ...settings }),
    environment: {},
    database,
    haproxyFile: path.join(folder, 'none'),
    ...more,
  });

  test('a Patroni that answers is believed, another server is not, and none is left or missed', async () => {
    let config: object = { ttl: 12, loop_wait: 2, retry_timeout: 5, synchronous_mode: true };
    const server = createServer((request, response) => {
      response.end(JSON.stringify(request.url === '/config' ? config : {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const patroniUrl = `http://127.0.0.1:${port}`;
    try {
      const haproxyFile = path.join(cluster, 'haproxy.cfg');
      const said = (await lookAtLimits(subject({ patroniUrl, haproxyFile }))).map(
        ({ said: words }) => words,
      );
      expect(said).toContainEqual(expect.stringContaining('synchronous_mode_strict is off'));
      expect(said).toContainEqual(expect.stringContaining('primary_start_timeout is 300 s'));
      expect(said).toContainEqual(expect.stringContaining('HAProxy: leaves a primary'));
      config = { name: 'something else' };
      expect(await lookAtLimits(subject({ patroniUrl }))).toContainEqual(
        expect.objectContaining({ state: 'note', said: expect.stringContaining('no Patroni') }),
      );
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(await lookAtLimits(subject({ patroniUrl }))).toContainEqual(
      expect.objectContaining({
        state: 'bad',
        said: expect.stringContaining('no Patroni answers'),
      }),
    );
    expect(states(await lookAtLimits(subject({ database: undefined })))).toEqual(['good']);
  });

  test.skipIf(!fs.existsSync('/usr/bin/etcd'))(
    'an etcd that runs says its times where they are its words',
    async () => {
      const [clients, peers] = [await freePort(), await freePort()];
      const at = (port: number) => `http://127.0.0.1:${port}`;
      const run = async (words: readonly string[], environment: Record<string, string> = {}) => {
        const data = fs.mkdtempSync(path.join(folder, 'etcd-'));
        const places = [
          `--listen-client-urls=${at(clients)}`,
          `--advertise-client-urls=${at(clients)}`,
          `--listen-peer-urls=${at(peers)}`,
          `--initial-advertise-peer-urls=${at(peers)}`,
          `--initial-cluster=default=${at(peers)}`,
        ];
        const etcd = spawn('/usr/bin/etcd', [`--data-dir=${data}`, ...places, ...words], {
          stdio: 'ignore',
          env: environment,
        });
        const ended = once(etcd, 'exit');
        await expect
          .poll(
            () =>
              fetch(`${at(clients)}/health`).then(
                ({ ok }) => ok,
                () => false,
              ),
            { timeout: 20_000 },
          )
          .toBe(true);
        const found = await lookAtLimits(subject({ patroniUrl, etcdPort: clients }));
        etcd.kill();
        await ended;
        return found.filter(({ said }) => said.includes('etcd'));
      };
      const config = { ttl: 20, loop_wait: 2, retry_timeout: 5, synchronous_mode: true };
      const server = createServer((request, response) => {
        const members = [{ name: 'db1', host: '127.0.0.1' }];
        response.end(JSON.stringify(request.url === '/cluster' ? { members } : config));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const patroniUrl = at((server.address() as AddressInfo).port);
      try {
        const good = ['--heartbeat-interval=100', '--election-timeout=1000'];
        expect(await run(good)).toMatchObject([
          { state: 'good', said: expect.stringContaining('elects within 2 s') },
        ]);
        expect(await run(['--heartbeat-interval=100', '--election-timeout=4000'])).toMatchObject([
          { state: 'bad', said: expect.stringContaining('may elect for 8 s') },
        ]);
        const hidden = { ETCD_HEARTBEAT_INTERVAL: '100', ETCD_ELECTION_TIMEOUT: '4000' };
        expect(await run([], hidden)).toMatchObject([
          { state: 'note', said: expect.stringContaining('nobody can see') },
        ]);
        expect(await lookAtLimits(subject({ patroniUrl, etcdPort: clients }))).toContainEqual(
          expect.objectContaining({
            state: 'left',
            said: expect.stringContaining('no etcd answers'),
          }),
        );
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    },
  );

  test('a Sentinel beside Redis says what it goes by', async () => {
    const redis = await startRedis();
    const port = await freePort();
    const file = path.join(folder, 'sentinel.conf');
    const watched = new URL(redis.url).port;
    fs.writeFileSync(
      file,
      `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsentinel monitor fairlead 127.0.0.1 ${watched} 2\nsentinel down-after-milliseconds fairlead 30000\n`,
    );
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    const ended = new Promise((resolve) => sentinel.once('exit', resolve));
    try {
      const settings = { ROLE: 'gateway', REDIS_URL: redis.url };
      await vi.waitFor(
        async () =>
          expect(await lookAtLimits(subject({ sentinelPort: port }, settings))).toEqual(
            expect.arrayContaining([
              expect.objectContaining({ said: expect.stringContaining('down after 30 s') }),
              expect.objectContaining({ said: expect.stringContaining('1 Sentinels') }),
            ]),
          ),
        { timeout: 30_000, interval: 100 },
      );
    } finally {
      sentinel.kill('SIGKILL');
      await ended;
      await redis.stop();
    }
  });
});
