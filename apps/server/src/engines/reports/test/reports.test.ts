/**
 * The reports database on real servers: what four engines commit is there, each row once; nobody reads less than was committed before they
 * asked, nor what an engine's database has not acknowledged; where that cannot be had they hear `unavailable`.
 */
import { ledgerAccountId } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINE_NAMES, type EngineName } from '../../../core/config/engines.ts';
import { POSTGRES_BINARIES } from '../../../core/processes/test/cluster/clusters.ts';
import { openPostgres } from '../../../core/store/postgres/database.ts';
import { readReplication } from '../../../core/store/postgres/replication.ts';
import { lookAtReported } from '../../../doctor/reports.ts';
import { numbersAfter } from '../../shares.ts';
import { runReports } from '../command.ts';
import { gaugeReports, openReports, type ReportReads } from '../index.ts';
import { SHARES } from '../published.ts';
import { NOW_MS, PATIENCE, Reported, urlOf } from './reported.ts';

const USDT = 3;
const DAY = 20_000;
const ROUNDS = 60;
const UNAVAILABLE = { code: 'unavailable' };

describe.skipIf(POSTGRES_BINARIES === undefined)('the reports database (PostgreSQL)', () => {
  let reported: Reported;
  let reads: ReportReads;
  let impatient: ReportReads;
  let last = 0;

  beforeAll(async () => {
    reported = await Reported.create();
    // Before anything is published: what the first copy brings.
    for (const name of ENGINE_NAMES) {
      await reported.batch(name, house(name, 'other_engines', 5), entry(name, `before:${name}`));
      await reported.batch(name, rebate(name, 7, 10));
    }
    expect(await reported.setUp()).toEqual({ copiedBecause: 'tables are new' });
  });
  afterAll(() => reported?.remove());
  beforeEach(() => {
    reads = reported.reads();
    impatient = reported.reads(200);
  });

  const entry = (name: EngineName, reference: string, timeMs = Date.UTC(2027, 0, 15)): string => {
    last += 1;
    const id = numbersAfter(name) + last;
    return `WITH entry AS (INSERT INTO journal_entries (entry_id, sequence, reason, reference, time_ms)
        VALUES (${id}, ${id}, 'capital', '${reference}', ${timeMs}))
      INSERT INTO posting_rows SELECT ${id}, ordinal, ${ledgerAccountId(0, 'capital', USDT)}, 0, 'capital', ${USDT},
        amount, 0, ${timeMs} FROM (VALUES (0, 5), (1, -5)) AS posting (ordinal, amount)`;
  };
  const house = (name: EngineName, account: 'other_engines' | 'fees', total: number): string =>
    `INSERT INTO balances VALUES (${ledgerAccountId(0, account, USDT)}, 0, '${account}', ${USDT},
       ${name === 'spot' && account === 'other_engines' ? -3 * total : total}, 0)
     ON CONFLICT (account_id) DO UPDATE SET total_minor = excluded.total_minor`;
  /** A fifth of a fee goes to the inviter. */
  const rebate = (name: EngineName, invitee: number, fee: number): string => {
    const amount = fee / 5;
    return `WITH rebate AS (INSERT INTO rebates (entry_id, invitee_id, inviter_id, currency_id, fee_minor, amount_minor,
        ratio_ppm, day, time_ms) VALUES (${numbersAfter(name) + 1}, ${invitee}, 8, ${USDT}, ${fee}, ${amount}, 200000, ${DAY}, ${DAY * DAY_MS})),
      day AS (INSERT INTO rebate_days AS stored VALUES (8, ${USDT}, ${DAY}, ${amount}, NULL)
        ON CONFLICT (inviter_id, currency_id, day) DO UPDATE SET amount_minor = stored.amount_minor + excluded.amount_minor)
      INSERT INTO referral_sums AS stored VALUES (${invitee}, ${USDT}, 8, ${fee}, ${amount})
        ON CONFLICT (invitee_id, currency_id) DO UPDATE SET fee_minor = stored.fee_minor + excluded.fee_minor,
          rebate_minor = stored.rebate_minor + excluded.rebate_minor`;
  };
  const references = async (source: Pick<ReportReads, 'query'> = reads): Promise<string[]> =>
    (
      await source.query<{ reference: string }>(
        'SELECT reference FROM journal_entries ORDER BY entry_id',
      )
    ).map(({ reference }) => reference);
  const sumOf = async (account: string): Promise<string | undefined> => {
    const [row] = await reads.query<{ total: string }>(
      'SELECT sum(total_minor)::text AS total FROM balances WHERE owner_id = 0 AND account = $1',
      [account],
    );
    return row?.total;
  };

  it('has what all engines had, and what they commit since', async () => {
    expect(await references()).toEqual(ENGINE_NAMES.map((name) => `before:${name}`));
    for (const name of ENGINE_NAMES) await reported.batch(name, entry(name, `since:${name}`));
    expect((await references()).toSorted()).toEqual(
      ['before', 'since']
        .flatMap((when) => ENGINE_NAMES.map((name) => `${when}:${name}`))
        .toSorted(),
    );
    const [postings] = await reads.query<{ count: bigint; sum: string }>(
      'SELECT count(*), sum(amount_minor)::text AS sum FROM postings',
    );
    expect(postings).toEqual({ count: 16n, sum: '0' });
  });

  it('whoever reads an engine’s log for the reports is no replica of it', async () => {
    const readers = await reported.engines.query(
      "SELECT FROM pg_stat_replication WHERE state = 'streaming'",
    );
    expect(readers.length).toBeGreaterThanOrEqual(ENGINE_NAMES.length);
    // A server's own role sees less of who is connected.
    await reported.engines.query('CREATE ROLE watcher LOGIN');
    const url = urlOf(reported.engines, 'spot').replace('postgres@', 'watcher@');
    const watched = await openPostgres({ url, role: 'tool' });
    try {
      for (const source of [reported.of('spot'), watched])
        expect(await readReplication(source)).toMatchObject({ replicas: 0 });
    } finally {
      await watched.close();
    }
  });

  it('adds up what several engines have under one key', async () => {
    expect(await sumOf('other_engines')).toBe('0');
    await reported.batch('futures', house('futures', 'fees', 2));
    await reported.batch('spot', house('spot', 'fees', 2));
    await reported.batch('futures', house('futures', 'fees', 9));
    expect(await sumOf('fees')).toBe('11');
    await reported.batch('wealth', rebate('wealth', 7, 5));
    const [sums] = await reads.query(
      `SELECT sum(fee_minor)::text AS fee, (SELECT sum(amount_minor)::text FROM rebate_days) AS day,
         (SELECT sum(amount_minor)::text FROM rebates) AS rebates FROM referral_sums WHERE invitee_id = 7`,
    );
    expect(sums).toEqual({ fee: '45', day: '9', rebates: '9' });
    // The engine's own books have only their own.
    const own = await reported
      .of('futures')
      .query('SELECT total_minor FROM balances WHERE account = $1', ['fees']);
    expect(own).toEqual([{ total_minor: 9n }]);
  });

  it('takes one name of two entries of two engines, rows of any month, and removals', async () => {
    await reported.batch('futures', entry('futures', 'seed'));
    await reported.batch('options', entry('options', 'seed', Date.UTC(2031, 5, 1)));
    expect((await references()).filter((name) => name === 'seed')).toEqual(['seed', 'seed']);
    await reported.batch(
      'spot',
      "INSERT INTO candles VALUES (1, 'index', '1m', 0, 1, 1, 1, 1, 1, 1, 'x')",
    );
    const candles = () => reads.query('SELECT open_time_ms FROM candles');
    expect(await candles()).toHaveLength(1);
    await reported.of('spot').query('DELETE FROM candles');
    expect(await candles()).toEqual([]);
  });

  it('has no secrets, and what it has of people is complete', async () => {
    await reported.of('spot').query(
      `INSERT INTO users (kind, account, password_hash, nickname, invite_code, lang, created_at_ms, password_changed_at_ms)
       VALUES ('email', 'a@example.com', 'hash', 'ada', 'CODE', 'en', 1, 1)`,
    );
    expect(await reads.query('SELECT account, password_hash, invite_code FROM users')).toEqual([
      { account: 'a@example.com', password_hash: null, invite_code: 'CODE' },
    ]);
    await reported.of('spot').query("UPDATE users SET password_hash = 'another', nickname = 'eve'");
    expect(await reads.query('SELECT nickname, password_hash FROM users')).toEqual([
      { nickname: 'eve', password_hash: null },
    ]);
    // A document is kept where people are, and a rule there says that a person has one.
    await reported.of('spot').query(
      `INSERT INTO verifications (user_id, level, status, country, details, key_id, id_digest, created_at_ms)
       SELECT user_id, 'basic', 'under_review', 'JP', 'sealed', 'key', 'digest', 1 FROM users`,
    );
    expect(
      await reads.query('SELECT level, country, details, id_digest FROM verifications'),
    ).toEqual([{ level: 'basic', country: 'JP', details: null, id_digest: null }]);
  });

  it('no rule there is about what stays behind', async () => {
    for (const [table, share] of SHARES)
      if (!('left' in share) && share.without !== undefined && share.isNumberedAnew !== true)
        expect([
          table,
          await reported.reports.query(
            `SELECT conname FROM pg_constraint
               JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
             WHERE conrelid = $1::text::regclass AND contype NOT IN ('f', 'u') AND attname = ANY ($2)`,
            [`public.${table}`, share.without],
          ),
        ]).toEqual([table, []]);
  });

  it('nobody reads less than was committed before they asked, however slow whoever applies it is', async () => {
    let isOver = false;
    const slow = (async () => {
      while (!isOver)
        for (const name of ENGINE_NAMES) {
          const resume = await reported.pause(name);
          await reported.server.query('SELECT pg_sleep(0.02)');
          resume();
        }
    })();
    const writers = ENGINE_NAMES.map(async (name) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const reference = `${name}:${round}`;
        await reported.batch(name, entry(name, reference));
        const found = await reads.query('SELECT FROM journal_entries WHERE reference = $1', [
          reference,
        ]);
        expect(found, reference).toHaveLength(1);
        // What no batch wrote, too.
        if (name !== 'spot') continue;
        await reported.of('spot').query('UPDATE users SET nickname = $1', [reference]);
        expect(await reads.query('SELECT nickname FROM users')).toEqual([{ nickname: reference }]);
      }
    });
    await Promise.all(writers).finally(() => {
      isOver = true;
    });
    await slow;
  });

  it('who would read less hears unavailable, until it is there', async () => {
    const resume = await reported.pause('options');
    try {
      await reported.batch('options', entry('options', 'paused'));
      // It is not there, and is not left out.
      expect(await references(reported.reports)).not.toContain('paused');
      await expect(references(impatient)).rejects.toMatchObject(UNAVAILABLE);
      expect(impatient.answered).toEqual({ reports: 0, refused: 1 });
      expect(await impatient.look()).toContainEqual(
        expect.objectContaining({ name: 'options', state: 'behind' }),
      );
    } finally {
      resume();
    }
    expect(await references()).toContain('paused');
  });

  it('a body sees one moment of all engines, and may not write', async () => {
    await reads.transaction(async (source) => {
      const before = await references(source as ReportReads);
      await reported.batch('wealth', entry('wealth', 'meanwhile'));
      await references();
      expect(await references(source as ReportReads)).toEqual(before);
    });
    await expect(reads.query('DELETE FROM journal_entries')).rejects.toThrow('read-only');
    await expect(reads.query('SELECT FROM nothing')).rejects.toMatchObject({ code: '42P01' });
  });

  it('what an engine has not acknowledged is not shown', async () => {
    await reads.query('SELECT');
    await reported.engines.set('synchronous_standby_names', 'nobody');
    const committing = reported.batch('futures', entry('futures', 'unconfirmed'));
    await vi.waitFor(
      async () => expect(await references(reported.reports)).toContain('unconfirmed'),
      PATIENCE,
    );
    await expect(references(impatient)).rejects.toMatchObject(UNAVAILABLE);
    await reported.engines.set('synchronous_standby_names', '');
    await committing;
    expect(await references()).toContain('unconfirmed');
  });

  it('says how far it is', async () => {
    const registry = new Registry();
    gaugeReports(registry, reads);
    await references();
    const text = await registry.metrics();
    expect(text).toContain('fairlead_reports_behind_bytes{engine="wealth"} 0');
    expect(text).toContain('fairlead_reports_engines{state="current"} 4');
    expect(text).toContain('fairlead_report_reads{at="reports"} 1');
  });

  it('is set up again, and copies only what is new', async () => {
    expect(await reported.setUp()).toEqual({ copiedBecause: undefined });
    // As before the migration that makes the table.
    await reported.of('spot').query('ALTER PUBLICATION fairlead_reports DROP TABLE desk_days');
    await reported.server.query(
      'ALTER SUBSCRIPTION fairlead_reports_spot REFRESH PUBLICATION',
      'reports',
    );
    await reported.of('spot').query("INSERT INTO desk_days VALUES (0, 'deposits', 3, 4)");
    expect(await reads.query('SELECT FROM desk_days')).toEqual([]);
    expect(await reported.setUp()).toEqual({ copiedBecause: undefined });
    expect(await reads.query('SELECT amount_minor FROM desk_days')).toEqual([
      { amount_minor: '4' },
    ]);
  });

  it('copies everything anew where the log was lost, and is unavailable until then', async () => {
    const before = (await references()).toSorted();
    await reported.server.query('ALTER SUBSCRIPTION fairlead_reports_wealth DISABLE', 'reports');
    await vi.waitFor(
      () => reported.of('wealth').query("SELECT pg_drop_replication_slot('fairlead_wealth')"),
      PATIENCE,
    );
    await reported.batch('wealth', entry('wealth', 'lost'));
    await expect(references(impatient)).rejects.toMatchObject(UNAVAILABLE);
    expect(await impatient.look()).toContainEqual(
      expect.objectContaining({ name: 'wealth', state: 'stopped' }),
    );
    expect(await reported.setUp()).toEqual({ copiedBecause: 'the slot of wealth is gone' });
    expect((await references()).toSorted()).toEqual([...before, 'lost'].toSorted());
    expect(await sumOf('other_engines')).toBe('0');
  });

  it('refuses what went on on another timeline, until it is copied', async () => {
    await reported.reports.query("UPDATE reports.pasts SET past = 'another' WHERE engine = 'spot'");
    await expect(references(impatient)).rejects.toMatchObject(UNAVAILABLE);
    expect((await reported.setUp()).copiedBecause).toContain('another timeline');
    expect(await references()).toContain('lost');
  });

  it('is opened as it is, and the doctor says of each engine what is wrong', async () => {
    const engines = ENGINE_NAMES.map((name) => ({ name, database: reported.of(name) }));
    const failures: unknown[] = [];
    const opened = await openReports({
      engines,
      url: urlOf(reported.server, 'reports'),
      clock: { now: () => NOW_MS },
      onFailure: (error) => failures.push(error),
    });
    try {
      expect(await references(opened.reads)).toContain('lost');
      const look = async () => {
        const found = await lookAtReported({ engines, reads: opened.reads });
        return found.map(({ state, said }) => `${state} ${said}`);
      };
      await vi.waitFor(
        async () =>
          expect((await look()).map((line) => line.split(/[;]/, 1)[0])).toEqual(
            ENGINE_NAMES.map((name) => `good all of ${name} is there`),
          ),
        PATIENCE,
      );
      await reported.server.query('ALTER SUBSCRIPTION fairlead_reports_futures DISABLE', 'reports');
      await vi.waitFor(
        async () => expect(await look()).toContain('bad nobody reads the log of futures'),
        PATIENCE,
      );
      await reported.server.query('ALTER SUBSCRIPTION fairlead_reports_futures ENABLE', 'reports');
    } finally {
      await opened.close();
    }
    const away = ENGINE_NAMES.map((name) => ({ name, database: reported.reports }));
    const lines = await lookAtReported({ engines: away, reads: reported.reads() });
    expect(lines.map(({ state, said }) => `${state} ${said}`)).toEqual(
      ENGINE_NAMES.map((name) => `bad ${name} has wal_level = replica: nothing of it is passed on`),
    );
    expect(failures).toEqual([]);
  });

  it('is set up by the command, from the URLs that the server has', async () => {
    const environment = {
      REPORTS_OWNER: 'postgres:of no use',
      DATABASE_URL: urlOf(reported.engines, 'spot').replace('postgres@', 'server:secret@'),
      DATABASE_URL_FUTURES: urlOf(reported.engines, 'futures'),
      DATABASE_URL_OPTIONS: urlOf(reported.engines, 'options'),
      DATABASE_URL_WEALTH: urlOf(reported.engines, 'wealth'),
      DATABASE_URL_REPORTS: urlOf(reported.server, 'reports'),
    };
    const lines: string[] = [];
    const command = {
      environment,
      roles: { app: 'app', reader: 'reader' },
      nowMs: NOW_MS,
      onStep: (line: string) => lines.push(line),
    };
    expect(await runReports(command)).toEqual({ copiedBecause: undefined });
    expect(lines).toContain('wealth publishes');
    // As a restore leaves it: what is kept apart is not what the tables have.
    await reported.of('wealth').query('UPDATE reports.balances SET total_minor = 77');
    expect(await sumOf('other_engines')).not.toBe('0');
    expect(await runReports({ ...command, isAnew: true })).toEqual({
      copiedBecause: 'it was asked for',
    });
    expect(await sumOf('other_engines')).toBe('0');
    expect(await references()).toContain('lost');
    const { DATABASE_URL_WEALTH: _left, ...without } = environment;
    await expect(runReports({ ...command, environment: without })).rejects.toThrow(
      'DATABASE_URL_WEALTH',
    );
    const swapped = { ...environment, DATABASE_URL: environment.DATABASE_URL_REPORTS };
    await expect(runReports({ ...command, environment: swapped })).rejects.toThrow(
      'the database of spot has wal_level = replica: logical is needed',
    );
  });

  it('is read by a role that may do nothing else, and copied by one that may read no secret', async () => {
    for (const role of ['app', 'reader']) await reported.server.query(`CREATE ROLE ${role} LOGIN`);
    await reported.engines.query('CREATE ROLE copier LOGIN REPLICATION');
    await reported.setUp({ roles: { app: 'app', reader: 'reader' }, copier: 'copier' });
    const reports = await openPostgres({
      url: urlOf(reported.server, 'reports').replace('postgres@', 'app@'),
    });
    const copied = await openPostgres({
      url: urlOf(reported.engines, 'spot').replace('postgres@', 'copier@'),
    });
    try {
      const asApp = reported.reads(30_000, reports);
      expect(await references(asApp)).toContain('lost');
      const denied = { code: '42501' };
      for (const sql of [
        'DELETE FROM journal_entries',
        "INSERT INTO candles VALUES (1, 'index', '1m', 0, 1, 1, 1, 1, 1, 1, 'x')",
        'UPDATE reports.marks SET last_sequence = 0',
        'UPDATE reports.pasts SET past = $$ $$',
        'SELECT subconninfo FROM pg_subscription',
      ])
        await expect(reports.query(sql), sql).rejects.toMatchObject(denied);
      for (const sql of [
        'SELECT password_hash FROM users',
        'SELECT * FROM operators',
        'SELECT FROM sessions',
        'SELECT FROM settings',
        'DELETE FROM candles',
      ])
        await expect(copied.query(sql), sql).rejects.toMatchObject(denied);
      await expect(copied.query('SELECT account FROM users')).resolves.toBeDefined();
    } finally {
      await reports.close();
      await copied.close();
    }
  });
});
