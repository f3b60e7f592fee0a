/**
 * A cluster is lost after it was archived by the scripts that we ship, and recovered from the archive alone: all that was
 * answered until a moment is there, nothing after it, and what is damaged, missing or rewritten is refused with nothing left.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Engine } from '@fairlead/engine';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ask,
  BTC_USDT,
  data,
  PASSWORD,
  priceBelow,
  register,
} from '../../../../test/support/deployment-fixture.ts';
import { inherited, RECORDED } from '../../../../test/support/spawned.ts';
import { wrongReceipt } from '../../../receipts/whole-chain.ts';
import { startServer } from '../../../server.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { loadConfig } from '../../config/config.ts';
import { createLog } from '../../http/log.ts';
import type { RunningServer } from '../../processes/lifetime.ts';
import {
  Cluster,
  freePort,
  makeOwned,
  POSTGRES_BINARIES,
  runAs,
} from '../../processes/test/cluster/clusters.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { readSnapshotWithin } from '../../store/snapshot-reader.ts';
import { readArchiving } from '../archiving.ts';
import { restoreAt } from '../point-in-time.ts';
import { readMoment } from '../wal-archive.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');
const DATABASE = 'exchange';
const PATIENCE = { timeout: 60_000, interval: 100 };
/** Other programs than the scripts' own, as an operator who encrypts sets them. */
const PACK = 'gzip | openssl enc -aes-256-ctr -pbkdf2 -pass pass:harbour';
const UNPACK = 'openssl enc -d -aes-256-ctr -pbkdf2 -pass pass:harbour | gzip -d';

const scripted = (name: string): string => path.join(root, 'deploy/postgres', name);

describe.skipIf(POSTGRES_BINARIES === undefined)('recovery to a moment', () => {
  let source: Cluster;
  let recovered: Cluster | undefined;
  let server: RunningServer | undefined;
  let user: { readonly token: string; readonly email: string };
  let price = '';
  const archive = makeOwned();
  const plain = makeOwned();
  const dataFolder = makeOwned();
  const targets = makeOwned();
  const [base, wal] = [path.join(archive, 'base'), path.join(archive, 'wal')];
  const into = path.join(targets, 'main');
  /** Moments, in their order. */
  const at = { early: '', wanted: '', trade: '', receipt: '', balance: '' };
  let wanted = '';
  /** What PostgreSQL says of its archiving: while it goes well, and when it fails. */
  const told: Awaited<ReturnType<typeof look>>[] = [];
  /** Of the server, after the base backup. */
  let figures = '';

  const urlOf = ({ port }: Cluster) => `postgres://postgres@127.0.0.1:${port}/${DATABASE}`;
  const environment = (cluster: Cluster) => ({
    DATABASE_URL: urlOf(cluster),
    DATA_DIR: dataFolder,
    HOST: '127.0.0.1',
    BOTS: 'false',
    FEED: RECORDED,
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    RATE_LIMIT_FACTOR: '1000',
  });
  const begin = async (cluster: Cluster): Promise<RunningServer> => {
    const config = loadConfig({ ...environment(cluster), PORT: String(await freePort()) });
    const log = createLog(config.logLevel);
    server = await startServer({
      config,
      log,
      onFatal: (cause) => expect.unreachable(String(cause)),
    });
    return server;
  };
  const order = (running: RunningServer, key: string) =>
    ask(
      running,
      'placeOrder',
      { symbol: BTC_USDT, side: 'buy', type: 'limit', price, quantity: '0.001' },
      { ...user, key },
    );
  const now = async (): Promise<string> => {
    const text = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    return String((await source.query(`SELECT ${text} AS now`))[0]?.['now']);
  };
  const rewrite = (sql: string) =>
    source.query(`SET session_replication_role = replica; ${sql}`, DATABASE);
  const stateOf = async (cluster: Cluster): Promise<string> => {
    const database = await openPostgres({ url: urlOf(cluster) });
    try {
      const snapshot = await database.bulk((session) =>
        readSnapshotWithin(session, EXCHANGE_TABLES),
      );
      const hash = new Engine(snapshot).stateHash();
      return `Sequence ${snapshot.counters.sequence}, state ${hash}.`;
    } finally {
      await database.close();
    }
  };
  const archived = async () => {
    const [row] = await source.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
    const name = String(row?.['name']);
    await vi.waitFor(() => expect(readdirSync(wal)).toContain(`${name}.packed`), PATIENCE);
  };
  const segments = (folder: string) =>
    readdirSync(folder)
      .filter((name) => /^[0-9A-F]{24}\.packed$/.test(name))
      .map((name) => path.join(folder, name));

  const look = async () => {
    const database = await openPostgres({ url: urlOf(source) });
    const archiving = await readArchiving(database);
    await database.close();
    return archiving;
  };

  /** An order of each kind of answer, a trade and a position, so that there are receipts. */
  async function trade(running: RunningServer): Promise<void> {
    const other = await register(running);
    await data(running, 'faucet', { currency_id: 1, amount: '0.1' }, other);
    await data(running, 'faucet', { currency_id: 3, amount: '1000' }, other);
    await order(running, 'traded');
    const sell = { symbol: BTC_USDT, side: 'sell', type: 'limit', price, quantity: '0.001' };
    await data(running, 'placeOrder', sell, other);
    const move = { from_account: 'coin', to_account: 'contract', currency_id: 3, amount: '500' };
    await data(running, 'transfer', move, other);
    const long = { symbol: BTC_USDT, side: 'long', type: 'market', lots: '10', multiple: '20' };
    await data(running, 'openPosition', long, other);
  }

  beforeAll(async () => {
    source = await Cluster.create([
      'archive_mode = on',
      `archive_command = 'ARCHIVE=${archive} PACK="${PACK}" ${scripted('archive-wal.sh')} %p %f'`,
    ]);
    await source.query(`CREATE DATABASE ${DATABASE}`);
    const first = await begin(source);
    user = await register(first);
    await data(first, 'faucet', { currency_id: 3, amount: '1000' }, user);
    price = await priceBelow(first, 0.97);
    at.early = await now();
    execFileSync(scripted('base-backup.sh'), {
      cwd: archive,
      env: {
        PATH: process.env['PATH'],
        ARCHIVE: archive,
        PACK,
        PGHOST: '127.0.0.1',
        PGPORT: String(source.port),
        PGUSER: 'postgres',
      },
      ...runAs(),
    });
    figures = await (await fetch(`${first.address}/metrics`)).text();
    await trade(first);
    await archived();
    expect((await order(first, 'before')).type).toBe('ok');
    await first.stop();
    wanted = await stateOf(source);
    at.wanted = await now();
    const second = await begin(source);
    expect((await order(second, 'after')).type).toBe('ok');
    await second.stop();
    // What nobody may have from the archive unseen.
    await rewrite('UPDATE trades SET price_ticks = price_ticks + 1');
    at.trade = await now();
    await rewrite(
      `UPDATE receipts SET terms = (terms::jsonb || '{"lots": "11"}')::json WHERE kind = 'open'`,
    );
    at.receipt = await now();
    await rewrite('UPDATE balances SET total_minor = total_minor + 1 WHERE total_minor > 0');
    at.balance = await now();
    await source.query('CREATE TABLE after_all ()');
    await archived();
    told.push(await look());
    await source.set('archive_command', 'false');
    await source.query('SELECT pg_switch_wal() FROM pg_create_restore_point($$refused$$)');
    await vi.waitFor(async () => {
      told[1] = await look();
      expect(told[1]?.failing).toBeDefined();
    }, PATIENCE);
    await source.remove();
  }, 600_000);
  afterAll(async () => {
    await server?.stop();
    await recovered?.remove();
    await source?.remove();
    for (const folder of [archive, plain, dataFolder, targets])
      rmSync(folder, { recursive: true, force: true });
  }, 600_000);

  const command = async (...args: string[]) => {
    const child = spawn(
      process.execPath,
      ['apps/server/src/backup.ts', 'restore', '--base', base, '--wal', wal, ...args],
      { cwd: root, env: { ...inherited, ...environment(source), TMPDIR: plain } },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => (said += String(bytes)));
    const [code] = await once(child, 'close');
    return { code, said };
  };

  test('it is told how long ago WAL was archived and a base backup made, and what could not be', () => {
    const ages = { ageSeconds: expect.any(Number), baseAgeSeconds: expect.any(Number) };
    expect(told).toEqual([
      { ...ages, failing: undefined },
      { ...ages, failing: expect.stringMatching(/^[0-9A-F]{24}$/) },
    ]);
    for (const each of told) expect(each?.ageSeconds).toBeLessThan(60);
    for (const kind of ['archive', 'base_backup'])
      expect(figures).toMatch(new RegExp(`^fairlead_${kind}_age_seconds [\\d.e-]+$`, 'm'));
  });

  test('what is archived is its owner’s alone, and never written over', () => {
    for (const folder of [archive, base, wal])
      for (const name of ['.', ...readdirSync(folder)])
        expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
    const kept = segments(wal)[0] ?? '';
    const before = readFileSync(kept);
    const again = () =>
      execFileSync(scripted('archive-wal.sh'), [kept, path.basename(kept, '.packed')], {
        env: { PATH: process.env['PATH'], ARCHIVE: archive, PACK },
        stdio: 'pipe',
        ...runAs(),
      });
    expect(again).toThrow(/another file is kept as [0-9A-F]{24}/);
    expect(readFileSync(kept)).toEqual(before);
  });

  test('a drill says what would be there, and leaves nothing', async () => {
    const args = ['--at', at.wanted, '--unpack', UNPACK, '--drill'];
    const { code, said } = await command(...args);
    expect(said).toContain('The drill went well');
    expect(said).toContain(wanted);
    expect(code).toBe(0);
    expect(readdirSync(plain)).toEqual([]);
  }, 600_000);

  test('everything before the moment is there and nothing after; the server declares the loss and goes on beyond', async () => {
    const { code, said } = await command('--at', at.wanted, '--unpack', UNPACK, '--into', into);
    expect(said).toContain(`into ${into} and checked it`);
    expect(said).toContain(wanted);
    expect(code).toBe(0);
    expect(readdirSync(targets)).toEqual(['main']);
    const [, day, time] = /^The last commit is of (\S+) (\S+)\+00\.$/m.exec(said) ?? [];
    const lateness = readMoment(`${day}T${time}Z`).until(readMoment(at.wanted));
    expect(lateness.sign, said).toBe(1);
    expect(lateness.total('seconds'), said).toBeLessThan(60);

    recovered = await Cluster.adopt(into);
    expect(await stateOf(recovered)).toBe(wanted);
    const keys = async () =>
      (await recovered?.query('SELECT count(*)::int AS orders FROM orders', DATABASE))?.[0];
    const kept = await keys();
    const running = await begin(recovered);
    const config = await data(running, 'config');
    expect(config.cancel_only).toBe(true);
    expect(config.losses).toHaveLength(1);
    const login = { account_type: 'email', account: user.email, password: PASSWORD };
    user = { ...user, ...(await data(running, 'login', login)) };
    // The first has its answer, the others never were: nothing new is taken before it is resumed.
    expect((await order(running, 'before')).type).toBe('ok');
    expect((await order(running, 'after')).type).toBe('error');
    expect(await keys()).toEqual(kept);
    await running.stop();
    expect((await command('--at', at.wanted, '--unpack', UNPACK, '--into', into)).said).toMatch(
      /^Refused\. --into: \S+ is there/,
    );
  }, 600_000);

  describe('is refused in one line, and leaves nothing', () => {
    /** A copy of the archive, for a test to damage. */
    const copied = (damage: (folder: { base: string; wal: string }) => void) => {
      const folder = { base: path.join(plain, 'base'), wal: path.join(plain, 'wal') };
      execFileSync('cp', ['-R', base, wal, plain], { cwd: archive, ...runAs() });
      damage(folder);
      return folder;
    };
    const REFUSALS: readonly (readonly [
      name: string,
      said: RegExp,
      options: {
        readonly at: () => string;
        readonly damage?: (folder: { base: string; wal: string }) => void;
        readonly isDemo?: boolean;
      },
    ])[] = [
      [
        'a moment before the first base backup',
        /^--at: \S+ is before the first base backup, which was complete at \S+Z$/,
        { at: () => at.early },
      ],
      [
        'a moment after the end of the archive',
        /^--at: \S+ is after the end of the archive, whose last commit is of \S+ \S+$/,
        { at: () => readMoment(at.balance).add({ seconds: 1 }).toString() },
      ],
      ['a moment to come', /has not come yet$/, { at: () => '2999-01-01T00:00Z' }],
      ['a moment without its zone', /is no time with its zone/, { at: () => '2026-01-01T00:00' }],
      [
        'a missing segment',
        /^--wal: [0-9A-F]{24} is missing, though later ones are there$/,
        { at: () => at.wanted, damage: ({ wal }) => rmSync(segments(wal).at(-2) ?? '') },
      ],
      [
        'a segment that is another than was archived',
        /^--wal: [0-9A-F]{24} is not what was archived$/,
        {
          at: () => at.wanted,
          damage: ({ wal }) => {
            const [first = '', second = ''] = segments(wal).slice(-2);
            writeFileSync(first, readFileSync(second));
          },
        },
      ],
      [
        'a segment that was cut off',
        /^--wal: [0-9A-F]{24} cannot be unpacked$/,
        {
          at: () => at.wanted,
          damage: ({ wal }) => {
            const file = segments(wal).at(-2) ?? '';
            writeFileSync(file, readFileSync(file).subarray(0, -20));
          },
        },
      ],
      [
        'a segment without its digest',
        /^--wal: [0-9A-F]{24} cannot be read by \w+$/,
        {
          at: () => at.wanted,
          damage: ({ wal }) => rmSync((segments(wal).at(-2) ?? '').replace('.packed', '.sha256')),
        },
      ],
      [
        'a base backup that was cut off',
        /^--base: base-\S+ cannot be unpacked/,
        {
          at: () => at.wanted,
          damage: ({ base }) => {
            const file = path.join(base, readdirSync(base)[0] ?? '');
            writeFileSync(file, readFileSync(file).subarray(0, 100_000));
          },
        },
      ],
      [
        'another version of PostgreSQL',
        /^--base: base-\S+ is of PostgreSQL 99, and \S+ is not here$/,
        {
          at: () => at.wanted,
          damage: ({ base }) => {
            const file = path.join(base, readdirSync(base)[0] ?? '');
            renameSync(file, file.replace(/-pg\d+/, '-pg99'));
          },
        },
      ],
      ['a trade that was rewritten', /do not add up: trade/, { at: () => at.trade }],
      ['a receipt that was rewritten', /^the receipts are not right: /, { at: () => at.receipt }],
      ['a balance that was rewritten', /do not add up: currency_sum/, { at: () => at.balance }],
      ['the other mode', /^DEMO: /, { at: () => at.wanted, isDemo: false }],
    ];
    test.each(REFUSALS)(
      '%s',
      async (_name, said, { at: moment, damage, isDemo = true }) => {
        const folders = damage === undefined ? { base, wal } : copied(damage);
        const target = path.join(targets, 'refused');
        const run = async () =>
          restoreAt(
            { databaseUrl: urlOf(source), isDemo, tables: EXCHANGE_TABLES, wrongReceipt },
            { archive: { ...folders, unpack: UNPACK }, at: readMoment(moment()), into: target },
            Date.now(),
          );
        try {
          const refusal = await run().catch((error) => error);
          expect(refusal.name, refusal.stack).toBe('BackupError');
          expect(refusal.message).toMatch(said);
          expect(readdirSync(targets).filter((name) => name.startsWith('refused'))).toEqual([]);
        } finally {
          for (const name of readdirSync(plain))
            rmSync(path.join(plain, name), { recursive: true });
        }
      },
      120_000,
    );
  });
});
