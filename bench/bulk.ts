/**
 * Durable orders one by one and a hundred a call, over HTTP, over the live socket and over the programs' WebSocket API, through
 * the whole server on PostgreSQL, beside an empty POST of the same process in the same run. Server, database and load generator share the machine, so the figure to read is the
 * processor time that an order costs server and database. Half of the connections buy and half sell at one
 * price, so that about half of the orders trade and the book stays small.
 */
import { data, PASSWORD, register } from '../apps/server/test/support/deployment-fixture.ts';
import type { Spawned } from '../apps/server/test/support/spawned.ts';
import { indexPrice } from '../e2e/support/api.ts';
import type { Measurement } from './run.ts';
import { cpuMs } from './support/cpu.ts';
import { sessionsOf } from './support/databases.ts';
import { type Deployed, withDeployment } from './support/deployed.ts';
import type { LoadResult } from './support/generator.ts';
import { type LoadPlan, runLoad } from './support/load.ts';
import { runSocketLoad, type SocketClient, type SocketPlan } from './support/socket-load.ts';

const USERS = 32;
const SINGLES = 128;
const BULKS = 8;
/** Calls of a socket that wait for their answers, one order each. */
const UNDER_WAY = 8;
const ORDERS_A_CALL = 100;
/** More answers than memory keeps: what an order costs a server that has run for days. */
const PLACED_BEFORE = 250_000;
const WARM_UP_MS = 2_000;
const DURATION_MS = 5_000;
const SYMBOL = 'BTC/USDT';

export const run = (): Promise<Measurement[]> => withDeployment('bulk', measure);

async function measure({ deployment, start, stop }: Deployed): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  let empty: Figures | undefined;
  for (const { name, ordersACall, run, placedBefore = 0 } of [
    {
      name: 'empty POST',
      ordersACall: 1,
      run: ({ load }: Given) => runLoad(httpPlan(load, '/api/get/lang', SINGLES, [''])),
    },
    {
      name: 'durable orders over HTTP, one a call',
      ordersACall: 1,
      run: ({ load, orders }: Given) =>
        runLoad(httpPlan(load, '/api/coin/trade', SINGLES, forms(orders))),
    },
    {
      name: `durable orders over HTTP, one a call, after ${PLACED_BEFORE.toLocaleString('en-US')} of them`,
      ordersACall: 1,
      placedBefore: PLACED_BEFORE,
      run: ({ load, orders }: Given) =>
        runLoad(httpPlan(load, '/api/coin/trade', SINGLES, forms(orders))),
    },
    {
      name: `durable orders over HTTP, ${ORDERS_A_CALL} a call`,
      ordersACall: ORDERS_A_CALL,
      run: ({ load, orders }: Given) =>
        runLoad(httpPlan(load, '/api/coin/trade/bulk', BULKS, bulkForms(orders))),
    },
    {
      name: `durable orders over the live socket, one a call, ${UNDER_WAY} under way`,
      ordersACall: 1,
      run: ({ load, orders }: Given) =>
        runSocketLoad(socketPlan(load, liveClients(load.tokens, orders), UNDER_WAY)),
    },
    {
      name: `durable orders over the live socket, ${ORDERS_A_CALL} a call`,
      ordersACall: ORDERS_A_CALL,
      run: ({ load, orders }: Given) =>
        runSocketLoad(socketPlan(load, bulkClients(load.tokens, orders), 1)),
    },
    {
      name: `durable orders over the WebSocket API, one a call, ${UNDER_WAY} under way`,
      ordersACall: 1,
      run: async ({ server, load, orders }: Given) => {
        const programs = await programsOf(server, load.tokens);
        return runSocketLoad(socketPlan(load, programClients(programs, orders), UNDER_WAY));
      },
    },
  ]) {
    // Orders that wait count for their owner's limit: each has a process and people of its own.
    const server = await start('all');
    await server.said('is ready');
    const { address } = server;
    await placeBefore(server, placedBefore);
    const tokens = await newcomers(server);
    const given = { server, load: { address, tokens }, orders: await pricedOrders(address) };
    const { databaseUrl } = deployment;
    const measured = await figures(() => run(given), {
      server: server.child.pid,
      databaseUrl,
      ordersACall,
    });
    await stop([server]);
    empty ??= measured;
    rows.push(row(name, measured, empty));
  }
  return rows;
}

interface Given {
  readonly server: Spawned;
  readonly load: Load;
  readonly orders: Orders;
}

/** So many orders and more, each with a key, by people who come for this alone. */
async function placeBefore(server: Spawned, orders: number): Promise<void> {
  const { address } = server;
  for (let placed = 0; placed < orders; ) {
    const load = { address, tokens: await newcomers(server) };
    const bodies = forms(await pricedOrders(address));
    const { perSecond } = await runLoad(httpPlan(load, '/api/coin/trade', SINGLES, bodies));
    placed += (perSecond * DURATION_MS) / 1_000;
  }
}

/** Sessions of people with funds. */
async function newcomers(server: Spawned): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < USERS; count += 1) {
    const { token } = await register(server);
    await data(server, 'faucet', { currency_id: 3, amount: '1000000' }, { token });
    await data(server, 'faucet', { currency_id: 1, amount: '100' }, { token });
    tokens.push(token);
  }
  return tokens;
}

type Orders = readonly Readonly<
  Record<'symbol' | 'side' | 'type' | 'price' | 'quantity', string>
>[];

/** One of each side at one price near the index. */
async function pricedOrders(address: string): Promise<Orders> {
  const [price = ''] = (await indexPrice(address, SYMBOL)).split('.');
  const limit = { symbol: SYMBOL, type: 'limit', price, quantity: '0.001' };
  return ['buy', 'sell'].map((side) => ({ ...limit, side }));
}

const forms = (orders: Orders) => orders.map((order) => new URLSearchParams(order).toString());
const bulkOf = (order: Orders[number]) => Array.from({ length: ORDERS_A_CALL }, () => order);
const bulkForms = (orders: Orders) =>
  orders.map((order) => new URLSearchParams({ orders: JSON.stringify(bulkOf(order)) }).toString());
/** Half of the clients begin with the one side and half with the other. */
const inTurn = <Each>(list: readonly Each[], at: number): readonly Each[] =>
  at % 2 === 0 ? list : list.toReversed();

interface Load {
  readonly address: string;
  readonly tokens: readonly string[];
}

const timed = { warmUpMs: WARM_UP_MS, durationMs: DURATION_MS };

const httpPlan = (
  { address, tokens }: Load,
  path: string,
  connections: number,
  bodies: readonly string[],
): LoadPlan => ({
  ...timed,
  port: Number(new URL(address).port),
  method: 'POST',
  path,
  clients: Array.from({ length: connections }, (_, at) => ({
    headers: `authorization: ${tokens[at % USERS]}\r\n`,
    bodies: inTurn(bodies, at),
  })),
  hasKeys: true,
});

const socketPlan = (
  { address }: Load,
  clients: readonly SocketClient[],
  underWay: number,
): SocketPlan => ({ ...timed, url: address.replace('http', 'ws'), clients, underWay });

const liveClients = (tokens: readonly string[], orders: Orders): SocketClient[] =>
  tokens.map((token, at) => ({
    ...{ kind: 'live', token, event: 'trade' },
    requests: inTurn(orders, at).map((order) => JSON.stringify(order)),
  }));

const bulkClients = (tokens: readonly string[], orders: Orders): SocketClient[] =>
  tokens.slice(0, BULKS).map((token, at) => ({
    ...{ kind: 'live', token, event: 'trade_bulk' },
    requests: inTurn(orders, at).map((order) => JSON.stringify({ orders: bulkOf(order) })),
  }));

const programClients = (programs: readonly Credentials[], orders: Orders): SocketClient[] =>
  programs.map((credentials, at) => ({
    ...{ kind: 'program', ...credentials },
    orders: inTurn(orders, at).map(({ side, type, symbol, ...order }) => ({
      ...{ ...order, symbol: symbol.replace('/', ''), timeInForce: 'GTC' },
      ...{ side: side.toUpperCase(), type: type.toUpperCase() },
    })),
  }));

interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** A key of each of these users. */
async function programsOf(server: Spawned, tokens: readonly string[]): Promise<Credentials[]> {
  const made: Credentials[] = [];
  const request = { label: 'bench', password: PASSWORD, trade: 'true' };
  for (const token of tokens) {
    const { key, secret = '' } = await data(server, 'createApiKey', request, { token });
    made.push({ key, secret });
  }
  return made;
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
  run: () => Promise<LoadResult>,
  { server, databaseUrl, ordersACall }: Parts,
): Promise<Figures> {
  const look = async () => ({
    server: cpuMs([server]),
    postgres: cpuMs(await sessionsOf(databaseUrl)),
  });
  const running = run();
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
