/**
 * cases.md O6, O2: least privilege on a real PostgreSQL. Goal: the role of the server can do all that the server does,
 * and neither change the past nor the schema; readers read no secret. That every route works under the role is shown by
 * the stories of test/fuzz, which run as it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/support/fixture.ts';
import { hasPostgres } from '../../../../test/support/postgres-server.ts';
import { StartRefusedError } from '../database.ts';
import { ensurePartitions, maintain } from '../maintenance.ts';
import { migrate, migration, readMigrations } from '../migrator.ts';
import { grantRoles } from '../postgres/roles.ts';
import { openAsApp, type RolesDatabase } from './roles-database.ts';

/** What an account of money, of prices and of who did what rests on. */
const APPEND_ONLY = [
  ...[
    'journal_entries',
    'posting_rows',
    'trade_postings',
    'trades',
    'transfers',
    'index_samples',
    'receipts',
  ],
  ...['receipt_heads', 'audit_log', 'terms_versions', 'rebates', 'referrals', 'deposit_addresses'],
];
/** Chains that are there to be checked, and proofs that they were shown. */
/** Hashes, and rows of steps, which are those of tables that the reader reads. */
const PUBLIC_BYTES = [
  ...['audit_log.hash', 'audit_log.previous_hash', 'batch_steps.rows', 'head_publications.proof'],
];
const DENIED = { code: '42501' };

describe.skipIf(!hasPostgres)('roles of a PostgreSQL server (O6)', () => {
  let opened: RolesDatabase;
  let server: TestServer;
  beforeAll(async () => {
    opened = await openAsApp();
    server = await startTestServer({ opened });
  });
  afterAll(() => server.stop());

  it('the server works as the app: people, money, trades, candles, a new start', async () => {
    const [seller, buyer] = [await server.trader(), await server.trader()];
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '1' };
    await server.data('placeOrder', { ...order, side: 'sell' }, seller);
    const bought = await server.data('placeOrder', { ...order, side: 'buy' }, buyer);
    expect(bought.order.status).toBe('completed');
    const move = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '5' };
    await server.data('transfer', move, buyer);
    const owner = await server.ownerToken();
    expect(await server.data('balanceSheet', {}, { token: owner })).toMatchObject({
      is_sound: true,
    });
    await maintain(opened.database, server.clock.now());
    const before = await server.ledger();
    await server.restart();
    expect(await server.ledger()).toBe(before);
  });

  it.each(APPEND_ONLY)('O2: the app adds to %s and changes nothing there', async (table) => {
    const { database } = opened;
    const [column] = await database.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 1 AND attidentity = '' LIMIT 1`,
      [table],
    );
    const update = `UPDATE ${table} SET ${column?.name} = ${column?.name}`;
    for (const sql of [update, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(database.query(sql), sql).rejects.toMatchObject(DENIED);
    await expect(database.query(`SELECT FROM ${table} LIMIT 1`)).resolves.toBeDefined();
    const [right] = await database.query<{ may: boolean }>(
      "SELECT has_table_privilege($1, 'INSERT') AS may",
      [table],
    );
    expect(right?.may).toBe(true);
  });

  it.each([
    // Their partitions are no way around.
    'UPDATE posting_rows_default SET amount_minor = 0',
    'UPDATE trade_postings SET quote_minor = 0',
    'UPDATE postings SET amount_minor = 0',
    'DELETE FROM postings',
    'DELETE FROM posting_rows_2027_01',
    'UPDATE trades_2027_01 SET price_ticks = 0',
    'CREATE TABLE mine (x integer)',
    'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE SCHEMA mine',
    'CREATE TEMPORARY TABLE mine (x integer)',
    'CREATE TEMPORARY VIEW orders_default AS SELECT 1',
    'CREATE FUNCTION pg_temp.mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'ALTER TABLE posting_rows DISABLE TRIGGER ALL',
    'ALTER TABLE trade_postings DISABLE TRIGGER ALL',
    'DROP VIEW postings',
    'DROP TRIGGER append_only ON posting_rows',
    'ALTER TABLE posting_rows ADD COLUMN note text',
    'DROP TABLE orders',
    'TRUNCATE orders',
    'TRUNCATE balances',
    'SET session_replication_role = replica',
    "UPDATE schema_migrations SET checksum = ''",
    'DELETE FROM schema_migrations',
    'COPY posting_rows TO PROGRAM $$ cat $$',
    'CREATE ROLE another SUPERUSER',
  ])('the app may not: %s', async (sql) => {
    await expect(opened.database.query(sql)).rejects.toMatchObject(DENIED);
  });

  it('the app may make the partitions of the next months, and no other tables', async () => {
    const { database, owner } = opened;
    expect(await ensurePartitions(database, Date.UTC(2031, 4, 1))).toBeGreaterThan(0);
    const [made] = await database.query<{ owner: string; me: string }>(
      "SELECT tableowner AS owner, current_user AS me FROM pg_tables WHERE tablename = 'posting_rows_2031_05'",
    );
    expect(made?.owner).not.toBe(made?.me);
    await expect(
      database.query('UPDATE posting_rows_2031_05 SET amount_minor = 0'),
    ).rejects.toMatchObject(DENIED);
    // A backup reads month by month.
    await expect(database.query('SELECT FROM ONLY posting_rows_2031_05')).resolves.toEqual([]);
    for (const table of ['orders', 'pg_class', 'postings; DROP TABLE orders', "x'y"])
      await expect(
        database.query('SELECT ensure_month_partitions($1, 0, 1)', [table]),
      ).rejects.toMatchObject(DENIED);
    expect(await owner.query('SELECT FROM orders')).toBeDefined();
  });

  it('the reader reads the books, changes nothing and sees no secret', async () => {
    const { reader } = opened;
    for (const table of ['balances', 'postings', 'trades', 'orders', 'audit_log', 'candles'])
      await expect(reader.query(`SELECT FROM ${table}`), table).resolves.toBeDefined();
    const secret = ['users', 'operators', 'sessions', 'verification_codes', 'user_otps'];
    for (const table of [...secret, 'security_acts', 'known_countries'])
      await expect(reader.query(`SELECT FROM ${table}`), table).rejects.toMatchObject(DENIED);
    for (const sql of ['DELETE FROM orders', 'UPDATE balances SET total_minor = 1'])
      await expect(reader.query(sql), sql).rejects.toMatchObject(DENIED);
    await expect(ensurePartitions(reader, 0)).rejects.toMatchObject(DENIED);
  });

  it('the reader finds nothing sealed, nothing that opens a door and no digest of one, in any table', async () => {
    const { owner, roles } = opened;
    const readable = await owner.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
       WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name ~ '(password|secret|token|sealed)')
         AND has_table_privilege($1, format('%I.%I', table_schema, table_name), 'SELECT')
       ORDER BY 1`,
      [roles.reader],
    );
    expect(readable.map(({ place }) => place)).toEqual(PUBLIC_BYTES);
  });

  it('a start as the app finds nothing to migrate, or says who must', async () => {
    const { database } = opened;
    expect(await migrate(database)).toBe(0);
    const next = migration(9_999, 'next', 'SELECT 1');
    const start = migrate(database, [...readMigrations(), next]);
    await expect(start).rejects.toThrow(StartRefusedError);
    await expect(start).rejects.toThrow(/npm run migrate/);
  });

  it('a table of a later migration is covered by its own triggers', async () => {
    const { database, owner, roles } = opened;
    await owner.query(`CREATE TABLE later (x integer);
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON later
        FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    await expect(database.query('INSERT INTO later VALUES (1)')).rejects.toMatchObject(DENIED);
    await grantRoles(owner, roles);
    await database.query('INSERT INTO later VALUES (1)');
    await expect(database.query('UPDATE later SET x = 2')).rejects.toMatchObject(DENIED);
    await expect(database.query('DELETE FROM later')).rejects.toMatchObject(DENIED);
  });

  it('a role that is not there is named', async () => {
    const missing = { app: 'nobody_at_all', reader: opened.roles.reader };
    await expect(grantRoles(opened.owner, missing)).rejects.toThrow(/no role nobody_at_all/);
  });
});
