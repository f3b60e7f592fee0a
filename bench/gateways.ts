/**
 * Several processes: durable orders through one server that is everything and through 1, 2 and 4 gateways beside one
 * engine, all in one run on PostgreSQL, with what an order costs each kind of process.
 */
import { closeRedis, command, openRedis } from '../apps/server/src/core/processes/redis.ts';
import { type Deployment, data, register } from '../apps/server/test/support/deployment-fixture.ts';
import type { Spawned } from '../apps/server/test/support/spawned.ts';
import type { Measurement } from './run.ts';
import { cpuMs } from './support/cpu.ts';
import { sessionsOf } from './support/databases.ts';
import { type Deployed, wholePrice, withDeployment } from './support/deployed.ts';
import { type LoadPlan, runLoad } from './support/load.ts';

const CONNECTIONS = 128;
const USERS = 32;
const GATEWAYS = [1, 2, 4];
const WARM_UP_MS = 2_000;
const DURATION_MS = 5_000;
const SYMBOL = 'ETH/USDT';

export const run = (): Promise<Measurement[]> => withDeployment('gateways', measureOrders);

async function measureOrders({ deployment, start, stop }: Deployed): Promise<Measurement[]> {
  const all = await start('all');
  await all.said('is ready');
  const tokens = await openUsers(all);
  const price = await wholePrice(all, SYMBOL);
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
    postgres: cpuMs(await sessionsOf(deployment.databaseUrl)),
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

async function redisCpuMs({ environment }: Deployment): Promise<number> {
  const redis = await openRedis({ url: environment['REDIS_URL'] ?? '', onError: () => undefined });
  const text = (await command<Buffer>(redis, ['INFO', 'cpu'])).toString();
  closeRedis(redis);
  const seconds = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return (seconds('used_cpu_user') + seconds('used_cpu_sys')) * 1_000;
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
