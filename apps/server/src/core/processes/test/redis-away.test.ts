/**
 * Redis ends while calls are on their way and comes back empty. Those with a key are answered then, at their first try, and
 * each was done once: what was under way in the engine, what it had done and could not say, what nobody had taken yet.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  canDeploy,
  Deployment,
  data,
  priceBelow,
  register,
} from '../../../../test/support/deployment-fixture.ts';
import type { RunningServer } from '../lifetime.ts';
import { type OwnRedis, startRedis } from './own-redis.ts';

describe.skipIf(!canDeploy)('a Redis that goes and comes (PostgreSQL, Redis)', () => {
  let redis: OwnRedis;
  let deployment: Deployment;
  let engine: RunningServer;
  let gateway: RunningServer;
  let token: string;
  let price: string;

  beforeAll(async () => {
    redis = await startRedis();
    deployment = await Deployment.open();
    const environment = { REDIS_URL: redis.url };
    engine = await deployment.engine(environment);
    gateway = await deployment.gateway(environment);
    ({ token } = await register(gateway));
    await data(gateway, 'faucet', { currency_id: 3, amount: '1000' }, { token });
    price = await priceBelow(gateway);
  });
  afterAll(async () => {
    await deployment?.remove();
    await redis?.stop();
  });

  const place = (key: string) => {
    const order = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001', price };
    return ask(gateway, 'placeOrder', { ...order, client_order_id: key }, { token, key });
  };

  test('calls in flight are answered as soon as it is back, and none is done twice', async () => {
    const holder = new pg.Client({ connectionString: deployment.databaseUrl });
    await holder.connect();
    try {
      // Nothing commits from here on.
      await holder.query('BEGIN; SELECT 1 FROM leader FOR UPDATE');
      const keys: string[] = [];
      const calls: ReturnType<typeof place>[] = [];
      const early: string[] = [];
      const begin = (key: string) => {
        keys.push(key);
        const call = place(key);
        calls.push(call);
        void call.then(({ text }) => early.push(text));
      };
      for (const name of ['one', 'two', 'three']) begin(`under-way-${name}`);
      await expect
        .poll(async () => [await figure(engine, 'fairlead_gateway_calls'), ...early])
        .toEqual([keys.length]);

      await redis.stop();
      begin('not-taken');
      await holder.query('COMMIT');
      await expect.poll(() => figure(engine, 'fairlead_gateway_calls')).toBe(0);
      await expect.poll(() => figure(gateway, 'fairlead_engine_known')).toBe(0);
      const unkeyed = await ask(gateway, 'readMessages', { all: true }, { token });
      expect([unkeyed.status, unkeyed.error]).toEqual([503, 'unavailable']);
      begin('not-sent');
      await expect
        .poll(async () => [await figure(gateway, 'fairlead_engine_calls_waiting'), ...early])
        .toEqual([keys.length]);

      await redis.start();
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
      expect(await figure(gateway, 'fairlead_engine_calls_waiting')).toBe(0);
      const orders = await holder.query(
        'SELECT client_order_id, status FROM orders WHERE client_order_id IS NOT NULL ORDER BY client_order_id',
      );
      expect(orders.rows).toEqual(
        keys.toSorted().map((key) => ({ client_order_id: key, status: 'waiting' })),
      );
      for (const [at, key] of keys.entries()) {
        const again = await place(key);
        expect([again.text, again.headers['idempotent-replayed']]).toEqual([
          answers[at]?.text,
          'true',
        ]);
      }
    } finally {
      await holder.end();
    }
  });
});

/** One of the figures for Prometheus. */
async function figure(server: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
