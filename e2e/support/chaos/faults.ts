/** What goes wrong: each makes it so and gives how it is put right. What it hits is chosen by the seed or by who leads. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Draw } from '../torture/draw.ts';
import type { ChaosCluster } from './cluster.ts';

type Heal = () => Promise<void>;

export interface Fault {
  readonly name: string;
  /** How long it lasts before it is put right. */
  readonly holdMs: number;
  /** The longest that nobody may be answered on a quiet machine: the sum of the limits in docs/operating/cluster.md. */
  readonly goalMs: number;
  inject(cluster: ChaosCluster, draw: Draw): Promise<Heal>;
}

/** Patroni notices, elects and promotes. */
const FAILOVER_MS = 6_000;
/** The lead of a machine that is gone is free after Patroni's ttl. */
const EXPIRY_MS = 22_000;
const OURS_MS = 2_000;
const PAUSE_MS = 6_000;
const CUT_MS = 30_000;
const SLOW_MS = 8_000;

const nothing: Heal = async () => undefined;

async function signalAll(pids: readonly number[], signal: NodeJS.Signals): Promise<void> {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

async function replica(cluster: ChaosCluster, role = 'sync_standby'): Promise<string> {
  const found = (await cluster.members()).find((member) => member.role === role);
  if (found === undefined) throw new Error(`no ${role}`);
  return found.name;
}

/** Kills one process of a machine; its supervisor starts it again. */
const killed = (
  name: string,
  service: string,
  where: (cluster: ChaosCluster, draw: Draw) => Promise<string>,
  goalMs: number,
): Fault => ({
  name: `kill -9: ${name}`,
  holdMs: 1_000,
  goalMs,
  inject: async (cluster, draw) => {
    await cluster.service(await where(cluster, draw), service).end('SIGKILL');
    return nothing;
  },
});

const paused = (
  name: string,
  service: string,
  where: (cluster: ChaosCluster, draw: Draw) => Promise<readonly string[]>,
  goalMs: number,
): Fault => ({
  name: `pause: ${name}`,
  holdMs: PAUSE_MS,
  goalMs,
  inject: async (cluster, draw) => {
    const services = (await where(cluster, draw)).map((each) => cluster.service(each, service));
    for (const each of services) each.signal('SIGSTOP');
    return async () => {
      for (const each of services) each.signal('SIGCONT');
    };
  },
});

const database = (
  name: string,
  signal: 'SIGKILL' | 'SIGSTOP',
  where: (cluster: ChaosCluster) => Promise<string>,
  goalMs: number,
): Fault => ({
  name,
  holdMs: signal === 'SIGSTOP' ? PAUSE_MS : 1_000,
  goalMs,
  inject: async (cluster) => {
    const pids = cluster.postgresPids(await where(cluster));
    await signalAll(pids, signal);
    return signal === 'SIGKILL' ? nothing : () => signalAll(pids, 'SIGCONT');
  },
});

/** These machines hear nobody and nobody hears them. */
const alone = (
  name: string,
  which: (cluster: ChaosCluster, draw: Draw) => Promise<readonly string[]>,
  goalMs: number,
): Fault => ({
  name: `cut off: ${name}`,
  holdMs: CUT_MS,
  goalMs,
  inject: async (cluster, draw) => {
    const machines = (await which(cluster, draw)).map((each) => cluster.machine(each));
    for (const machine of machines) await machine.setCable(false);
    return async () => {
      for (const machine of machines) await machine.setCable(true);
    };
  },
});

/** Two groups do not hear each other; both hear everybody else. */
const split = (
  name: string,
  which: (cluster: ChaosCluster, draw: Draw) => Promise<readonly [string, readonly string[]]>,
  goalMs: number,
): Fault => ({
  name: `split: ${name}`,
  holdMs: CUT_MS,
  goalMs,
  inject: async (cluster, draw) => {
    const [one, others] = await which(cluster, draw);
    const machine = cluster.machine(one);
    const set = async (isOpen: boolean) => {
      for (const other of others) {
        await machine.setWayTo(cluster.machine(other), isOpen);
        await cluster.machine(other).setWayTo(machine, isOpen);
      }
    };
    await set(false);
    return () => set(true);
  },
});

const DATABASES = ['db1', 'db2', 'db3'];
const gateway = async (_cluster: ChaosCluster, draw: Draw) => `gateway${1 + draw.below(2)}`;
const primary = (cluster: ChaosCluster) => cluster.primary();
const engine = (cluster: ChaosCluster) => cluster.leadingEngine();
const anyDatabase = async (_cluster: ChaosCluster, draw: Draw) => `db${1 + draw.below(3)}`;

/** A disk with no room left for so long. */
const FULL_MS = 10_000;
const fullDisk: Fault = {
  name: 'full disk: primary',
  holdMs: FULL_MS,
  // The servers try again 5 s after the first failure and 10 s after the second, and look every 5 s.
  goalMs: FULL_MS + 15_000,
  inject: async (cluster) => {
    const file = path.join(cluster.machine(await cluster.primary()).disk, 'lib/filler');
    const descriptor = openSync(file, 'w');
    const block = Buffer.alloc(1 << 20);
    try {
      for (;;) writeSync(descriptor, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(descriptor);
    }
    return async () => rmSync(file);
  },
};

/** A database's server that runs a tenth of the time, as on a disk that is too slow. */
const slow = (
  name: string,
  where: (cluster: ChaosCluster) => Promise<string>,
  goalMs: number,
): Fault => ({
  name: `slow: ${name}`,
  holdMs: SLOW_MS,
  goalMs,
  inject: async (cluster) => {
    const machine = await where(cluster);
    let isOver = false;
    const running = (async () => {
      while (!isOver) {
        // Those that were made since it began are as slow.
        const pids = cluster.postgresPids(machine);
        await signalAll(pids, 'SIGSTOP');
        await wait(450);
        await signalAll(pids, 'SIGCONT');
        await wait(50);
      }
    })();
    return async () => {
      isOver = true;
      await running;
    };
  },
});

/** The time of day of a machine's servers jumps, and comes back. */
const clock = (
  name: string,
  where: (cluster: ChaosCluster, draw: Draw) => Promise<string>,
  offMs: number,
): Fault => ({
  name: `clock: ${name}, ${offMs < 0 ? 'back' : 'ahead'}`,
  holdMs: 10_000,
  goalMs: OURS_MS,
  inject: async (cluster, draw) => {
    const machine = await where(cluster, draw);
    await cluster.setClock(machine, offMs);
    return () => cluster.setClock(machine, 0);
  },
});

/** The primary hands over to its synchronous replica, as an operator has it do. */
const switchover: Fault = {
  name: 'switchover: patronictl',
  holdMs: 0,
  goalMs: FAILOVER_MS + OURS_MS,
  inject: async (cluster) => {
    await cluster.switchover();
    return nothing;
  },
};

/** Ends every server as an upgrade does, one after the other. */
const rollingServers: Fault = {
  name: 'rolling restart: engines, gateways',
  holdMs: 0,
  goalMs: OURS_MS,
  inject: async (cluster) => {
    const leading = await cluster.leadingEngine();
    const standby = leading === 'engine1' ? 'engine2' : 'engine1';
    for (const name of [standby, leading, 'gateway1', 'gateway2']) {
      await cluster.service(name, 'server').end('SIGTERM');
      await cluster.whole(300_000);
    }
    return nothing;
  },
};

/** A new minor version of PostgreSQL, as docs/operating/cluster.md has it: the replicas, a switchover, the old primary. */
const rollingDatabases: Fault = {
  name: 'rolling restart: databases',
  holdMs: 0,
  goalMs: FAILOVER_MS + OURS_MS,
  inject: async (cluster) => {
    const first = await cluster.primary();
    for (const name of DATABASES.filter(notThe(first))) await cluster.restartDatabase(name);
    await cluster.switchover();
    await cluster.whole(300_000);
    await cluster.restartDatabase(first);
    return nothing;
  },
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  killPrimary: database('kill -9: primary', 'SIGKILL', primary, FAILOVER_MS + OURS_MS),
  killEngine: killed('leading engine', 'server', engine, OURS_MS),
  killGateway: killed('gateway', 'server', gateway, OURS_MS),
  primaryAlone: alone('primary', async (cluster) => [await cluster.primary()], EXPIRY_MS + OURS_MS),
  killReplica: database('kill -9: synchronous replica', 'SIGKILL', replica, FAILOVER_MS),
  killEtcd: killed('etcd member', 'etcd', anyDatabase, OURS_MS),
  killPatroni: killed('Patroni of the primary', 'patroni', primary, EXPIRY_MS),
  killRedis: killed('primary Redis', 'redis', (cluster) => cluster.redisPrimary(), 10_000),
  killHaproxy: killed('balancer', 'haproxy', gateway, OURS_MS),
  pausePrimary: database('pause: primary', 'SIGSTOP', primary, EXPIRY_MS),
  pauseReplica: database('pause: synchronous replica', 'SIGSTOP', replica, FAILOVER_MS),
  pausePatroni: paused(
    'Patroni of the primary',
    'patroni',
    async (cluster) => [await cluster.primary()],
    EXPIRY_MS,
  ),
  pauseEngine: paused('leading engine', 'server', async (c) => [await c.leadingEngine()], 4_000),
  pauseGateway: paused('gateway', 'server', async (c, draw) => [await gateway(c, draw)], 5_000),
  pauseRedis: paused('every Redis', 'redis', async () => DATABASES, PAUSE_MS + 4_000),
  replicaAlone: alone('synchronous replica', async (c) => [await replica(c)], FAILOVER_MS),
  engineAlone: alone('leading engine', async (c) => [await c.leadingEngine()], 6_000),
  gatewayAlone: alone('gateway', async (c, draw) => [await gateway(c, draw)], 5_000),
  twoOfThree: alone(
    'both replicas',
    async (c) => DATABASES.filter(notThe(await c.primary())),
    CUT_MS + EXPIRY_MS,
  ),
  etcdSplit: split(
    'primary from the other databases',
    async (c) => {
      const one = await c.primary();
      return [one, DATABASES.filter(notThe(one))];
    },
    EXPIRY_MS + OURS_MS,
  ),
  engineFromPrimary: split(
    'leading engine from the primary',
    async (c) => [await c.leadingEngine(), [await c.primary()]],
    CUT_MS + OURS_MS,
  ),
  anyPair: split(
    'any two machines',
    async (c, draw) => {
      const names = c.machines.map(({ name }) => name);
      const one = draw.one(names) ?? 'db1';
      return [one, [draw.one(names.filter(notThe(one))) ?? 'db2']];
    },
    CUT_MS + OURS_MS,
  ),
  engineFromDatabases: split(
    'leading engine from the databases',
    async (c) => [await c.leadingEngine(), DATABASES],
    6_000,
  ),
  gatewaysFromPrimary: split(
    'both gateways from the primary',
    async (c) => [await c.primary(), ['gateway1', 'gateway2']],
    CUT_MS + OURS_MS,
  ),
  fullDisk,
  slowReplica: slow('synchronous replica', replica, 3_000),
  slowPrimary: slow('primary', primary, SLOW_MS + OURS_MS),
  clockEngineAhead: clock('leading engine', engine, 3_600_000),
  clockEngineBack: clock('leading engine', engine, -3_600_000),
  clockGateway: clock('gateway', gateway, 600_000),
  switchover,
  rollingServers,
  rollingDatabases,
};

function notThe(name: string): (other: string) => boolean {
  return (other) => other !== name;
}
