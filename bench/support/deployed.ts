/** A deployment of several processes, each a real one, on the machine's PostgreSQL and Redis. */
import { setTimeout } from 'node:timers/promises';
import { canDeploy, Deployment, data } from '../../apps/server/test/support/deployment-fixture.ts';
import { type Spawned, spawnServer } from '../../apps/server/test/support/spawned.ts';
import type { Measurement } from '../run.ts';

export interface Deployed {
  readonly deployment: Deployment;
  start(role: 'all' | 'engine' | 'gateway'): Promise<Spawned>;
  /** Ends these in order. */
  stop(servers: readonly Spawned[]): Promise<void>;
}

/** Measures on a new deployment and leaves nothing of it; where there is no PostgreSQL or Redis one row says so. */
export async function withDeployment(
  name: string,
  measure: (deployed: Deployed) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  if (!canDeploy) return [{ name, value: 'skipped', note: 'needs PostgreSQL and Redis' }];
  const deployment = await Deployment.open();
  const running = new Set<Spawned>();
  const start = async (role: string): Promise<Spawned> => {
    const { REDIS_URL, ...environment } = deployment.environment;
    const server = await spawnServer({
      ...environment,
      ...(role !== 'all' && REDIS_URL !== undefined && { REDIS_URL }),
      // The tests' recording has one market; orders are placed in another, that no bot quotes.
      FEED: 'simulated',
      ROLE: role,
      RATE_LIMIT_FACTOR: '1000000',
    });
    running.add(server);
    void server.ended.then(() => running.delete(server));
    return server;
  };
  // Cut short it leaves no process either.
  process.once('SIGTERM', () => process.exit(1));
  process.once('exit', () => {
    for (const { child } of running) child.kill('SIGKILL');
  });
  const stop = async (servers: readonly Spawned[]) => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
  };
  try {
    return await measure({ deployment, start, stop });
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
    await deployment.remove();
  }
}

const PRICED_WITHIN_MS = 60_000;

/** A price in whole units near the index, once there is one: a first start is ready before its first sample. */
export async function wholePrice(server: Spawned, symbol: string, factor = 1): Promise<string> {
  const until = performance.now() + PRICED_WITHIN_MS;
  do {
    const quote = (await data(server, 'quotations')).find((each) => each.symbol === symbol);
    const price = Number(quote?.index_price) * factor;
    if (price > 0) return price.toFixed(0);
    await setTimeout(200);
  } while (performance.now() < until);
  throw new Error(`${symbol} has no index price`);
}
