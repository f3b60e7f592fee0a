/**
 * Durable orders one by one and a hundred a call, over HTTP through the whole server on PostgreSQL, beside an empty POST of
 * the same process in the same run. Server, database and load generator share the machine, so the figure to read is the
 * processor time that an order costs server and database. Half of the connections buy and half sell at one
 * price, so that about half of the orders trade and the book stays small.
 */
import { data, register } from '../apps/server/test/support/deployment-fixture.ts';
import { indexPrice } from '../e2e/support/api.ts';
import type { Measurement } from './run.ts';
import { cpuMs } from './support/cpu.ts';
import { sessionsOf } from './support/databases.ts';
import { type Deployed, withDeployment } from './support/deployed.ts';
import { type LoadPlan, runLoad } from './support/load.ts';

const USERS = 32;
const SINGLES = 128;
const BULKS = 8;
const ORDERS_A_CALL = 100;
const WARM_UP_MS = 2_000;
const DURATION_MS = 5_000;
const SYMBOL = 'BTC/USDT';

export const run = (): Promise<Measurement[]> => withDeployment('bulk', measure);

async function measure({ deployment, start, stop }: Deployed): Promise<Measurement[]> {
  const server = await start('all');
  await server.said('is ready');
  const tokens: string[] = [];
  for (let count = 0; count < USERS; count += 1) {
    const { token } = await register(server);
    await data(server, 'faucet', { currency_id: 3, amount: '1000000' }, { token });
    await data(server, 'faucet', { currency_id: 1, amount: '100' }, { token });
    tokens.push(token);
  }
  const [price = ''] = (await indexPrice(server.address, SYMBOL)).split('.');
  const orders = ['buy', 'sell'].map((side) => ({
    symbol: SYMBOL,
    side,
    type: 'limit',
    price,
    quantity: '0.001',
  }));
  const plan = (path: string, connections: number, bodies: readonly string[]): LoadPlan => ({
    port: Number(new URL(server.address).port),
    method: 'POST',
    path,
    clients: Array.from({ length: connections }, (_, at) => ({
      headers: `authorization: ${tokens[at % USERS]}\r\n`,
      bodies: at % 2 === 0 ? bodies : bodies.toReversed(),
    })),
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
    hasKeys: true,
  });
  const single = orders.map((order) => new URLSearchParams(order).toString());
  const many = orders.map((order) =>
    new URLSearchParams({
      orders: JSON.stringify(Array.from({ length: ORDERS_A_CALL }, () => order)),
    }).toString(),
  );
  // A call is answered whatever becomes of its orders: here all must be placed.
  const tried = await data(
    server,
    'placeOrders',
    { orders: JSON.stringify(orders) },
    { token: tokens[0] ?? '' },
  );
  if (tried.results.some(({ type }) => type !== 'ok')) throw new Error(JSON.stringify(tried));
  const parts = { server: server.child.pid, databaseUrl: deployment.databaseUrl };
  const empty = await figures(plan('/api/get/lang', SINGLES, ['']), { ...parts, ordersACall: 1 });
  const ones = await figures(plan('/api/coin/trade', SINGLES, single), {
    ...parts,
    ordersACall: 1,
  });
  const bulk = { ...parts, ordersACall: ORDERS_A_CALL };
  const hundreds = await figures(plan('/api/coin/trade/bulk', BULKS, many), bulk);
  await stop([server]);
  return [
    row('empty POST', empty, empty),
    row('durable orders over HTTP, one a call', ones, empty),
    row(`durable orders over HTTP, ${ORDERS_A_CALL} a call`, hundreds, empty),
  ];
}

interface Figures {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** µs of CPU an order (or an empty call). */
  readonly server: number;
  readonly postgres: number;
  readonly statuses: string;
}

interface Parts {
  readonly server: number | undefined;
  readonly databaseUrl: string;
  readonly ordersACall: number;
}

async function figures(
  plan: LoadPlan,
  { server, databaseUrl, ordersACall }: Parts,
): Promise<Figures> {
  const look = async () => ({
    server: cpuMs([server]),
    postgres: cpuMs(await sessionsOf(databaseUrl)),
  });
  const running = runLoad(plan);
  await delay(WARM_UP_MS);
  const before = await look();
  await delay(DURATION_MS);
  const after = await look();
  const { perSecond, p99Ms, byStatus } = await running;
  const orders = (perSecond * ordersACall * DURATION_MS) / 1_000;
  const each = (name: 'server' | 'postgres') => ((after[name] - before[name]) * 1_000) / orders;
  return {
    perSecond: perSecond * ordersACall,
    p99Ms,
    server: each('server'),
    postgres: each('postgres'),
    statuses: Object.entries(byStatus)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', '),
  };
}

function row(name: string, each: Figures, empty: Figures): Measurement {
  const cost = `CPU each: server ${each.server.toFixed(0)} µs, PostgreSQL ${each.postgres.toFixed(0)} µs`;
  const ratio = (each.perSecond / empty.perSecond).toFixed(2);
  return {
    name,
    value: `${Math.round(each.perSecond).toLocaleString('en-US')}/s, p99 of a call ${each.p99Ms.toFixed(1)} ms`,
    note: `${cost}; ${ratio} of an empty POST; ${each.statuses}`,
  };
}

const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
