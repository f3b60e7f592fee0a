/** What `deploy/postgres/base-backup.sh` makes, notes and removes, and what it leaves alone. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  Cluster,
  makeOwned,
  POSTGRES_BINARIES,
  runAs,
} from '../../processes/test/cluster/clusters.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { readArchiving } from '../archiving.ts';

const scripts = path.resolve(import.meta.dirname, '../../../../../../deploy/postgres');
const OLD = 'base-20200101T000000.000Z-pg15.packed';
const PATIENCE = { timeout: 60_000, interval: 50 };

describe.skipIf(POSTGRES_BINARIES === undefined)('a base backup', () => {
  let primary: Cluster;
  let standby: Cluster | undefined;
  const archive = makeOwned();
  const base = path.join(archive, 'base');

  const backUp = ({ port }: Cluster): string =>
    execFileSync(path.join(scripts, 'base-backup.sh'), {
      cwd: archive,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        ARCHIVE: archive,
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        PGUSER: 'postgres',
      },
      ...runAs(),
    });
  const told = async ({ port }: Cluster) => {
    const database = await openPostgres({ url: `postgres://postgres@127.0.0.1:${port}/postgres` });
    try {
      return await readArchiving(database);
    } finally {
      await database.close();
    }
  };

  beforeAll(async () => {
    primary = await Cluster.create([
      'archive_mode = on',
      `archive_command = 'ARCHIVE=${archive} ${path.join(scripts, 'archive-wal.sh')} %p %f'`,
    ]);
    mkdirSync(base);
    const old = path.join(base, OLD);
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    const { uid, gid } = runAs();
    if (uid !== undefined && gid !== undefined)
      for (const place of [base, old]) chownSync(place, uid, gid);
  }, 600_000);
  afterAll(async () => {
    await standby?.remove();
    await primary.remove();
    rmSync(archive, { recursive: true, force: true });
  }, 600_000);

  test('is made by no standby, which removes none either; by the primary, which says how old it is', async () => {
    standby = await primary.replica('standby');
    expect((await told(primary))?.baseAgeSeconds).toBeUndefined();
    expect(backUp(standby)).toMatch(/^this is a standby: /);
    expect(readdirSync(base)).toEqual([OLD]);
    expect((await told(primary))?.baseAgeSeconds).toBeUndefined();

    expect(backUp(primary)).toMatch(/^Base backup base-\d{8}T\d{6}\.\d{3}Z-pg\d\d\.\n$/);
    expect(readdirSync(base)).toEqual([expect.stringMatching(/^base-2\d{7}T/)]);
    expect(readdirSync(base)).not.toContain(OLD);
    const { baseAgeSeconds } = (await told(primary)) ?? {};
    expect(baseAgeSeconds).toBeGreaterThan(0);
    expect(baseAgeSeconds).toBeLessThan(600);
    // Whoever leads next knows of it.
    const replica = standby;
    await vi.waitFor(async () => {
      const [row] = await replica.query(
        `SELECT shobj_description(oid, 'pg_tablespace') AS said FROM pg_tablespace WHERE spcname = 'pg_default'`,
      );
      expect(row?.['said']).toMatch(/^Fairlead: base backup complete at \S+Z$/);
    }, PATIENCE);
  }, 600_000);

  test('is refused where no WAL is archived', async () => {
    const lone = await Cluster.create();
    try {
      const before = readdirSync(base);
      expect(() => backUp(lone)).toThrow(/archive_mode is off/);
      expect(readdirSync(base)).toEqual(before);
      expect(await told(lone)).toBeUndefined();
    } finally {
      await lone.remove();
    }
  }, 600_000);
});
