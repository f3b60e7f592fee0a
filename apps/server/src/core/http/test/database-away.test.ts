/**
 * Every call while the database is away. Goal: nobody is told of a fault of ours, everybody that it
 * passes, and it does. Method: a real PostgreSQL behind a proxy that is cut, every route of the contract, of the
 * Binance interface and of the charts' feed, with requests that pass their schemas; for the embedded database its
 * worker ended as by a crash.
 */
import { ERRORS, type ErrorCode, routeEntries, routes } from '@fairlead/contract';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { examplesOf } from '../../../../test/fuzz/examples.ts';
import { requestOf } from '../../../../test/fuzz/schema-values.ts';
import { actorsFor, createWorld, type World } from '../../../../test/fuzz/world.ts';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import { DatabaseAwayError } from '../../store/database.ts';
import { openPglite } from '../../store/embedded/database.ts';
import { migrate } from '../../store/migrator.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { tellAway } from '../../store/postgres/database-away.ts';
import { CutProxy } from '../../store/test/cut-proxy.ts';
import { toProblem } from '../envelope.ts';

describe.skipIf(!hasPostgres)('Q22: while PostgreSQL is away', () => {
  let name: string;
  let proxy: CutProxy;
  let world: World;
  let examples: Awaited<ReturnType<typeof examplesOf>>;
  let log: string[];

  beforeAll(async () => {
    name = await createDatabase();
    const direct = new URL(urlOf(name));
    proxy = await CutProxy.open({ host: direct.hostname, port: Number(direct.port) });
    const url = new URL(direct);
    url.port = String(proxy.port);
    const database = await openPostgres({ url: url.href });
    await migrate(database);
    log = [];
    const remove = async () => {
      await database.close();
      await dropDatabase(name);
    };
    const opened = { database, openAnother: async () => database, remove };
    world = await createWorld({ logTo: (line) => log.push(line), opened });
    examples = await examplesOf(world);
    await proxy.cut();
  });
  afterAll(async () => {
    await world.server.stop();
    await proxy.cut();
  });

  /** A few requests that pass the schema, the known good ones first. */
  const requestsOf = (route: (typeof routeEntries)[number][0]) => [
    ...(examples[route] ?? []),
    ...fc.sample(requestOf(routes[route].request, world.hints), { numRuns: 2, seed: 7 }),
  ];

  test('Q22: no call of the contract is a fault, and those that need it are retryable', async () => {
    const told = new Map<string, Set<string>>();
    for (const [route, spec] of routeEntries) {
      if (spec.isMultipart) continue;
      for (const fields of requestsOf(route)) {
        for (const actor of actorsFor(spec).slice(-2)) {
          const token = world.tokenOf(actor);
          const reply = await world.server.call(route, fields, { token });
          const answers = told.get(route) ?? new Set();
          told.set(route, answers.add(`${reply.status} ${reply.error ?? ''}`.trim()));
          if (reply.status < 500) continue;
          expect.soft(reply.error, `${route} ${JSON.stringify(fields)}`).not.toBe('internal');
          expect.soft(ERRORS[reply.error as ErrorCode].isRetryable).toBe(true);
        }
      }
    }
    for (const route of ['login', 'placeOrder', 'withdraw', 'messages', 'newsDetail'] as const)
      expect(told.get(route)).toContain('503 unavailable');
    const away = [...told.values()].filter((answers) => answers.has('503 unavailable'));
    expect(away.length).toBeGreaterThan(routeEntries.length / 3);
    expect(log.filter((line) => line.includes('"msg":"fault"'))).toEqual([]);
  });

  test("Q22: programs are told so in Binance's words", async () => {
    const { server } = world;
    const keyed = server.binance.endpoints.filter(({ security }) => security !== 'none');
    for (const { method, path } of server.binance.endpoints) {
      const query = `symbol=BTCUSDT&timestamp=${server.clock.now()}&signature=${'0'.repeat(64)}`;
      const response = await server.app.inject({
        method,
        url: `/binance/${path}?${query}`,
        headers: { 'x-mbx-apikey': 'k'.repeat(64) },
      });
      expect.soft(response.statusCode, `${method} ${path}`).not.toBe(500);
      if (!keyed.some((each) => each.path === path && each.method === method)) continue;
      expect.soft(response.statusCode, `${method} ${path}`).toBe(503);
      expect.soft(response.json()).toMatchObject({ code: -1007 });
    }
  });

  test('Q22: charts and health are no fault either', async () => {
    const nowS = Math.floor(world.server.clock.now() / 1_000);
    const history = `/udf/history?symbol=BTC%2FUSDT&resolution=1&from=${nowS - 86_400}&to=${nowS}`;
    for (const url of [history, '/udf/config', '/health/live', '/health/ready', '/metrics'])
      expect.soft((await world.server.app.inject(url)).statusCode, url).not.toBe(500);
  });

  test('Q22: when it is back, the same calls succeed', async () => {
    await proxy.mend();
    const token = world.tokenOf('ann');
    await vi.waitFor(
      async () => {
        expect((await world.server.call('messages', {}, { token })).status).toBe(200);
        const order = {
          symbol: 'BTC/USDT',
          side: 'buy',
          type: 'limit',
          price: '90',
          quantity: '0.1',
        };
        expect((await world.server.call('placeOrder', order, { token })).status).toBe(200);
      },
      { timeout: 30_000, interval: 200 },
    );
  });
});

test('Q22: an embedded database whose worker has ended is away', async () => {
  const database = await openPglite({});
  await database.kill();
  const problemOf = async (ask: () => Promise<unknown>) =>
    toProblem(await ask().catch((error: unknown) => error))?.code;
  expect(await problemOf(() => database.query('SELECT 1'))).toBe('unavailable');
  expect(await problemOf(() => database.transaction(async (sql) => sql.query('SELECT 1')))).toBe(
    'unavailable',
  );
});

describe('Q22: which errors mean that it is away', () => {
  const failing = (error: Error) => tellAway(() => Promise.reject(error));
  const stated = (code: string, severity = 'ERROR') =>
    Object.assign(new pg.DatabaseError('said', 1, 'error'), { code, severity });
  test.each(['57P01', '57P02', '57P03', '08006', '53300', '25006', '57014'])('%s', async (code) => {
    await expect(failing(stated(code))).rejects.toBeInstanceOf(DatabaseAwayError);
  });
  test.each(['23505', '42P01', '22003', '40001', 'FL001'])('not %s', async (code) => {
    await expect(failing(stated(code))).rejects.not.toBeInstanceOf(DatabaseAwayError);
  });
  test('whatever ends the session', async () => {
    await expect(failing(stated('25P03', 'FATAL'))).rejects.toBeInstanceOf(DatabaseAwayError);
  });
  test('a pool without a free connection, and a host without an answer', async () => {
    const pool = new Error('timeout exceeded when trying to connect');
    const host = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    for (const error of [pool, host])
      await expect(failing(error)).rejects.toBeInstanceOf(DatabaseAwayError);
    await expect(failing(new TypeError('a fault of ours'))).rejects.toBeInstanceOf(TypeError);
  });
});
