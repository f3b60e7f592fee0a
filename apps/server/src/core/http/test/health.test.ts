/** What a balancer is told, in each state of the sequencer, while the database is away, and by a standby. */
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/support/fixture.ts';
import { gaugeOperation } from '../../../oversight/gauges.ts';
import type { DiskLevel } from '../../operations/disk-watch.ts';
import { Metrics } from '../../operations/metrics.ts';
import { answerAsStandby } from '../../operations/standby-health.ts';
import type { SequencerState } from '../../sequencer/options.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Database } from '../../store/database.ts';
import { registerHealth } from '../health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each([
  ['running', 200],
  ['recovering', 503],
  ['halted', 503],
  ['stopped', 503],
] as const)('a sequencer that is %s: ready answers %i, live 200', async (state, status) => {
  const app = Fastify();
  const health = () => ({ ...server.sequencer.health(), state: state satisfies SequencerState });
  const sequencer = { health } as unknown as Sequencer;
  registerHealth(app, { ...server.context, sequencer });
  expect((await app.inject('/health/ready')).statusCode).toBe(status);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  await app.close();
});

test('a last commit that failed, and a disk without room, are not ready and say so', async () => {
  const ready = async (isCommitFailing: boolean, level: DiskLevel) => {
    const app = Fastify();
    const health = () => ({ ...server.sequencer.health(), isCommitFailing });
    const trading = { disk: { level, sinceMs: 0, freeBytes: 1 } };
    const sequencer = { health } as unknown as Sequencer;
    registerHealth(app, { ...server.context, sequencer, trading });
    const reply = await app.inject('/health/ready');
    await app.close();
    return [reply.statusCode, reply.json()];
  };
  expect(await ready(false, 'room')).toEqual([200, { status: 'ready' }]);
  // Whoever has something open must be able to end it.
  expect(await ready(false, 'openings')).toEqual([200, { status: 'ready' }]);
  expect(await ready(false, 'endings')).toEqual([503, { status: 'not_ready', code: 'disk_full' }]);
  expect(await ready(true, 'room')).toEqual([503, { status: 'not_ready', code: 'commit_failing' }]);
});

test('books that do not add up and cancel-only mode are ready: cancels are served', async () => {
  await server.run({
    kind: 'set_trading_mode',
    mode: 'cancel_only',
    cause: 'drift',
    reason: 'a test',
  });
  expect(server.context.reconciler.isSound).toBe(false);
  expect((await server.app.inject('/health/ready')).statusCode).toBe(200);
});

describe('figures', () => {
  const figuresOf = async (database: Database): Promise<string> => {
    const metrics = new Metrics();
    gaugeOperation(metrics.registry, { ...server.context, database });
    return metrics.registry.metrics();
  };

  test('of the tables, of prices, and of the stop', async () => {
    const figures = await figuresOf(server.context.database);
    expect(figures).toContain('fairlead_database_up 1');
    expect(figures).toContain('fairlead_cancel_only 1');
    expect(figures).toContain('fairlead_queue{queue="withdrawals"} 0');
    expect(figures).toContain('fairlead_index_stale{symbol="BTC/USDT"} 0');
    expect(figures).toContain('fairlead_market_state{symbol="BTC/USDT",state="open"} 1');
  });

  test.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('a database that %s takes its own away, not the others', async (_how, query) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pool = { busy: 3, idle: 0, waiting: 9 };
    const away = { kind: 'postgres', query, connections: () => pool } as unknown as Database;
    const asked = figuresOf(away);
    await vi.advanceTimersByTimeAsync(2_000);
    const figures = await asked;
    vi.useRealTimers();
    expect(figures).toContain('fairlead_database_connections{state="waiting"} 9');
    expect(figures).toContain('fairlead_database_up 0');
    expect(figures).toContain('fairlead_cancel_only 1');
    expect(figures).not.toMatch(/^fairlead_queue\{/m);
    expect(figures).not.toMatch(/^fairlead_oldest_withdrawal_seconds \d/m);
  });

  test('refusals are counted by their code, rendered and thrown ones', async () => {
    const user = await server.trader();
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99', quantity: '1' };
    await server.call('transfer', {}, user);
    await server.call('placeOrder', order, user);
    const own = await server.context.metrics.registry.metrics();
    expect(own).toContain('fairlead_refusals_total{code="validation_failed"} 1');
    expect(own).toContain('fairlead_refusals_total{code="unavailable"} 1');
    const away = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '99999' };
    await server.call('transfer', away, user);
    expect(await server.context.metrics.registry.metrics()).toContain(
      'fairlead_refusals_total{code="insufficient_balance"} 1',
    );
  });
});

test('a standby lives and is not ready, gives figures of itself alone, and gives its port away', async () => {
  const [host, port] = ['127.0.0.1', 0];
  // A port of its own first, as the server's is known before it listens.
  const probe = Fastify();
  await probe.listen({ host, port });
  const address = probe.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await probe.close();
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => warnings.push(fields) } as never;
  const metrics = new Metrics();
  metrics.collectProcess();
  const config = { host, port: address.port, metricsToken: 'a-token-of-the-tests' };
  const standby = answerAsStandby(config, { metrics, log });
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`http://${host}:${address.port}${path}`, { headers });
  expect((await ask('/health/live')).status).toBe(200);
  for (const path of ['/health/ready', '/api/config', '/'])
    expect((await ask(path)).status, path).toBe(503);
  const figures = await (await ask('/metrics')).text();
  expect(figures).toContain('fairlead_sequencer_state{state="standby"} 1');
  expect(figures).toContain('fairlead_sequencer_state{state="running"} 0');
  expect(figures).toMatch(/^process_start_time_seconds \d/m);
  // What it does not know it does not say: no alarm rings for a zero.
  expect(figures).not.toMatch(/^fairlead_(books_sound|queued_commands|last_sequence) /m);
  // Through a proxy as from anywhere else: with the token only.
  const forwarded = { 'x-forwarded-for': '192.0.2.7' };
  expect((await ask('/metrics', forwarded)).status).toBe(503);
  const authorized = { ...forwarded, authorization: 'Bearer a-token-of-the-tests' };
  expect((await ask('/metrics', authorized)).status).toBe(200);
  await standby.stop();
  const after = Fastify();
  await after.listen({ host, port: address.port });
  await after.close();
  expect(warnings).toEqual([]);
});
