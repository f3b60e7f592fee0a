/** A server whose lists are read at replicas, on real servers: before, while and after its primary is away. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ask,
  BTC_USDT,
  data,
  PASSWORD,
  priceBelow,
  register,
} from '../../../../../test/support/deployment-fixture.ts';
import { lookAtDatabase, openSubject } from '../../../../doctor/database.ts';
import { startServer } from '../../../../server.ts';
import { loadConfig } from '../../../config/config.ts';
import { createLog } from '../../../http/log.ts';
import type { RunningServer } from '../../lifetime.ts';
import { Cluster, freePort, POSTGRES_BINARIES } from './clusters.ts';

const DATABASE = 'exchange';
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.skipIf(POSTGRES_BINARIES === undefined)('lists at replicas (PostgreSQL)', () => {
  let primary: Cluster;
  let waited: Cluster;
  let other: Cluster;
  let server: RunningServer;
  let one: { readonly token: string; readonly email: string };
  let two: { readonly token: string; readonly email: string };
  let price = '';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-lists-'));
  const fatal: Error[] = [];

  const order = (user: { readonly token: string }, key: string) =>
    ask(
      server,
      'placeOrder',
      { symbol: BTC_USDT, side: 'buy', type: 'limit', price, quantity: '0.001' },
      { token: user.token, key },
    );
  const placed = async (user: { readonly token: string }, key: string): Promise<number> => {
    const { message } = await order(user, key);
    return message?.order.id ?? Number.NaN;
  };
  const listed = async (user: { readonly token: string }): Promise<number[]> =>
    (await data(server, 'orders', {}, user)).list.map(({ id }) => id);
  const figure = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.address}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1));
  };

  beforeAll(async () => {
    primary = await Cluster.create();
    await primary.query(`CREATE DATABASE ${DATABASE}`);
    waited = await primary.replica('waited');
    other = await primary.replica('other');
    await primary.set('synchronous_standby_names', 'waited');
    const hosts = [primary, waited, other].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const url = `postgres://postgres@${hosts}/${DATABASE}`;
    const config = loadConfig({
      DATABASE_URL: url,
      DATABASE_READ_URL: url,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      BOTS: 'false',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      RATE_LIMIT_FACTOR: '1000',
    });
    const log = createLog(config.logLevel);
    server = await startServer({ config, log, onFatal: (cause) => fatal.push(cause) });
    [one, two] = [await register(server), await register(server)];
    for (const user of [one, two])
      await data(server, 'faucet', { currency_id: 3, amount: '1000' }, user);
    price = await priceBelow(server, 0.97);
    await vi.waitFor(
      async () => expect(await figure('fairlead_reads_outlive_primary')).toBe(1),
      PATIENCE,
    );
    const subject = await openSubject({ config, environment: {} });
    const said = (await lookAtDatabase(subject)).filter(({ about }) => about === 'reads');
    await subject.database?.close();
    expect(said.map(({ state }) => state)).toEqual(['good', 'good', 'good', 'good']);
  }, 600_000);
  afterAll(async () => {
    await server?.stop();
    for (const cluster of [other, waited, primary]) await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  }, 600_000);

  test('whoever has placed an order finds it, by a replica', async () => {
    const before = await figure('fairlead_reads{at="replica"}');
    const ids: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      ids.push(await placed(one, `listed-${count}`));
      expect(await listed(one)).toContain(ids.at(-1));
    }
    expect(new Set(ids).size).toBe(8);
    expect(await figure('fairlead_reads{at="replica"}')).toBeGreaterThan(before);
    const { accounts } = await data(server, 'wallet', {}, one);
    expect(accounts.length).toBeGreaterThan(0);
    await data(server, 'records', {}, one);
    await data(server, 'portfolio', { days: 7, time_zone: 'UTC' }, one);
  }, 600_000);

  test('while the primary is away lists go on, nobody gets less than they were told, and nothing is promised', async () => {
    const known = await listed(one);
    await vi.waitFor(
      async () => expect(await figure('fairlead_reads_outlive_primary')).toBe(1),
      PATIENCE,
    );
    // Acknowledged, and on one replica of the two only.
    const [row] = await other.query('SELECT pid FROM pg_stat_wal_receiver');
    const receiver = Number(row?.['pid']);
    process.kill(receiver, 'SIGSTOP');
    const told = await placed(two, 'told');
    expect(await listed(two)).toEqual([told]);
    await primary.stop('immediate');
    try {
      // Each answer is the whole list or none, whenever it comes.
      for (let count = 0; count < 5; count += 1) {
        let list: readonly number[] | undefined;
        const asking = async () => {
          const { status, message } = await ask(server, 'orders', {}, one);
          list = status === 503 ? undefined : message?.list.map(({ id }) => id);
          return list;
        };
        await expect.poll(asking, PATIENCE).toBeDefined();
        expect(list).toEqual(known);
      }
      expect(await figure('fairlead_reads{at="agreed"}')).toBeGreaterThan(0);
      expect((await ask(server, 'orders', {}, two)).status).toBe(503);
      // What changes something, and what lets somebody in, is the primary's.
      expect((await order(one, 'while-away')).status).toBe(503);
      const login = { account_type: 'email', account: one.email, password: PASSWORD };
      expect((await ask(server, 'login', login)).status).toBe(503);
      const ready = await vi.waitFor(async () => {
        const response = await fetch(`${server.address}/health/ready`);
        expect(response.status).toBe(503);
        return response.status;
      }, PATIENCE);
      expect(ready).toBe(503);
    } finally {
      process.kill(receiver, 'SIGCONT');
    }
    // The one that has every acknowledged order leads; the other stays at the past that ended.
    await waited.query('SELECT pg_promote()');
    const again = () => order(one, 'while-away').then(({ status }) => status);
    await expect.poll(() => again().catch(() => 0), PATIENCE).toBe(200);
    expect(await listed(two)).toEqual([told]);
    expect((await listed(one)).length).toBe(known.length + 1);
    expect((await data(server, 'config')).losses ?? []).toEqual([]);
    await vi.waitFor(
      async () => expect(await figure('fairlead_read_hosts{state="current"}')).toBe(0),
      PATIENCE,
    );
    expect(fatal).toEqual([]);
  }, 600_000);
});
