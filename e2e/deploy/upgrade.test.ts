/**
 * What CHANGELOG.md promises from one version to the next, tried on what the last version left (fixtures, written by
 * write-fixture.ts): its data folder, its database and its backup are taken over, nobody has a cent less, every receipt still
 * verifies, and trading goes on. Its processes are replaced one by one under load, as docs/operating/processes.md says.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { constants, zstdDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { KEYED_CALL_MS } from '../../apps/server/src/core/processes/limits.ts';
import { PROTOCOL } from '../../apps/server/src/core/processes/protocol.ts';
import {
  type Balancer,
  startBalancer,
} from '../../apps/server/src/core/processes/test/balancer.ts';
import {
  Cluster,
  POSTGRES_BINARIES,
} from '../../apps/server/src/core/processes/test/cluster/clusters.ts';
import { type OwnRedis, startRedis } from '../../apps/server/src/core/processes/test/own-redis.ts';
import { openPglite } from '../../apps/server/src/core/store/embedded/database.ts';
import { readMigrations } from '../../apps/server/src/core/store/migrator.ts';
import { Load } from '../../apps/server/test/support/load.ts';
import { hasRedis } from '../../apps/server/test/support/redis-server.ts';
import {
  inherited,
  SHORT_LIVED,
  type Spawned,
  spawnServer,
} from '../../apps/server/test/support/spawned.ts';
import { call, indexPrice } from '../support/api.ts';
import { FIRST, logInOperator, newPerson, USDT } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { root } from './image.ts';
import {
  BACKUP_FILE,
  BACKUP_KEY,
  comeBack,
  DATABASE_FILE,
  FIXTURES,
  FOLDER_FILE,
  type Past,
  readPast,
  SETTINGS,
  stateOf,
} from './past.ts';

const CLIENTS = 2;
const DATABASE = 'fairlead';
const STANDBY = 'waits as a standby';
/** Nine processes are started one after the other, on a machine that others use as well. */
const TIMEOUT_MS = 1_800_000;
const ALL_MIGRATIONS = readMigrations().length;

const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-upgrade-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function unpacked(name: string): Promise<Buffer> {
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  return zstdDecompressSync(await readFile(path.join(FIXTURES, name)), { params });
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(
  program: string,
  args: readonly string[],
  {
    environment = {},
    input,
  }: { environment?: Readonly<Record<string, string>>; input?: Buffer } = {},
): Promise<Ended> {
  const child = spawn(program, args, { cwd: root, env: { ...inherited, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Re-computes every receipt, as anybody may. */
async function verify(url: string): Promise<void> {
  const verified = await run(process.execPath, ['packages/receipt/bin/fairlead-verify.mjs', url]);
  expect(verified).toMatchObject({ code: 0 });
}

/** Users of then find what they had. */
async function expectAsBefore(url: string, { users, receipts }: Past): Promise<readonly string[]> {
  const tokens = [];
  for (const { email, state } of users) {
    const token = await comeBack(url, email);
    tokens.push(token);
    const now = await stateOf(url, token);
    // A later version may tell more of each; none may be gone, and none be new.
    expect(now).toMatchObject(state);
    for (const name of Object.keys(state) as (keyof typeof state)[])
      expect([name, now[name].length]).toEqual([name, state[name].length]);
  }
  const chain = (await call(url, 'receipts', {})).list.map(({ id, hash }) => ({ id, hash }));
  expect(chain).toEqual(receipts);
  expect(receipts.length).toBeGreaterThan(3);
  return tokens;
}

/** They trade on: an order of then is filled, a position of then closed; its receipt follows theirs, and all of them verify. */
async function expectGoesOn(
  url: string,
  { receipts }: Past,
  [buyer = '', seller = '']: readonly string[],
): Promise<void> {
  await indexPrice(url, 'BTC/USDT');
  const { list } = await call(url, 'orders', { status: 'waiting' }, buyer);
  const best = list.toSorted((one, other) => Number(other.price) - Number(one.price))[0];
  const sell = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', quantity: '0.001' };
  await call(url, 'placeOrder', { ...sell, price: String(Number(best?.price)) }, seller);
  const after = (await call(url, 'orders', {}, buyer)).list.find(({ id }) => id === best?.id);
  expect(Number(after?.filled_quantity)).toBeCloseTo(Number(best?.filled_quantity) + 0.001, 8);
  const holding = await call(url, 'positions', { status: 'holding' }, buyer);
  const position_id = String(holding.list[0]?.id);
  await call(url, 'closePosition', { position_id }, buyer);
  const chain = (await call(url, 'receipts', {})).list;
  expect(chain.length).toBeGreaterThan(receipts.length);
  await verify(url);
  const owner = await logInOperator(url, FIRST);
  expect((await call(url, 'queueCounts', {}, owner.token)).is_sound).toBe(true);
}

describe('what the last version left, on one machine', () => {
  const servers: TestServer[] = [];
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });
  const start = async (folder: string): Promise<TestServer> => {
    const server = await startServer(SETTINGS, { folder });
    servers.push(server);
    return server;
  };

  test('its data folder is brought up to date by the start', async () => {
    const past = readPast('folder');
    const folder = await newFolder();
    const input = await unpacked(FOLDER_FILE);
    expect(await run('tar', ['-x', '-C', folder], { input })).toEqual({ code: 0, output: '' });
    const server = await start(folder);
    await expectGoesOn(server.url, past, await expectAsBefore(server.url, past));
    expect(await server.end()).toBe(0);
    const database = await openPglite({ folder });
    const [row] = await database.query<{ count: bigint }>('SELECT count(*) FROM schema_migrations');
    await database.close();
    expect(past.migrations).toBeLessThanOrEqual(ALL_MIGRATIONS);
    expect(Number(row?.count)).toBe(ALL_MIGRATIONS);
  });

  test('its backup is restored, and the loss of what came after is declared', async () => {
    const folder = await newFolder();
    const environment = { ...SETTINGS, DATA_DIR: folder, BACKUP_KEY };
    const file = path.join(FIXTURES, BACKUP_FILE);
    const args = [...SHORT_LIVED, 'apps/server/src/backup.ts', 'restore', '--from', file];
    const restored = await run(process.execPath, args, { environment });
    expect(restored.output).toContain('Restored the backup of');
    expect(restored.code).toBe(0);
    const { url } = await start(folder);
    const { users } = readPast('folder');
    for (const { email, state } of users) {
      const now = await stateOf(url, await comeBack(url, email));
      expect(now.balances).toEqual(state.balances);
    }
    expect((await call(url, 'config')).cancel_only).toBe(true);
    await verify(url);
  });
});

/** One process of the fleet, of the version at hand or speaking as another does. */
type Start = (role: 'engine' | 'gateway', protocol?: number) => Promise<Spawned>;

describe.skipIf(POSTGRES_BINARIES === undefined || !hasRedis)(
  'several processes (PostgreSQL, Redis)',
  () => {
    const running: Spawned[] = [];
    let redis: OwnRedis | undefined;
    let balancer: Balancer | undefined;
    let cluster: Cluster | undefined;
    afterAll(async () => {
      balancer?.close();
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await redis?.stop();
      await cluster?.remove();
    });

    /** The database of then on a server of its own, migrated by its owner: the first step of the page. */
    async function takeOver(past: Past): Promise<string> {
      cluster = await Cluster.create();
      for (const role of ['owner', 'app', 'reader'])
        await cluster.query(`CREATE ROLE fairlead_${role} LOGIN`);
      await cluster.query(`CREATE DATABASE ${DATABASE} OWNER fairlead_owner`);
      const { port } = cluster;
      const urlAs = (role: string) => `postgres://fairlead_${role}@127.0.0.1:${port}/${DATABASE}`;
      const statements = String(await unpacked(DATABASE_FILE));
      await cluster.query(`SET ROLE fairlead_owner;\n${statements}`, DATABASE);
      const environment = { DATABASE_MIGRATE_URL: urlAs('owner') };
      const migrated = await run(process.execPath, ['apps/server/src/migrate.ts'], { environment });
      expect(migrated.output).toContain(`${ALL_MIGRATIONS - past.migrations} migrations applied`);
      expect(migrated.code).toBe(0);
      return urlAs('app');
    }

    test(
      'are replaced one by one under load: nothing is lost, doubled or refused',
      async () => {
        const past = readPast('database');
        const url = await takeOver(past);
        redis = await startRedis();
        const environment = {
          ...SETTINGS,
          DATABASE_URL: url,
          REDIS_URL: redis.url,
          DATA_DIR: await newFolder(),
          HOST: '127.0.0.1',
        };
        const start: Start = async (role, protocol) => {
          const speaks = pathToFileURL(path.join(import.meta.dirname, 'speak.ts'));
          speaks.searchParams.set('protocol', String(protocol));
          const server = await spawnServer({
            ...environment,
            ROLE: role,
            ...(protocol !== undefined && { NODE_OPTIONS: `--import=${speaks}` }),
          });
          running.push(server);
          return server;
        };

        // The fleet of the last version.
        const before = PROTOCOL - 1;
        const first = await start('engine', before);
        await first.said('is ready');
        const old = [await start('gateway', before), await start('gateway', before)];
        const oldStandby = await start('engine', before);
        await Promise.all([...old.map((each) => each.said('is ready')), oldStandby.said(STANDBY)]);
        const serving = [...old];
        balancer = await startBalancer(serving, { isSticky: false });
        const { address } = balancer;
        const tokens = await expectAsBefore(address, past);

        const load = new Load([balancer], { restMs: 100 });
        const price = (Number(await indexPrice(address, 'BTC/USDT')) * 0.85).toFixed(0);
        const people = await Promise.all(Array.from({ length: CLIENTS }, () => newPerson(address)));
        for (const [at, { token }] of people.entries()) {
          await call(address, 'faucet', { currency_id: USDT, amount: '1000' }, token);
          load.start(token, at, price);
        }
        const token = people[0]?.token ?? '';
        await load.answeredAnew(token);

        // The standby, the leading engine, the gateways, as the page says.
        await replaced(oldStandby);
        const second = await start('engine');
        await second.said(STANDBY);
        await replaced(first);
        await load.answeredAnew(token);
        const third = await start('engine');
        await third.said(STANDBY);
        for (const gateway of old) {
          serving.splice(serving.indexOf(gateway), 1);
          await replaced(gateway);
          await load.answeredAnew(token);
          const next = await start('gateway');
          await next.said('is ready');
          serving.push(next);
          await load.answeredAnew(token);
        }
        await load.end();
        await expectOnce(load, cluster);
        await expectGoesOn(address, past, tokens);

        // Two versions away is too far: one line, and nothing is done.
        const foreign = await start('gateway', PROTOCOL + 2);
        expect(await foreign.ended).toBe(1);
        expect(foreign.output().trim()).toBe(
          `Fairlead cannot start. REDIS_URL: a process of another version speaks protocol ${PROTOCOL}, ` +
            `this one ${PROTOCOL + 2}: they do not understand one another (docs/operating/processes.md)`,
        );
        await call(address, 'orders', {}, token);
      },
      TIMEOUT_MS,
    );
  },
);

/** Ends it as a supervisor does. */
async function replaced({ child, ended }: Spawned): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/**
 * Each call was answered at its first try, and is in the tables once. On a machine so busy that a takeover takes longer than
 * a call with a key waits, calls are refused after that time, never before.
 */
async function expectOnce({ told }: Load, cluster: Cluster | undefined): Promise<void> {
  const query = async (sql: string) => (await cluster?.query(sql, DATABASE)) ?? [];
  expect(told.length).toBeGreaterThan(20);
  expect(
    told.flatMap(({ name, key, refused }) =>
      refused
        .filter(({ text, afterMs }) => !text.includes('unavailable') || afterMs < KEYED_CALL_MS)
        .map(({ text, afterMs }) => [name, key, text, afterMs]),
    ),
  ).toEqual([]);
  expect(told.filter(({ text }) => !text.startsWith('{"type":"ok"'))).toEqual([]);
  const orders = await query(
    "SELECT client_order_id, status FROM orders WHERE client_order_id LIKE 'load-%'",
  );
  const placed = told.filter(({ name }) => name === 'placeOrder').map(({ key }) => key);
  expect(orders.map((row) => row['client_order_id']).sort()).toEqual(placed.sort());
  expect(orders.filter(({ status }) => status !== 'cancelled')).toEqual([]);
  const moved = await query('SELECT transfer_id FROM transfers WHERE amount_minor = 10000');
  expect(moved).toHaveLength(told.filter(({ name }) => name === 'transfer').length);
}
