/** `npm run migrate` of an exchange of four: each engine's database is brought up to date as the one owner, and the server's role may use it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inherited, SHORT_LIVED } from '../../../test/support/spawned.ts';
import { Cluster, POSTGRES_BINARIES } from '../../core/processes/test/cluster/clusters.ts';
import { readMigrations } from '../../core/store/migrator.ts';
import { DATABASE_ROLES } from '../../core/store/postgres/roles.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const BOOKS = ['spot', 'futures', 'options', 'wealth'] as const;

describe.runIf(POSTGRES_BINARIES !== undefined)('migrations of four databases (PostgreSQL)', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.create();
    const { app, reader } = DATABASE_ROLES;
    for (const role of ['the_owner', app, reader]) await cluster.query(`CREATE ROLE ${role} LOGIN`);
    for (const name of BOOKS) await cluster.query(`CREATE DATABASE ${name} OWNER the_owner`);
  });
  afterAll(() => cluster?.remove());

  const urlOf = (role: string, name: string) =>
    `postgres://${role}@127.0.0.1:${cluster.port}/${name}`;

  /** The server's own settings, and whose the databases are. */
  function migrate(given: Readonly<Record<string, string>> = {}): Promise<[number | null, string]> {
    const { app } = DATABASE_ROLES;
    const child = spawn(process.execPath, [...SHORT_LIVED, 'apps/server/src/migrate.ts'], {
      cwd: root,
      env: {
        ...inherited,
        ENGINES: '4',
        DATABASE_URL: urlOf(app, 'spot'),
        DATABASE_MIGRATE_URL: urlOf('the_owner', 'spot'),
        DATABASE_URL_FUTURES: urlOf(app, 'futures'),
        DATABASE_URL_OPTIONS: urlOf(app, 'options'),
        DATABASE_URL_WEALTH: urlOf(app, 'wealth'),
        DATABASE_URL_REPORTS: urlOf(app, 'reports'),
        ...given,
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said += String(chunk)));
    return new Promise((resolve) => child.once('close', (code) => resolve([code, said])));
  }

  const landedIn = async (name: string) =>
    (await cluster.query('SELECT version FROM schema_migrations ORDER BY version', name)).map(
      ({ version }) => version,
    );

  test('each has every migration, of one owner, and the role of the server writes in it', async () => {
    const all = readMigrations().map(({ version }) => version);
    const { app, reader } = DATABASE_ROLES;
    const rights = `rights of ${app} and ${reader} are set.`;
    expect(await migrate()).toEqual([
      0,
      ['', 'futures: ', 'options: ', 'wealth: ']
        .map((about) => `${about}${all.length} migrations applied; ${rights}\n`)
        .join(''),
    ]);
    for (const name of BOOKS) {
      expect([name, await landedIn(name)]).toEqual([name, all]);
      const [found] = await cluster.query(
        `SELECT tableowner, has_table_privilege('${app}', 'balances', 'INSERT') AS may_write,
           has_table_privilege('${app}', 'balances', 'TRUNCATE') AS may_empty
         FROM pg_tables WHERE tablename = 'balances'`,
        name,
      );
      expect(found).toEqual({ tableowner: 'the_owner', may_write: true, may_empty: false });
    }
  });

  test('one that is behind by itself is caught up, and the others have nothing to do', async () => {
    await cluster.query('DROP DATABASE options');
    await cluster.query('CREATE DATABASE options OWNER the_owner');
    const [code, said] = await migrate();
    expect(code).toBe(0);
    expect(said.match(/\d+(?= migrations)/g)?.map((each) => each !== '0')).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(await landedIn('options')).toEqual(await landedIn('spot'));
  });

  test('one that cannot be reached leaves what was done before it', async () => {
    const [code, said] = await migrate({ DATABASE_URL_WEALTH: urlOf('the_owner', 'nowhere') });
    expect([code, said.trim().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(/^The rest was not migrated\. /),
    ]);
  });

  test('a setting that names no database of an engine is one line', async () => {
    const [code, said] = await migrate({ DATABASE_URL_WEALTH: '' });
    expect([code, said.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^Nothing was migrated\. DATABASE_URL_WEALTH: /)],
    ]);
  });
});
