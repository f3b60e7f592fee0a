/**
 * The database fails over, on two real servers: what was measured when a replica that missed an acknowledged order was promoted
 * at the same address must not happen again, nobody reads what no replica has, and settings that answer too early are refused.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { verifyChain } from '@fairlead/receipt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ask,
  BTC_USDT,
  data,
  PASSWORD,
  priceBelow,
  register,
} from '../../../../../test/support/deployment-fixture.ts';
import { RECORDED } from '../../../../../test/support/spawned.ts';
import { startServer } from '../../../../server.ts';
import { loadConfig } from '../../../config/config.ts';
import { createLog } from '../../../http/log.ts';
import { StartRefusedError } from '../../../store/database.ts';
import { openPostgres } from '../../../store/postgres/database.ts';
import type { RunningServer } from '../../lifetime.ts';
import { Address, Cluster, freePort, POSTGRES_BINARIES } from './clusters.ts';

const DATABASE = 'exchange';
const OPERATOR = { name: 'owner', password: 'harbour-master-42' };
/** Beyond the time after which a batch that nobody answers is given up. */
const GIVEN_UP_MS = 11_000;
const PATIENCE = { timeout: 60_000, interval: 100 };

const REPLICA = 'replica';
/** Every number that users, receipts or books are given, by where it is kept. */
const NUMBERS = [
  ['orders', 'order_id'],
  ['trades', 'trade_id'],
  ['journal_entries', 'entry_id'],
  ['receipts', 'receipt_id'],
  ['users', 'user_id'],
] as const;

describe.skipIf(POSTGRES_BINARIES === undefined)('a database that fails over (PostgreSQL)', () => {
  let primary: Cluster;
  let replica: Cluster;
  let address: Address;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-cluster-data-'));
  let server: RunningServer;
  let user: { readonly token: string; readonly email: string };
  let price = '';
  const fatal: Error[] = [];

  beforeAll(async () => {
    primary = await Cluster.create();
    await primary.query(`CREATE DATABASE ${DATABASE}`);
    replica = await primary.replica(REPLICA);
    address = await Address.open(primary.port);
    await vi.waitFor(async () => {
      const states = await primary.query('SELECT state FROM pg_stat_replication');
      expect(states).toEqual([{ state: 'streaming' }]);
    }, PATIENCE);
    const config = loadConfig({
      DATABASE_URL: address.urlOf(DATABASE),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      BOTS: 'false',
      FEED: RECORDED,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      RATE_LIMIT_FACTOR: '1000',
      OPERATOR_NAME: OPERATOR.name,
      OPERATOR_PASSWORD: OPERATOR.password,
    });
    const log = createLog(config.logLevel);
    server = await startServer({ config, log, onFatal: (cause) => fatal.push(cause) });
    user = await register(server);
    await data(server, 'faucet', { currency_id: 3, amount: '1000' }, user);
    price = await priceBelow(server, 0.97);
  }, 600_000);
  afterAll(async () => {
    await server?.stop();
    await address?.close();
    await replica?.remove();
    await primary?.remove();
    rmSync(folder, { recursive: true, force: true });
  }, 600_000);

  const order = (key: string) =>
    ask(
      server,
      'placeOrder',
      { symbol: BTC_USDT, side: 'buy', type: 'limit', price, quantity: '0.001' },
      { ...user, key },
    );
  const orders = () => ask(server, 'orders', {}, user);
  const ordersIn = async (cluster: Cluster) =>
    Number((await cluster.query('SELECT count(*) FROM orders', DATABASE))[0]?.['count']);
  const waitingSessions = () =>
    primary.query(
      `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name LIKE 'fairlead %'
         AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`,
    );
  /** Has the replica take nothing, and go on. */
  const receiver = async (signal: 'SIGSTOP' | 'SIGCONT', pid?: number): Promise<number> => {
    const [row] =
      pid === undefined ? await replica.query('SELECT pid FROM pg_stat_wal_receiver') : [];
    const receiving = pid ?? Number(row?.['pid']);
    process.kill(receiving, signal);
    return receiving;
  };

  test('Q13: commits that are answered before a replica could have them are refused, at each new connection', async () => {
    const url = address.urlOf(DATABASE);
    expect(server.durability).toMatch(/1 machine holds a commit .* 1 further replica may miss/);
    const open = await openPostgres({ url });
    try {
      for (const loose of ['off', 'local', 'remote_write']) {
        await primary.query(`ALTER DATABASE ${DATABASE} SET synchronous_commit = ${loose}`);
        const refused = openPostgres({ url });
        await expect(refused).rejects.toThrow(StartRefusedError);
        await expect(refused).rejects.toThrow(`synchronous_commit = ${loose}`);
        // A process that runs asks again before it writes on a new connection.
        await expect(open.openWriter()).rejects.toThrow(`synchronous_commit = ${loose}`);
      }
    } finally {
      await primary.query(`ALTER DATABASE ${DATABASE} RESET synchronous_commit`);
      await open.close();
    }
  });

  test('Q12: a commit that waits for a replica is never ended, and nobody reads it before', async () => {
    await primary.set('synchronous_standby_names', REPLICA);
    const second = await openPostgres({ url: address.urlOf(DATABASE) });
    expect(second.durability).toContain('2 machines hold a commit before it is answered');
    await second.close();
    const before = await ordersIn(primary);
    const pid = await receiver('SIGSTOP');
    try {
      const placed = order('waits-for-a-replica');
      await expect.poll(waitingSessions, PATIENCE).toHaveLength(1);
      const [waiting] = await waitingSessions();
      const sinceMs = performance.now();
      await expect
        .poll(async () => {
          expect(await waitingSessions()).toEqual([waiting]);
          expect(await ordersIn(primary)).toBe(before);
          return performance.now() - sinceMs;
        }, PATIENCE)
        .toBeGreaterThan(GIVEN_UP_MS);
      const { bids } = await data(server, 'deal', { symbol: BTC_USDT });
      expect(bids.map(([level]) => Number(level))).not.toContain(Number(price));
      await receiver('SIGCONT', pid);
      expect(await placed).toMatchObject({ status: 200, type: 'ok' });
    } finally {
      await receiver('SIGCONT', pid);
    }
    expect(await ordersIn(primary)).toBe(before + 1);
    await expect.poll(() => ordersIn(replica), PATIENCE).toBe(before + 1);
  });

  test('Q12: where somebody else ends that wait, nobody reads it before a later commit is replicated', async () => {
    const before = await ordersIn(primary);
    const sequence = async (cluster: Cluster) =>
      Number(
        (await cluster.query('SELECT last_sequence FROM leader', DATABASE))[0]?.['last_sequence'],
      );
    const pid = await receiver('SIGSTOP');
    try {
      await expect.poll(waitingSessions, PATIENCE).toHaveLength(1);
      const [waiting] = await waitingSessions();
      const confirmed = await sequence(primary);
      await primary.query(`SELECT pg_cancel_backend(${waiting?.['pid']})`);
      // The server shows now what no replica has; the exchange does not.
      await expect.poll(() => sequence(primary), PATIENCE).toBeGreaterThan(confirmed);
      expect(await sequence(replica)).toBeLessThanOrEqual(confirmed);
      const read = await orders();
      expect([read.status, read.type]).toEqual([503, 'error']);
      expect((await order('ended-by-somebody')).status).toBe(503);
    } finally {
      await receiver('SIGCONT', pid);
    }
    await expect.poll(async () => (await orders()).status, PATIENCE).toBe(200);
    await expect.poll(async () => (await order('ended-by-somebody')).status, PATIENCE).toBe(200);
    await expect.poll(() => ordersIn(replica), PATIENCE).toBe(before + 1);
    await primary.set('synchronous_standby_names', '');
  });

  test('Q11, Q10: a promoted replica that missed an answered order is found out, declared and gone beyond', async () => {
    const sequenceOf = async () =>
      Number((await ask(server, 'deal', { symbol: BTC_USDT })).message?.sequence ?? Number.NaN);
    /** An order, a trade of two, a position with its receipt, and a person more. */
    const everything = async () => {
      const other = await register(server);
      await data(server, 'faucet', { currency_id: 1, amount: '0.1' }, other);
      await data(server, 'faucet', { currency_id: 3, amount: '1000' }, other);
      for (const [side, { token }] of [
        ['buy', user],
        ['sell', other],
      ] as const)
        await data(
          server,
          'placeOrder',
          { symbol: BTC_USDT, side, type: 'limit', price, quantity: '0.001' },
          { token },
        );
      const move = { from_account: 'coin', to_account: 'contract', currency_id: 3, amount: '500' };
      await data(server, 'transfer', move, other);
      const long = { symbol: BTC_USDT, side: 'long', type: 'market', lots: '10', multiple: '20' };
      await data(server, 'openPosition', long, other);
    };
    /** The lowest and the highest number of each kind, beyond `above`. */
    const numbers = (cluster: Cluster, above: readonly number[] = []) =>
      Promise.all(
        NUMBERS.map(async ([table, id], at) => {
          const [found] = await cluster.query(
            `SELECT min(${id}) AS low, max(${id}) AS high FROM ${table} WHERE ${id} > ${above[at] ?? 0}`,
            DATABASE,
          );
          return { low: Number(found?.['low']), high: Number(found?.['high']) };
        }),
      );
    await replica.stop('fast');
    await everything();
    const lost = await order('lost');
    expect(lost).toMatchObject({ status: 200, type: 'ok' });
    const lostId = lost.message?.order.id ?? 0;
    const shown = await sequenceOf();
    const given = (await numbers(primary)).map(({ high }) => high);
    await primary.stop('immediate');
    await replica.start();
    await replica.query('SELECT pg_promote()');
    const [row] = await replica.query('SELECT * FROM leader', DATABASE);
    const kept = Number(row?.['last_sequence']);
    const known = await numbers(replica);
    address.moveTo(replica.port);

    // One public notice with the range, and cancel-only.
    await expect
      .poll(
        async () => (await ask(server, 'config').catch(() => undefined))?.message?.losses,
        PATIENCE,
      )
      .toHaveLength(1);
    const config = await data(server, 'config');
    const [loss] = config.losses ?? [];
    expect(config.cancel_only).toBe(true);
    expect(loss?.sequence_from).toBe(kept + 1);
    expect(loss?.sequence_seen).toBeGreaterThan(kept);
    expect(loss?.sequence_to).toBeGreaterThan(shown);
    expect(await sequenceOf()).toBeGreaterThan(shown);
    // What protected people may be gone too: nobody is let in by what was before.
    expect((await orders()).status).toBe(401);
    const login = { account_type: 'email', account: user.email, password: PASSWORD };
    user = { ...user, ...(await data(server, 'login', login)) };
    const told = async () =>
      (await data(server, 'messages', {}, user)).list.map(({ kind }) => kind);
    await expect.poll(told, PATIENCE).toContain('data_lost');
    // No copy of what is gone: neither its answer, nor its level.
    const again = await order('lost');
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([400, undefined]);
    expect(again.text).toContain('cancel_only');
    const mine = await data(server, 'orders', {}, user);
    expect(mine.list.map(({ id }) => id)).not.toContain(lostId);

    // A receipt in the chain, which explains what it leaves out.
    const receipts = (await data(server, 'receipts', {})).list;
    expect(receipts.map(({ kind }) => kind)).toEqual(['loss']);
    expect((await verifyChain(receipts)).isRight).toBe(true);

    const { token } = await data(server, 'operatorLogin', OPERATOR);
    const system = await data(server, 'system', {}, { token });
    expect(system.trading).toMatchObject({ mode: 'cancel_only', cause: 'loss' });
    await data(server, 'resumeTrading', { reason: 'looked at with the users' }, { token });
    const next = await order('after');
    expect(next.status).toBe(200);
    expect(next.message?.order.id).toBeGreaterThan(lostId);
    // No number of any kind is given twice, though the tables knew none of these.
    await everything();
    const anew = await numbers(
      replica,
      known.map(({ high }) => high),
    );
    for (const [at, [, id]] of NUMBERS.entries())
      expect([id, (anew[at]?.low ?? 0) > (given[at] ?? 0)]).toEqual([id, true]);
    expect(fatal).toEqual([]);
  }, 600_000);
});
