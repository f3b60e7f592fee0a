/**
 * DATABASE_URL names several hosts, on real servers: the primary is found in either order, after a failover without a restart, and an
 * old primary that comes back is neither read nor written.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  BTC_USDT,
  data,
  priceBelow,
  register,
} from '../../../../../test/support/deployment-fixture.ts';
import { RECORDED } from '../../../../../test/support/spawned.ts';
import { lookAtDatabase, openSubject } from '../../../../doctor/database.ts';
import { startServer } from '../../../../server.ts';
import { loadConfig } from '../../../config/config.ts';
import { createLog } from '../../../http/log.ts';
import { NotThereError } from '../../../store/database.ts';
import { openPostgres } from '../../../store/postgres/database.ts';
import { knownIn, TIMELINES_FILE } from '../../../store/postgres/timelines.ts';
import type { RunningServer } from '../../lifetime.ts';
import { Cluster, freePort, POSTGRES_BINARIES } from './clusters.ts';

const DATABASE = 'exchange';
const PATIENCE = { timeout: 60_000, interval: 100 };
/** A host that never answers costs 2 s; a minute would be the system's own limit. */
const DEAD_HOST_MS = 8_000;

describe.skipIf(POSTGRES_BINARIES === undefined)(
  'several hosts of one database (PostgreSQL)',
  () => {
    let first: Cluster;
    let second: Cluster;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-hosts-'));
    let server: RunningServer;
    let user: { readonly token: string };
    let price = '';
    const fatal: Error[] = [];

    const urlOf = (...ports: readonly number[]) =>
      `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${DATABASE}?target_session_attrs=read-write`;
    const portOf = async (url: string) => {
      const database = await openPostgres({ url, timelines: knownIn(folder) });
      try {
        const [row] = await database.query<{ port: number }>('SELECT inet_server_port() AS port');
        const writer = await database.openWriter();
        const [own] = await writer.query<{ port: number }>('SELECT inet_server_port() AS port');
        await writer.close();
        expect(own).toEqual(row);
        return row?.port;
      } finally {
        await database.close();
      }
    };
    const order = (key: string) =>
      ask(
        server,
        'placeOrder',
        { symbol: BTC_USDT, side: 'buy', type: 'limit', price, quantity: '0.001' },
        { ...user, key },
      );
    const ordersIn = async (cluster: Cluster) =>
      Number((await cluster.query('SELECT count(*) FROM orders', DATABASE))[0]?.['count']);

    beforeAll(async () => {
      first = await Cluster.create();
      await first.query(`CREATE DATABASE ${DATABASE}`);
      second = await first.replica('second');
    }, 600_000);
    afterAll(async () => {
      await server?.stop();
      await second?.remove();
      await first?.remove();
      rmSync(folder, { recursive: true, force: true });
    }, 600_000);

    test('the primary is found in either order, and a host that never answers costs seconds', async () => {
      expect(await portOf(urlOf(first.port, second.port))).toBe(first.port);
      expect(await portOf(urlOf(second.port, first.port))).toBe(first.port);
      // Accepts, and says nothing: as a machine that hangs.
      const silent = net.createServer(() => undefined);
      const held = new Set<net.Socket>();
      silent.on('connection', (socket) => held.add(socket));
      const port = await freePort();
      await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
      try {
        const sinceMs = performance.now();
        expect(await portOf(urlOf(port, second.port, first.port))).toBe(first.port);
        expect(performance.now() - sinceMs).toBeLessThan(DEAD_HOST_MS);
      } finally {
        for (const socket of held) socket.destroy();
        await new Promise((resolve) => silent.close(resolve));
      }
    });

    test('without a primary the line names each host, and a start waits', async () => {
      const alone = openPostgres({ url: urlOf(second.port) });
      await expect(alone).rejects.toThrow(NotThereError);
      await expect(alone).rejects.toThrow(
        `DATABASE_URL: 127.0.0.1:${second.port} is a standby, timeline 1`,
      );
      const none = openPostgres({ url: urlOf(1, second.port) });
      await expect(none).rejects.toThrow(NotThereError);
      await expect(none).rejects.toThrow(
        /^DATABASE_URL: no primary among the hosts: 127\.0\.0\.1:1 does not answer \(.*ECONNREFUSED.*\); 127\.0\.0\.1:\d+ is a standby, timeline 1$/,
      );
      const refused = openPostgres({
        url: urlOf(first.port, second.port).replace(DATABASE, 'none'),
      });
      await expect(refused).rejects.not.toThrow(NotThereError);
      await expect(refused).rejects.toThrow('refuses (database "none" does not exist)');
    });

    test('a server set read-only is no primary', async () => {
      await first.query(`ALTER DATABASE ${DATABASE} SET default_transaction_read_only = on`);
      try {
        await expect(openPostgres({ url: urlOf(first.port) })).rejects.toThrow('is read-only');
      } finally {
        await first.query(`ALTER DATABASE ${DATABASE} RESET default_transaction_read_only`);
      }
    });

    test('Q11: after a failover the server finds the new primary by itself, with every answered order', async () => {
      await first.set('synchronous_standby_names', 'second');
      const config = loadConfig({
        DATABASE_URL: urlOf(first.port, second.port),
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        BOTS: 'false',
        FEED: RECORDED,
        LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
        RATE_LIMIT_FACTOR: '1000',
      });
      const log = createLog(config.logLevel);
      server = await startServer({ config, log, onFatal: (cause) => fatal.push(cause) });
      user = await register(server);
      await data(server, 'faucet', { currency_id: 3, amount: '1000' }, user);
      price = await priceBelow(server, 0.97);
      const answered = await order('before');
      expect(answered).toMatchObject({ status: 200, type: 'ok' });
      const subject = await openSubject({ config, environment: {} });
      expect(subject.found.map(({ state, said }) => [state, said])).toEqual([
        ['good', `127.0.0.1:${first.port} is the primary, timeline 1`],
        ['good', `127.0.0.1:${second.port} is a standby, timeline 1`],
      ]);
      expect((await lookAtDatabase(subject))[0]?.state).toBe('good');
      await subject.database?.close();

      await first.stop('immediate');
      // What was copied of the primary's setting would wait for a standby that is not there.
      await second.query("ALTER SYSTEM SET synchronous_standby_names = ''").catch(() => undefined);
      await second.query('SELECT pg_promote()');
      const again = () => order('after').then(({ status }) => status);
      await expect.poll(() => again().catch(() => 0), PATIENCE).toBe(200);
      const mine = await data(server, 'orders', {}, user);
      expect(mine.list.map(({ id }) => id)).toContain(answered.message?.order.id);
      expect((await data(server, 'config')).losses ?? []).toEqual([]);
      expect(await ordersIn(second)).toBe(2);
      expect(fatal).toEqual([]);
      expect(
        Object.values(JSON.parse(readFileSync(path.join(folder, TIMELINES_FILE), 'utf8'))),
      ).toEqual([2]);
    }, 600_000);

    test('an old primary that comes back is not written to, alone or beside the new one', async () => {
      await first.start();
      const sequenceIn = async (cluster: Cluster) =>
        (await cluster.query('SELECT last_sequence, epoch FROM leader', DATABASE))[0];
      const before = await sequenceIn(first);
      // Beside the new one: its timeline is the lower, whichever stands first.
      for (const ports of [
        [first.port, second.port],
        [second.port, first.port],
      ]) {
        const forgetful = await openPostgres({ url: urlOf(...ports) });
        const [row] = await forgetful.query<{ port: number }>('SELECT inet_server_port() AS port');
        await forgetful.close();
        expect(row?.port).toBe(second.port);
      }
      // Alone: what the folder knows stops it, also behind one address.
      await second.stop('immediate');
      for (const url of [urlOf(first.port), urlOf(first.port, second.port)]) {
        const refused = openPostgres({ url, timelines: knownIn(folder) });
        await expect(refused).rejects.toThrow(NotThereError);
        await expect(refused).rejects.toThrow(
          `127.0.0.1:${first.port} is an old primary: it is on timeline 1, and the database went on on 2`,
        );
      }
      const refused = await order('to-the-old-one');
      expect([refused.status, refused.type]).toEqual([503, 'error']);
      expect((await ask(server, 'orders', {}, user)).status).toBe(503);
      expect(await sequenceIn(first)).toEqual(before);
      // And it goes on when the right one is there again.
      await second.start();
      await expect.poll(() => order('at-last').then(({ status }) => status), PATIENCE).toBe(200);
      expect(await sequenceIn(first)).toEqual(before);
      expect(fatal).toEqual([]);
    }, 600_000);

    test('connections leave an old primary that still runs once a later one is there', async () => {
      // It holds the writer's lock there.
      await server.stop();
      const third = await second.replica('third');
      const open = await openPostgres({ url: urlOf(second.port, third.port) });
      try {
        const port = async () =>
          (await open.query<{ port: number }>('SELECT inet_server_port() AS port'))[0]?.port;
        expect(await port()).toBe(second.port);
        const writer = await open.openWriter();
        await third.query('SELECT pg_promote()');
        expect((await writer.lost).message).not.toBe('');
        expect(await second.query('SELECT pg_is_in_recovery() AS is_standby')).toEqual([
          { is_standby: false },
        ]);
        expect(await port()).toBe(third.port);
        await writer.close();
      } finally {
        await open.close();
        await third.remove();
      }
    }, 600_000);
  },
);
