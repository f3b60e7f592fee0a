/**
 * What an order costs the engine's thread and a gateway's: as a call that the engine's handler runs, and as a command. The
 * two are threads of one process that hand one another what Redis would carry, so neither HTTP nor Redis is in it, and each
 * thread's own processor time is counted, whatever else the machine does. Half of the orders trade; PostgreSQL keeps them.
 */
import process from 'node:process';
import { isMainThread, type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { Engine } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { AgreedTerms } from '../apps/server/src/core/checks/agreed-terms.ts';
import { LocalCommands } from '../apps/server/src/core/commands/local-commands.ts';
import type { CommandPort } from '../apps/server/src/core/commands/port.ts';
import { createEvents } from '../apps/server/src/core/http/events.ts';
import type { Answer, Call, Handlers } from '../apps/server/src/core/http/handler.ts';
import { OrderGate } from '../apps/server/src/core/operations/order-gate.ts';
import { Secrets } from '../apps/server/src/core/operations/secrets.ts';
import { CallClient } from '../apps/server/src/core/processes/calls/call-client.ts';
import { CallServer } from '../apps/server/src/core/processes/calls/call-server.ts';
import { RemoteCommands } from '../apps/server/src/core/processes/calls/remote-commands.ts';
import { Sealer } from '../apps/server/src/core/processes/calls/sealer.ts';
import type { AnswersMessage } from '../apps/server/src/core/processes/messages.ts';
import { Names } from '../apps/server/src/core/processes/names.ts';
import type { RedisClient } from '../apps/server/src/core/processes/redis.ts';
import { startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import { textsOf } from '../apps/server/src/core/texts/texts.ts';
import { Terms } from '../apps/server/src/market/index.ts';
import { spotCommands } from '../apps/server/src/spot/commands.ts';
import { spotHandlers } from '../apps/server/src/spot/routes.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';
import { seed } from './support/orders.ts';

const WARM_UP_ORDERS = 10_000;
const ORDERS = 20_000;
const ROUNDS = 3;
const CALLERS = [32, 128, 512];
const TRADERS = 200;
const EPOCH = 1;
const names = new Names('bench');
const sealer = new Sealer(new Uint8Array(32));
const WAYS = ['call', 'command'] as const;
type Way = (typeof WAYS)[number];

interface Asked {
  readonly way: Way;
  readonly orders: number;
  readonly callers: number;
}
/** µs of processor time. */
type Spent = { readonly done: number } | { readonly bytes: Uint8Array };

/** A Redis that hands each entry on. */
const redisTo = (take: (bytes: Buffer) => void) =>
  ({
    sendCommand: async (words: readonly (string | Buffer)[]) => {
      if (words[0] === 'XADD') take(words.at(-1) as Buffer);
      return Buffer.from('1-1');
    },
  }) as unknown as RedisClient;

const log = { warn: () => undefined, error: () => undefined };
const spentMicros = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
};

async function runGateway(port: MessagePort): Promise<void> {
  const redis = redisTo((bytes) => port.postMessage({ bytes }));
  const client = new CallClient({ redis, sealer, names, gateway: 'g', log });
  const terms = new Terms();
  terms.apply({ currencies: [BTC, USDT], markets: [BTC_USDT], grids: [] });
  const commands = new RemoteCommands(client);
  const { placeOrder } = spotHandlers({
    terms,
    commands,
    database: undefined as never,
    reads: undefined as never,
    marketData: undefined as never,
    secrets: { digests: () => [] },
    clock: Date,
  });
  let key = 0;
  const place = async (way: Way): Promise<void> => {
    key += 1;
    const side = key % 2 === 0 ? 'buy' : 'sell';
    const call = {
      input: { symbol: BTC_USDT.symbol, side, type: 'limit', price: '100.00', quantity: '0.010' },
      caller: {
        ...{ kind: 'user', userId: 1 + (key % TRADERS), sessionId: 1 },
        sessionKey: 'ab'.repeat(32),
      },
      ...{ language: 'en', say: textsOf('en'), ip: '127.0.0.1', deviceId: 'a device of the bench' },
      ...{ userAgent: 'a browser that says a lot', idempotencyKey: `key-of-the-bench-${key}` },
      file: Buffer.alloc(0),
    } as unknown as Call<'placeOrder'>;
    const answer = way === 'call' ? client.call('placeOrder', call) : placeOrder(call);
    const { status, body } = (await answer) as Answer;
    if (status !== 200) throw new Error(`the bench's order was refused: ${body}`);
  };
  port.on('message', async (message: Asked | { readonly bytes: Uint8Array }) => {
    if ('bytes' in message) {
      const bytes = Buffer.from(message.bytes);
      const answers = sealer.open<AnswersMessage>(names.answers('g'), bytes);
      if (answers !== undefined) client.take(answers);
      return;
    }
    client.engineIs({ epoch: EPOCH, takesCommands: true });
    const since = process.threadCpuUsage();
    let rest = message.orders;
    const caller = async () => {
      while (rest > 0) {
        rest -= 1;
        await place(message.way);
      }
    };
    await Promise.all(Array.from({ length: message.callers }, caller));
    port.postMessage({ done: spentMicros(since) });
  });
}

export async function run(): Promise<Measurement[]> {
  const database = await createDatabase();
  let batches = 0;
  const store = await openDatabase({ databaseUrl: database.url, nowMs: Date.now() });
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database: store,
    clock: { now: () => Date.now() },
    createEngine: (snapshot) => new Engine(snapshot),
    agreed: new AgreedTerms(new Secrets('a secret of the bench, 32 characters')),
    reports: {
      batchCommitted: () => {
        batches += 1;
      },
    },
  });
  const terms = new Terms();
  sequencer.onCommitted(({ changes }) => terms.apply(changes));
  await seed(sequencer);
  const needs = { database: store, sequencer, terms, orderGate: new OrderGate() };
  const rules = spotCommands({ ...needs, reconciler: { isSound: true } });
  const commands = new LocalCommands({ sequencer, rules, gate: { refusalOf: () => undefined } });
  const worker = new Worker(new URL(import.meta.url));
  const server = new CallServer({
    ...{ sealer, names, log, sequencer, commands, epoch: EPOCH },
    redis: redisTo((bytes) => worker.postMessage({ bytes })),
    handlers: handlersOf(terms, commands),
    operatorGate: undefined as never,
    events: createEvents(),
    lease: { held: () => true, beats: 1 },
  });
  let finish: (spent: number) => void = () => undefined;
  worker.on('message', (message: Spent) => {
    if ('done' in message) finish(message.done);
    else void server.take({ id: '1-1', bytes: Buffer.from(message.bytes) });
  });
  const measure = async (asked: Asked) => {
    const since = process.threadCpuUsage();
    batches = 0;
    const gateway = await new Promise<number>((resolve) => {
      finish = resolve;
      worker.postMessage(asked);
    });
    const { orders } = asked;
    return {
      engine: spentMicros(since) / orders,
      gateway: gateway / orders,
      batch: orders / batches,
    };
  };
  const rows: Measurement[] = [];
  for (const way of WAYS) await measure({ way, orders: WARM_UP_ORDERS, callers: 128 });
  for (const callers of CALLERS) rows.push(...(await compare(callers, measure)));
  await worker.terminate();
  server.stop();
  await sequencer.stop();
  await store.close();
  await database.drop();
  return rows;
}

const handlersOf = (terms: Terms, commands: CommandPort) =>
  spotHandlers({
    terms,
    commands,
    database: undefined as never,
    reads: undefined as never,
    marketData: undefined as never,
    secrets: { digests: () => [] },
    clock: Date,
  }) as Handlers;

interface Costs {
  /** µs an order. */
  readonly engine: number;
  readonly gateway: number;
  /** Orders of one commit. */
  readonly batch: number;
}

/** Both ways in turn, so that what else the machine does is the same for both. */
async function compare(
  callers: number,
  measure: (asked: Asked) => Promise<Costs>,
): Promise<Measurement[]> {
  const costs: Record<Way, Costs[]> = { call: [], command: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of WAYS) costs[way].push(await measure({ way, orders: ORDERS, callers }));
  const middle = (way: Way, side: keyof Costs): number =>
    costs[way].map((cost) => cost[side]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  return WAYS.map((way) => {
    const [engine, gateway] = [middle(way, 'engine'), middle(way, 'gateway')];
    const share = (engine / middle('call', 'engine')).toFixed(2);
    return {
      name: `an order as a ${way}, ${callers} callers`,
      value: `${engine.toFixed(1)} µs of the engine's thread`,
      note: `${share} × as a call; ${gateway.toFixed(1)} µs of a gateway's thread, without HTTP; ${middle(way, 'batch').toFixed(0)} a commit`,
    };
  });
}

if (!isMainThread && parentPort !== null) await runGateway(parentPort);
if (isMainThread && process.argv[1] === import.meta.filename) {
  for (const each of await run())
    process.stdout.write(`${each.name}: ${each.value} (${each.note})\n`);
  process.exit(0);
}
