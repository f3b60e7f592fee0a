/**
 * Several processes: durable orders through one server that is everything and through 1, 2 and 4 gateways beside one engine,
 * all in one run on PostgreSQL, with what an order costs each kind of process; and how long a standby takes to take over from an
 * engine that was killed or paused, under a light load of clients that ask until they are answered.
 */
import pg from 'pg';
import { closeRedis, command, openRedis } from '../apps/server/src/processes/redis.ts';
import {
  canDeploy,
  Deployment,
  data,
  register,
} from '../apps/server/test/processes/deployment-fixture.ts';
import { Load } from '../apps/server/test/processes/load.ts';
import { type Spawned, spawnServer } from '../apps/server/test/processes/spawned.ts';
import type { Measurement } from './run.ts';
import { cpuMs } from './support/cpu.ts';
import { type LoadPlan, runLoad } from './support/load.ts';

const CONNECTIONS = 128;
const USERS = 32;
const GATEWAYS = [1, 2, 4];
const WARM_UP_MS = 3_000;
const DURATION_MS = 6_000;
const TAKEOVERS = 10;
const CLIENTS = 4;
const SYMBOL = 'ETH/USDT';
const STANDBY = 'waits as a standby';

export async function run(): Promise<Measurement[]> {
  if (!canDeploy)
    return [{ name: 'gateways', value: 'skipped', note: 'needs PostgreSQL and Redis' }];
  const deployment = await Deployment.open();
  const running = new Set<Spawned>();
  const start = async (role: string): Promise<Spawned> => {
    const { REDIS_URL, ...environment } = deployment.environment;
    const redis = role === 'all' ? {} : { REDIS_URL: REDIS_URL ?? '' };
    const server = await spawnServer({
      ...environment,
      ...redis,
      ROLE: role,
      RATE_LIMIT_FACTOR: '1000000',
    });
    running.add(server);
    void server.ended.then(() => running.delete(server));
    return server;
  };
  const stop = async (servers: readonly Spawned[]) => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
  };
  try {
    return [
      ...(await measureOrders(deployment, start, stop)),
      ...(await measureTakeovers(start, stop)),
    ];
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    await deployment.remove();
  }
}

type Start = (role: string) => Promise<Spawned>;
type Stop = (servers: readonly Spawned[]) => Promise<void>;

async function measureOrders(
  deployment: Deployment,
  start: Start,
  stop: Stop,
): Promise<Measurement[]> {
  const all = await start('all');
  await all.said('is ready');
  const tokens = await openUsers(all);
  const price = await wholePrice(all);
  const alone = await measure({ deployment, engine: all, gateways: [], tokens, price });
  await stop([all]);
  const rows = [row('one process', alone, alone)];
  const engine = await start('engine');
  await engine.said('is ready');
  for (const count of GATEWAYS) {
    const gateways = await Promise.all(Array.from({ length: count }, () => start('gateway')));
    await Promise.all(gateways.map((each) => each.said('is ready')));
    const figures = await measure({ deployment, engine, gateways, tokens, price });
    rows.push(row(`${count} gateway${count === 1 ? '' : 's'} and an engine`, figures, alone));
    await stop(gateways);
  }
  await stop([engine]);
  return rows;
}

interface Figures {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly refused: number;
  /** µs of CPU an order: of the engine (or the one server), of all gateways, of Redis, of PostgreSQL. */
  readonly engine: number;
  readonly gateways: number;
  readonly redis: number;
  readonly postgres: number;
}

interface Setup {
  readonly deployment: Deployment;
  readonly engine: Spawned;
  readonly gateways: readonly Spawned[];
  readonly tokens: readonly string[];
  readonly price: string;
}

async function measure({ deployment, engine, gateways, tokens, price }: Setup): Promise<Figures> {
  const asked = gateways.length === 0 ? [engine] : gateways;
  const ports = asked.map(({ address }) => Number(new URL(address).port));
  const bodies = ['buy', 'sell'].map((side) =>
    new URLSearchParams({
      symbol: SYMBOL,
      side,
      type: 'limit',
      price,
      quantity: '0.01',
    }).toString(),
  );
  const plan: LoadPlan = {
    port: ports[0] ?? 0,
    method: 'POST',
    path: '/api/coin/trade',
    clients: Array.from({ length: CONNECTIONS }, (_, at) => ({
      headers: `authorization: ${tokens[at % USERS]}\r\n`,
      bodies: at % 2 === 0 ? bodies : bodies.toReversed(),
      port: ports[at % ports.length] ?? 0,
    })),
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
    hasKeys: true,
  };
  const look = async () => ({
    engine: cpuMs([engine.child.pid]),
    gateways: cpuMs(gateways.map(({ child }) => child.pid)),
    redis: await redisCpuMs(deployment),
    postgres: cpuMs(await sessionsOf(deployment)),
  });
  const running = runLoad(plan);
  await delay(WARM_UP_MS);
  const before = await look();
  await delay(DURATION_MS);
  const after = await look();
  const { perSecond, p99Ms, byStatus } = await running;
  const orders = (perSecond * DURATION_MS) / 1_000;
  const each = (name: keyof typeof before) => ((after[name] - before[name]) * 1_000) / orders;
  const refused = Object.entries(byStatus).reduce(
    (sum, [status, count]) => sum + (status === '200' ? 0 : count),
    0,
  );
  return {
    perSecond,
    p99Ms,
    refused,
    engine: each('engine'),
    gateways: each('gateways'),
    redis: each('redis'),
    postgres: each('postgres'),
  };
}

function row(name: string, figures: Figures, alone: Figures): Measurement {
  const { perSecond, p99Ms, refused, engine, gateways, redis, postgres } = figures;
  const us = (value: number) => `${value.toFixed(0)} µs`;
  return {
    name: `durable orders over HTTP, ${name}`,
    value: `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99Ms.toFixed(1)} ms`,
    note: `CPU an order: engine ${us(engine)} (${(engine / alone.engine).toFixed(2)} × one process), gateways ${us(gateways)}, Redis ${us(redis)}, PostgreSQL ${us(postgres)}; ${refused} refused`,
  };
}

async function measureTakeovers(start: Start, stop: Stop): Promise<Measurement[]> {
  let leader = await start('engine');
  await leader.said('is ready');
  const gateways = [await start('gateway'), await start('gateway')];
  await Promise.all(gateways.map((each) => each.said('is ready')));
  const load = new Load(gateways);
  const [gateway] = gateways;
  if (gateway === undefined) return [];
  const { token } = await register(gateway);
  await data(gateway, 'faucet', { currency_id: 3, amount: '1000' }, { token });
  const price = await wholePrice(gateway, 'BTC/USDT', 0.95);
  for (let at = 0; at < CLIENTS; at += 1) load.start(token, at, price);
  const times: Record<'SIGKILL' | 'SIGSTOP', number[]> = { SIGKILL: [], SIGSTOP: [] };
  for (let round = 0; round < 2 * TAKEOVERS; round += 1) {
    const standby = await start('engine');
    await standby.said(STANDBY);
    await load.answeredAnew(token);
    const how = round % 2 === 0 ? 'SIGKILL' : 'SIGSTOP';
    const startedMs = performance.now();
    leader.child.kill(how);
    await load.answeredAnew(token);
    times[how].push(performance.now() - startedMs);
    leader.child.kill('SIGKILL');
    await standby.said('is ready');
    leader = standby;
  }
  await load.end();
  const failed = load.told.filter(({ text }) => !text.startsWith('{"type":"ok"'));
  await stop([...gateways, leader]);
  const note = `${load.told.length} calls in all, ${failed.length} refused`;
  return [
    { name: `takeover after a kill -9, ${TAKEOVERS} times`, value: spread(times.SIGKILL), note },
    { name: `takeover after a pause, ${TAKEOVERS} times`, value: spread(times.SIGSTOP), note },
  ];
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return `least ${at(0)} ms, middle ${at(0.5)} ms, most ${at(1)} ms`;
}

async function openUsers(server: Spawned): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < USERS; count += 1) {
    const { token } = await register(server);
    await data(server, 'faucet', { currency_id: 3, amount: '1000000' }, { token });
    await data(server, 'faucet', { currency_id: 2, amount: '300' }, { token });
    tokens.push(token);
  }
  return tokens;
}

async function wholePrice(server: Spawned, symbol = SYMBOL, factor = 1): Promise<string> {
  const quote = (await data(server, 'quotations')).find((each) => each.symbol === symbol);
  return (Number(quote?.index_price) * factor).toFixed(0);
}

async function redisCpuMs({ environment }: Deployment): Promise<number> {
  const redis = await openRedis({ url: environment['REDIS_URL'] ?? '', onError: () => undefined });
  const text = (await command<Buffer>(redis, ['INFO', 'cpu'])).toString();
  closeRedis(redis);
  const seconds = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1_000;
}

/** Server processes of the database's sessions. */
async function sessionsOf({ databaseUrl }: Deployment): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

if (process.argv[1] === import.meta.filename) {
  for (const each of await run())
    process.stdout.write(`${each.name}: ${each.value} (${each.note})\n`);
  process.exit(0);
}
