/**
 * What a start does with a machine that is not as it should be, as processes. Goal: what is wrong is one line and exit code 1,
 * so that a supervisor leaves it alone; what may come by itself is waited for, and said. Method: folders made unfit, a
 * database damaged, roles without rights, servers behind a proxy that is cut. A start that is refused takes a second.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDatabase,
  createRoles,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import { hasRedis } from '../../../../test/support/redis-server.ts';
import {
  freePort,
  refusalOf as lineOf,
  RECORDED,
  type Spawned,
  spawnServer,
  type Wrap,
} from '../../../../test/support/spawned.ts';
import { settleMode } from '../../../demo/first-start.ts';
import { faultCode } from '../../processes/exit-codes.ts';
import { openPglite } from '../../store/embedded/database.ts';
import { migrate } from '../../store/migrator.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { CutProxy } from '../../store/test/cut-proxy.ts';
import { deploymentOf, proveSecret } from '../deployment.ts';

/** The tests' own user may do everything; without capabilities it is an owner like any other. */
const POWERLESS: Wrap = (command) =>
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', ...command]
    : command;
const SECRET = 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH';
const OTHER_SECRET = 'uP7xR2mK9vT4qZ1wL8nB3cY6hF5dS0jG';

let scratch: string;
/** A folder with an embedded database that was closed in order. */
let whole: string;
const running: Spawned[] = [];
beforeAll(async () => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-refused-'));
  whole = path.join(scratch, 'whole');
  const database = await openPglite({ folder: whole });
  await database.close();
});
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  fs.rmSync(scratch, { recursive: true, force: true });
});

let folders = 0;
const newFolder = (): string => {
  folders += 1;
  const folder = path.join(scratch, String(folders));
  fs.mkdirSync(folder, { mode: 0o700 });
  return folder;
};
/** A copy of the whole one, after something was done to its database. */
const changed = (change: (database: string) => void): string => {
  const folder = newFolder();
  fs.cpSync(whole, folder, { recursive: true });
  change(path.join(folder, 'database'));
  return folder;
};
const SETTINGS = { BOTS: 'false', FEED: RECORDED } as const;
const refusalOf = async (
  settings: Readonly<Record<string, string>>,
  wrap?: Wrap,
): Promise<string> => {
  const line = await lineOf({ ...SETTINGS, ...settings }, wrap);
  expect(line).toMatch(/^Fairlead cannot start\. /);
  return line.replace('Fairlead cannot start. ', '');
};

describe('a folder', () => {
  test('that this user may not write in', async () => {
    const folder = newFolder();
    fs.chmodSync(folder, 0o500);
    for (const [name, place] of [
      ['DATA_DIR', folder],
      ['DATA_DIR', path.join(folder, 'within')],
      ['UPLOADS_DIR', folder],
    ] as const)
      expect(await refusalOf({ DATA_DIR: newFolder(), [name]: place }, POWERLESS)).toBe(
        `${name}: ${place}: this user may not write there`,
      );
  });

  test('that is a file, or lies within one', async () => {
    const file = path.join(scratch, 'file');
    fs.writeFileSync(file, '');
    expect(await refusalOf({ DATA_DIR: newFolder(), UPLOADS_DIR: file })).toBe(
      `UPLOADS_DIR: ${file}: it is not a folder`,
    );
    expect(await refusalOf({ DATA_DIR: path.join(file, 'data') })).toBe(
      `DATA_DIR: ${file}/data: it is not a folder`,
    );
  });
});

describe('an embedded database', () => {
  const DAMAGED = 'docs/operating/backup.md#a-damaged-database';

  test.each<[string, (database: string) => void, string]>([
    [
      // The engine would make a new one there.
      'without its version',
      (database) => fs.rmSync(path.join(database, 'PG_VERSION')),
      'is damaged: PG_VERSION is missing',
    ],
    [
      'whose control file was cut short',
      (database) => fs.truncateSync(path.join(database, 'global/pg_control'), 100),
      'cannot be opened (',
    ],
    [
      'without its log',
      (database) => fs.rmSync(path.join(database, 'pg_wal'), { recursive: true }),
      'cannot be opened (',
    ],
  ])('%s is not opened, and the page of backups is named', async (_what, change, words) => {
    const folder = changed(change);
    const line = await refusalOf({ DATA_DIR: folder });
    expect(line).toContain(`DATA_DIR: the database in ${folder}/database ${words}`);
    expect(line).toContain(DAMAGED);
  });

  test('that may only be read', async () => {
    const folder = changed((database) => {
      const files = fs.readdirSync(database, { recursive: true, encoding: 'utf8' });
      for (const file of files) {
        const place = path.join(database, file);
        if (fs.statSync(place).isFile()) fs.chmodSync(place, 0o400);
      }
    });
    expect(await refusalOf({ DATA_DIR: folder }, POWERLESS)).toBe(
      `DATA_DIR: ${folder}/database/PG_VERSION: this user may not write there`,
    );
  });
});

describe.skipIf(!hasPostgres)('a PostgreSQL server', () => {
  test('that does not know the role or the database refuses, which nobody waits for', async () => {
    // What such a start made is gone again.
    const DATA_DIR = path.join(newFolder(), 'data/of/mine');
    const url = urlOf('fairlead_test_that_nobody_made');
    expect(await refusalOf({ DATA_DIR, DATABASE_URL: url })).toMatch(
      /^DATABASE_URL: the database refused: database ".*" does not exist$/,
    );
    expect(fs.existsSync(path.resolve(DATA_DIR, '../..'))).toBe(false);
    const nobody = url.replace('postgres@', 'nobody_we_know:canary@');
    const line = await refusalOf({ DATA_DIR, DATABASE_URL: nobody });
    expect(line).toMatch(/^DATABASE_URL: the database refused: .*nobody_we_know/);
    expect(line).not.toContain('canary');
    const certified = `${url}?sslmode=verify-full&sslrootcert=${scratch}/none.pem`;
    expect(await refusalOf({ DATA_DIR, DATABASE_URL: certified })).toMatch(
      /^DATABASE_URL: .*none\.pem/,
    );
  });

  test('whose role may neither migrate nor read says who has to act', async () => {
    const [owner, stranger] = [`fairlead_owner_${process.pid}`, `fairlead_stranger_${process.pid}`];
    const { urlAs, remove } = await createRoles([owner, stranger]);
    try {
      const settings = { DATA_DIR: newFolder(), DATABASE_URL: urlAs(stranger) };
      expect(await refusalOf(settings)).toContain('npm run migrate, with DATABASE_MIGRATE_URL');
      const database = await openPostgres({ url: urlAs(owner) });
      await migrate(database);
      await database.close();
      expect(await refusalOf(settings)).toMatch(
        /^DATABASE_URL: this role lacks a right .*database-roles\.md\) \(permission denied for/,
      );
    } finally {
      await remove();
    }
  });

  test('of an exchange with another SECRET_KEY, or none, is left as it was', async () => {
    const name = await createDatabase(process.env[POSTGRES_TEMPLATE]);
    try {
      const database = await openPostgres({ url: urlOf(name) });
      await migrate(database);
      await settleMode(database, { isDemo: true }, 1);
      const deployment = await deploymentOf(database, 1);
      await proveSecret(database, { secretKey: SECRET }, { deployment, nowMs: 1 });
      const kept = () => database.query('SELECT * FROM settings ORDER BY key');
      const before = await kept();
      const settings = { DATA_DIR: newFolder(), DATABASE_URL: urlOf(name) };
      expect(await refusalOf({ ...settings, SECRET_KEY: OTHER_SECRET })).toMatch(
        /^SECRET_KEY: this database is of an exchange with another secret/,
      );
      expect(await refusalOf(settings)).toMatch(/^SECRET_KEY: .* set the one/);
      const real = { DEMO: 'false', FEED: 'live:kraken', SECRET_KEY: OTHER_SECRET };
      expect(await refusalOf({ ...settings, ...real })).toMatch(/^DEMO: /);
      expect(await kept()).toEqual(before);
      await database.close();
    } finally {
      await dropDatabase(name);
    }
  });
});

describe.skipIf(!hasPostgres || !hasRedis)('what is not there yet', () => {
  test('is waited for, said, and gone on with; health checks are answered meanwhile', async () => {
    const name = await createDatabase(process.env[POSTGRES_TEMPLATE]);
    const [postgres, redis] = [
      await CutProxy.open({ host: '127.0.0.1', port: 5432 }),
      await CutProxy.open({ host: '127.0.0.1', port: 6379 }),
    ];
    await Promise.all([postgres.cut(), redis.cut()]);
    try {
      const server = await spawnServer({
        ...SETTINGS,
        DATA_DIR: newFolder(),
        ROLE: 'engine',
        SECRET_KEY: SECRET,
        DATABASE_URL: urlOf(name).replace('5432', String(postgres.port)),
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      });
      running.push(server);
      await server.said('Waiting. DATABASE_URL: no answer from the database: ');
      const status = async (what: string) =>
        (await fetch(`${server.address}/health/${what}`).catch(() => undefined))?.status;
      await expect.poll(() => status('live')).toBe(200);
      expect(await status('ready')).toBe(503);
      await postgres.mend();
      await server.said('Waiting. REDIS_URL: no answer from Redis: ');
      await redis.mend();
      await server.said('Fairlead is ready at');
      expect(server.output().match(/^It is there: the start goes on\.$/gm)).toHaveLength(2);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    } finally {
      await Promise.all([postgres.cut(), redis.cut()]);
      await dropDatabase(name);
    }
  }, 600_000);

  test('and a stop ends the wait; a Redis that refuses is not waited for', async () => {
    const port = await freePort();
    const server = await spawnServer({
      ...SETTINGS,
      DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/none`,
    });
    running.push(server);
    await server.said('Waiting. DATABASE_URL');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const name = await createDatabase(process.env[POSTGRES_TEMPLATE]);
    try {
      const settings = {
        DATA_DIR: newFolder(),
        ROLE: 'gateway',
        SECRET_KEY: SECRET,
        DATABASE_URL: urlOf(name),
        REDIS_URL: 'redis://:canary@127.0.0.1:6379',
      };
      const line = await refusalOf(settings);
      expect(line).toMatch(/^REDIS_URL: Redis refused: .*AUTH/);
      expect(line).not.toContain('canary');
    } finally {
      await dropDatabase(name);
    }
  }, 600_000);
});

test('only what is started again for nothing says that it was refused', () => {
  expect([0, 1, 2, 70, 134].map(faultCode)).toEqual([70, 70, 2, 70, 134]);
});
