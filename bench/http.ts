/**
 * Durable orders through the whole server: HTTP, schema, engine, one transaction a batch, answer after commit,
 * as a ratio to an empty POST of the same process in the same run. The server, its database and the load
 * generator share the machine. Orders of 256 connections alternate between a buy and a sell at one price, so
 * that about half of them trade and the book stays small.
 */
import { call, indexPrice, registerUser } from '../e2e/support/api.ts';
import { startServer } from '../e2e/support/server.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';
import type { LoadResult } from './support/generator.ts';
import { type LoadPlan, runLoad } from './support/load.ts';

const CONNECTIONS = 256;
const USERS = 64;
const SYMBOL = 'ETH/USDT';

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const kind of ['PostgreSQL', 'PGlite'] as const) {
    const database = kind === 'PostgreSQL' ? await createDatabase() : undefined;
    try {
      rows.push(...(await measure(kind, database?.url)));
    } finally {
      await database?.drop();
    }
  }
  return rows;
}

async function measure(kind: string, databaseUrl: string | undefined): Promise<Measurement[]> {
  const server = await startServer({
    RATE_LIMIT_FACTOR: '1000000',
    BOTS: 'false',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  try {
    const tokens = await openUsers(server.url);
    const port = Number(new URL(server.url).port);
    const bodies = await orderBodies(server.url);
    const clients = Array.from({ length: CONNECTIONS }, (_, index) => ({
      headers: `authorization: ${tokens[index % USERS]}\r\n`,
      bodies: index % 2 === 0 ? bodies : bodies.toReversed(),
    }));
    const orders: LoadPlan = {
      port,
      method: 'POST',
      path: '/api/coin/trade',
      clients,
      warmUpMs: 4_000,
      durationMs: 8_000,
      hasKeys: true,
    };
    const empty = {
      ...orders,
      path: '/api/get/lang',
      clients: clients.map(() => ({ headers: '', bodies: [''] })),
      hasKeys: false,
    };
    const before = await runLoad(empty);
    const durable = await runLoad(orders);
    const after = await runLoad(empty);
    const paced = await runLoad({ ...orders, clients: clients.slice(0, 32), perSecond: 500 });
    const emptyPerSecond = (before.perSecond + after.perSecond) / 2;
    return [
      row(`empty POST, ${kind} server`, before, `${whole(after.perSecond)}/s after the orders`),
      row(
        `durable orders over HTTP, ${kind}`,
        durable,
        `ratio to the empty POST ${(durable.perSecond / emptyPerSecond).toFixed(2)}`,
      ),
      row(`500 orders/s, open loop, ${kind}`, paced, 'latency from the timetable'),
    ];
  } finally {
    await server.stop();
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');

function row(name: string, result: LoadResult, note: string): Measurement {
  const statuses = Object.entries(result.byStatus).map(
    ([status, count]) => `${status} × ${whole(count)}`,
  );
  return {
    name,
    value: `${whole(result.perSecond)}/s, p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`,
    note: `${note}; ${statuses.join(', ')}`,
  };
}

/** Tokens of users with money to trade with. */
export async function openUsers(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const token = await registerUser(url, `bench${index}@example.org`);
    await call(url, 'faucet', { currency_id: '3', amount: '1000000' }, token);
    await call(url, 'faucet', { currency_id: '2', amount: '300' }, token);
    tokens.push(token);
  }
  return tokens;
}

/** A buy and a sell of the same size a little off the index, where the demo maker's quotes do not reach. */
export async function orderBodies(url: string): Promise<string[]> {
  const [price = ''] = (await indexPrice(url, SYMBOL)).split('.');
  return ['buy', 'sell'].map((side) =>
    new URLSearchParams({
      symbol: SYMBOL,
      side,
      type: 'limit',
      price,
      quantity: '0.01',
    }).toString(),
  );
}
